// What the user does, and how it begins.
let playing = 0;

// find marks the steps that have a text, and goes to one of them: the next from a step on, or back.
function find(from, back) {
	const text = at("find").value.toLowerCase();
	sums = text ? sums || run.steps.map(words) : sums;
	hitList = [];
	if (text) sums.forEach((s, i) => { if (s.includes(text)) hitList.push(i + 1); });
	hits = new Set(hitList);
	map();
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
};

// scrolls are the keys that are left to the source and the variables where these have the focus.
const scrolls = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);

addEventListener("keydown", e => {
	if (e.ctrlKey || e.metaKey || e.altKey) return;
	if (e.target === at("find")) {
		if (e.key === "Enter") find(e.shiftKey ? now - 1 : now + 1, e.shiftKey);
		else if (e.key === "Escape") at("find").blur();
		return;
	}
	const button = e.target.tagName === "BUTTON" || e.target.tagName === "INPUT";
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
