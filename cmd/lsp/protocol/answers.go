package protocol

import (
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/uri"
)

// PublishDiagnosticsParams are the diagnostics of a document, of a version if one is named.
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
}

// DiagnosticRelatedInformation is a place that has to do with a diagnostic.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// ShowMessageParams are of window/showMessage.
type ShowMessageParams struct {
	Type    MessageType `json:"type"`
	Message string      `json:"message"`
}

// Hover is what is shown of a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitzero"`
}

// MarkupContent is a text with its kind.
type MarkupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// MarkupKindMarkdown is the kind of a text with markup.
const MarkupKindMarkdown = "markdown"

// CompletionList is what may be written at a place.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// CompletionItem is one of these.
type CompletionItem struct {
	Label  string             `json:"label"`
	Kind   CompletionItemKind `json:"kind,omitzero"`
	Detail string             `json:"detail,omitzero"`
}

// DocumentHighlight is where a name stands.
type DocumentHighlight struct {
	Range Range                 `json:"range"`
	Kind  DocumentHighlightKind `json:"kind"`
}

// DocumentSymbol is a name that a document declares, with those within.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitzero"`
	Kind           SymbolKind       `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitzero"`
}

// CodeLens is a command that is shown above a line.
type CodeLens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command"`
}

// Command is what the client asks for when it is chosen.
type Command struct {
	Title     string           `json:"title"`
	Command   string           `json:"command"`
	Arguments []jsontext.Value `json:"arguments,omitzero"`
}

// ExecuteCommandParams are of workspace/executeCommand.
type ExecuteCommandParams struct {
	Command   string           `json:"command"`
	Arguments []jsontext.Value `json:"arguments"`
}

// CodeActionParams are of textDocument/codeAction.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// CodeAction mends what is wrong.
type CodeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []Diagnostic  `json:"diagnostics"`
	IsPreferred bool          `json:"isPreferred,omitzero"`
	Edit        WorkspaceEdit `json:"edit"`
}

// QuickFix is the kind of an action that mends what a diagnostic is about.
const QuickFix = "quickfix"

// SemanticTokens are five numbers for each: lines since the one before, characters since that or the start of
// the line, its length, and its type and modifiers by the legend.
type SemanticTokens struct {
	Data []uint32 `json:"data"`
}

// SignatureHelp is what is called at a place.
type SignatureHelp struct {
	Signatures      []Signature `json:"signatures"`
	ActiveParameter uint32      `json:"activeParameter"`
}

// Signature is how something is called.
type Signature struct {
	Label      string      `json:"label"`
	Parameters []Parameter `json:"parameters"`
}

// Parameter is a part of the label of its signature.
type Parameter struct {
	Label string `json:"label"`
}

// WorkspaceSymbolParams are of workspace/symbol.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// SymbolInformation is a name with the place of its declaration.
type SymbolInformation struct {
	Name     string     `json:"name"`
	Kind     SymbolKind `json:"kind"`
	Location Location   `json:"location"`
}

// FoldingRange are lines that can be hidden behind the first of them.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
	Kind      string `json:"kind,omitzero"` // comment, or none
}
