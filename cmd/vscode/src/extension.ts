import { execFile } from "child_process";
import * as fs from "fs";
import * as os from "os";
import * as path from "path";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { Program, Run, Settings, commandArgs, find, isRun, lspArgs, replayArgs } from "./program";

let client: LanguageClient | undefined;
let program: Program | undefined;

function settings(): Settings {
	const c = vscode.workspace.getConfiguration("gospin");
	return { defines: c.get("defines", []), time: c.get("time", "30s"), memory: c.get("memory", "1G"), flags: c.get("flags", []) };
}

export async function activate(context: vscode.ExtensionContext) {
	context.subscriptions.push(
		vscode.commands.registerCommand("gospin.verifyFile", () => runTask("verify")),
		vscode.commands.registerCommand("gospin.simulateFile", () => runTask("simulate")),
		vscode.commands.registerCommand("gospin.verifyWith", verifyWith),
		vscode.commands.registerCommand("gospin.showRun", showLast),
		vscode.commands.registerCommand("gospin.restart", () => start(context)),
		vscode.tasks.registerTaskProvider("gospin", { provideTasks, resolveTask: t => taskOf(t.definition, t) }),
		vscode.workspace.onDidChangeConfiguration(e => e.affectsConfiguration("gospin") && start(context)),
	);
	await start(context);
}

export const deactivate = () => client?.stop();

// start starts the language server, or starts it again.
async function start(context: vscode.ExtensionContext) {
	await client?.stop();
	client = undefined;
	const wanted = vscode.workspace.getConfiguration("gospin").get("path", "gospin");
	program = find(wanted, context.extensionPath);
	if (!program) {
		void vscode.window.showErrorMessage(`${wanted} cannot be started: install gospin, or set gospin.path.`);
		return;
	}
	const server: ServerOptions = {
		command: program.command, args: [...program.args, ...lspArgs(settings())], options: { env: program.env },
	};
	const options: LanguageClientOptions = {
		documentSelector: [{ language: "promela" }],
		middleware: {
			// The lens of a violation shows its run.
			executeCommand: async (command, args, next) => {
				const said = await next(command, args);
				if (isRun(said)) await showRun(said);
				return said;
			},
		},
	};
	client = new LanguageClient("gospin", "gospin", server, options);
	await client.start();
}

// showRun shows the page of a run beside the editor.
async function showRun(run: Run) {
	if (!program) return;
	const page = path.join(await fs.promises.mkdtemp(path.join(os.tmpdir(), "gospin-run-")), "run.html");
	const { command, args, env } = program;
	try {
		await new Promise<void>((done, failed) =>
			execFile(command, [...args, ...replayArgs(run, page, settings())], { env, cwd: path.dirname(run.model) },
				(e, _out, text) => e ? failed(new Error(text || e.message)) : done()));
		const panel = vscode.window.createWebviewPanel("gospin.run", `run of ${path.basename(run.model)}`,
			vscode.ViewColumn.Beside, { enableScripts: true, retainContextWhenHidden: true });
		panel.webview.html = await fs.promises.readFile(page, "utf8");
	} catch (e) {
		void vscode.window.showErrorMessage((e as Error).message);
	} finally {
		await fs.promises.rm(path.dirname(page), { recursive: true, force: true });
	}
}

// showLast shows the run whose trail gospin verify has written.
async function showLast() {
	const model = vscode.window.activeTextEditor?.document.uri.fsPath;
	if (!model) return;
	if (fs.existsSync(model + ".trail")) return showRun({ model, trail: model + ".trail" });
	void vscode.window.showInformationMessage("There is no trail: no verification of this model has found an error.");
}

async function verifyWith() {
	const last = settings().defines.map(d => "-D" + d).join(" ");
	const typed = await vscode.window.showInputBox({ prompt: "Macros and flags of gospin verify", value: last, placeHolder: "-DN=3 -f" });
	if (typed !== undefined) await runTask("verify", typed.split(/\s+/).filter(Boolean));
}

async function runTask(command: string, flags?: string[]) {
	const editor = vscode.window.activeTextEditor;
	if (!editor) return;
	await editor.document.save();
	const task = taskOf({ type: "gospin", command, file: editor.document.uri.fsPath, flags });
	if (task) await vscode.tasks.executeTask(task);
}

function provideTasks(): vscode.Task[] {
	return ["verify", "simulate"].map(command => taskOf({ type: "gospin", command })).filter(t => t !== undefined);
}

// taskOf makes a task of its definition. The flags of a definition replace the macros of the settings.
function taskOf(definition: vscode.TaskDefinition, given?: vscode.Task): vscode.Task | undefined {
	if (!program) return undefined;
	const s = settings(), chosen: string[] | undefined = definition.flags;
	const all = commandArgs(definition.command, definition.file ?? "${file}", chosen ? { ...s, defines: [] } : s, chosen);
	const { command, args, env } = program;
	const run = new vscode.ProcessExecution(command, [...args, ...all], { env: env && { ELECTRON_RUN_AS_NODE: "1" } });
	return new vscode.Task(definition, given?.scope ?? vscode.TaskScope.Workspace, `${definition.command} the model`, "gospin", run, "$gospin");
}
