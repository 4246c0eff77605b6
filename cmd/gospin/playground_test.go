package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// look is a size and a scheme in which the page is looked at.
type look struct {
	name          string
	width, height int
	scheme        string
}

// served is the address of gospin playground.
func served(t *testing.T) string {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(binary, "playground")
	cmd.Env = append(os.Environ(), asProgram+"=1")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSpace(address)
}

// TestPlayground: a new user finds a bug, sees why, steps through it, mends it, and passes it on, by
// keyboard.
func TestPlayground(t *testing.T) { playWith(t, served(t), look{"native", 1400, 900, "dark"}) }

// TestPlaygroundInTheBrowser is the same with WebAssembly, from a file, where make playground has made it.
func TestPlaygroundInTheBrowser(t *testing.T) {
	dir := os.Getenv("GOSPIN_PLAYGROUND")
	if dir == "" {
		t.Skip("make playground makes what is tried here; make editors tries it")
	}
	for _, how := range []look{{"wide", 1400, 900, "light"}, {"narrow", 390, 844, "dark"}, {"phone", 390, 844, "light"}} {
		t.Run(how.name, func(t *testing.T) {
			playWith(t, "file://"+filepath.Join(dir, "playground.html"), how)
		})
	}
}

// TestPlaygroundOfExamples: on all examples, the program in the browser has the same report as this one, but
// for times and memory: depth first and without reduction, and by default but for what depends on when
// batches find states.
func TestPlaygroundOfExamples(t *testing.T) {
	dir := os.Getenv("GOSPIN_PLAYGROUND")
	if dir == "" {
		t.Skip("make playground makes what is tried here; make editors tries it")
	}
	p := openTab(t, 1400, 900, "light")
	p.call("Page.navigate", map[string]any{"url": "file://" + filepath.Join(dir, "playground.html")}, nil)
	p.until(`document.body && document.body.dataset.ready === "1"`)
	names, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	require.Greater(t, len(names), 15)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, raw := range []bool{true, false} {
			args := []string{"verify", "-json", "-workers", "1", "-mem", "1G", filepath.Base(name)}
			if raw {
				args = append(args[:len(args)-1:len(args)-1], "-order=dfs", "-noreduce", filepath.Base(name))
			}
			all, err := json.Marshal([]any{args, map[string]string{filepath.Base(name): string(text)}})
			require.NoError(t, err)
			ran, _ := p.eval(fmt.Sprintf("playground.run(...%s)", all)).(map[string]any)
			t.Run(fmt.Sprintf("%s raw %v", filepath.Base(name), raw), func(t *testing.T) {
				t.Chdir(filepath.Dir(name))
				var out, errs bytes.Buffer
				code := run(append([]string{"gospin"}, args...), nil, &out, &errs)
				require.EqualValues(t, code, ran["exit"], ran["err"])
				require.Equal(t, timeless(t, out.String(), raw), timeless(t, ran["out"].(string), raw))
			})
		}
	}
}

// timeless is a report without times, and without memory, which depends on the widths that roots may have.
// They change when batches are repacked, too, and so in which order states are found, and which transitions
// a reduction leaves out.
func timeless(t *testing.T, text string, raw bool) map[string]any {
	var r map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &r), text)
	searches, _ := r["searches"].([]any)
	for _, one := range append(searches, r) {
		for _, field := range []string{"time", "memory", "stats"} {
			delete(one.(map[string]any), field)
		}
		for _, field := range []string{"depth", "matched", "transitions", "atomic_steps"} {
			if !raw {
				delete(one.(map[string]any)["states"].(map[string]any), field)
			}
		}
	}
	return r
}

const mended = "byte left = (_pid == N - 1 -> 0 : _pid), right = (_pid == N - 1 -> _pid : _pid + 1);"

const shownVerdicts = `[...document.querySelectorAll(".card h2")].map(e => e.textContent).join("; ")`

