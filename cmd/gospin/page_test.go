package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	works    sync.Once
	unusable error // why the browser does not run
)

// driver is what a page gets at its end: a script that acts on it, and what it says.
const driver = `<pre id="said" hidden></pre><script>
const at = id => document.getElementById(id), said = [], say = x => { said.push(x); at("said").textContent = said.join("\n"); };
const press = (key, to) => (to || document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const value = name => { for (const r of document.querySelectorAll("#table tr")) if (r.cells[0].textContent === name) return r.cells[1].textContent };
const current = () => { const r = document.querySelector(".row.now .what"); return r ? r.textContent : "start" };
const lit = () => [...document.querySelectorAll(".code.now")].map(e => e.textContent.trim()).join("|");
const until = async done => { for (let i = 0; i < 400 && !done(); i++) await new Promise(r => setTimeout(r, 5)); if (!done()) throw "never: " + done };
addEventListener("load", async () => { try { %s } catch (e) { say("failed: " + e) }
	at("said").textContent = said.join("\n");
	if (location.protocol === "http:") fetch("said", { method: "POST", body: said.join("\n") }); });
</script></body>`

// browse loads a page in a browser, has a script act on it, and returns what the script says.
func browse(t *testing.T, path, script string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	with := filepath.Join(t.TempDir(), "driven.html")
	driven := strings.Replace(string(text), "</body>", fmt.Sprintf(driver, script), 1)
	require.NoError(t, os.WriteFile(with, []byte(driven), 0o644))
	return saidBy(t, "file://"+with)
}

// browser is the browser, with flags; the test is skipped if it is not there, or does not run here.
func browser(t *testing.T, flags ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium: the page is not looked at")
	}
	command := func(flags ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), path, append([]string{"--headless", "--no-sandbox", "--disable-gpu",
			"--disable-dev-shm-usage", "--window-size=420,800", "--user-data-dir=" + t.TempDir()}, flags...)...)
		cmd.WaitDelay = time.Minute
		return cmd
	}
	works.Do(func() { _, unusable = command("--dump-dom", "about:blank").Output() })
	if unusable != nil {
		t.Skip("chromium does not run here: ", unusable)
	}
	return command(flags...)
}

// saidBy loads an address whose page has the driver, and returns what its script says. A browser that dies is
// started again.
func saidBy(t *testing.T, address string) string {
	t.Helper()
	var out []byte
	err := errors.New("not started")
	for try := 0; try < 4 && err != nil; try++ {
		out, err = browser(t, "--virtual-time-budget=4000", "--dump-dom", address).Output()
	}
	require.NoError(t, err)
	m := regexp.MustCompile(`(?s)<pre id="said" hidden="">(.*?)</pre>`).FindSubmatch(out)
	require.NotNil(t, m, "%s", out)
	return strings.NewReplacer("&gt;", ">", "&lt;", "<", "&amp;", "&").Replace(string(m[1]))
}

// pageOf verifies a model, and draws the run of its trail.
func pageOf(t *testing.T, text string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o644))
	var out, errs bytes.Buffer
	require.Equal(t, 1, run([]string{"gospin", "verify", "m.pml"}, nil, &out, &errs), errs.String())
	require.Zero(t, run([]string{"gospin", "replay", "-html", "run.html", "m.pml"}, nil, &out, &errs), errs.String())
	path, err := filepath.Abs("run.html")
	require.NoError(t, err)
	return path
}

