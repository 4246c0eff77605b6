// Package lsp is a server of the Language Server Protocol (Microsoft, version 3.17) for models.
//
// A changed document is read again after a pause in its edits, and its errors and warnings are published with
// its version. Reading has a budget of time and memory, blocks nothing else, and ends with the next edit,
// because messages are inspected when they arrive, although they are answered in order. Package
// promela/resolve reports the places of names while it reads a model, even one with errors. Names that it
// does not reach are looked up in the last version without errors. Macros and inlines, which are expanded by
// then, are found in the text.
//
// A formula is verified when the user chooses the lens above it: one at a time, within the options' limits of
// time and memory. When a document changes, its verdicts are forgotten and its verifications stopped. The
// trails of each verdict are in a temporary folder of their own until the server ends.
//
// A violation is shown as an error at its place, with the reason. If a hint or a lint says how to mend an
// error, its diagnostic has an action that does so. The manual explains the words of the language.
//
// A malformed message would make the protocol's library close the connection, so it is answered with an error
// before the library sees it.
//
// # Vocabulary
//
// A document is a text that the client has open. A reading is the result of reading one version of it. A
// symbol is what a name refers to, an occurrence a place where it is used. A verdict is what a lens shows.
//
// # Warts
//
// A model in several files is read from the open document, so a file that is only meant to be included shows
// the errors of an incomplete model. #line directives that name other files mislead the server.
package lsp
