// The steps, each a row, with the message sequence chart beside them; or, in the view of the chart, the chart
// alone with texts in it. Only the rows that can be seen are drawn.
const left = 66; // of the first lane: numbers, and the bracket of a cycle
let wide = false, printing = false, drawn = [-1, -1], pitch = 0;
let tops = [0]; // where each row begins, and the last one ends
const there = new Map(); // the rows that are drawn

// measure finds how far lanes are apart. It looks at the layout, which takes long where that has changed.
function measure() {
	const width = at("rows").clientWidth, most = Math.max(1, lanes);
	if (wide) pitch = Math.max(64, Math.min(190, (width - left - 60) / most));
	else pitch = Math.max(11, Math.min(58, (Math.min(330, width * .42) - left) / most));
}

// widths are about those of the parts of a step's text, which stay whole where it takes several lines.
function widths(s) {
	const parts = s.parts.map((p, i) => 8 * (title(p.pid).length + p.text.length) + (i ? 36 : 10));
	for (const f of s.faults || []) parts.push(8 * f.length + 30);
	return parts.concat(changesOf(s).slice(0, 12).map(c => 7.3 * c.join("").length + 20), (s.notes || []).map(t => 7.3 * t.length + 64));
}

// fold finds how many lines each step takes beside the chart, and so where its row is.
function fold() {
	const room = at("rows").clientWidth - chartWidth() - 14;
	tops = [0];
	for (let k = 0; k < rowCount(); k++) {
		let lines = 1, used = 0;
		if (k && k <= N && !wide && room > 60) for (const w of run.steps[k - 1].widths ??= widths(run.steps[k - 1])) {
			if (used && used + w > room) [lines, used] = [lines + 1, 0];
			used += w;
		}
		tops.push(tops[k] + H + (lines - 1) * L);
	}
}

// rowAt is the row at a height.
function rowAt(height) {
	let a = 0, b = rowCount() - 1;
	while (a < b) {
		const k = a + b + 1 >> 1;
		if (tops[k] <= height) a = k; else b = k - 1;
	}
	return a;
}

const chartWidth = () => left + lanes * pitch + 10;
const x = pid => left + pid * pitch + pitch / 2;

// changesOf are the texts of what a step changes, with the parts that are new.
function changesOf(s) {
	const mover = s.parts.length ? s.parts[s.parts.length - 1].pid : -1;
	const told = new Set(); // a variable that is shown is told once
	const ofFormula = c => c.owner === -2 && c.name.startsWith("ltl ");
	const all = (s.changes || []).toSorted((a, b) => ofFormula(a) - ofFormula(b));
	return all.filter(c => {
		const text = `${c.name} ${c.before} ${c.after}`, again = c.owner < 0 && told.has(text);
		told.add(text);
		return !c.place && !again;
	}).map(c => {
		const of = c.owner < 0 || c.owner === mover ? c.name : `${title(c.owner)}.${c.name}`;
		if (ofFormula(c)) return [of + " ", c.after];
		if (c.after === "") return [of + " ends", ""];
		return c.before === "" ? [of + " = ", c.after] : [`${of}: ${c.before} → `, c.after];
	});
}

// words is the text of a step that is searched.
function words(s) {
	return [...s.parts.map(p => `${title(p.pid)} ${p.text} ${p.message || ""}`), ...changesOf(s).map(c => c.join("")),
		...(s.notes || []), ...(s.faults || [])].join(" ").toLowerCase();
}

// actor is a part of a step: who does what.
function actor(p) {
	const who = element("span", "who", name(p.pid), p.pid < 0 ? undefined : element("small", "", ` (${p.pid})`));
	who.style.color = colour(p.pid);
	return [who, element("code", p.pid < 0 ? "claim" : "", p.text)];
}

function chip(c) { return element("span", "chip", c[0], c[1] ? element("i", "", c[1]) : undefined); }

// row is that of the state after so many steps; N+1: that the cycle begins anew.
function row(k) {
	const e = element("div", "row");
	e.id = "row" + k;
	e.setAttribute("role", "option");
	e.style.top = tops[k] + "px";
	e.style.height = tops[k + 1] - tops[k] + "px";
	e.style.paddingLeft = chartWidth() + "px";
	if (k > N) {
		e.classList.add("loop");
		if (wide) e.style.paddingLeft = left + 12 + "px";
		e.append(element("span", "what", `↺ on with ${cycled()}, for ever`));
		e.onclick = () => go(run.cycle + 1);
		return e;
	}
	e.append(element("span", "n", k && run.steps[k - 1].claim ? "" : String(number(k))));
	const body = element("span", "body");
	if (k === 0) body.append(element("span", "start", "initial state"));
	else {
		const s = run.steps[k - 1], what = element("span", "what");
		s.parts.forEach((p, i) => {
			what.append(element("span", "part", i ? element("span", "with", "⇄") : "", ...actor(p)));
		});
		body.append(what);
		if (s.faults) {
			e.classList.add("bad");
			body.append(element("span", "fault", "✗ " + s.faults.join("; ")));
		}
		const more = element("span", "more", ...changesOf(s).slice(0, 12).map(chip));
		for (const t of s.notes || []) more.append(element("span", "chip print", t));
		body.append(more);
	}
	e.append(body);
	if (hits.has(k)) markHits(body);
	e.onclick = () => go(k, false);
	return e;
}

