package protocol

import "go.lsp.dev/uri"

// Position counts lines from 0, and units of UTF-16.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range ends before its end.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range of a document.
type Location struct {
	URI   uri.URI `json:"uri"`
	Range Range   `json:"range"`
}

// TextDocumentItem is a document as it is opened.
type TextDocumentItem struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"`
	Text    string  `json:"text"`
}

// TextDocumentIdentifier names a document, and where it changes its version.
type TextDocumentIdentifier struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version,omitzero"`
}

// TextDocumentPositionParams are a place in a document.
type TextDocumentPositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// ReferenceParams are of textDocument/references.
type ReferenceParams struct {
	TextDocumentPositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// DocumentParams are of what is about a document as a whole.
type DocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// DidOpenTextDocumentParams are of textDocument/didOpen.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams are of textDocument/didChange.
type DidChangeTextDocumentParams struct {
	TextDocument   TextDocumentIdentifier           `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// TextDocumentContentChangeEvent puts a text in place of a range, or of the whole document if there is none.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range,omitzero"`
	Text  string `json:"text"`
}

// TextEdit puts a text in place of a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// WorkspaceEdit has edits by document.
type WorkspaceEdit struct {
	Changes map[uri.URI][]TextEdit `json:"changes"`
}

// RenameParams are of textDocument/rename.
type RenameParams struct {
	TextDocumentPositionParams
	NewName string `json:"newName"`
}

// PrepareRenamePlaceholder is what can be renamed.
type PrepareRenamePlaceholder struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}
