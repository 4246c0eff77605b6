// Package playground is one page in which a model is edited, verified, stepped through and passed on as a
// link.
//
// The page runs commands of gospin: verify, replay, explore, lsp. It does so by an engine (engine.js): either
// the program compiled to WebAssembly, which is in the page or beside it, in a worker for each command
// (worker.js); or the program that serves the page on this machine (Server), which starts itself. Both give a
// command its files and tell what it prints and writes, so the page does not know which it has. What the
// editor knows of the language comes from the language server, as in other editors.
//
// The page consists of files that are embedded as they are: nothing is generated or fetched to build gospin.
// Folder build makes the pages with WebAssembly.
//
// Known warts: in a browser, one thread searches, with at most 4 GB of memory, and code for few widths of
// roots makes tables larger than elsewhere. A command that does not heed an interrupt for 3 s is ended with
// its worker, and its results are lost. Models are one file, without #include.
package playground
