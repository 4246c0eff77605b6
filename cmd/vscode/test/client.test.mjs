// The extension's way of starting gospin, with the installed program and with the one in WebAssembly: a model is
// opened, its error told, a word explained, a formula verified, and the page of the run that violates it written.
// A driver of the protocol stands for the editor.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const require = createRequire(import.meta.url), here = import.meta.dirname, extension = path.join(here, "..");
const rpc = require("vscode-languageserver-protocol/node");
const built = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "gospin-")), "program.cjs");
buildSync({ entryPoints: [path.join(extension, "src/program.ts")], bundle: true, platform: "node", outfile: built });
const { find, lspArgs, commandArgs, replayArgs, isRun } = require(built);
const settings = { defines: ["N=2"], time: "20s", memory: "1G", flags: [] };
const model = `#ifndef N
#define N 1
#endif
byte x;
active proctype P() { do :: x < N -> x++ :: x == N -> x = 0 od }
ltl small { [] (x < 2) }
`;

async function use(t, program) {
	const dir = fs.mkdtempSync(path.join(os.tmpdir(), "gospin-")), file = path.join(dir, "m.pml"), uri = pathToFileURL(file).href;
	const child = spawn(program.command, [...program.args, ...lspArgs(settings)], { env: program.env, stdio: ["pipe", "pipe", "inherit"] });
	t.after(() => child.kill("SIGKILL"));
	const c = rpc.createMessageConnection(child.stdout, child.stdin), told = [], refreshed = [];
	let tell = () => { };
	c.onNotification("textDocument/publishDiagnostics", p => { told.push(p); tell(); });
	c.onRequest("workspace/codeLens/refresh", () => { refreshed.push(1); tell(); return null; });
	c.listen();
	const until = async is => { while (!is()) await new Promise(done => tell = done); };
	await c.sendRequest("initialize", { processId: null, rootUri: null, capabilities: { workspace: { codeLens: { refreshSupport: true } } } });
	c.sendNotification("initialized", {});
	fs.writeFileSync(file, model);
	const open = (text, version) => ({ textDocument: { uri, languageId: "promela", version, text } });
	c.sendNotification("textDocument/didOpen", open(model.replace("byte x", "byte y"), 1));
	await until(() => told.some(p => p.version === 1));
	assert.match(told.at(-1).diagnostics[0].message, /x/);
	c.sendNotification("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text: model }] });
	await until(() => told.some(p => p.version === 2 && !p.diagnostics.length));
	const hover = await c.sendRequest("textDocument/hover", { textDocument: { uri }, position: { line: 4, character: 28 } });
	assert.match(JSON.stringify(hover.contents), /x/);
	const folds = await c.sendRequest("textDocument/foldingRange", { textDocument: { uri } });
	assert.ok(Array.isArray(folds));
	const lens = async () => (await c.sendRequest("textDocument/codeLens", { textDocument: { uri } })).find(l => l.command.arguments[1] === "small");
	const choose = async () => {
		const { command } = await lens();
		return c.sendRequest("workspace/executeCommand", { command: command.command, arguments: command.arguments });
	};
	assert.equal((await lens()).command.title, "verify small");
	await choose();
	await until(() => told.at(-1).diagnostics.length > 0);
	const run = await choose();
	assert.ok(isRun(run), JSON.stringify(run));
	const page = path.join(dir, "run.html");
	execFileSync(program.command, [...program.args, ...replayArgs(run, page, settings)], { env: program.env });
	assert.match(fs.readFileSync(page, "utf8"), /violates small/);
	await c.sendRequest("shutdown");
	await c.sendNotification("exit");
	child.stdin.end(); // Node ends with its last read of it
	await new Promise(done => child.on("exit", done));
	// The task's command, with its problem matcher.
	let out = "";
	try {
		out = execFileSync(program.command, [...program.args, ...commandArgs("verify", file, settings)], { env: program.env, encoding: "utf8" });
	} catch (e) { assert.equal(e.status, 1); out = e.stdout; }
	const { pattern } = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8")).contributes.problemMatchers[0];
	const at = out.split("\n").map(l => new RegExp(pattern.regexp).exec(l)).filter(Boolean);
	assert.equal(at.length, 1, out);
	assert.deepEqual([at[0][1], at[0][2]], [file, "6"]);
	fs.rmSync(dir, { recursive: true });
}

test("with the installed program", async t => {
	const program = find(process.env.GOSPIN ?? "gospin", extension);
	assert.ok(program && !program.own, "GOSPIN names the program");
	await use(t, program);
});

test("with the program in WebAssembly", async t => {
	const program = find("/nowhere/gospin", extension);
	assert.ok(program && program.own, "make vscode has made it");
	await use(t, program);
});

test("the extension is whole", () => {
	const text = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
	for (const c of text.contributes.commands) assert.match(fs.readFileSync(path.join(extension, "src/extension.ts"), "utf8"), new RegExp(`"${c.command}"`));
	for (const f of [text.contributes.grammars[0].path, text.contributes.snippets[0].path, text.contributes.languages[0].configuration]) {
		JSON.parse(fs.readFileSync(path.join(extension, f), "utf8"));
	}
	// Loading it needs nothing but the editor.
	const bundle = fs.readFileSync(path.join(extension, "dist/extension.js"), "utf8");
	const wanted = new Set([...bundle.matchAll(/require\("([^"]+)"\)/g)].map(m => m[1]).filter(m => !m.startsWith("node:")));
	const { builtinModules } = require("module");
	assert.deepEqual([...wanted].filter(m => !builtinModules.includes(m)), ["vscode"]);
});
