package protocol

// The values of the protocol's enumerations that gospin uses.

// DiagnosticSeverity is the severity of a diagnostic.
type DiagnosticSeverity uint32

const (
	DiagnosticSeverityError   DiagnosticSeverity = 1
	DiagnosticSeverityWarning DiagnosticSeverity = 2
	DiagnosticSeverityHint    DiagnosticSeverity = 4
)

// DiagnosticTag says how editors show what a diagnostic is about.
type DiagnosticTag uint32

// DiagnosticTagUnnecessary fades the text.
const DiagnosticTagUnnecessary DiagnosticTag = 1

// MessageType determines how a message is shown.
type MessageType uint32

const (
	MessageTypeWarning MessageType = 2
	MessageTypeInfo    MessageType = 3
)

// CompletionItemKind is the kind of a completion.
type CompletionItemKind uint32

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

// DocumentHighlightKind is the kind of access.
type DocumentHighlightKind uint32

const (
	DocumentHighlightKindRead  DocumentHighlightKind = 2
	DocumentHighlightKindWrite DocumentHighlightKind = 3
)

// SymbolKind is the kind of a declaration.
type SymbolKind uint32

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
