// The source, the step in words, and the variables.
let shownFile = 0;
const promela = /(\/\*.*?\*\/|\/\/.*)|("(?:[^"\\]|\\.)*")|(^\s*#.*)|\b(active|assert|atomic|bit|bool|break|byte|chan|d_step|do|else|empty|enabled|eval|false|fi|for|full|goto|hidden|if|(?<=\bfor\s*\(\s*\w+\s+)in|init|inline|int|len|ltl|mtype|nempty|never|nfull|notrace|np_|od|of|pid|printf|printm|priority|proctype|provided|return|run|select|short|skip|timeout|trace|true|typedef|unless|unsigned|xr|xs)\b/g;

// coloured is a line of the model; inside tells that it begins in a comment, as does what is returned.
function coloured(e, text, inside) {
	let from = 0;
	if (inside) {
		const end = text.indexOf("*/");
		if (end < 0) { e.append(element("span", "m", text)); return true; }
		e.append(element("span", "m", text.slice(0, end + 2)));
		from = end + 2;
	}
	const open = text.replace(promela, t => " ".repeat(t.length)).indexOf("/*", from), to = open < 0 ? text.length : open;
	for (const m of text.slice(0, to).matchAll(promela)) {
		if (m.index < from) continue;
		e.append(text.slice(from, m.index), element("span", m[1] ? "m" : m[2] ? "s" : m[3] ? "d" : "k", m[0]));
		from = m.index + m[0].length;
	}
	e.append(text.slice(from, to));
	if (open >= 0) e.append(element("span", "m", text.slice(open)));
	return open >= 0;
}

function lines(file) {
	const all = element("div");
	all.id = "lines";
	let inside = false;
	file.lines.forEach((text, i) => {
		const is = element("span", "is");
		inside = coloured(is, text, inside);
		const e = element("div", "code", element("span", "no", String(i + 1)), is);
		all.append(e);
	});
	return all;
}

function source(scroll) {
	const step = now ? run.steps[now - 1] : null;
	const here = step ? step.parts.filter(p => p.pid >= 0 && p.file >= 0) : [];
	if (scroll && here.length && here[0].file !== shownFile) shownFile = here[0].file;
	const file = run.files[shownFile], box = at("text");
	if (!file) return;
	if (box.dataset.file !== String(shownFile)) {
		box.dataset.file = shownFile;
		box.replaceChildren(lines(file));
		tabs();
	}
	const all = at("lines").children;
	for (const e of box.querySelectorAll(".ats")) e.remove();
	for (const e of box.querySelectorAll(".live, .now, .call")) e.classList.remove("live", "now", "part", "call");
	for (const e of box.querySelectorAll("mark")) {
		const line = e.closest(".is");
		e.replaceWith(...e.childNodes);
		line.normalize();
	}
	const standing = new Map();
	for (const [pid, p] of [...places].sort((a, b) => a[0] - b[0])) if (p.file === shownFile && all[p.line - 1]) {
		if (!standing.has(p.line)) standing.set(p.line, []);
		standing.get(p.line).push(pid);
	}
	for (const [line, pids] of standing) {
		const e = all[line - 1];
		e.classList.add("live");
		e.append(standers(pids));
	}
	let first = true;
	for (const p of here) {
		for (const c of p.calls || []) if (c.file === shownFile && all[c.line - 1]) all[c.line - 1].classList.add("call");
		const e = p.file === shownFile && all[p.line - 1];
		if (!e) continue;
		e.classList.add("now");
		if (p.to > p.from) {
			e.classList.add("part");
			marked(e.querySelector(".is"), p.from, p.to, "mark");
		}
		if (scroll && first) into(box, e.offsetTop, e.offsetHeight, 0);
		first = false;
	}
}

// marked puts a part of an element's text, from one character to another, into elements of their own.
function marked(e, from, to, tag, name) {
	const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), found = [];
	let at = 0;
	for (let t = walk.nextNode(); t; at += t.length, t = walk.nextNode())
		if (at < to && at + t.length > from) found.push([t, Math.max(0, from - at), Math.min(t.length, to - at)]);
	for (const [t, a, b] of found) {
		const part = t.splitText(a);
		part.splitText(b - a);
		const m = element(tag, name);
		part.replaceWith(m);
		m.append(part);
	}
}

// standers are the processes that stand at a line, those of one proctype together.
function standers(pids) {
	const all = element("span", "ats"), of = new Map();
	for (const pid of pids) of.set(name(pid), (of.get(name(pid)) || []).concat(pid));
	for (const [proctype, list] of of) {
		const e = element("span", "at", proctype + " ");
		list.slice(0, 9).forEach(pid => {
			const b = element("b", "", ` ${pid}`);
			b.style.color = colour(pid);
			e.append(b);
		});
		if (list.length > 9) e.append(" …");
		e.title = list.map(title).join(", ") + (list.length > 1 ? " are here" : " is here");
		all.append(e);
	}
	return all;
}

function tabs() {
	if (run.files.length < 2) {
		at("tabs").replaceChildren(element("span", "empty", run.files.length ? run.files[0].name : ""));
		return;
	}
	at("tabs").replaceChildren(...run.files.map((f, i) => {
		const b = element("button", "", f.name);
		b.type = "button";
		b.setAttribute("role", "tab");
		b.setAttribute("aria-selected", i === shownFile);
		b.onclick = () => { shownFile = i; at("text").dataset.file = ""; source(false); };
		return b;
	}));
}