// markHits marks what was searched where it stands in one piece.
function markHits(e) {
	const text = at("find").value.toLowerCase(), all = e.textContent.toLowerCase();
	for (let i = all.indexOf(text); text && i >= 0; i = all.indexOf(text, i + text.length)) marked(e, i, i + text.length, "span", "found");
}

// forget has the rows drawn anew.
function forget() {
	for (const e of there.values()) e.remove();
	there.clear();
}

const rowCount = () => N + 1 + (run.cycle >= 0 ? 1 : 0);

function room() { at("space").style.height = tops[rowCount()] + "px"; }

// rows draws those that can be seen: anew, or keeping those that there are.
function rows(anew = true) {
	const box = at("rows"), space = at("space");
	let from = Math.max(0, rowAt(box.scrollTop) - 10);
	let to = Math.min(rowCount() - 1, rowAt(box.scrollTop + box.clientHeight) + 10);
	if (printing) [from, to] = [0, Math.min(rowCount() - 1, 3000)];
	drawn = [from, to];
	if (printing) space.style.height = tops[to + 1] + "px";
	else room();
	for (const [k, e] of there) if (anew || k < from || k > to) {
		e.remove();
		there.delete(k);
	}
	for (let k = from; k <= to; k++) {
		let e = there.get(k);
		if (!e) {
			e = row(k);
			there.set(k, e);
			space.append(e);
		}
		e.classList.toggle("now", k === now);
		e.classList.toggle("later", k > now && k <= N);
		e.classList.toggle("hit", hits.has(k));
		e.setAttribute("aria-selected", k === now);
	}
	box.setAttribute("aria-activedescendant", "row" + now);
	chart(from, Math.min(to, N));
}

// scrolled draws them anew if others can be seen.
function scrolled() {
	const box = at("rows"), from = rowAt(box.scrollTop), to = rowAt(box.scrollTop + box.clientHeight);
	if (from < drawn[0] || to > drawn[1]) rows(false);
}

// chart draws the processes as lines, their steps, and the messages between them.
function chart(from, to) {
	const svg = at("chart"), y = k => tops[k] - tops[from] + H / 2, out = [], bottom = tops[to + 1] - tops[from];
	svg.style.top = tops[from] + "px";
	svg.setAttribute("width", chartWidth());
	svg.setAttribute("height", bottom);
	for (let pid = 0; pid < lanes; pid++)
		out.push(`<line x1="${x(pid)}" x2="${x(pid)}" y1="0" y2="${bottom}" stroke="${colour(pid)}" stroke-opacity=".32" stroke-width="1.5"/>`);
	bracket(out, from, to, y);
	const big = pitch < 20 ? 1 : 0, texts = [];
	for (let k = Math.max(1, from); k <= to; k++) {
		const s = run.steps[k - 1], later = k > now ? ' class="later"' : "";
		s.parts.forEach((q, i) => {
			if (q.pid < 0) return;
			if (k === now) out.push(`<circle cx="${x(q.pid)}" cy="${y(k)}" r="${8 - big}" fill="none" stroke="${colour(q.pid)}" stroke-width="2"/>`);
			out.push(`<circle${later} cx="${x(q.pid)}" cy="${y(k)}" r="${4 - big}" fill="${colour(q.pid)}"/>`);
			if (!wide || q.message !== undefined && (q.other >= 0 || s.parts.length > 1)) return;
			texts.push(`<text${later} x="${x(q.pid) + 11}" y="${y(k) + 4}">${escape(short(q.text, lanes - q.pid))}</text>`);
		});
		if (wide && s.faults) texts.push(`<text x="${x(lanes - 1) + 16}" y="${y(k) + 4}" style="fill:var(--bad);font-weight:600">✗ ${escape(s.faults[0])}</text>`);
	}
	for (const a of arrows) {
		if (a.to < 0 || a.to < from || a.from > to) continue;
		arrow(out, texts, a, y);
	}
	svg.innerHTML = out.concat(texts).join("");
}

const short = (t, over) => {
	const room = Math.max(4, Math.floor((pitch * Math.min(over, 2) - 16) / 7.3));
	return t.length > room ? t.slice(0, room - 1) + "…" : t;
};

