// The run, and the state that is shown: what all steps before `now` have made.
const H = 28, L = 24; // a row of one line, and each further line
const at = id => document.getElementById(id);
let N, lanes, sums, arrows, rowOf;
let now = 0, hits = new Set(), hitList = [], changed = new Map();
const values = new Map(), places = new Map();
const key = c => c.owner + " " + c.name;
const colour = pid => pid < 0 ? "var(--soft)" : `var(--p${pid % 12})`;
const name = pid => pid < 0 ? "claim" : run.processes[pid];
const title = pid => pid < 0 ? "claim" : `${run.processes[pid]} (${pid})`;
// cycled names the first step of the model in the cycle.
const cycled = () => {
	const s = run.steps.slice(run.cycle).find(s => !s.claim);
	return s ? "step " + s.n : "the last state";
};
const number = k => k ? run.steps[k - 1].n : 0;
const escape = t => t.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

function element(tag, name, ...inside) {
	const e = document.createElement(tag);
	if (name) e.className = name;
	e.append(...inside.filter(x => x !== undefined));
	return e;
}

// learn computes what follows from the steps: it is called again when there are others.
function learn() {
	N = run.steps.length;
	lanes = run.processes.length;
	arrows = [];
	run.steps.forEach((s, i) => {
		const p = s.parts[0];
		if (!p || !p.channel || p.receive) return;
		const to = p.other < 0 ? -1 : p.other + 1, other = to === i + 1 ? s.parts[1] : to > 0 && run.steps[to - 1].parts[0];
		arrows.push({ from: i + 1, to: other ? to : -1, pid: p.pid, peer: other ? other.pid : -1, text: p.channel + "!" + p.message });
	});
	at("map").setAttribute("aria-valuemax", N);
	const badge = run.wrong ? run.cycle >= 0 ? "violated: a cycle" : "violated" : "";
	at("badge").textContent = badge;
	at("badge").classList.toggle("bad", !!run.wrong);
	at("verdict").textContent = run.verdict;
}

function apply(changes, back) {
	for (const c of changes || []) {
		const value = back ? c.before : c.after;
		if (c.place) {
			if (value === "") places.delete(c.owner);
			else places.set(c.owner, { file: c.file || 0, line: +value });
		} else if (value === "") values.delete(key(c));
		else values.set(key(c), { owner: c.owner, name: c.name, value, queue: c.queue });
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

// forth goes on from the last state of a cycle with its first step.
function forth() {
	go(now === N && run.cycle >= 0 && run.cycle < N ? run.cycle + 1 : now + 1);
}

function show(scroll) {
	const n = number(now), last = number(N), where = at("where");
	where.replaceChildren("step ", element("b", "", String(n)), ` of ${last}`);
	at("marker").style.left = 100 * (now + .5) / (N + 1) + "%";
	at("map").setAttribute("aria-valuenow", now);
	at("map").setAttribute("aria-valuetext", `step ${n} of ${last}`);
	try { history.replaceState(null, "", "#step=" + n); } catch { } // some refuse many in a short time
	room();
	if (scroll) into(at("rows"), tops[now], tops[now + 1] - tops[now], 28);
	rows(false);
	source(scroll);
	card();
	table();
	if (window.onStep) onStep();
}

// into scrolls a panel so that what lies there can be seen, below so many pixels that are covered.
function into(panel, top, size, covered) {
	const height = panel.clientHeight - covered;
	if (top < panel.scrollTop + size) panel.scrollTop = Math.max(0, top - height / 3);
	else if (top + 2 * size > panel.scrollTop + height) panel.scrollTop = top - height * 2 / 3;
}

// stepAt is the state behind the step of a number, as the address has it.
function stepAt(n) {
	let k = 0;
	while (k < N && number(k) < n) k++;
	return k;
}

function fromAddress() {
	const m = /^#step=(\d+)$/.exec(location.hash);
	if (m && +m[1] !== number(now)) go(stepAt(+m[1]));
}