const placeText = (file, line) => `${file >= 0 ? run.files[file].name : ""}:${line}`;

// card tells of the step in words.
function card() {
	const box = at("step");
	if (!now) {
		box.replaceChildren(element("p", "none", "The initial state, before the first step."));
		return;
	}
	const s = run.steps[now - 1], out = [];
	for (const p of s.parts) {
		out.push(element("p", "", ...actor(p)));
		if (p.line) {
			let text = "at " + placeText(p.file, p.line);
			for (const c of p.calls || []) text += `, in ${c.name}() called at ${placeText(c.file, c.line)}`;
			out.push(element("p", "place", text));
		}
		if (p.channel) {
			const passed = `${p.receive ? "receives" : "sends"} ${p.message} ${p.receive ? "from" : "to"} ${p.channel}`;
			const other = p.other >= 0 && p.other !== now - 1 ? `, ${p.receive ? "sent" : "received"} in step ${number(p.other + 1)}` : "";
			out.push(element("p", "place", passed + other));
		}
	}
	for (const f of s.faults || []) out.push(element("p", "fault", "✗ " + f));
	const more = element("p", "", ...changesOf(s).map(chip));
	for (const t of s.notes || []) more.append(element("span", "chip print", t));
	if (more.childNodes.length) out.push(more);
	box.replaceChildren(...out);
}

// shown are the elements of a value; a channel's messages are told one by one.
function shown(v, text) {
	if (!v.queue) return [text];
	const inside = text.slice(1, -1);
	return inside === "" ? [element("span", "empty", "[]")] : inside.split(" | ").map(m => element("span", "slot", m));
}

function table() {
	const groups = new Map();
	for (const v of values.values()) {
		if (!groups.has(v.owner)) groups.set(v.owner, []);
		groups.get(v.owner).push(v);
	}
	for (const pid of places.keys()) if (!groups.has(pid)) groups.set(pid, []);
	const bodies = [...groups].sort((a, b) => a[0] - b[0]).map(([owner, list]) => {
		const body = element("tbody"), of = element("th", "of", owner === -2 ? "shown" : owner < 0 ? "globals" : title(owner));
		of.colSpan = 2;
		of.scope = "rowgroup";
		const place = places.get(owner);
		if (owner >= 0) of.style.color = colour(owner);
		if (place) {
			const b = element("button", "where", "at " + placeText(place.file, place.line));
			b.type = "button";
			b.title = "show where the process is";
			b.onclick = () => look(place);
			of.append(b);
		}
		body.append(element("tr", "group", of));
		for (const group of arrays(list)) body.append(group.length > 1 ? arrayRow(group) : valueRow(group[0]));
		return body;
	});
	const t = at("table").querySelector("table");
	for (const b of [...t.tBodies]) b.remove();
	t.append(...bodies);
}

// arrays puts the elements of an array together, if they are no channels.
function arrays(list) {
	const out = [];
	for (const v of list) {
		const base = v.queue ? null : /^(.*)\[\d+\]$/.exec(v.name), last = out[out.length - 1];
		v.base = base && base[1];
		if (v.base && last && last[0].base === v.base && last.length < 64) last.push(v);
		else out.push([v]);
	}
	return out;
}

// nameOf is a variable's name, which leads to the step that set it last.
function nameOf(text, list) {
	const b = element("button", "", text), th = element("th", "", b);
	th.scope = "row";
	b.type = "button";
	b.title = "to the step that gave it this value";
	b.onclick = () => setter(list);
	return th;
}

function valueRow(v) {
	const c = changed.get(key(v)), td = element("td");
	if (c && c.before !== "") td.append(element("s", "", ...shown(v, c.before)), " → ");
	td.append(element("b", "", ...shown(v, v.value)));
	return element("tr", c ? "changed" : "", nameOf(v.name, [v]), td);
}

function arrayRow(list) {
	const td = element("td");
	for (const v of list) {
		const c = changed.get(key(v)), e = element("span", c ? "slot set" : "slot");
		if (c && c.before !== "") e.append(element("s", "", c.before), "→");
		e.append(element("b", "", v.value));
		e.title = v.name;
		e.setAttribute("aria-label", `${v.name}: ${c ? c.before + " to " : ""}${v.value}`);
		td.append(e);
	}
	return element("tr", list.some(v => changed.has(key(v))) ? "changed" : "", nameOf(`${list[0].base}[${list.length}]`, list), td);
}

// look shows a place in the source.
function look(place) {
	if (place.file !== shownFile) {
		shownFile = place.file;
		source(false);
	}
	const e = at("lines").children[place.line - 1];
	if (e) into(at("text"), e.offsetTop, e.offsetHeight, 0);
}

// setter goes to the step that gave one of some variables the value that it has, or to the one before.
function setter(list) {
	const of = new Set(list.map(key)), sets = k => (run.steps[k - 1].changes || []).some(c => !c.place && of.has(key(c)));
	let k = now > 0 && sets(now) ? now - 1 : now;
	while (k > 0 && !sets(k)) k--;
	go(k);
}