// bracket marks the cycle, with an arrow from its end to its beginning.
function bracket(out, from, to, y) {
	if (run.cycle < 0 || run.cycle + 1 > to) return;
	const begins = run.cycle + 1 >= from, top = begins ? y(run.cycle + 1) : -2, a = left - 6, r = 7;
	const start = begins ? `M${a} ${top} h-6 a${r} ${r} 0 0 0 -${r} ${r}` : `M${a - 6 - r} ${top}`;
	const close = to === N ? `V${y(to + 1) - r} a${r} ${r} 0 0 0 ${r} ${r} h6` : `V${y(to + 1)}`;
	out.push(`<path d="${start} ${close}" fill="none" stroke="var(--loop)" stroke-width="2"/>`);
	if (begins) out.push(`<path d="M${a - 2} ${top - 5} l8 5 l-8 5 z" fill="var(--loop)"/>`);
}

function arrow(out, texts, a, y) {
	const c = colour(a.pid), bold = a.from === now || a.to === now, later = a.from > now ? " later" : "";
	const x1 = x(a.pid), y1 = y(a.from), x2 = x(a.peer), y2 = y(a.to);
	out.push(`<g class="message${later}"><title>${escape(a.text)}</title>`);
	const stroke = `stroke="${c}" stroke-width="${bold ? 2.6 : 1.5}" fill="none"`;
	if (x1 === x2) out.push(`<path d="M${x1} ${y1} c18 0 18 ${y2 - y1} 4 ${y2 - y1}" ${stroke}/>`);
	else {
		const t = Math.atan2(y2 - y1, x2 - x1), ex = x2 - 5 * Math.cos(t), ey = y2 - 5 * Math.sin(t);
		const head = s => `${ex - 9 * Math.cos(t + s)} ${ey - 9 * Math.sin(t + s)}`;
		out.push(`<line x1="${x1}" y1="${y1}" x2="${ex}" y2="${ey}" ${stroke}/>`, `<path d="M${ex} ${ey} L${head(.4)} L${head(-.4)} z" fill="${c}"/>`);
	}
	out.push("</g>");
	if (!wide) return;
	if (y1 === y2) texts.push(`<text class="${later}" x="${(x1 + x2) / 2}" y="${y1 - 5}" text-anchor="middle">${escape(a.text)}</text>`);
	else texts.push(`<text class="${later}" x="${x1 + 10}" y="${y1 - 5}">${escape(a.text)}</text>`);
}

// head is what there is room for of a process's name.
function head(name, pid, room) {
	if (room >= name.length + 4) return title(pid);
	if (run.processes.indexOf(name) !== run.processes.lastIndexOf(name))
		return room >= 6 ? name.slice(0, room - 3) + " " + pid : String(pid);
	if (room >= name.length) return name;
	return room >= 4 ? name.slice(0, room - 1) + "…" : String(pid);
}

function heads() {
	measure();
	fold();
	at("lanes").style.width = chartWidth() + "px";
	at("lanes").replaceChildren(...run.processes.map((name, pid) => {
		const e = element("span", "", head(name, pid, Math.floor((pitch - 6) / 7.4)));
		e.title = title(pid);
		e.style.left = x(pid) + "px";
		e.style.color = colour(pid);
		if (pitch < 15) e.style.fontSize = "9px";
		return e;
	}));
}

// map draws the whole run in a strip: who moves when, what is wrong, and the cycle.
function map() {
	const paths = run.processes.map(() => []), height = Math.max(1, lanes);
	run.steps.forEach((s, i) => { for (const p of s.parts) if (p.pid >= 0) paths[p.pid].push(`M${i + 1} ${p.pid + .5}h1`); });
	const out = [`<svg viewBox="0 -.4 ${N + 1} ${height + .8}" preserveAspectRatio="none" aria-hidden="true">`];
	if (run.cycle >= 0) out.push(`<rect x="${run.cycle + 1}" y="-1" width="${N - run.cycle}" height="${height + 2}" style="fill:var(--loopback)"/>`);
	run.steps.forEach((s, i) => { if (s.faults) out.push(`<rect x="${i + 1}" y="-1" width="1" height="${height + 2}" style="fill:var(--badback)"/>`); });
	paths.forEach((d, pid) => out.push(`<path d="${d.join("")}" stroke="${colour(pid)}" stroke-width=".72" fill="none"/>`));
	for (const k of hitList) out.push(`<rect x="${k}" y="${height}" width="1" height=".4" style="fill:var(--link)"/>`);
	at("marks").innerHTML = out.join("") + "</svg>";
}

function view(chartOnly) {
	wide = chartOnly;
	forget();
	at("steps").classList.toggle("chartview", wide);
	at("aslist").setAttribute("aria-pressed", !wide);
	at("aschart").setAttribute("aria-pressed", wide);
	heads();
	show(true);
}
