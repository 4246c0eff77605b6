
// The run goes on by choices, which are asked of where the page comes from. A step that is not the last is
// gone on from by leaving out those behind it.
let choices = [], busy = false, wanted = -1;

async function ask(what, body) {
	const answer = await fetch(what, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) });
	const said = await answer.json();
	if (!answer.ok) throw new Error(said.error || answer.statusText);
	return said;
}

function say(text, bad) {
	at("said").textContent = text;
	at("said").classList.toggle("bad", !!bad);
}

// act asks for something that changes the run, and shows what becomes of it.
async function act(what, more, meanwhile) {
	if (busy) return;
	busy = true;
	document.body.setAttribute("aria-busy", "true");
	say(meanwhile || "");
	try {
		const said = await ask(what, { at: now, ...more });
		say(said.said || "", said.bad);
		if (said.run) became(said.run, what === "watch" ? now : undefined);
	} catch (e) { say(e.message === "Failed to fetch" ? "gospin explore has ended" : e.message, true); }
	busy = false;
	document.body.removeAttribute("aria-busy");
}

// became takes the steps from one on for those that there were.
function became(news, to) {
	if (now > news.from) go(news.from, false);
	if (news.from === 0) { // what is shown may be something else
		apply(run.start, true);
		run.start = news.start;
		apply(run.start, false);
	}
	for (const s of run.steps.slice(0, news.from)) for (const p of s.parts) if (p.other >= news.from) p.other = -1;
	run.steps = run.steps.slice(0, news.from).concat(news.steps);
	news.steps.forEach((s, i) => { for (const p of s.parts) if (p.other >= 0 && p.other < news.from) run.steps[p.other].parts[0].other = news.from + i; });
	run.processes = news.processes;
	run.wrong = news.wrong;
	run.verdict = news.verdict;
	run.cycle = news.cycle;
	at("remarks").replaceChildren(...news.remarks.map(r => element("li", "", r)));
	sums = undefined;
	wanted = -1;
	learn();
	forget();
	heads();
	map();
	go(to === undefined ? N : to);
}

// onStep asks what may come behind the state that is shown.
async function onStep() {
	const k = now;
	at("undo").disabled = N === 0;
	if (wanted === k) return;
	wanted = k;
	try {
		const said = await ask("choices?at=" + k);
		if (k === now) offer(said);
	} catch (e) { say(e.message, true); }
}

function offer(said) {
	choices = said.choices;
	typed = "";
	at("redo").disabled = !said.dropped;
	watched(said.watches);
	at("ask").textContent = now < N ? `Next after step ${number(now)} (what follows is left out)` : "Next";
	at("random").disabled = at("run").disabled = !choices.length;
	at("search").disabled = !choices.length && !run.formulas;
	at("choices").replaceChildren(...choices.map((c, i) => {
		const b = element("button", "choice", element("kbd", "", String(i + 1)), ...actor(c));
		b.type = "button";
		if (c.peer) b.append(element("span", "with", " ⇄ "), ...actor(c.peer));
		b.append(element("span", "place", `  ${placeText(c.file, c.line)}`));
		b.onclick = () => act("take", { choice: i });
		return b;
	}));
	if (!choices.length) at("choices").append(element("p", "", said.why));
	at("waits").replaceChildren(...said.waits.map(w => {
		const who = element("span", "who", name(w.pid), element("small", "", ` (${w.pid})`));
		who.style.color = colour(w.pid);
		return element("li", "", who, " waits for ", element("span", "for", w.for));
	}));
	into(at("rows"), tops[now], tops[now + 1] - tops[now], 28); // there may be less room now
	scrolled();
}

// watched lists the expressions that are watched; a click ends that.
function watched(list) {
	at("watches").replaceChildren(...list.map((text, i) => {
		const b = element("button", "", text + " ×");
		b.type = "button";
		b.title = "watch it no more";
		b.onclick = () => act("watch", { choice: i });
		return b;
	}));
}

// form asks for what is typed into a field.
function form(id, field, what, meanwhile) {
	at(id).onsubmit = e => {
		e.preventDefault();
		const text = at(field).value.trim();
		if (text) act(what, { text }, meanwhile);
		if (what === "watch") at(field).value = "";
		at("rows").focus();
	};
}

// digit chooses by the number that is typed: of more than nine, one waits for another digit.
let typed = "", waiting = 0;
function digit(d) {
	clearTimeout(waiting);
	typed += d;
	const take = () => {
		const i = +typed - 1;
		typed = "";
		if (choices[i]) act("take", { choice: i });
	};
	if (typed * 10 > choices.length) take();
	else waiting = setTimeout(take, 700);
}

at("violate").replaceChildren(...(run.formulas || []).map(f => {
	const b = element("button", "", "violate " + f);
	b.type = "button";
	b.title = "on to a run that violates formula " + f;
	b.onclick = () => act("violate", { text: f }, "searching …");
	return b;
}));
form("goal", "reach", "reach", "searching …");
form("watch", "expression", "watch");
at("redo").onclick = () => act("redo");
at("undo").onclick = () => act("undo");
at("random").onclick = () => act("random", { steps: 1 });
at("run").onclick = () => act("random", { steps: 100000 }, "running …");
at("search").onclick = () => act("search", {}, "searching …");
at("save").onclick = () => act("save");
keys.u = () => act("undo");
keys.U = () => act("redo");
keys.g = () => at("reach").focus();
keys.e = () => at("expression").focus();
keys.r = () => at("random").click();
keys.R = () => at("run").click();
keys.s = () => at("search").click();
keys.w = () => at("save").click();
for (let i = 0; i < 10; i++) keys[i] = () => { if (i || typed) digit(i); };
window.onStep = onStep;
go(N);
onStep();
