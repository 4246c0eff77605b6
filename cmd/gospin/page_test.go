package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
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
func browse(t *testing.T, path, script string, flags ...string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	with := filepath.Join(t.TempDir(), "driven.html")
	driven := strings.Replace(string(text), "</body>", fmt.Sprintf(driver, script), 1)
	require.NoError(t, os.WriteFile(with, []byte(driven), 0o644))
	return saidBy(t, "file://"+with, flags...)
}

// always are the tests that use the browser with plain go test, too: it takes a second or two to start.
var always = []string{"TestPage", "TestExploreInABrowser"}

// browser is the browser, with flags; the test is skipped if it is not there, or does not run here.
func browser(t *testing.T, flags ...string) *exec.Cmd {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	if !thorough.On && !slices.Contains(always, name) && os.Getenv("GOSPIN_PLAYGROUND") == "" {
		t.Skip("the tag conformance asks for it")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium: the page is not looked at")
	}
	command := func(flags ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), path, append([]string{"--headless", "--no-sandbox", "--disable-gpu",
			"--disable-dev-shm-usage", "--window-size=420,800", "--user-data-dir=" + profile(t)}, flags...)...)
		cmd.WaitDelay = time.Minute
		return cmd
	}
	works.Do(func() { _, unusable = command("--dump-dom", "about:blank").Output() })
	if unusable != nil {
		t.Skip("chromium does not run here: ", unusable)
	}
	return command(flags...)
}

// profile returns a folder for a browser, whose processes may still write to it when the first one has ended.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "gospin-browser-")
	require.NoError(t, err)
	t.Cleanup(func() {
		for try := 0; os.RemoveAll(dir) != nil && try < 50; try++ {
			time.Sleep(100 * time.Millisecond)
		}
	})
	return dir
}

// saidBy loads an address whose page has the driver, and returns what its script says. A browser that dies is
// started again.
func saidBy(t *testing.T, address string, flags ...string) string {
	t.Helper()
	var out []byte
	err := errors.New("not started")
	for try := 0; try < 4 && err != nil; try++ {
		out, err = browser(t, append(flags, "--virtual-time-budget=4000", "--dump-dom", address)...).Output()
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
		"0 → 3", "07", "#step=7", "find", "2 of 2", "ho → []", "1 of 2", "2 of 2",
		"B (1)run Child(mine)at m.pml:12",
		`printf("starts\n") run Child(mine) assert(seen[1] == 0) ✗ assertion violated: assert(seen[1] == 0) ` +
			"c!hi,3 back!7 q!ho",
		"#step=3", "#step=2", "true", "true",
	}, "\n"), said)
}

// TestPageOfASearch: Enter and Escape leave the field, where n and N would be letters; what is found is
// marked, and the next Escape ends that.
func TestPageOfASearch(t *testing.T) {
	said := browse(t, pageOf(t, told), `
		const find = at("find");
		const type = text => { find.focus(); find.value = text; find.dispatchEvent(new Event("input")) };
		const leave = key => {
			const e = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
			at("find").dispatchEvent(e);
			return e.defaultPrevented + " " + document.activeElement.id + " " + at("find").value;
		};
		const marked = () => [...document.querySelectorAll(".found")].map(e => e.textContent).join(" ");
		press("Home"); type("child"); say(leave("Enter")); say(location.hash); say(marked());
		type("ho"); say(leave("Escape")); press("n", document.activeElement); say(at("found").textContent);
		press("Escape", document.activeElement); say(at("found").textContent + marked() + at("find").value);`)
	require.Equal(t, strings.Join([]string{
		"true rows child", "#step=3", "Child Child Child", "true rows ho", "2 of 2", "",
	}, "\n"), said)
}

// TestPageOfManyPanels: the page names who stands at a line beside its text, the statement of the step is
// marked alone, and the borders between panels can be moved.
func TestPageOfManyPanels(t *testing.T) {
	model := "byte in; active [3] proctype P() { in++; assert(in < 3); in = in + 0; in = in - 0 }\n"
	said := browse(t, pageOf(t, model), `
		const over = [...document.querySelectorAll(".code .ats")].filter(e => {
			const text = e.parentNode.querySelector(".is");
			const right = text.getBoundingClientRect().right;
			return text.scrollWidth > text.clientWidth || right > e.getBoundingClientRect().left;
		});
		say(document.querySelectorAll(".ats").length + " " + over.length);
		const marked = () => [...document.querySelectorAll("mark")].map(e => e.textContent).join("");
		say(marked()); press("Home"); press("ArrowRight"); say(marked());
		say([...document.querySelectorAll(".k")].some(e => e.textContent === "in"));
		const width = e => at(e).getBoundingClientRect().width;
		const bars = document.querySelectorAll(".split"), was = width("steps"), rest = width("state");
		const near = (a, b) => Math.abs(a - b) < 2;
		press("ArrowRight", bars[0]); say(near(width("steps"), was + 24) && near(width("state"), rest));
		press("ArrowLeft", bars[1]); say(near(width("state"), rest + 24)); say(location.hash);
		bars[0].ondblclick(); say(near(width("steps"), was));`, "--window-size=1400,800")
	require.Equal(t, "1 0\nassert(in < 3)\nin++\nfalse\ntrue\ntrue\n#step=1\ntrue", said)
}

// TestPageOfALasso: what repeats is marked, and the step after the last is its first.
func TestPageOfALasso(t *testing.T) {
	path := pageOf(t, "byte x; active proctype P() { x = 5; do :: x < 7 -> x++ :: x == 7 -> x = 5 od } ltl p { <> (x == 9) }")
	said := browse(t, path, `
		const end = current(); press("ArrowRight"); say(current() !== end); say(run.cycle >= 0);
		say(document.querySelectorAll("#chart path").length > 0); press("End"); say(current() === end);
		say(at("remarks").textContent.includes("this run is weakly fair"));
		say(document.querySelector(".row.loop").textContent.includes("for ever"));`)
	require.Equal(t, "true\ntrue\ntrue\ntrue\ntrue\ntrue", said)
}

// TestLongPage: 10,000 steps are played without drawing them all.
func TestLongPage(t *testing.T) {
	path := pageOf(t, "int n; active proctype P() { do :: n++; assert(n < 5000) od }")
	said := browse(t, path, `
		for (let i = 0; i < 5; i++) { press("Home"); press("End"); press("PageUp"); }
		say(document.querySelectorAll(".row").length < 200); say(value("n"));`)
	require.Equal(t, "true\n4990", said)
}
