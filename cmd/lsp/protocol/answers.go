package protocol

import (
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/uri"
)

// PublishDiagnosticsParams has the diagnostics of a document, or of one version of it.
type PublishDiagnosticsParams struct {
	URI         uri.URI      `json:"uri"`
	Version     *int32       `json:"version,omitzero"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is an error or warning.
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           DiagnosticSeverity             `json:"severity"`
	Code               string                         `json:"code,omitzero"`
	Source             string                         `json:"source,omitzero"`
	Message            string                         `json:"message"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitzero"`
	Tags               []DiagnosticTag                `json:"tags,omitzero"`
}

// DiagnosticRelatedInformation is a place related to a diagnostic.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// ShowMessageParams are the parameters of window/showMessage.
type ShowMessageParams struct {
	Type    MessageType `json:"type"`
	Message string      `json:"message"`
}

// Hover is a text shown at a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitzero"`
}

// MarkupContent is a text with its format.
type MarkupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// MarkupKindMarkdown is the format Markdown.
const MarkupKindMarkdown = "markdown"

// CompletionList has the completions at a place.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// CompletionItem is a completion.
type CompletionItem struct {
	Label  string             `json:"label"`
	Kind   CompletionItemKind `json:"kind,omitzero"`
	Detail string             `json:"detail,omitzero"`
}

// DocumentHighlight is an occurrence of a name.
type DocumentHighlight struct {
	Range Range                 `json:"range"`
	Kind  DocumentHighlightKind `json:"kind"`
}

// DocumentSymbol is a declaration in a document, with those nested in it.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitzero"`
	Kind           SymbolKind       `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitzero"`
}

// CodeLens is a command shown above a line.
type CodeLens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command"`
}

// Command is a command that the client requests when the user chooses it.
type Command struct {
	Title     string           `json:"title"`
	Command   string           `json:"command"`
	Arguments []jsontext.Value `json:"arguments,omitzero"`
}

// ExecuteCommandParams are the parameters of workspace/executeCommand.
type ExecuteCommandParams struct {
	Command   string           `json:"command"`
	Arguments []jsontext.Value `json:"arguments"`
}

// CodeActionParams are the parameters of textDocument/codeAction.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// CodeAction is an edit that mends a diagnostic.
type CodeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []Diagnostic  `json:"diagnostics"`
	IsPreferred bool          `json:"isPreferred,omitzero"`
	Edit        WorkspaceEdit `json:"edit"`
}

// QuickFix is the kind of actions that mend a diagnostic.
const QuickFix = "quickfix"

// SemanticTokens has five numbers per token: lines since the previous token, characters since it or since the
// start of the line, length, and indices of type and modifiers in the legend.
type SemanticTokens struct {
	Data []uint32 `json:"data"`
}

// SignatureHelp describes the call at a place.
type SignatureHelp struct {
	Signatures      []Signature `json:"signatures"`
	ActiveParameter uint32      `json:"activeParameter"`
}

// Signature describes the parameters of a call.
type Signature struct {
	Label      string      `json:"label"`
	Parameters []Parameter `json:"parameters"`
}

// Parameter is a part of its signature's label.
type Parameter struct {
	Label string `json:"label"`
}

// WorkspaceSymbolParams are the parameters of workspace/symbol.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// SymbolInformation is a declaration with its place.
type SymbolInformation struct {
	Name     string     `json:"name"`
	Kind     SymbolKind `json:"kind"`
	Location Location   `json:"location"`
}

// FoldingRange is a range of lines that can be hidden except for the first.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
	Kind      string `json:"kind,omitzero"` // comment, or empty
}