func TestPage(t *testing.T) {
	path := pageOf(t, told)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotRegexp(t, `(src|href)=|@import|url\(|fetch\(`, string(text), "nothing from elsewhere")
	require.Contains(t, string(text), "default-src 'none'", "nor can it be")
	require.Contains(t, string(text), "assertion violated: assert(seen[1] == 0)")
	said := browse(t, path, `
		say(current());                                            // it opens at the error
		press("Home"); say(current()); say(value("last"));
		press("ArrowRight"); press("ArrowRight"); say(current()); say(lit()); say(value("n"));
		press("End"); press("ArrowLeft"); say(value("seen[2]")); say(location.hash);
		press("/"); say(document.activeElement.id);
		at("find").value = "ho"; press("Enter", at("find")); say(at("found").textContent); say(value("q"));
		press("n"); say(at("found").textContent); press("N"); say(at("found").textContent);
		location.hash = "#step=3"; await until(() => current().includes("run")); say(at("step").textContent);
		press("c"); say([...document.querySelectorAll("#chart text")].map(e => e.textContent).join(" "));
		press("End", at("text")); say(location.hash); // it scrolls the source
		press("c"); [...document.querySelectorAll("th button")].find(b => b.textContent === "n").click(); say(location.hash);
		say(document.querySelectorAll("#chart circle").length > 5);
		say(document.documentElement.scrollWidth <= innerWidth);`)
	require.Equal(t, strings.Join([]string{
		"A (0)assert(seen[1] == 0)", "start", "0", "A (0)c!hi(3)⇄B (1)c?m,n",
		`7active proctype A() { printf("starts\n"); c!hi(3); q?last; assert(seen[1] == 0) }A  0|11` + "\tc?m,n;",
		"0 → 3", "07", "#step=7", "find", "1 of 2", "[] → ho", "2 of 2", "1 of 2",
		"B (1)run Child(mine)at m.pml:12",
		`printf("starts\n") run Child(mine) assert(seen[1] == 0) ✗ assertion violated: assert(seen[1] == 0) ` +
			"c!hi,3 back!7 q!ho",
		"#step=3", "#step=2", "true", "true",
	}, "\n"), said)
}

// TestPageOfALasso: what repeats is marked, and the step after the last is its first.
func TestPageOfALasso(t *testing.T) {
	path := pageOf(t, "byte x; active proctype P() { x = 5; do :: x < 7 -> x++ :: x == 7 -> x = 5 od } ltl p { <> (x == 9) }")
	said := browse(t, path, `
		const end = current(); press("ArrowRight"); say(current() !== end); say(run.cycle >= 0);
		say(document.querySelectorAll("#chart path").length > 0); press("End"); say(current() === end);
		say(at("remarks").textContent.includes("this run is weakly fair"));
		say(document.querySelector(".row.loop").textContent.includes("for ever"));`+contrast)
	require.Equal(t, "true\ntrue\ntrue\ntrue\ntrue\ntrue\nlegible", said)
}

// contrast says whether texts stand out from what is behind them as WCAG 2.2 asks for (1.4.3), or which do
// not, in light and dark.
const contrast = `
const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true }), dim = [];
const rgb = c => {
	const e = document.createElement("i"); e.style.color = c; document.body.append(e);
	paper.fillStyle = getComputedStyle(e).color; e.remove(); paper.fillRect(0, 0, 1, 1);
	return [...paper.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const light = c => {
	const [r, g, b] = rgb(c).map(v => v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4);
	return .2126 * r + .7152 * g + .0722 * b + .05;
};
for (const scheme of ["light", "dark"]) {
	document.documentElement.style.colorScheme = scheme;
	for (const text of ["text", "soft", "changed", "bad", "link", ...Array.from({ length: 12 }, (_, i) => "p" + i)])
		for (const back of ["panel", "back", "sunk", "now", "badback"]) {
			const [a, b] = [light("var(--" + text + ")"), light("var(--" + back + ")")];
			if (Math.max(a, b) / Math.min(a, b) < 4.5) dim.push(scheme + " " + text + " on " + back);
		}
}
say(dim.join(", ") || "legible");`

// TestLongPage: 10,000 steps are played without drawing them all.
func TestLongPage(t *testing.T) {
	path := pageOf(t, "int n; active proctype P() { do :: n++; assert(n < 5000) od }")
	said := browse(t, path, `
		for (let i = 0; i < 5; i++) { press("Home"); press("End"); press("PageUp"); }
		say(document.querySelectorAll(".row").length < 200); say(value("n"));`)
	require.Equal(t, "true\n4990", said)
}
