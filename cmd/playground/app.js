const given = JSON.parse(at("given").textContent), modelName = () => at("models").value || "model.pml";
let running = null, exploring = null, last = null;

// Values of macros that the model asks for: #ifndef with a default is a field, #ifdef is a box.
function drawDefines() {
	const text = area.value, had = defined(), fields = new Map();
	for (const m of text.matchAll(/^[ \t]*#[ \t]*ifndef[ \t]+(\w+)[ \t]*\n[ \t]*#[ \t]*define[ \t]+\1\b[ \t]*(.*)$/gm)) fields.set(m[1], m[2].trim());
	for (const m of text.matchAll(/^[ \t]*#[ \t]*(?:ifdef|if[ \t]+defined)[ \t(]+(\w+)/gm)) {
		if (!fields.has(m[1]) && !new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${m[1]}\\b`, "m").test(text)) fields.set(m[1], null);
	}
	const names = [...fields.keys()].join();
	if (at("defines").dataset.names === names) return;
	at("defines").dataset.names = names;
	at("defines").replaceChildren(...[...fields].map(([name, value]) => {
		const label = document.createElement("label"), input = document.createElement("input");
		input.name = name;
		if (value === null) input.type = "checkbox", input.checked = name in had;
		else input.placeholder = value, input.size = 4, input.value = had[name] ?? "";
		label.append(name + " ", input);
		return label;
	}));
}

function defined() {
	const out = {};
	for (const i of at("defines").querySelectorAll("input")) {
		if (i.type === "checkbox" ? i.checked : i.value.trim()) out[i.name] = i.type === "checkbox" ? "" : i.value.trim();
	}
	return out;
}

function setDefined(values) {
	for (const i of at("defines").querySelectorAll("input")) {
		if (i.type === "checkbox") i.checked = i.name in values;
		else i.value = values[i.name] ?? "";
	}
}

const defines = () => Object.entries(defined()).map(([name, value]) => `-D${name}${value && "=" + value}`);
const formula = () => at("formula").value.trim() ? ["-ltl", at("formula").value.trim()] : [];
const files = () => ({ [modelName()]: area.value, ...(last ? last.trails : {}) });

// toResults brings the results into view, where they are below the model.
const toResults = () => { if (innerWidth < 900) at("results").scrollIntoView(); };

// show selects a tab.
function show(name) {
	const inside = document.activeElement.closest("[role=tabpanel]");
	for (const tab of document.querySelectorAll("[role=tab]")) {
		const is = tab.id === "tab-" + name;
		tab.setAttribute("aria-selected", is);
		tab.tabIndex = is ? 0 : -1;
		if (is) tab.disabled = false;
		at(tab.getAttribute("aria-controls")).hidden = !is;
		if (is && inside) tab.focus();
	}
}

function close(...names) {
	for (const name of names) at("tab-" + name).disabled = true;
	if (document.querySelector("[role=tab][aria-selected=true]").disabled) show("verdicts");
}

const element = (name, className, ...content) => {
	const e = document.createElement(name);
	if (className) e.className = className;
	e.append(...content);
	return e;
};
const button = (text, action) => Object.assign(element("button", "", text), { type: "button", onclick: action });
const many = n => n.toLocaleString("en");

function busy(is) {
	at("verify").disabled = at("explore").disabled = is;
	at("stop").disabled = !is;
	document.body.toggleAttribute("aria-busy", is);
}

async function verify() {
	if (running) return;
	leaveExplore();
	close("run", "chart", "steps", "output");
	show("verdicts");
	toResults();
	const flags = at("flags").value.trim().split(/\s+/).filter(Boolean), progress = element("p", "progress", "loading …");
	at("verdicts").replaceChildren(progress);
	at("printed").textContent = "";
	last = null;
	busy(true);
	const text = new TextDecoder(), begun = performance.now();
	const tick = setInterval(() => { if (!progress.dataset.has) progress.textContent = `searching, ${Math.round((performance.now() - begun) / 1000)} s`; }, 250);
	const limits = engine.memory && !flags.some(f => f.startsWith("-mem")) ? ["-mem", engine.memory] : [];
	running = engine.run(["verify", "-v", "-report", "json:report.json", ...limits, ...defines(), ...formula(), ...flags, modelName()], files(), {
		out: b => at("printed").textContent += text.decode(b, { stream: true }),
		err: t => {
			const m = /Depth= *(\d+) States= *(\S+) Transitions= *(\S+) Memory= *(\S+)\tt= *(\S+) R= *(\S+)/.exec(t);
			if (m) {
				progress.dataset.has = "1";
				progress.textContent = `${many(+m[2])} states, ${many(+m[6])} a second, ${Math.round(m[5])} s, ${Math.round(m[4])} MB`;
			} else at("printed").textContent += t;
		},
	});
	const ran = await running.ended;
	clearInterval(tick);
	running = null;
	busy(false);
	if (ran.err) at("printed").textContent += ran.err;
	at("tab-output").disabled = false;
	report(ran);
}

// report shows the verdicts.
function report(ran) {
	const { "report.json": json, ...trails } = ran.files, r = json ? JSON.parse(json) : null;
	last = { trails, report: r };
	const out = [];
	if (!r) out.push(element("p", "", ran.killed ? "stopped: there are no results" : at("printed").textContent || "there are no results"));
	else if (r.error) {
		const e = r.error, where = e.line ? `line ${e.line}: ` : "";
		out.push(element("div", "card violated", element("h2", "", badge("error", "violated")), element("p", "", where + e.message), element("p", "", e.hint || "")));
	}
	const rank = p => ["violated", "inconclusive", "holds"].indexOf(p.verdict);
	out.push(...(r && r.properties || []).toSorted((a, b) => rank(a) - rank(b)).map(card));
	if (r && r.states) {
		const s = r.states, t = r.time.search_seconds;
		const rate = t > .05 ? `, ${many(Math.round(s.stored / t))} states a second` : "";
		out.push(element("p", "counts", `${many(s.stored)} states, ${many(s.transitions)} transitions, ${t.toFixed(2)} s${rate}. ` +
			(s.stored > 1e4 ? `${(r.memory.bytes_per_state || 0).toFixed(1)} bytes a state. ` : "") + (r.reason || "")));
		if (r.unreached && r.unreached.length) out.push(element("p", "counts", `Not reached: ${r.unreached.length} of the statements (see output).`));
	}
	at("verdicts").replaceChildren(...out);
	toResults();
}

const badge = (text, kind) => element("span", "badge " + kind, text);

// plainly says what reports for programs say in SPIN's words.
const plainly = text => text === "invalid end state" ? "deadlock" :
	text === "the search was not completed" && last.report.verdict === "violated" && !last.report.reason ?
	"the search stopped at another violation; the flag -c0 goes on" : text;

function card(p) {
	const name = p.kind === "ltl" && p.formula && p.formula !== p.name ? `${p.name}: ${p.formula}` : p.name;
	const e = element("div", "card " + (p.absent ? "" : p.verdict), element("h2", "", p.absent ? badge("none in the model", "") : badge(p.verdict, p.verdict), " ", name));
	if (p.message && p.verdict !== "holds" && !p.absent) e.append(element("p", "", plainly(p.message)));
	for (const why of p.why || []) e.append(element("p", "why", why));
	const acts = element("p", "acts");
	if (p.trail) {
		acts.append(button("see the run", () => replay(p)), button("chart", () => chart(p)), button("explore from here", () => explore(p)));
	}
	if (p.place && p.place.line) acts.append(button(`line ${p.place.line}`, () => editor.go(p.place.line - 1, (p.place.column || 1) - 1)));
	if (acts.childNodes.length) e.append(acts);
	return e;
}

// frame shows a page of gospin's, in the scheme of this one, apart from it.
function frame(panel, title, html) {
	const f = Object.assign(document.createElement("iframe"), { title });
	f.setAttribute("sandbox", "allow-scripts");
	const scheme = `<style>:root { color-scheme: ${dark() ? "dark" : "light"} }</style>`;
	f.srcdoc = html.startsWith("<svg") ? `<!DOCTYPE html><title>${title}</title>${scheme}${html}` : html.replace("</head>", scheme + "</head>");
	at(panel).replaceChildren(f);
	return f;
}

const trailOf = p => ["-k", p.trail, ...(p.kind === "ltl" ? formula() : [])];

async function replay(p) {
	show("run");
	at("run").replaceChildren(element("p", "progress", "replaying …"));
	const ran = await result(["replay", "-html", "run.html", ...defines(), ...trailOf(p), modelName()], files());
	if (ran.files["run.html"]) frame("run", "the run", ran.files["run.html"]);
	else at("run").replaceChildren(element("pre", "", ran.err || ran.out));
}

async function chart(p) {
	show("chart");
	at("chart").replaceChildren(element("p", "progress", "drawing …"));
	const ran = await result(["replay", "-chart=svg", ...defines(), ...trailOf(p), modelName()], files());
	if (ran.out.startsWith("<svg")) frame("chart", "message sequence chart", ran.out);
	else at("chart").replaceChildren(element("pre", "", ran.err || ran.out));
}

function leaveExplore() {
	if (exploring) exploring.stop();
	exploring = null;
}

// asks makes the page of explore ask this page for what it would ask its server.
const asks = `<script>(() => { let n = 0; const open = new Map();
addEventListener("message", e => { const done = open.get(e.data.id); if (done) open.delete(e.data.id), done(e.data); });
window.fetch = (what, o) => new Promise(done => { const id = ++n; open.set(id, said => done({ ok: !said.error,
	json: async () => said.error ? said : said.answer }));
	const m = /^choices\\?at=(\\d+)/.exec(what);
	parent.postMessage({ id, what: m ? "choices" : what, order: m ? { at: +m[1] } : JSON.parse(o.body) }, "*"); });
})();</` + "script>";

async function explore(p) {
	if (running) return;
	leaveExplore();
	show("steps");
	toResults();
	at("steps").replaceChildren(element("p", "progress", "starting …"));
	let rest = "", err = "", page = null;
	const text = new TextDecoder(), trail = p ? ["-k", p.trail] : [];
	const server = exploring = engine.run(["explore", "-stdio", ...defines(), ...trail, modelName()], files(), {
		err: t => err += t,
		out(b) {
			const parts = (rest + text.decode(b, { stream: true })).split("\n");
			rest = parts.pop();
			for (const said of parts.map(JSON.parse)) {
				if (said.page) page = frame("steps", "explore", said.page.replace("<head>", "<head>" + asks));
				else if (page && page.contentWindow) page.contentWindow.postMessage(said, "*");
			}
		},
	});
	const relay = e => { if (page && e.source === page.contentWindow) server.write(JSON.stringify(e.data) + "\n"); };
	addEventListener("message", relay);
	server.write('{"id":0,"what":""}\n');
	const ran = await server.ended;
	removeEventListener("message", relay);
	if (!page) at("steps").replaceChildren(element("pre", "", err + (ran.err || "")));
}

// A link carries the model, compressed, in its fragment, which browsers send to nobody.
const through = async (bytes, by) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer());

async function fragment() {
	const what = JSON.stringify({ n: modelName(), m: area.value, d: defined(), f: at("formula").value, x: at("flags").value });
	const b = await through(new TextEncoder().encode(what), new CompressionStream("deflate-raw"));
	let s = "";
	for (const x of b) s += String.fromCharCode(x);
	return "#m=" + btoa(s).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function opened(hash) {
	const packed = atob(hash.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
	const b = await through(Uint8Array.from(packed, c => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
	return JSON.parse(new TextDecoder().decode(b));
}

async function share() {
	const to = await fragment();
	remember(to);
	at("link").hidden = false;
	at("address").value = location.href.split("#")[0] + to;
	at("address").select();
	let copied = false;
	try { await navigator.clipboard.writeText(at("address").value); copied = true; } catch { copied = document.execCommand("copy"); }
	at("copied").textContent = (copied ? "copied; " : "") + `${many(at("address").value.length)} characters`;
}

function remember(to) {
	try { history.replaceState(null, "", to); } catch { /* a file, in some browsers */ }
}

function dark() {
	const set = document.documentElement.style.colorScheme;
	return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// begin shows a model.
function begin(m) {
	if (![...at("models").options].some(o => o.value === m.n)) at("models").append(new Option(m.n, m.n));
	at("models").value = m.n;
	editor.set(m.m);
	drawDefines();
	setDefined(m.d || {});
	at("formula").value = m.f || "";
	at("flags").value = m.x || "";
	last = null;
	leaveExplore();
	close("run", "chart", "steps", "output");
	at("verdicts").replaceChildren(element("p", "hint", "Ctrl+Enter or “verify” tries all orders in which the processes may act. What is violated is shown with its reason, and as a run to step through."));
	editor.start(defines());
}

let settled;
function changed() {
	editor.draw();
	editor.ask();
	editor.follow();
	clearTimeout(settled);
	settled = setTimeout(async () => { drawDefines(); remember(await fragment()); }, 400);
}

area.addEventListener("input", changed);
at("options").addEventListener("change", async () => { remember(await fragment()); editor.start(defines()); });
at("options").addEventListener("submit", e => e.preventDefault());
at("options").addEventListener("keydown", e => { if (e.key === "Enter" && !e.ctrlKey && !e.metaKey) e.preventDefault(), verify(); });
at("models").append(...given.map(m => new Option(m.name, m.name)));
at("models").onchange = () => { const m = given.find(m => m.name === modelName()); if (m) begin({ n: m.name, m: m.text }), remember("#"); };
at("verify").onclick = verify;
at("stop").onclick = () => { if (running) running.stop(); };
at("explore").onclick = () => explore();
at("share").onclick = share;
at("layout").onclick = async () => {
	const edits = await editor.server.format(), offset = p => editor.lines.slice(0, p.line).reduce((n, l) => n + l.length + 1, 0) + p.character;
	for (const e of (edits || []).reverse()) {
		area.focus();
		area.setSelectionRange(offset(e.range.start), offset(e.range.end));
		document.execCommand("insertText", false, e.newText);
	}
};
at("theme").onclick = () => { document.documentElement.style.colorScheme = dark() ? "light" : "dark"; };
at("tabs").addEventListener("click", e => { if (e.target.role === "tab") show(e.target.id.slice(4)); });
at("tabs").addEventListener("keydown", e => {
	const tabs = [...at("tabs").querySelectorAll("[role=tab]:not(:disabled)")], step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
	if (!step) return;
	const to = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
	to.focus();
	show(to.id.slice(4));
});
addEventListener("keydown", e => {
	if ((e.ctrlKey || e.metaKey) && e.key === "Enter") e.preventDefault(), verify();
	if ((e.ctrlKey || e.metaKey) && e.key === "e") e.preventDefault(), explore();
	if (e.key === "Escape" && running) running.stop();
});
const fromLink = () => location.hash.startsWith("#m=") && opened(location.hash).then(begin, () => { at("engine").textContent = "the link is damaged"; });
addEventListener("hashchange", fromLink);
at("engine").textContent = "verifies " + engine.name;
if (!fromLink()) begin({ n: given[0].name, m: given[0].text });
window.playground = { run: result };
engine.load().then(() => document.body.dataset.ready = "1", e => { at("engine").textContent = `the program cannot be loaded: ${e.message}`; });
