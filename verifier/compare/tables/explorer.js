"use strict";
(() => {
	const data = JSON.parse(document.getElementById("figures").textContent);
	const at = id => document.getElementById(id);
	const drawn = Object.assign(document.createElement("div"), { innerHTML: "<svg></svg>" }).firstChild.namespaceURI;
	const make = (tag, text, attributes = {}) => {
		const e = tag === "svg" || attributes.svg ? document.createElementNS(drawn, tag) : document.createElement(tag);
		for (const [k, v] of Object.entries(attributes)) if (k !== "svg") e.setAttribute(k, v);
		if (text) e.textContent = text;
		return e;
	};
	let figure = 0, sorted = -1, down = false, marked = new URLSearchParams(location.hash.slice(1)).get("mode") || "";
	let model = data.models.length > 1 ? -1 : 0;

	const mean = list => {
		const some = list.filter(v => v > 0);
		return some.length ? Math.exp(some.reduce((s, v) => s + Math.log(v), 0) / some.length) : 0;
	};
	// What a column sorts by: the models, then the geometric mean.
	const value = (mode, column) => {
		const row = data.figures[figure].values[mode];
		return column === data.models.length ? mean(row) : row[column];
	};
	const shade = (v, least, most) => {
		if (!(v > 0) || !(most > least)) return "";
		const less = Math.log(v / least) / Math.log(most / least), share = data.figures[figure].more ? 1 - less : less;
		return share < .5 ? `color-mix(in srgb, var(--good) ${Math.round(34 * (1 - 2 * share))}%, transparent)`
			: `color-mix(in srgb, var(--bad) ${Math.round(34 * (2 * share - 1))}%, transparent)`;
	};

	function mark(mode) {
		marked = marked === mode ? "" : mode;
		try { history.replaceState(null, "", marked ? "#mode=" + encodeURIComponent(marked) : location.pathname + location.search); } catch { } // within another page
		draw();
	}

	function table() {
		const f = data.figures[figure], columns = [...data.models];
		if (columns.length > 1) columns.push("geometric mean");
		const order = data.modes.map((_, i) => i);
		if (sorted >= 0) order.sort((a, b) => {
			const x = value(a, sorted), y = value(b, sorted);
			return !(x > 0) ? 1 : !(y > 0) ? -1 : down ? y - x : x - y;
		});
		const head = make("tr");
		const corner = make("th"), back = make("button", "mode", { type: "button", title: "in the given order" });
		back.onclick = () => { sorted = -1; draw(); };
		corner.append(back);
		head.append(corner);
		columns.forEach((name, i) => {
			const th = make("th", "", { "aria-sort": sorted === i ? down ? "descending" : "ascending" : "none" });
			const b = make("button", name + (sorted === i ? down ? " ▾" : " ▴" : ""), { type: "button", title: "sort by it" });
			b.onclick = () => { down = sorted === i && !down; sorted = i; draw(); };
			th.append(b);
			head.append(th);
		});
		const least = columns.map((_, i) => Math.min(...order.map(m => value(m, i)).filter(v => v > 0)));
		const most = columns.map((_, i) => Math.max(...order.map(m => value(m, i)).filter(v => v > 0)));
		const body = order.map(m => {
			const tr = make("tr", "", { class: data.modes[m].name === marked ? "marked" : "" });
			const th = make("th", "", { scope: "row" }), b = make("button", data.modes[m].name, { type: "button", title: data.modes[m].about });
			b.onclick = () => mark(data.modes[m].name);
			th.append(b);
			tr.append(th);
			columns.forEach((_, i) => {
				const v = value(m, i), td = make("td", i < data.models.length ? f.texts[m][i] : v > 0 ? Number(v.toPrecision(3)).toString() : "–");
				td.style.background = shade(v, least[i], most[i]);
				if (v > 0 && v === (f.more ? most : least)[i]) td.className = "best";
				tr.append(td);
			});
			return tr;
		});
		at("compared").replaceChildren(make("thead"), make("tbody"));
		at("compared").firstChild.append(head);
		at("compared").lastChild.append(...body);
	}

	// points are memory and time of every mode, on one model, or the means of both relative to the baseline.
	function points() {
		const base = data.modes.findIndex(m => m.name === data.baseline), out = [];
		data.modes.forEach((m, k) => {
			let x, y;
			if (model >= 0) [x, y] = [data.seconds[k][model], data.memory[k][model]];
			else {
				const both = data.models.map((_, i) => [data.seconds[k][i] / data.seconds[base]?.[i], data.memory[k][i] / data.memory[base]?.[i]])
					.filter(([s, b]) => s > 0 && b > 0 && s < Infinity && b < Infinity);
				[x, y] = [mean(both.map(p => p[0])), mean(both.map(p => p[1]))];
			}
			if (x > 0 && y > 0) out.push({ x, y, name: m.name });
		});
		return out;
	}

	function chart() {
		const W = Math.max(320, Math.min(640, at("pareto").clientWidth || 640)), H = W < 500 ? 340 : 400, left = 64, right = 16, top = 14, low = 44, all = points();
		const svg = make("svg", "", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "memory against time" });
		const add = (tag, text, attributes) => { const e = make(tag, text, { ...attributes, svg: 1 }); svg.append(e); return e; };
		if (!all.length) { at("pareto").replaceChildren(make("p", "no run to show")); return; }
		const scale = (key, from, to) => {
			let a = Math.log10(Math.min(...all.map(p => p[key]))), b = Math.log10(Math.max(...all.map(p => p[key])));
			const room = Math.max(.08, (b - a) * .08);
			a -= room; b += room;
			return { a, b, of: v => from + (Math.log10(v) - a) / (b - a) * (to - from) };
		};
		const X = scale("x", left, W - right), Y = scale("y", H - low, top);
		const ticks = s => {
			const out = [];
			for (let e = Math.floor(s.a); e <= Math.ceil(s.b); e++) for (const m of s.b - s.a > 2 ? [1] : [1, 2, 5]) {
				const v = m * 10 ** e;
				if (Math.log10(v) >= s.a && Math.log10(v) <= s.b) out.push(v);
			}
			return out;
		};
		const tell = v => v >= 1e6 ? v / 1e6 + " M" : v >= 1e4 ? v / 1e3 + " k" : Number(v.toPrecision(3)).toString();
		for (const v of ticks(X)) {
			add("line", "", { class: "grid", x1: X.of(v), x2: X.of(v), y1: top, y2: H - low });
			add("text", tell(v), { x: X.of(v), y: H - low + 16, "text-anchor": "middle" });
		}
		for (const v of ticks(Y)) {
			add("line", "", { class: "grid", x1: left, x2: W - right, y1: Y.of(v), y2: Y.of(v) });
			add("text", tell(v), { x: left - 6, y: Y.of(v) + 4, "text-anchor": "end" });
		}
		add("text", model < 0 ? "time, times that of " + data.baseline : "time of the search (s)", { x: (left + W - right) / 2, y: H - 8, "text-anchor": "middle" });
		add("text", model < 0 ? "memory, times that of " + data.baseline : data.memoryName, { x: -(top + H - low) / 2, y: 13, transform: "rotate(-90)", "text-anchor": "middle" });
		// The front: nothing else takes less of both.
		const front = [...all].sort((p, q) => p.x - q.x || p.y - q.y).reduce((list, p) => list.length && list.at(-1).y <= p.y ? list : [...list, p], []);
		if (front.length > 1) add("path", "", { class: "front", d: "M" + front.map((p, i) => (i ? `H${X.of(p.x)}V${Y.of(p.y)}` : `${X.of(p.x)} ${Y.of(p.y)}`)).join("") });
		const taken = all.map(p => ({ x: X.of(p.x) - 6, y: Y.of(p.y) + 4, w: 12 }));
		for (const p of [...all].sort((p, q) => (q.name === marked) - (p.name === marked) || front.includes(q) - front.includes(p))) {
			const g = add("g", "", { class: "point" + (front.includes(p) ? " best" : "") + (p.name === marked ? " marked" : ""), tabindex: 0, role: "button", "aria-label": p.name });
			const put = (tag, text, attributes) => g.append(make(tag, text, { ...attributes, svg: 1 }));
			put("circle", "", { cx: X.of(p.x), cy: Y.of(p.y), r: p.name === marked ? 8 : 5 });
			put("title", `${p.name}: ${tell(p.y)} ${model < 0 ? "times the memory" : data.memoryName}, ${tell(p.x)} ${model < 0 ? "times the time" : "s"}`);
			// A label stands where none has been put yet; the others tell their names when pointed at.
			for (const [dx, dy, anchor] of [[9, 4, "start"], [-9, 4, "end"], [0, -10, "middle"], [0, 18, "middle"]]) {
				const w = p.name.length * 7, x = X.of(p.x) + dx - (anchor === "end" ? w : anchor === "middle" ? w / 2 : 0), y = Y.of(p.y) + dy;
				if (x < left || x + w > W - right || y < top + 8 || y > H - low - 2) continue;
				if (taken.some(t => x < t.x + t.w && t.x < x + w && Math.abs(y - t.y) < 13)) continue;
				taken.push({ x, y, w });
				put("text", p.name, { x: X.of(p.x) + dx, y, "text-anchor": anchor });
				break;
			}
			g.onclick = () => mark(p.name);
			g.onkeydown = e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); mark(p.name); } };
		}
		at("pareto").replaceChildren(svg);
	}

	function draw() {
		table();
		chart();
		for (const e of document.querySelectorAll("[data-mode]")) e.classList.toggle("marked", e.dataset.mode === marked);
	}

	data.figures.forEach((f, i) => at("measure").append(make("option", f.title, { value: i })));
	at("measure").onchange = e => { figure = Number(e.target.value); draw(); };
	if (data.models.length > 1) at("model").append(make("option", "all models (geometric mean)", { value: -1 }));
	data.models.forEach((m, i) => at("model").append(make("option", m, { value: i })));
	at("model").onchange = e => { model = Number(e.target.value); draw(); };
	for (const e of document.querySelectorAll("[data-mode]")) e.onclick = () => mark(e.dataset.mode);
	at("explorer").hidden = false;
	draw();
	addEventListener("resize", chart);
})();