func playWith(t *testing.T, address string, how look) {
	p, name := openTab(t, how.width, how.height, how.scheme), how.name
	begun := time.Now()
	p.call("Page.navigate", map[string]any{"url": address}, nil)
	p.until(`document.body && document.body.dataset.ready === "1"`)
	p.until(`document.querySelectorAll("#colours .t-keyword").length > 5`)
	t.Logf("usable, with colours, after %v", time.Since(begun).Round(10*time.Millisecond))
	p.picture(name + "-1-begin")
	require.Equal(t, true, p.eval(`document.documentElement.scrollWidth <= innerWidth`))

	// The deadlock is found, with its reason.
	p.reach("#text")
	p.press("Enter", 2)
	p.until(`document.querySelectorAll(".card").length === 2`)
	require.Equal(t, "violated invalid end states; inconclusive assertions", p.eval(shownVerdicts))
	require.Contains(t, p.eval(`document.querySelector(".card.violated").textContent`), "Philosopher (0)")
	p.picture(name + "-2-violated")

	// It is stepped through: the run's page opens at its end, in a frame of its own.
	p.reach(".card.violated .acts :nth-child(1)")
	p.press("Enter", 0)
	p.until(`!!document.querySelector("#run iframe")`)
	time.Sleep(500 * time.Millisecond)
	p.picture(name + "-3-run")
	require.Equal(t, true, p.eval(`document.documentElement.scrollWidth <= innerWidth`))

	// Its chart, and explore from there.
	p.press("ArrowLeft", 0)
	p.reach(".card.violated .acts :nth-child(2)")
	p.press("Enter", 0)
	p.until(`!!document.querySelector("#chart iframe")`)
	p.press("ArrowLeft", 0)
	p.press("ArrowLeft", 0)
	p.reach(".card.violated .acts :nth-child(3)")
	p.press("Enter", 0)
	p.until(`!!document.querySelector("#steps iframe")`)
	time.Sleep(500 * time.Millisecond)
	p.picture(name + "-4-explore")

	// It is mended: the last one begins with the other fork.
	p.eval(`(() => { const t = document.getElementById("text"), from = t.value.indexOf("byte left");
		t.focus(); t.setSelectionRange(from, t.value.indexOf("\n", from)); })()`)
	p.call("Input.insertText", map[string]any{"text": mended}, nil)
	p.press("Enter", 2)
	p.until(`document.querySelectorAll(".card.holds").length === 2`)
	require.Equal(t, "holds assertions; holds invalid end states", p.eval(shownVerdicts))

	// A value of a macro, and a mistake, which is marked.
	p.reach("#defines input")
	p.call("Input.insertText", map[string]any{"text": "4"}, nil)
	p.press("Enter", 0)
	p.until(`document.querySelectorAll(".card.holds").length === 2`)
	p.eval(`document.getElementById("text").focus(); document.getElementById("text").setSelectionRange(0, 0)`)
	p.call("Input.insertText", map[string]any{"text": "byte x = y;\n"}, nil)
	p.until(`!!document.querySelector("#colours .error") && /y/.test(document.querySelector("#problems").textContent)`)
	p.picture(name + "-5-problem")
	p.eval(`document.execCommand("undo")`)
	p.until(`!document.querySelector("#colours .error")`)

	// The link carries it all.
	p.reach("#share")
	p.press("Enter", 0)
	p.until(`document.getElementById("address").value.includes("#m=")`)
	link := p.eval(`document.getElementById("address").value`)
	text := p.eval(`document.getElementById("text").value`)
	p.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	p.call("Page.navigate", map[string]any{"url": link}, nil)
	p.until(`document.body && document.body.dataset.ready === "1" && text.value.includes("_pid == N - 1 ->")`)
	require.Equal(t, text, p.eval(`document.getElementById("text").value`))
	require.Equal(t, "4", p.eval(`document.querySelector("#defines input").value`))
	if how.width > 600 {
		stopped(t, p)
	}
}

// stopped: a search that would take too long tells how far it is, and ends with its results when stopped.
func stopped(t *testing.T, p *tab) {
	p.reach("#defines input")
	p.press("a", 2)
	p.call("Input.insertText", map[string]any{"text": "14"}, nil)
	p.press("Enter", 0)
	p.until(`/states, .* a second/.test(document.querySelector("#verdicts").textContent)`)
	p.press("Escape", 0)
	p.until(`document.querySelectorAll(".card.inconclusive").length === 2`)
	require.Contains(t, p.eval(`document.querySelector("#verdicts").textContent`), "interrupted")
}
