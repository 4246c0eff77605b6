package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/verifier/trail/explore"
	"gospin/verifier/trail/page"
)

const explored = `byte x;
active proctype P() { do :: x < 9 -> x++ :: x > 0 -> x-- od }
active proctype Q() { x == 3; assert(x != 3) }
`

// exploring is a server of a model, behind a handler that may change what it answers.
func exploring(t *testing.T, model string, around func(http.Handler) http.Handler) (address, trail string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(model), 0o644))
	src := source.Source{Model: path}
	opened, err := src.Open(t.Context())
	require.NoError(t, err)
	formulas, err := followed(t.Context(), io.Discard, opened)
	require.NoError(t, err)
	trail = path + ".saved"
	s, err := explore.New(t.Context(), explore.Config{
		About: page.About{Model: path}, Rand: rand.New(rand.NewPCG(1, 1)), Trail: trail, Replay: "REPLAY",
		Compile: showing(src), Formulas: formulas, Seek: fromPage(search.Limits{Memory: 1 << 28}),
		Patience: 200 * time.Millisecond,
	})
	require.NoError(t, err)
	srv := httptest.NewUnstartedServer(nil)
	srv.Config.Handler = around(s.Handler(srv.Listener.Addr().String()))
	srv.Start()
	t.Cleanup(srv.Close)
	return s.Address(srv.Listener), trail
}

func asIs(h http.Handler) http.Handler { return h }

// fetched is an answer of the server.
func fetched(t *testing.T, method, address, body string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(text)
}

// TestExploreAnswersOnlyItsOwn: without the token, or by another name of the machine, there is nothing.
func TestExploreAnswersOnlyItsOwn(t *testing.T) {
	a, _ := exploring(t, explored, asIs)
	get := func(address string, change func(*http.Request)) int {
		code, _ := fetched(t, "GET", address, "", change)
		return code
	}
	require.Regexp(t, `^http://127\.0\.0\.1:\d+/[a-z2-7]{20,}/$`, a)
	require.Equal(t, 200, get(a, nil))
	host := strings.SplitN(a, "/", 4)[2]
	_, port, _ := strings.Cut(host, ":")
	require.Equal(t, 200, get(a, func(r *http.Request) { r.Host = "localhost:" + port }))
	for _, name := range []string{"example.com", "example.com:" + port, "127.0.0.1", ""} {
		if name != "" {
			require.Equal(t, 403, get(a, func(r *http.Request) { r.Host = name }), name)
		}
	}
	require.Equal(t, 403, get(a, func(r *http.Request) { r.Header.Set("Origin", "http://example.com") }))
	require.Equal(t, 200, get(a, func(r *http.Request) { r.Header.Set("Origin", "http://"+host) }))
	require.Equal(t, 404, get("http://"+host+"/", nil))
	require.Equal(t, 404, get("http://"+host+"/aaaaaaaaaaaaaaaaaaaaaaaaaa/", nil))
	require.Equal(t, 404, get(a+"take", nil), "what changes the run is posted")
	for _, wrong := range []string{"choices", "choices?at=-1"} {
		require.Equal(t, 400, get(a+wrong, nil))
	}
	code, text := fetched(t, "POST", a+"take", "{", nil)
	require.Equal(t, 400, code)
	require.Contains(t, text, "this is no order")
}

// acted is what an act has made of the run.
type acted struct {
	Said string
	Bad  bool
	Run  struct {
		From    int
		Start   []actedChange
		Steps   []actedStep
		Cycle   int
		Wrong   bool
		Verdict string
		Remarks []string
	}
}

type actedStep struct {
	N       int
	Faults  []string
	Changes []actedChange
}

type actedChange struct {
	Name, After string
	Owner       int
}

func act(t *testing.T, a, what, order string) (out acted) {
	t.Helper()
	code, text := fetched(t, "POST", a+what, order, nil)
	require.Equal(t, 200, code, text)
	require.NoError(t, json.Unmarshal([]byte(text), &out))
	return out
}

