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

// DiagnosticSeverity says how bad it is.
type DiagnosticSeverity uint32

// Those that gospin knows.
const (
	DiagnosticSeverityError       DiagnosticSeverity = 1
	DiagnosticSeverityWarning     DiagnosticSeverity = 2
	DiagnosticSeverityInformation DiagnosticSeverity = 3
)

// ShowMessageParams are of window/showMessage.
type ShowMessageParams struct {
	Type    MessageType `json:"type"`
	Message string      `json:"message"`
}

// MessageType says how a message is shown.
type MessageType uint32

// Those that gospin sends.
const (
	MessageTypeWarning MessageType = 2
	MessageTypeInfo    MessageType = 3
)

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

// CompletionItemKind says what an item stands for.
type CompletionItemKind uint32

// Those that gospin sends.
const (
	CompletionItemKindText       CompletionItemKind = 1
	CompletionItemKindFunction   CompletionItemKind = 3
	CompletionItemKindField      CompletionItemKind = 5
	CompletionItemKindVariable   CompletionItemKind = 6
	CompletionItemKindClass      CompletionItemKind = 7
	CompletionItemKindKeyword    CompletionItemKind = 14
	CompletionItemKindReference  CompletionItemKind = 18
	CompletionItemKindEnumMember CompletionItemKind = 20
	CompletionItemKindConstant   CompletionItemKind = 21
	CompletionItemKindStruct     CompletionItemKind = 22
)

// DocumentHighlight is where a name stands.
type DocumentHighlight struct {
	Range Range                 `json:"range"`
	Kind  DocumentHighlightKind `json:"kind"`
}

// DocumentHighlightKind says what is done there.
type DocumentHighlightKind uint32

// Those that gospin sends.
const (
	DocumentHighlightKindRead  DocumentHighlightKind = 2
	DocumentHighlightKindWrite DocumentHighlightKind = 3
)

// DocumentSymbol is a name that a document declares, with those within.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitzero"`
	Kind           SymbolKind       `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitzero"`
}

// SymbolKind says what a name stands for.
type SymbolKind uint32

// Those that gospin sends.
const (
	SymbolKindClass      SymbolKind = 5
	SymbolKindInterface  SymbolKind = 11
	SymbolKindFunction   SymbolKind = 12
	SymbolKindVariable   SymbolKind = 13
	SymbolKindConstant   SymbolKind = 14
	SymbolKindKey        SymbolKind = 20
	SymbolKindEnumMember SymbolKind = 22
	SymbolKindStruct     SymbolKind = 23
	SymbolKindEvent      SymbolKind = 24
)

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
