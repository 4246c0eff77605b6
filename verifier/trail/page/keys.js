// What the user does, and how it begins.
let playing = 0, sought = "";

// unsearch takes the marks of a search away.
function unsearch() {
	at("find").value = "";
	find(now);
}

// find marks the steps that have a text, and goes to one of them: the next from a step on, or back.
function find(from, back) {
	const text = at("find").value.toLowerCase();
	if (text !== sought || !sums) {
		sought = text;
		sums = text ? sums || run.steps.map(words) : sums;
		hitList = [];
		if (text) sums.forEach((s, i) => { if (s.includes(text)) hitList.push(i + 1); });
		hits = new Set(hitList);
		map();
		forget();
	}
	let to;
	if (hitList.length) to = back ? hitList.findLast(k => k <= from) || hitList[hitList.length - 1] : hitList.find(k => k >= from) || hitList[0];
	at("found").textContent = !text ? "" : to ? `${hitList.indexOf(to) + 1} of ${hitList.length}` : "none";
	if (to) go(to);
	else rows(false);
}

function play(on) {
	clearInterval(playing);
	playing = on && !playing ? setInterval(() => { if (now === N && run.cycle < 0) play(false); else forth(); }, 500) : 0;
	at("play").setAttribute("aria-label", playing ? "pause" : "play");
	at("play").setAttribute("aria-pressed", !!playing);
}

const keys = {
	ArrowRight: forth, ArrowDown: forth, ArrowLeft: () => go(now - 1), ArrowUp: () => go(now - 1),
	j: forth, k: () => go(now - 1), PageDown: () => go(now + 20), PageUp: () => go(now - 20),
	Home: () => go(0), End: () => go(N), "/": () => { at("find").focus(); at("find").select(); },
	n: () => find(now + 1), N: () => find(now - 1, true), c: () => view(!wide), " ": () => play(true),
	Escape: unsearch,
};

// scrolls are the keys that are left to the source and the variables where these have the focus.
const scrolls = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);

addEventListener("keydown", e => {
	if (e.ctrlKey || e.metaKey || e.altKey) return;
	if (e.target === at("find")) {
		if (e.key !== "Enter" && e.key !== "Escape") return;
		e.preventDefault(); // Escape would empty the field, and leave the marks
		if (e.key === "Enter") find(e.shiftKey ? now - 1 : now, e.shiftKey);
		at("rows").focus(); // n and N are of use there
		return;
	}
	if (e.target.tagName === "INPUT") {
		if (e.key === "Escape") at("rows").focus();
		return;
	}
	const button = e.target.tagName === "BUTTON";
	if (!keys[e.key] || button && (e.key === " " || e.key === "Enter")) return;
	if (e.target.closest && e.target.closest("#text, #table") && scrolls.has(e.key)) return;
	if (playing && e.key !== " ") play(false);
	e.preventDefault();
	keys[e.key]();
});

at("first").onclick = () => go(0);
at("back").onclick = () => go(now - 1);
at("play").onclick = () => play(true);
at("forth").onclick = forth;
at("end").onclick = () => go(N);
at("aslist").onclick = () => view(false);
at("aschart").onclick = () => view(true);
at("find").oninput = () => find(now);
at("rows").onscroll = () => requestAnimationFrame(scrolled);
at("theme").onclick = () => {
	const root = document.documentElement.style, dark = matchMedia("(prefers-color-scheme: dark)").matches;
	root.colorScheme = (root.colorScheme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
};

// split lets the user move the border between the panel before it and the one behind it. Sizes are kept as
// shares, so that they hold for windows of any size.
function split(bar, before, after) {
	const panels = [...document.querySelectorAll("main > section")];
	const upright = () => bar.clientHeight > bar.clientWidth; // else the panels lie one above the other
	const size = e => upright() ? e.clientWidth : e.clientHeight;
	const move = by => {
		const across = upright(), sizes = panels.map(size), i = panels.indexOf(before), j = panels.indexOf(after);
		by = Math.max(140 - sizes[i], Math.min(sizes[j] - 140, by));
		sizes[i] += by;
		sizes[j] -= by;
		panels.forEach((e, n) => e.parentNode.style.setProperty(`--${across ? "w" : "h"}${n + 1}`, sizes[n] + "fr"));
		bar.setAttribute("aria-valuenow", Math.round(100 * sizes[i] / (sizes[i] + sizes[j])));
		heads();
		rows();
	};
	let from = 0;
	bar.setAttribute("aria-valuenow", 50);
	bar.addEventListener("pointerdown", e => { bar.setPointerCapture(e.pointerId); from = upright() ? e.clientX : e.clientY; });
	bar.addEventListener("pointermove", e => {
		if (e.buttons !== 1) return;
		const to = upright() ? e.clientX : e.clientY;
		move(to - from);
		from = to;
	});
	bar.addEventListener("keydown", e => {
		const by = { ArrowLeft: -24, ArrowUp: -24, ArrowRight: 24, ArrowDown: 24 }[e.key];
		if (!by) return;
		e.preventDefault();
		e.stopPropagation();
		move(by);
	});
	bar.ondblclick = () => {
		at("main").removeAttribute("style");
		heads();
		rows();
	};
}
const bars = document.querySelectorAll(".split");
split(bars[0], at("steps"), at("source"));
split(bars[1], at("source"), at("state"));

// The strip is dragged.
function drag(e) {
	if (e.buttons !== 1) return;
	const r = at("map").getBoundingClientRect();
	go(Math.floor((e.clientX - r.left) / r.width * (N + 1)));
}
at("map").addEventListener("pointerdown", e => { at("map").setPointerCapture(e.pointerId); drag(e); });
at("map").addEventListener("pointermove", drag);
addEventListener("resize", () => { heads(); rows(); });
addEventListener("hashchange", fromAddress);
addEventListener("beforeprint", () => { printing = true; rows(); });
addEventListener("afterprint", () => { printing = false; rows(); });

learn();
heads();
map();
apply(run.start, false);
const asked = /^#step=(\d+)$/.exec(location.hash);
go(asked ? stepAt(+asked[1]) : N); // the error is at the end
