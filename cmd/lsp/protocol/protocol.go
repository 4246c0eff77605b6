package protocol

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// Error codes of the protocol itself.
const (
	RequestFailed    jsonrpc2.Code = -32803
	RequestCancelled jsonrpc2.Code = -32800
)

// Server answers a client.
type Server interface {
	Initialize(context.Context, *InitializeParams) (*InitializeResult, error)
	Shutdown(context.Context) error
	Exit(context.Context) error
	DidOpen(context.Context, *DidOpenTextDocumentParams) error
	DidChange(context.Context, *DidChangeTextDocumentParams) error
	DidSave(context.Context, *DocumentParams) error
	DidClose(context.Context, *DocumentParams) error
	Hover(context.Context, *TextDocumentPositionParams) (*Hover, error)
	Completion(context.Context, *TextDocumentPositionParams) (*CompletionList, error)
	Definition(context.Context, *TextDocumentPositionParams) ([]Location, error)
	References(context.Context, *ReferenceParams) ([]Location, error)
	DocumentHighlight(context.Context, *TextDocumentPositionParams) ([]DocumentHighlight, error)
	DocumentSymbol(context.Context, *DocumentParams) ([]DocumentSymbol, error)
	Formatting(context.Context, *DocumentParams) ([]TextEdit, error)
	PrepareRename(context.Context, *TextDocumentPositionParams) (*PrepareRenamePlaceholder, error)
	Rename(context.Context, *RenameParams) (*WorkspaceEdit, error)
	CodeLens(context.Context, *DocumentParams) ([]CodeLens, error)
	CodeAction(context.Context, *CodeActionParams) ([]CodeAction, error)
	SemanticTokens(context.Context, *DocumentParams) (*SemanticTokens, error)
	SignatureHelp(context.Context, *TextDocumentPositionParams) (*SignatureHelp, error)
	WorkspaceSymbol(context.Context, *WorkspaceSymbolParams) ([]SymbolInformation, error)
	FoldingRange(context.Context, *DocumentParams) ([]FoldingRange, error)
	ExecuteCommand(context.Context, *ExecuteCommandParams) (jsontext.Value, error)
}

// method handles one kind of request.
type method func(context.Context, jsonrpc2.RawMessage) (any, error)

// ServerHandler calls a server's methods. Unknown requests are errors.
func ServerHandler(s Server) jsonrpc2.Handler {
	quiet := func(context.Context, jsonrpc2.RawMessage) (any, error) { return nil, nil }
	methods := map[string]method{
		"initialize":                     answer(s.Initialize),
		"initialized":                    quiet,
		"$/cancelRequest":                quiet, // requests are answered in order, so none can be cancelled
		"$/setTrace":                     quiet,
		"shutdown":                       bare(s.Shutdown),
		"exit":                           bare(s.Exit),
		"textDocument/didOpen":           told(s.DidOpen),
		"textDocument/didChange":         told(s.DidChange),
		"textDocument/didSave":           told(s.DidSave),
		"textDocument/didClose":          told(s.DidClose),
		"textDocument/hover":             answer(s.Hover),
		"textDocument/completion":        answer(s.Completion),
		"textDocument/definition":        answer(s.Definition),
		"textDocument/references":        answer(s.References),
		"textDocument/documentHighlight": answer(s.DocumentHighlight),
		"textDocument/documentSymbol":    answer(s.DocumentSymbol),
		"textDocument/formatting":        answer(s.Formatting),
		"textDocument/prepareRename":     answer(s.PrepareRename),
		"textDocument/rename":            answer(s.Rename),
		"textDocument/codeLens":          answer(s.CodeLens),
		"textDocument/codeAction":        answer(s.CodeAction),
		"textDocument/foldingRange":      answer(s.FoldingRange),
		"textDocument/signatureHelp":     answer(s.SignatureHelp),
		"workspace/symbol":               answer(s.WorkspaceSymbol),

		"textDocument/semanticTokens/full": answer(s.SemanticTokens),

		"workspace/executeCommand": answer(s.ExecuteCommand),
	}
	return func(ctx context.Context, r *jsonrpc2.Request) (any, error) {
		if ctx.Err() != nil {
			return nil, jsonrpc2.NewError(RequestCancelled, "the connection is at its end")
		}
		if do := methods[r.Method()]; do != nil {
			return do(ctx, r.Params())
		}
		return jsonrpc2.MethodNotFoundHandler(ctx, r)
	}
}

// answer decodes the parameters of a request.
func answer[P, R any](f func(context.Context, *P) (R, error)) method {
	return func(ctx context.Context, params jsonrpc2.RawMessage) (any, error) {
		p := new(P)
		if len(params) > 0 {
			if err := jsonrpc2.DefaultCodec.Unmarshal(params, p); err != nil {
				return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
			}
		}
		return f(ctx, p)
	}
}

func told[P any](f func(context.Context, *P) error) method {
	return answer(func(ctx context.Context, p *P) (any, error) { return nil, f(ctx, p) })
}

func bare(f func(context.Context) error) method {
	return func(ctx context.Context, _ jsonrpc2.RawMessage) (any, error) { return nil, f(ctx) }
}

// Client is the client as the server sees it.
type Client struct{ Conn jsonrpc2.Conn }

// PublishDiagnostics shows the diagnostics of a document.
func (c Client) PublishDiagnostics(ctx context.Context, p *PublishDiagnosticsParams) error {
	return c.Conn.Notify(ctx, "textDocument/publishDiagnostics", p)
}

// ShowMessage shows a message.
func (c Client) ShowMessage(ctx context.Context, p *ShowMessageParams) error {
	return c.Conn.Notify(ctx, "window/showMessage", p)
}

// CodeLensRefresh makes the client request lenses again.
func (c Client) CodeLensRefresh(ctx context.Context) error {
	_, err := c.Conn.Call(ctx, "workspace/codeLens/refresh", nil, nil)
	return err
}
