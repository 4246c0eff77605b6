// Package playground is one page in which a model is edited, verified, stepped through and passed on as a
// link.
//
// The page runs commands of gospin: verify, replay, explore, lsp. An engine (engine.js) runs them, in one of
// two ways: by the program compiled to WebAssembly, which is in the page or next to it, in a worker for each
// command (worker.js); or by the program that serves the page on this machine (Server), which starts itself.
// Both pass a command its files and return what it prints and writes, so the page does not know which one it
// has. The editor gets its knowledge of the language from the language server, as other editors do.
//
// The page consists of files that are embedded as they are: nothing is generated or fetched to build gospin.
// Folder build makes the pages with WebAssembly.
//
// Known warts: in a browser, a search has one thread and at most 4 GB of memory, and code for few widths of
// roots makes tables larger than elsewhere. If a command ignores an interrupt for 3 s, its worker is ended,
// and its results are lost. Models are one file, without #include.
package playground
