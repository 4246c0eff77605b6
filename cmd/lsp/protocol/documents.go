package protocol

import "go.lsp.dev/uri"

// Position counts lines from 0, and columns in units of UTF-16.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range excludes its end.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range of a document.
type Location struct {
	URI   uri.URI `json:"uri"`
	Range Range   `json:"range"`
}

// TextDocumentItem is an opened document.
type TextDocumentItem struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"`
	Text    string  `json:"text"`
}

// TextDocumentIdentifier names a document, and for changes its version.
type TextDocumentIdentifier struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version,omitzero"`
}

// TextDocumentPositionParams is a place in a document.
type TextDocumentPositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// ReferenceParams are the parameters of textDocument/references.
type ReferenceParams struct {
	TextDocumentPositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// DocumentParams are the parameters of requests about a whole document.
type DocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// DidOpenTextDocumentParams are the parameters of textDocument/didOpen.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams are the parameters of textDocument/didChange.
type DidChangeTextDocumentParams struct {
	TextDocument   TextDocumentIdentifier           `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// TextDocumentContentChangeEvent replaces a range, or the whole document if there is none.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range,omitzero"`
	Text  string `json:"text"`
}

// TextEdit replaces a range by a text.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// WorkspaceEdit has edits by document.
type WorkspaceEdit struct {
	Changes map[uri.URI][]TextEdit `json:"changes"`
}

// RenameParams are the parameters of textDocument/rename.
type RenameParams struct {
	TextDocumentPositionParams
	NewName string `json:"newName"`
}

// PrepareRenamePlaceholder is the name to be renamed.
type PrepareRenamePlaceholder struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}
