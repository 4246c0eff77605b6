const at = id => document.getElementById(id), area = at("text");
const escaped = s => s.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// An editor is a text field without colours over the same text with colours, which the language server tells.
const editor = {
	lines: [], words: [], wrong: [], // of each line: its text, its coloured words, and what is wrong there
	server: null, told: [],

	// draw shows the text at once. Lines that are as before keep their colours until the server tells new ones.
	draw() {
		const now = area.value.split("\n"), was = this.lines;
		let same = 0, after = 0;
		while (same < Math.min(now.length, was.length) && now[same] === was[same]) same++;
		while (after < Math.min(now.length, was.length) - same && now[now.length - 1 - after] === was[was.length - 1 - after]) after++;
		for (const of of ["words", "wrong"]) {
			this[of] = [...this[of].slice(0, same), ...Array(now.length - same - after).fill([]), ...this[of].slice(was.length - after)];
		}
		this.lines = now;
		this.paint();
	},
	paint() {
		at("colours").innerHTML = this.lines.map((line, i) => this.line(line, this.words[i] || [], this.wrong[i] || [])).join("\n") + "\n";
		at("numbers").innerHTML = this.lines.map((_, i) => {
			const w = (this.wrong[i] || [])[0];
			return w ? `<b class="${w.kind}">${i + 1}</b>` : i + 1;
		}).join("\n") + "\n";
	},
	line(line, words, wrong) {
		const cuts = new Set([0, line.length]);
		for (const w of [...words, ...wrong]) cuts.add(Math.min(w.from, line.length)).add(Math.min(w.to, line.length));
		const all = [...cuts].sort((a, b) => a - b);
		return all.slice(0, -1).map((from, i) => {
			const has = list => list.find(w => w.from <= from && from < w.to);
			const names = [has(words), has(wrong)].filter(Boolean).map(w => w.kind).join(" ");
			const text = escaped(line.slice(from, all[i + 1]));
			return names ? `<span class="${names}">${text}</span>` : text;
		}).join("");
	},
	async ask() {
		if (!this.server) return;
		const server = this.server, version = server.change(area.value);
		const said = await server.tokens();
		if (server !== this.server || version !== server.version || !said) return;
		const words = this.lines.map(() => []);
		for (let i = 0, line = 0, from = 0; i < said.data.length; i += 5) {
			if (said.data[i]) from = 0;
			line += said.data[i];
			from += said.data[i + 1];
			if (words[line]) words[line].push({ from, to: from + said.data[i + 2], kind: "t-" + kinds[said.data[i + 3]] });
		}
		this.words = words;
		this.paint();
	},
	heard(list, version) {
		if (version !== this.server.version) return;
		this.told = list;
		this.wrong = this.lines.map(() => []);
		for (const d of list) {
			const { start, end } = d.range, kind = d.severity === 1 ? "error" : "warning";
			const to = end.line === start.line ? Math.max(end.character, start.character + 1) : this.lines[start.line].length;
			this.wrong[start.line].push({ from: start.character, to, kind });
		}
		this.paint();
		at("problems").replaceChildren(...list.map(d => {
			const button = document.createElement("button");
			button.className = d.severity === 1 ? "error" : "warning";
			button.textContent = `${d.range.start.line + 1}: ${d.message}`;
			button.onclick = () => this.go(d.range.start.line, d.range.start.character);
			return button;
		}));
	},
	// start starts a language server, which knows the values of macros.
	start(defines) {
		if (this.server) this.server.end();
		const server = this.server = language(defines, (list, version) => { if (server === this.server) this.heard(list, version); });
		this.ask();
	},
	set(text) { // so that undo knows it
		area.focus({ preventScroll: true });
		area.select();
		document.execCommand("insertText", false, text) || (area.value = text);
		area.setSelectionRange(0, 0);
		area.scrollTop = 0;
		this.draw();
	},
	go(line, column) {
		const offset = this.lines.slice(0, line).reduce((n, l) => n + l.length + 1, 0) + column;
		area.focus();
		area.setSelectionRange(offset, offset);
		area.scrollTop = Math.max(0, (line - 4) * this.size().height);
		this.follow();
	},
	place(offset) {
		const before = area.value.slice(0, offset).split("\n");
		return { line: before.length - 1, character: before.at(-1).length };
	},
	size() {
		const box = at("one").getBoundingClientRect();
		return { width: box.width / 10, height: parseFloat(getComputedStyle(area).lineHeight) };
	},
	// under returns the place below the pointer, or null.
	under(e) {
		const box = area.getBoundingClientRect(), { width, height } = this.size(), pad = 8;
		const line = Math.floor((e.clientY - box.top - pad + area.scrollTop) / height);
		if (line < 0 || line >= this.lines.length) return null;
		const x = (e.clientX - box.left - pad + area.scrollLeft) / width;
		for (let i = 0, column = 0; i < this.lines[line].length; i++) {
			column = this.lines[line][i] === "\t" ? (Math.floor(column / 4) + 1) * 4 : column + 1;
			if (x < column) return { line, character: i };
		}
		return null;
	},
	problem(p) {
		return this.told.filter(d => d.range.start.line === p.line && d.range.start.character <= p.character &&
			(d.range.end.line > p.line || p.character <= d.range.end.character)).map(d => d.message).join("\n");
	},
	// about returns what there is to say about a place: a problem, or what the word means.
	async about(p) {
		const wrong = this.problem(p), said = await this.server.hover(p);
		const contents = said && said.contents && (said.contents.value ?? said.contents);
		return [wrong, typeof contents === "string" ? contents.replace(/^```\w*\n?|```$/gm, "").replace(/\*\*|`/g, "").trim() : ""]
			.filter(Boolean).join("\n");
	},
	// follow tells about the word at the caret.
	follow() {
		clearTimeout(this.soon);
		this.soon = setTimeout(async () => {
			const p = this.place(area.selectionStart);
			at("about").textContent = await this.about(p);
			at("where").textContent = `${p.line + 1}:${p.character + 1}`;
		}, 120);
	},
	scroll() {
		const move = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
		at("colours").style.transform = move;
		at("numbers").style.transform = `translateY(${-area.scrollTop}px)`;
		at("tip").hidden = true;
	},
};

area.addEventListener("scroll", () => editor.scroll());
area.addEventListener("keyup", () => editor.follow());
area.addEventListener("click", () => editor.follow());
area.addEventListener("keydown", e => { // a new line is indented as the last one
	if (e.key !== "Enter" || e.ctrlKey || e.metaKey || e.isComposing) return;
	e.preventDefault();
	const line = area.value.slice(0, area.selectionStart).split("\n").at(-1);
	document.execCommand("insertText", false, "\n" + /^[ \t]*/.exec(line)[0]);
});
let hovering;
area.addEventListener("mousemove", e => {
	clearTimeout(hovering);
	hovering = setTimeout(async () => {
		const p = editor.under(e), said = p ? await editor.about(p) : "";
		at("tip").hidden = !said;
		at("tip").textContent = said;
		const box = at("pane").getBoundingClientRect();
		at("tip").style.left = Math.max(0, Math.min(e.clientX - box.left, box.width - 330)) + "px";
		at("tip").style.top = e.clientY - box.top + 18 + "px";
	}, 300);
});
area.addEventListener("mouseleave", () => { clearTimeout(hovering); at("tip").hidden = true; });