// TestExplore: steps are taken and taken back, the nearest error is found, and the trail that is saved
// replays.
func TestExplore(t *testing.T) {
	a, trail := exploring(t, explored, asIs)
	_, text := fetched(t, "GET", a+"choices?at=0", "", nil)
	require.Equal(t, 1, strings.Count(text, `"text"`), text)
	require.Contains(t, text, `"text":"x \u003c 9"`)
	got := act(t, a, "take", `{"at":0,"choice":0}`)
	require.Equal(t, 0, got.Run.From)
	require.Len(t, got.Run.Steps, 1)
	require.Equal(t, "no error so far", got.Run.Verdict)
	got = act(t, a, "take", `{"at":1,"choice":7}`)
	require.True(t, got.Bad)
	require.Empty(t, got.Run.Steps)
	got = act(t, a, "random", `{"at":1,"steps":3}`)
	require.Len(t, got.Run.Steps, 3)
	got = act(t, a, "undo", `{"at":4}`)
	require.Equal(t, 3, got.Run.From)
	require.Empty(t, got.Run.Steps)
	got = act(t, a, "search", `{"at":0}`)
	require.Equal(t, "assertion violated (x!=3), 8 moves further", got.Said) // x is 3 after 6, then Q
	require.Equal(t, 0, got.Run.From)
	require.Len(t, got.Run.Steps, 8)
	require.True(t, got.Run.Wrong)
	require.Equal(t, "assertion violated: assert(x != 3)", got.Run.Verdict)
	require.True(t, act(t, a, "search", `{"at":8}`).Bad, "the run is over")
	require.Equal(t, 0, act(t, a, "undo", `{"at":0}`).Run.From)
	require.True(t, act(t, a, "undo", `{"at":0}`).Bad, "nothing is left to take back")
	act(t, a, "search", `{"at":0}`)
	got = act(t, a, "save", `{"at":8}`)
	require.Contains(t, got.Said, "REPLAY shows it")
	var out, errs bytes.Buffer
	model := strings.TrimSuffix(trail, ".saved")
	require.Zero(t, run([]string{"gospin", "replay", "-k", trail, model}, nil, &out, &errs), errs.String())
	require.Contains(t, out.String(), "error: assertion violated: assert(x != 3)")
}

// TestExploreWhileOneIsSlow: an order whose body doesn't come holds up no other, and is given up.
func TestExploreWhileOneIsSlow(t *testing.T) {
	a, _ := exploring(t, explored, asIs)
	_, host, _ := strings.Cut(a, "//")
	host, path, _ := strings.Cut(host, "/")
	slow, err := net.Dial("tcp", host)
	require.NoError(t, err)
	defer slow.Close()
	_, err = fmt.Fprintf(slow, "POST /%stake HTTP/1.1\r\nHost: %s\r\nContent-Length: 9\r\n\r\n{", path, host)
	require.NoError(t, err)
	said := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(slow) // to the end of the connection
		said <- string(text)
	}()
	for len(said) == 0 {
		require.Empty(t, act(t, a, "random", `{"at":0,"steps":1}`).Said)
	}
	require.Contains(t, <-said, "400 Bad Request")
}

// TestExploreUndoneIsRedone: what was taken back, or left for another way, comes back, the latest first.
func TestExploreUndoneIsRedone(t *testing.T) {
	a, _ := exploring(t, explored, asIs)
	require.True(t, act(t, a, "redo", `{"at":0}`).Bad)
	require.Len(t, act(t, a, "search", `{"at":0}`).Run.Steps, 8)
	got := act(t, a, "undo", `{"at":2}`)
	require.Equal(t, "6 steps taken back; redo brings them back", got.Said)
	require.Equal(t, 2, got.Run.From)
	require.Len(t, act(t, a, "take", `{"at":1,"choice":0}`).Run.Steps, 1, "one step is left for another")
	got = act(t, a, "redo", `{"at":2}`)
	require.Equal(t, 1, got.Run.From)
	require.Len(t, got.Run.Steps, 1)
	got = act(t, a, "redo", `{"at":0}`)
	require.Equal(t, 2, got.Run.From)
	require.Len(t, got.Run.Steps, 6)
	require.Equal(t, "assertion violated: assert(x != 3)", got.Run.Verdict)
	require.Equal(t, []string{"x != 3 is false: x = 3 since step 6 of P (0)"}, got.Run.Remarks)
	require.True(t, act(t, a, "redo", `{"at":0}`).Bad)
}

const followedModel = `byte x;
active proctype P() { do :: x < 2 -> x++ :: x == 2 -> x = 0 :: x == 1 -> end: x == 9 od }
active proctype Q() { end: do :: x == 7 -> skip od }
ltl small { [] (x < 5) }
ltl again { [] (x == 1 -> <> (x == 2)) }
ltl two { [] (x != 2) }
`

// shownAt are the values of an expression behind the steps of a run, as they change.
func (a *acted) shownAt(name string) (out []string) {
	for _, s := range append([]actedStep{{Changes: a.Run.Start}}, a.Run.Steps...) {
		for _, c := range s.Changes {
			if c.Name == name && c.Owner == -2 {
				out = append(out, fmt.Sprint(s.N, ": ", c.After))
			}
		}
	}
	return out
}

