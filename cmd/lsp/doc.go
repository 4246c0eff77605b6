// Package lsp is a server of the Language Server Protocol (Microsoft, version 3.17) for models.
//
// A document that changes is read again when it has been still for a moment: errors and warnings are told
// with its version. Reading one has a budget of time and memory, holds up nothing else, and ends with the
// next edit: edits are seen as they come, and all is answered in its turn. Where names stand is what
// promela/resolve tells while it reads, also of a model that is refused; what it does not come to is looked
// up by name as it was in the last model without errors. Macros and inlines, which are gone by then, are
// found in the text.
//
// A formula is verified when the lens above it is chosen, one at a time, for as long and with as much memory
// as the options say. A document that changes forgets its verdicts, and what is under way for it ends. The
// trails of each verdict lie in a temporary folder of their own, which stays as long as the server runs.
//
// What a verification finds violated is an error at its place, with the reason. Diagnostics come with actions
// that mend what they are about, where a hint or a lint says how; words of the language are explained by the
// manual.
//
// What is no message is answered with an error before the protocol's library sees it, which would end the
// connection.
//
// # Vocabulary
//
// A document is a text that the client has open. Its reading is what is known of one version of it. A symbol
// is what a name stands for, an occurrence a place where it does so. A verdict is what a lens shows.
//
// # Warts
//
// A model in several files is read from the document that is open, so that a file for others to include has
// the errors of a model that is not whole. #line directives that name other files mislead.
package lsp
