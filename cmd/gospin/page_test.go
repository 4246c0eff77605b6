package main

import (
	"bytes"
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

// browse loads a page in a browser, has a script act on it, and returns what the script says.
func browse(t *testing.T, path, script string) string {
	t.Helper()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium: the page is not looked at")
	}
	dump := func(address string) ([]byte, error) {
		cmd := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
			"--virtual-time-budget=2000", "--window-size=420,800", "--user-data-dir="+t.TempDir(), "--dump-dom",
			address)
		cmd.WaitDelay = time.Minute
		return cmd.Output()
	}
	works.Do(func() { _, unusable = dump("about:blank") })
	if unusable != nil {
		t.Skip("chromium does not run here: ", unusable)
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	const drive = `<pre id="said"></pre><script>
const said = [], say = x => said.push(x), at = id => document.getElementById(id);
const press = (key, to) => (to || document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const value = name => { for (const r of at("values").rows) if (r.cells[1].textContent === name) return r.cells[2].textContent };
const current = () => { const r = document.querySelector(".row.now .what"); return r ? r.textContent : "start" };
const lit = () => [...document.querySelectorAll(".code.now")].map(e => e.textContent.trim()).join("|");
addEventListener("load", () => { try { %s } catch (e) { say("failed: " + e) } at("said").textContent = said.join("\n"); });
</script></body>`
	with := filepath.Join(t.TempDir(), "driven.html")
	driven := strings.Replace(string(text), "</body>", fmt.Sprintf(drive, script), 1)
	require.NoError(t, os.WriteFile(with, []byte(driven), 0o644))
	out, err := dump("file://" + with)
	require.NoError(t, err)
	m := regexp.MustCompile(`(?s)<pre id="said">(.*?)</pre>`).FindSubmatch(out)
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
	require.Contains(t, string(text), "assertion violated: assert((seen[1]==0))")
	said := browse(t, path, `
		say(current());                                            // it opens at the error
		press("Home"); say(current()); say(value("last"));
		press("ArrowRight"); press("ArrowRight"); say(current()); say(lit()); say(value("n"));
		press("End"); press("ArrowLeft"); say(value("seen[1]").slice(-1)); say(location.hash);
		press("/"); say(document.activeElement.id);
		at("find").value = "ho"; press("Enter", at("find")); say(at("found").textContent); say(value("q"));
		say(document.querySelectorAll("#chart circle").length > 5);
		say(document.documentElement.scrollWidth <= innerWidth);`)
	require.Equal(t, strings.Join([]string{
		"A (0)  assert((seen[1]==0))", "start", "0",
		"A (0)  c!hi,3  ⇄  B (1)  c?m,n",
		`A (0)7active proctype A() { printf("starts\n"); c!hi(3); q?last; assert(seen[1] == 0) }|` +
			"11\tc?m,n;", "0 → 3",
		"7", "#step=7", "find", "2 found", "[] → [ho]", "true", "true",
	}, "\n"), said)
}

// TestPageOfALasso: what repeats is marked, and the step after the last is its first.
func TestPageOfALasso(t *testing.T) {
	path := pageOf(t, "byte x; active proctype P() { x = 5; do :: x < 7 -> x++ :: x == 7 -> x = 5 od } ltl p { <> (x == 9) }")
	said := browse(t, path, `
		const end = current(); press("ArrowRight"); say(current() !== end); say(run.cycle >= 0);
		say(document.querySelectorAll("#chart path").length > 0); press("End"); say(current() === end);`)
	require.Equal(t, "true\ntrue\ntrue\ntrue", said)
}

// TestLongPage: 10,000 steps are played without drawing them all.
func TestLongPage(t *testing.T) {
	path := pageOf(t, "int n; active proctype P() { do :: n++; assert(n < 5000) od }")
	said := browse(t, path, `
		for (let i = 0; i < 5; i++) { press("Home"); press("End"); press("PageUp"); }
		say(document.querySelectorAll(".row").length < 200); say(value("n"));`)
	require.Equal(t, "true\n4990", said)
}
