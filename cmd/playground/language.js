// language starts a language server for the text in the editor, and returns how to ask it.
function language(defines, heard) {
	const address = "untitled:model.pml", open = new Map(), coder = new TextEncoder();
	let next = 1, version = 0, rest = new Uint8Array(0);
	const server = engine.run(["lsp", ...defines], {}, { out: take });
	const write = m => {
		const body = JSON.stringify({ jsonrpc: "2.0", ...m });
		server.write(`Content-Length: ${coder.encode(body).length}\r\n\r\n${body}`);
	};
	// take reads what the server has written: messages, each after its length.
	function take(part) {
		const all = new Uint8Array(rest.length + part.length);
		all.set(rest); all.set(part, rest.length);
		for (rest = all; ;) {
			const head = new TextDecoder().decode(rest.subarray(0, 200)), m = /^Content-Length: (\d+)\r\n\r\n/.exec(head);
			if (!m || rest.length < m[0].length + +m[1]) return;
			const end = m[0].length + +m[1];
			const said = JSON.parse(new TextDecoder().decode(rest.subarray(m[0].length, end)));
			rest = rest.subarray(end);
			if (said.method === "textDocument/publishDiagnostics") heard(said.params.diagnostics, said.params.version);
			else if (said.method && said.id !== undefined) write({ id: said.id, result: null });
			else if (open.has(said.id)) open.get(said.id)(said.result), open.delete(said.id);
		}
	}
	const ask = (method, params) => new Promise(done => {
		open.set(next, done);
		write({ id: next++, method, params });
	});
	const textDocument = { uri: address };
	const begun = ask("initialize", { capabilities: {} }).then(() => write({ method: "initialized", params: {} }));
	return {
		// change tells the text, and returns its version.
		change(text) {
			const v = ++version;
			begun.then(() => write(v === 1
				? { method: "textDocument/didOpen", params: { textDocument: { ...textDocument, languageId: "promela", version: v, text } } }
				: { method: "textDocument/didChange", params: { textDocument: { ...textDocument, version: v }, contentChanges: [{ text }] } }));
			return v;
		},
		get version() { return version; },
		tokens: () => begun.then(() => ask("textDocument/semanticTokens/full", { textDocument })),
		hover: position => begun.then(() => ask("textDocument/hover", { textDocument, position })),
		format: () => begun.then(() => ask("textDocument/formatting", { textDocument, options: { tabSize: 4, insertSpaces: false } })),
		end: () => server.stop(),
	};
}

// kinds are the types of words, in the order of the server's legend.
const kinds = ["keyword", "type", "number", "string", "comment", "variable", "parameter", "property", "enumMember",
	"struct", "class", "interface", "function", "macro", "label", "event"];
