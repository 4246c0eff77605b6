"use strict";
(() => {
	const height = 24, laneWidth = 46, left = 58, at = id => document.getElementById(id);
	const N = run.steps.length, lanes = run.processes.length, chartWidth = left + lanes * laneWidth + 8;
	const last = N ? run.steps[N - 1].n : 0;
	const hues = [212, 20, 130, 285, 45, 175, 335, 95, 250, 0];
	const dark = matchMedia("(prefers-color-scheme: dark)");
	const colour = pid => `hsl(${hues[pid % hues.length]} ${dark.matches ? "65% 68%" : "70% 36%"})`;
	const title = pid => pid < 0 ? "claim" : `${run.processes[pid]} (${pid})`;
	const x = pid => left + pid * laneWidth + laneWidth / 2;

	// The state that is shown: what all steps before `now` have made.
	let now = 0, shownFile = 0, hits = [], changed = new Map();
	const values = new Map(), places = new Map();
	const key = c => c.owner + " " + c.name;

	function apply(changes, back) {
		for (const c of changes || []) {
			const value = back ? c.before : c.after;
			if (c.place) {
				if (value === "") places.delete(c.owner);
				else places.set(c.owner, { file: c.file || 0, line: +value });
			} else if (value === "") values.delete(key(c));
			else values.set(key(c), { owner: c.owner, name: c.name, value });
		}
	}

	// go shows the state after so many steps.
	function go(to, scroll = true) {
		to = Math.max(0, Math.min(N, to));
		while (now < to) apply(run.steps[now++].changes, false);
		while (now > to) apply(run.steps[--now].changes, true);
		changed = new Map(now ? (run.steps[now - 1].changes || []).filter(c => !c.place).map(c => [key(c), c]) : []);
		show(scroll);
	}

	function show(scroll) {
		at("slider").value = now;
		const n = now ? run.steps[now - 1].n : 0;
		at("where").textContent = now ? `step ${n} of ${last}` : `before the first of ${N}`;
		try { history.replaceState(null, "", "#step=" + now); } catch { /* within another page, none has an address */ }
		if (scroll) into(at("rows"), now * height, height);
		rows();
		source(scroll);
		table();
	}

	// into scrolls a panel so that what lies there can be seen.
	function into(panel, top, size) {
		if (top < panel.scrollTop + size) panel.scrollTop = Math.max(0, top - panel.clientHeight / 3);
		else if (top + 2 * size > panel.scrollTop + panel.clientHeight) panel.scrollTop = top - panel.clientHeight * 2 / 3;
	}

	function words(s) {
		const what = s.parts.map(p => p.pid < 0 ? p.text : `${title(p.pid)}  ${p.text}`).join("  ⇄  ");
		const more = (s.changes || []).filter(c => !c.place).map(c =>
			(c.owner < 0 ? "" : title(c.owner) + ".") + c.name +
			(c.after === "" ? " ends" : c.before === "" ? " = " + c.after : `: ${c.before} → ${c.after}`));
		return { what, more: more.concat((s.notes || []).map(t => "prints " + t)), faults: s.faults || [] };
	}

	function element(tag, name, text) {
		const e = document.createElement(tag);
		if (name) e.className = name;
		if (text !== undefined) e.textContent = text;
		return e;
	}

	// row is that of the state after so many steps.
	function row(k) {
		const e = element("div", "row");
		e.id = "row" + k;
		e.setAttribute("role", "option");
		e.style.top = k * height + "px";
		e.style.paddingLeft = chartWidth + "px";
		const number = element("span", "n", k ? run.steps[k - 1].n : 0);
		number.style.cssText = `position:absolute;left:0;width:${left - 22}px`;
		e.append(number);
		if (k === 0) e.append(element("span", "more", "the initial state"));
		else {
			const s = run.steps[k - 1], w = words(s);
			e.append(element("span", "what", w.what));
			if (w.faults.length) { e.classList.add("bad"); e.append(element("span", "what", "  ✗ " + w.faults.join("; "))); }
			if (w.more.length) e.append(element("span", "more", w.more.join(", ")));
		}
		if (k === now) { e.classList.add("now"); e.setAttribute("aria-selected", "true"); }
		if (hits.includes(k)) e.classList.add("hit");
		e.onclick = () => go(k, false);
		return e;
	}

	let printing = false;

	// rows draws those that can be seen.
	function rows() {
		const box = at("rows"), space = at("space");
		let from = Math.max(0, Math.floor(box.scrollTop / height) - 10);
		let to = Math.min(N, Math.ceil((box.scrollTop + box.clientHeight) / height) + 10);
		if (printing) [from, to] = [0, Math.min(N, 3000)];
		for (const e of [...space.querySelectorAll(".row")]) e.remove();
		for (let k = from; k <= to; k++) space.append(row(k));
		box.setAttribute("aria-activedescendant", "row" + now);
		chart(from, to);
	}

	// chart draws the processes as lines, their steps, and the messages between them.
	function chart(from, to) {
		const svg = at("chart"), y = k => (k - from) * height + height / 2, out = [];
		svg.style.top = from * height + "px";
		svg.setAttribute("width", chartWidth);
		svg.setAttribute("height", (to - from + 1) * height);
		for (let pid = 0; pid < lanes; pid++)
			out.push(`<line x1="${x(pid)}" x2="${x(pid)}" y1="0" y2="${(to - from + 1) * height}" stroke="${colour(pid)}" stroke-opacity=".35"/>`);
		if (run.cycle >= 0) {
			const top = y(Math.max(from, run.cycle + 1)), end = y(Math.min(to, N));
			if (run.cycle + 1 <= to) {
				out.push(`<path d="M${left - 6} ${top} h-8 V${end} h8" fill="none" stroke="currentColor" stroke-width="2"/>`);
				if (run.cycle + 1 >= from) out.push(`<path d="M${left - 10} ${top - 4} l6 4 l-6 4 z" fill="currentColor"/>`);
			}
		}
		for (let k = 1; k <= N; k++) {
			const s = run.steps[k - 1], p = s.parts[0];
			if (!p || p.pid < 0) continue;
			if (k >= from && k <= to)
				for (const q of s.parts)
					out.push(`<circle cx="${x(q.pid)}" cy="${y(k)}" r="${k === now ? 6 : 4}" fill="${colour(q.pid)}"/>`);
			if (!p.channel || p.receive || p.other < 0) continue;
			const last = p.other + 1, to2 = last === k ? s.parts[1] : run.steps[p.other].parts[0];
			if (last < from || k > to || !to2) continue;
			arrow(out, x(p.pid), y(k), x(to2.pid), y(last), colour(p.pid), p.message);
		}
		svg.innerHTML = out.join("");
	}

	const escape = t => t.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

	function arrow(out, x1, y1, x2, y2, c, text) {
		if (x1 === x2) x2 += 10;
		const a = Math.atan2(y2 - y1, x2 - x1), ex = x2 - 5 * Math.cos(a), ey = y2 - 5 * Math.sin(a);
		const head = s => `${ex - 8 * Math.cos(a + s)} ${ey - 8 * Math.sin(a + s)}`;
		out.push(`<line x1="${x1}" y1="${y1}" x2="${ex}" y2="${ey}" stroke="${c}" stroke-width="1.5"/>`,
			`<path d="M${ex} ${ey} L${head(.4)} L${head(-.4)} z" fill="${c}"/>`,
			`<title>${escape(text)}</title>`);
	}

	function source(scroll) {
		const step = now ? run.steps[now - 1] : null;
		const here = step ? step.parts.filter(p => p.pid >= 0 && p.file >= 0) : [];
		if (here.length && here[0].file !== shownFile) shownFile = here[0].file;
		const file = run.files[shownFile], box = at("text");
		if (!file) return;
		if (box.dataset.file !== String(shownFile)) {
			box.dataset.file = shownFile;
			box.replaceChildren(...file.lines.map((text, i) => {
				const e = element("span", "code");
				e.append(element("span", "no", i + 1), text);
				return e;
			}));
			tabs();
		}
		for (const e of box.querySelectorAll(".who")) e.remove();
		for (const e of box.querySelectorAll(".live, .now")) e.classList.remove("live", "now");
		for (const [pid, p] of places) {
			const e = p.file === shownFile && box.children[p.line - 1];
			if (!e) continue;
			e.classList.add("live");
			const who = element("span", "who", title(pid));
			who.style.color = colour(pid);
			e.prepend(who);
		}
		let first = true;
		for (const p of here) {
			const e = p.file === shownFile && box.children[p.line - 1];
			if (!e) continue;
			e.classList.add("now");
			if (scroll && first) into(at("source"), e.offsetTop - box.offsetTop, e.offsetHeight);
			first = false;
		}
	}

	function tabs() {
		if (run.files.length < 2) return;
		at("tabs").replaceChildren(...run.files.map((f, i) => {
			const b = element("button", "", f.name);
			b.setAttribute("role", "tab");
			b.setAttribute("aria-selected", i === shownFile);
			b.onclick = () => { shownFile = i; at("text").dataset.file = ""; source(false); };
			return b;
		}));
	}

	function table() {
		const all = [...values.values()].sort((a, b) => a.owner - b.owner);
		at("values").replaceChildren(...all.map(v => {
			const e = element("tr"), c = changed.get(v.owner + " " + v.name);
			const name = element("th", "", v.owner < 0 ? "" : title(v.owner));
			name.scope = "row";
			if (v.owner >= 0) name.style.color = colour(v.owner);
			const value = c && c.before !== "" ? `${c.before} → ${v.value}` : v.value;
			if (c) e.className = "changed";
			e.append(name, element("td", "", v.name), element("td", "", value));
			return e;
		}));
	}

	function heads() {
		at("lanes").replaceChildren(...run.processes.map((name, pid) => {
			const e = element("span", "", name.length > 7 ? name.slice(0, 5) + "…" : name);
			e.title = title(pid);
			e.style.left = x(pid) + "px";
			e.style.color = colour(pid);
			return e;
		}));
	}

	// find marks the steps that have a text, and goes to the next one from a step on.
	function find(from) {
		const text = at("find").value.toLowerCase();
		hits = [];
		if (text) run.steps.forEach((s, i) => {
			const w = words(s);
			if ([w.what, ...w.more, ...w.faults, ...s.parts.map(p => p.message || "")].join(" ").toLowerCase().includes(text)) hits.push(i + 1);
		});
		at("found").textContent = text ? `${hits.length} found` : "";
		if (hits.length) go(hits.find(k => k >= from) || hits[0]);
		else rows();
	}

	const keys = {
		ArrowRight: () => forth(), ArrowDown: () => forth(), ArrowLeft: () => go(now - 1), ArrowUp: () => go(now - 1),
		j: () => forth(), k: () => go(now - 1), PageDown: () => go(now + 20), PageUp: () => go(now - 20),
		Home: () => go(0), End: () => go(N), "/": () => { at("find").focus(); at("find").select(); },
		n: () => find(now + 1),
	};

	// forth goes on from the last state of a cycle with its first step.
	function forth() { go(now === N && run.cycle >= 0 ? run.cycle + 1 : now + 1); }

	addEventListener("keydown", e => {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		if (e.target === at("find")) {
			if (e.key === "Enter") find(now + 1);
			else if (e.key === "Escape") at("find").blur();
			return;
		}
		if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
	});
	at("first").onclick = () => go(0);
	at("back").onclick = () => go(now - 1);
	at("forth").onclick = forth;
	at("end").onclick = () => go(N);
	at("slider").oninput = e => go(+e.target.value);
	at("find").oninput = () => find(now);
	at("rows").onscroll = () => requestAnimationFrame(rows);
	addEventListener("resize", rows);
	addEventListener("hashchange", fromAddress);
	addEventListener("beforeprint", () => { printing = true; rows(); });
	addEventListener("afterprint", () => { printing = false; rows(); });
	dark.addEventListener("change", () => { heads(); show(false); });

	function fromAddress() {
		const m = /^#step=(\d+)$/.exec(location.hash);
		if (m && +m[1] !== now) go(+m[1]);
	}

	heads();
	at("space").style.height = (N + 1) * height + "px";
	apply(run.start, false);
	const m = /^#step=(\d+)$/.exec(location.hash);
	go(m ? +m[1] : N); // the error is at the end
})();