// TestExploreFollowsFormulas: along the run they say what is to come; a run that violates one is found from
// any state, and its trail replays with the formula.
func TestExploreFollowsFormulas(t *testing.T) {
	a, trail := exploring(t, followedModel, asIs)
	got := act(t, a, "violate", `{"at":0,"text":"two"}`)
	require.Equal(t, "two is violated, 4 moves further", got.Said)
	require.Equal(t, []string{"0: open", "4: violated since step 4"}, got.shownAt("ltl two"))
	require.Equal(t, []string{"0: open", "2: open: <> (x == 2) is to come", "4: open"}, got.shownAt("ltl again"))
	require.Equal(t, "violates two: [] (x != 2): however the run goes on", got.Run.Verdict)
	require.Equal(t, []string{"x != 2 is false after step 4: x = 2 since step 4 of P (0)"}, got.Run.Remarks)
	require.Equal(t, -1, got.Run.Cycle)
	got = act(t, a, "violate", `{"at":2,"text":"again"}`)
	again := "again: [] (x == 1 -> <> (x == 2))"
	require.Equal(t, "violates "+again+": the run ends, and stays where it is", got.Run.Verdict)
	require.Equal(t, got.Run.From+len(got.Run.Steps), got.Run.Cycle)
	require.Contains(t, act(t, a, "save", `{"at":3}`).Said, "saved in")
	var out, errs bytes.Buffer
	model := strings.TrimSuffix(trail, ".saved")
	require.Zero(t, run([]string{"gospin", "replay", "-k", trail, model}, nil, &out, &errs), errs.String())
	require.Contains(t, out.String(), "violates "+again+"\n")
	require.Contains(t, out.String(), "this state stays for ever")

	got = act(t, a, "violate", `{"at":0,"text":"small"}`)
	require.Equal(t, "every way on keeps small", got.Said)
	require.False(t, got.Run.Wrong)
	require.True(t, act(t, a, "violate", `{"at":0,"text":"none"}`).Bad)
	got = act(t, a, "search", `{"at":0}`)
	require.Equal(t, "again is violated, 3 moves further", got.Said, "where no assertion fails, formulas are next")
}

// TestExploreReachesAndWatches: a state with an expression is gone on to, and expressions can be watched
// along the run that there is.
func TestExploreReachesAndWatches(t *testing.T) {
	a, _ := exploring(t, followedModel, asIs)
	got := act(t, a, "reach", `{"at":0,"text":"x == 2 && P[0]@end == 0"}`)
	require.Equal(t, "x == 2 && P[0]@end == 0, 4 moves further", got.Said)
	require.Len(t, got.Run.Steps, 4)
	got = act(t, a, "watch", `{"at":4,"text":"x * 10"}`)
	require.Equal(t, []string{"0: 0", "2: 10", "4: 20"}, got.shownAt("x * 10"))
	_, text := fetched(t, "GET", a+"choices?at=0", "", nil)
	require.Contains(t, text, `"watches":["x * 10"]`)
	require.Contains(t, text, `"waits":[{"pid":1,"for":"x == 7 (x = 0)"}]`)
	got = act(t, a, "watch", `{"at":4,"choice":0}`)
	require.Empty(t, got.shownAt("x * 10"))
	require.Len(t, got.Run.Steps, 4)
	for order, why := range map[string]string{
		`{"text":"y == 1"}`: "undeclared variable: y", `{"text":"x == 77"}`: "no state with x == 77 can be reached from here",
		`{"text":"x, x"}`: "one expression", `{"text":"x < 9 &&"}`: "the expression does not end",
	} {
		got := act(t, a, "reach", order)
		require.True(t, got.Bad, order)
		require.Contains(t, got.Said, why)
	}
	require.True(t, act(t, a, "watch", `{"at":0,"text":" ","choice":3}`).Bad)
}

// explorePage serves a model, has a script act on the page in a browser, and returns what the script says.
func explorePage(t *testing.T, model, script string) (text, trail string) {
	t.Helper()
	said := make(chan string, 1)
	a, trail := exploring(t, model, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/said") {
				text, _ := io.ReadAll(r.Body)
				said <- string(text)
				return
			}
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			for k, v := range rec.Header() {
				w.Header()[k] = v
			}
			w.WriteHeader(rec.Code)
			io.WriteString(w, strings.Replace(rec.Body.String(), "</body>", fmt.Sprintf(driver, script), 1))
		})
	})
	cmd := browser(t, a)
	cancelGroup(cmd)
	require.NoError(t, cmd.Start())
	text = "nothing"
	select {
	case text = <-said:
	case <-time.After(time.Minute):
	}
	_ = cmd.Cancel()
	_ = cmd.Wait()
	return text, trail
}

