// An engine runs commands of gospin: run(["verify", "m.pml"], { "m.pml": text }, heard) calls heard.out and
// heard.err with what the command prints. Its promise is kept when the command has ended, with its exit code
// and the files that it has written. write gives it input, stop ends it as Ctrl-C does.

// inBrowser has a worker for each command, and the program in WebAssembly.
function inBrowser() {
	const source = document.getElementById("worker").textContent;
	const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
	let module;
	const load = () => module ||= (async () => {
		const { textContent: packed, dataset: { from } } = document.getElementById("program");
		if (from) return WebAssembly.compile(await (await fetch(from)).arrayBuffer());
		const bytes = Uint8Array.from(atob(packed), c => c.charCodeAt(0));
		const all = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
		return WebAssembly.compile(await new Response(all).arrayBuffer());
	})();
	return {
		name: "in this browser: nothing leaves it", memory: "2G", load,
		run(args, files, heard = {}) {
			const worker = new Worker(address);
			let end, patience;
			const ended = new Promise(done => end = said => { clearTimeout(patience); worker.terminate(); done(said); });
			worker.onmessage = ({ data }) => {
				if (data.out && heard.out) heard.out(data.out);
				if (data.err && heard.err) heard.err(data.err);
				if (data.exit !== undefined) end(data);
			};
			worker.onerror = e => end({ exit: 4, err: e.message, files: {} });
			load().then(module => worker.postMessage({ run: args, files, module }), e => end({ exit: 4, err: String(e), files: {} }));
			return {
				ended, write: input => worker.postMessage({ input }),
				stop() {
					worker.postMessage({ stop: true });
					patience = setTimeout(end, 3000, { exit: 3, err: "", files: {}, killed: true });
				},
			};
		},
	};
}

// onThisMachine has the program that serves the page run commands: one line of JSON for each thing that it
// has to say.
function onThisMachine() {
	return {
		name: "on this machine", load: async () => { },
		run(args, files, heard = {}) {
			const id = crypto.randomUUID();
			const post = (what, body) => fetch(what, { method: "POST", body: JSON.stringify(body) });
			const begun = post("run", { id, args, files });
			const ended = (async () => {
				const answer = await begun;
				if (!answer.ok) return { exit: 4, err: await answer.text(), files: {} };
				const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
				for (let rest = ""; ;) {
					const { value, done } = await lines.read();
					if (done) return { exit: 4, err: "gospin playground has ended\n", files: {} };
					const parts = (rest + value).split("\n");
					rest = parts.pop();
					for (const part of parts.map(JSON.parse)) {
						if (part.out && heard.out) heard.out(Uint8Array.from(atob(part.out), c => c.charCodeAt(0)));
						if (part.err && heard.err) heard.err(part.err);
						if (part.exit !== undefined) return part;
					}
				}
			})().catch(e => ({ exit: 4, err: `gospin playground cannot be reached: ${e.message}\n`, files: {} }));
			let last = begun.catch(() => { });
			return { ended, write: input => last = last.then(() => post("input", { id, input })), stop: () => last = last.then(() => post("stop", { id })) };
		},
	};
}

const engine = document.getElementById("program") ? inBrowser() : onThisMachine();

// result runs a command to its end, and returns all that it has printed, too.
async function result(args, files) {
	let out = [], err = "";
	const ran = await engine.run(args, files, { out: b => out.push(b), err: t => err += t }).ended;
	return { ...ran, out: await new Blob(out).text(), err: err + (ran.err || "") };
}
