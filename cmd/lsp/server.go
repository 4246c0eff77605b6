package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"

	"gospin/cmd/lsp/protocol"
	"gospin/promela/lint"
	"gospin/verifier"
)

// Options configure the server.
type Options struct {
	// Verify has the options for verifying formulas; Source is filled in. Its Defines and Undefs also apply
	// to reading.
	Verify  verifier.Options
	Lints   lint.Levels
	Version string
	// Still is the pause in edits after which a document is read again.
	Still time.Duration
}

// server serves one client.
type server struct {
	o      Options
	ctx    context.Context // of the connection
	client protocol.Client
	exit   func()

	mu       sync.Mutex
	docs     map[uri.URI]*document
	shutDown bool
	refresh  bool // the client supports updates of lenses
	show     bool // the client can show documents

	verifying sync.Mutex // held while verifying, one property at a time
	trails    string     // folder of all trails; "" before the first one
	work      sync.WaitGroup
}

// Serve serves a client until it sends exit or closes the connection.
func Serve(ctx context.Context, rw io.ReadWriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{o: o, ctx: ctx, docs: map[uri.URI]*document{}}
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(newFrames(rw, s.overtake)))
	s.client.Conn = conn
	exited := make(chan struct{})
	s.exit = sync.OnceFunc(func() { close(exited) })
	// Requests are answered in order, so that an answer reflects the preceding changes.
	conn.Go(ctx, guarded(protocol.ServerHandler(s)))
	left := false
	select {
	case <-conn.Done():
	case <-exited:
		left = true
	case <-ctx.Done():
	}
	cancel()
	go func() {
		rw.Close()
		conn.Close()
	}()
	select {
	case <-conn.Done():
	case <-time.After(closing): // a blocked read of standard input
	}
	s.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case left && !s.shutDown:
		return ErrLeft
	case left:
		return nil
	}
	return conn.Err()
}

// ErrLeft means that the client sent exit without shutdown. The protocol requires exit code 1 for that.
var ErrLeft = errors.New("the client said exit before shutdown")

// closing limits the time for closing the connection.
const closing = 100 * time.Millisecond

// overtake inspects a message when it arrives: it stops the reading of documents that the message changes or
// closes.
func (s *server) overtake(method string, params []byte) {
	var p protocol.DocumentParams
	switch method {
	case "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose":
		if jsonrpc2.DefaultCodec.Unmarshal(params, &p) != nil {
			return
		}
	case "shutdown", "exit":
	default:
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for u, d := range s.docs {
		if p.TextDocument.URI == u || p.TextDocument.URI == "" {
			d.interrupt()
		}
	}
}

// guarded converts a panic to an error response. A notification has no response, and its error would end the
// connection, so it gets none.
func guarded(h jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, r *jsonrpc2.Request) (result any, err error) {
		defer func() {
			if p := recover(); p != nil {
				fmt.Fprintf(os.Stderr, "gospin: internal error in %s: %v\n", r.Method(), p)
				if os.Getenv("GOSPIN_TRACE") != "" {
					os.Stderr.Write(debug.Stack())
				}
				err = jsonrpc2.NewError(jsonrpc2.InternalError, fmt.Sprint("internal error: ", p))
			}
			if !r.IsCall() {
				result, err = nil, nil
			}
		}()
		return h(ctx, r)
	}
}

// close stops everything that is running for documents, and removes their trails.
func (s *server) close() {
	s.mu.Lock()
	for _, d := range s.docs {
		d.forget()
	}
	s.mu.Unlock()
	s.work.Wait()
	if s.trails != "" {
		_ = os.RemoveAll(s.trails)
	}
}

// Initialize returns the server's capabilities.
func (s *server) Initialize(
	_ context.Context,
	p *protocol.InitializeParams,
) (*protocol.InitializeResult, error) {
	c := p.Capabilities
	s.refresh, s.show = c.Workspace.CodeLens.RefreshSupport, c.Window.ShowDocument.Support
	colours := protocol.SemanticTokensOptions{Full: true}
	colours.Legend.Types, colours.Legend.Modifiers = tokenTypes, tokenModifiers
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "gospin", Version: s.o.Version},
		Capabilities: protocol.ServerCapabilities{
			TextDocumentSync: protocol.TextDocumentSyncOptions{
				OpenClose: true, Change: protocol.TextDocumentSyncKindIncremental, Save: true,
			},
			HoverProvider: true, DefinitionProvider: true, ReferencesProvider: true,
			DocumentSymbolProvider: true, DocumentFormattingProvider: true, DocumentHighlightProvider: true,
			CompletionProvider:     protocol.CompletionOptions{TriggerCharacters: []string{".", "@"}},
			RenameProvider:         protocol.RenameOptions{PrepareProvider: true},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commands},
			CodeActionProvider:     protocol.CodeActionOptions{Kinds: []string{protocol.QuickFix}},
			SemanticTokensProvider: colours, FoldingRangeProvider: true, WorkspaceSymbolProvider: true,
			SignatureHelpProvider: protocol.CompletionOptions{TriggerCharacters: []string{"(", ","}},
		},
	}, nil
}

func (s *server) Shutdown(context.Context) error {
	s.mu.Lock()
	s.shutDown = true
	for _, d := range s.docs {
		d.forget()
	}
	s.mu.Unlock()
	return nil
}

func (s *server) Exit(context.Context) error {
	s.exit()
	return nil
}

// showMessage shows a message to the user.
func (s *server) showMessage(kind protocol.MessageType, format string, args ...any) {
	_ = s.client.ShowMessage(
		s.ctx,
		&protocol.ShowMessageParams{Type: kind, Message: fmt.Sprintf(format, args...)},
	)
}