// TestExploreInABrowser: what the page asks for comes, by keys and buttons.
func TestExploreInABrowser(t *testing.T) {
	if !thorough.On {
		t.Skip("the tag conformance asks for it")
	}
	script := `
		await until(() => document.querySelectorAll(".choice").length);
		press("1"); await until(() => location.hash === "#step=1"); say(current());
		at("random").click(); await until(() => location.hash === "#step=2"); say(value("x"));
		press("u"); await until(() => location.hash === "#step=1"); say(value("x"));
		press("s"); await until(() => location.hash === "#step=8"); say(at("said").textContent);
		say(at("verdict").textContent); await until(() => !document.querySelector(".choice")); say(at("choices").textContent);
		press("Home"); await until(() => document.querySelector(".choice")); say(at("ask").textContent);
		document.querySelector(".choice").click(); await until(() => at("where").textContent === "step 1 of 1"); say(current());
		at("save").click(); await until(() => at("said").textContent.includes("saved")); say(document.querySelectorAll(".row").length);`
	text, trail := explorePage(t, explored, script)
	require.Equal(t, strings.Join([]string{
		"P (0)x < 9", "0 → 1", "0", "assertion violated (x!=3), 7 moves further",
		"assertion violated: assert(x != 3)", "The run ends here, with an error.",
		"Next after step 0 (what follows is left out)", "P (0)x < 9", "2",
	}, "\n"), text)
	require.FileExists(t, trail)
}

// TestExploreTypesInABrowser: expressions are typed on the page without their letters being keys; of many
// choices, a number of two digits takes one, and what was taken back comes back.
func TestExploreTypesInABrowser(t *testing.T) {
	script := `
		const typing = (field, text) => {
			at(field).value = text;
			press("n", at(field)); press("u", at(field));
			at(field).form.requestSubmit();
		};
		const shown = name => (values => values.length ? value(name) : "no " + name)([...document.querySelectorAll("th")].filter(e => e.textContent === name));
		await until(() => document.querySelectorAll(".choice").length === 12);
		press("1"); press("2"); await until(() => location.hash === "#step=1"); say(current());
		press("g"); say(document.activeElement.id);
		typing("reach", "x == 3"); await until(() => at("said").textContent.includes("further")); say(at("said").textContent);
		typing("expression", "x * 7"); await until(() => document.querySelector("#watches button")); say(shown("x * 7"));
		document.querySelector("#watches button").click(); await until(() => !document.querySelector("#watches button")); say(shown("x * 7"));
		press("Home"); press("u"); await until(() => at("where").textContent === "step 0 of 0"); say(at("said").textContent);
		await until(() => !at("redo").disabled); press("U"); await until(() => at("where").textContent === "step 3 of 3"); say(value("x"));
		document.querySelector("#violate button").click(); await until(() => at("verdict").textContent.includes("violates low")); say(at("remarks").textContent);
		typing("reach", "y"); await until(() => at("said").classList.contains("bad")); say(at("said").textContent);
		say([...document.querySelectorAll("#waits li")].map(e => e.textContent).join("|"));
		say(document.documentElement.scrollWidth <= innerWidth);`
	text, _ := explorePage(t, "byte x; active [12] proctype P() { x++ }\nactive proctype W() { x == 200 }\n"+
		"ltl low { [] (x < 4) }\n", script)
	require.Equal(t, strings.Join([]string{
		"P (0)x++", "reach", "x == 3, 2 moves further", "14 → 21", "no x * 7", "3 steps taken back; redo brings them back",
		"2 → 3", "x < 4 is false after step 4: x = 4 since step 4 of P (9)", "undeclared variable: y",
		"W (12) waits for x == 200 (x = 4 since step 4 of P (9))", "true",
	}, "\n"), text)
}

// TestExploreCommand: the address is printed, the run of a trail is there, and an interrupt ends it.
func TestExploreCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(explored), 0o644))
	var errs bytes.Buffer
	require.Equal(t, 2, run([]string{"gospin", "explore", "-t", "0", "m.pml"}, nil, io.Discard, &errs))
	require.Contains(t, errs.String(), "there is no trail m.pml.trail: gospin verify writes one")
	require.Equal(t, 1, run([]string{"gospin", "verify", "m.pml"}, nil, io.Discard, &errs))
	out, in := io.Pipe()
	ended := make(chan int)
	go func() {
		ended <- run([]string{"gospin", "explore", "-t", "0", "-n", "1", "m.pml"}, nil, in, io.Discard)
	}()
	line := make([]byte, 200)
	n, err := out.Read(line)
	require.NoError(t, err)
	_, text := fetched(t, "GET", strings.TrimSpace(string(line[:n])), "", nil)
	require.Regexp(t, regexp.MustCompile(`"verdict":"violates assertions: assertion violated: assert\(x != 3\)"`), text)
	signalSelf(t, syscall.SIGINT)
	select {
	case code := <-ended:
		require.Zero(t, code)
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
}
