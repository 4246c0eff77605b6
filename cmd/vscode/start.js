// Runs gospin, compiled to WebAssembly, with Node's files, where no program is installed.
"use strict";
const fs = require("fs"), path = require("path");
globalThis.require = require;
globalThis.fs = fs;
globalThis.path = path;
require("./wasm_exec.js");

const go = new Go();
go.argv = ["gospin", ...process.argv.slice(2)];
go.env = { HOME: require("os").homedir(), TMPDIR: require("os").tmpdir() }; // all of it may be too long for Go
go.exit = process.exit;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => globalThis.gospinInterrupt && gospinInterrupt());
WebAssembly.instantiate(fs.readFileSync(path.join(__dirname, "gospin.wasm")), go.importObject)
	.then(({ instance }) => go.run(instance))
	.catch(e => { console.error(`gospin: ${e}`); process.exit(4); });
