import { spawnSync } from "child_process";
import * as fs from "fs";
import * as path from "path";

// Program is how gospin is started: args go before its own arguments.
export interface Program { command: string; args: string[]; env?: NodeJS.ProcessEnv; own: boolean }

// find returns the program at a path, or the one within the extension, in WebAssembly, or nothing.
export function find(configured: string, extension: string): Program | undefined {
	const tried = spawnSync(configured, ["version"], { timeout: 10_000 });
	if (!tried.error && tried.status === 0) return { command: configured, args: [], own: false };
	const start = path.join(extension, "dist", "start.js");
	if (!fs.existsSync(path.join(extension, "dist", "gospin.wasm"))) return undefined;
	return { command: process.execPath, args: [start], env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" }, own: true };
}

// Settings are those of the editor.
export interface Settings { defines: string[]; time: string; memory: string; flags: string[] }

const macros = (s: Settings) => s.defines.map(d => "-D" + d);

// lspArgs are the arguments of the language server.
export const lspArgs = (s: Settings) => ["lsp", "-time", s.time, "-mem", s.memory, ...macros(s)];

// commandArgs are those of a command for a model.
export function commandArgs(command: string, file: string, s: Settings, more: string[] = []): string[] {
	return [command, ...macros(s), ...(command === "verify" ? s.flags : []), ...more, file];
}

// replayArgs are those that write the page of a run.
export function replayArgs(run: Run, page: string, s: Settings): string[] {
	return ["replay", "-html", page, "-k", run.trail, ...macros(s), run.model];
}

// Run is what the language server returns for gospin.replay.
export interface Run { model: string; trail: string }

export function isRun(what: unknown): what is Run {
	const run = what as Run;
	return !!run && typeof run.model === "string" && typeof run.trail === "string";
}
