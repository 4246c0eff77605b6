package main

import (
	"bytes"
	"context"
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

	"gospin/verifier/confirm"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/trail/explore"
	"gospin/verifier/trail/page"
	"gospin/vm"
)

const explored = `byte x;
active proctype P() { do :: x < 9 -> x++ :: x > 0 -> x-- od }
active proctype Q() { x == 3; assert(x != 3) }
`

// exploring is a server of the model explored, behind a handler that may change what it answers.
func exploring(t *testing.T, around func(http.Handler) http.Handler) (address, trail string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(explored), 0o644))
	p, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	trail = path + ".saved"
	s, err := explore.New(explore.Config{
		Program: p, About: page.About{Model: path}, Rand: rand.New(rand.NewPCG(1, 1)), Trail: trail, Replay: "REPLAY",
		Patience: 200 * time.Millisecond,
		Search: func(ctx context.Context, from *vm.State) ([]vm.Move, string, string) {
			return confirm.Nearest(ctx, p, from, search.Limits{Memory: 1 << 28})
		},
	}, nil)
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
	a, _ := exploring(t, asIs)
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
		From  int
		Steps []struct {
			N      int
			Faults []string
		}
		Wrong   bool
		Verdict string
	}
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
	a, trail := exploring(t, asIs)
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
	a, _ := exploring(t, asIs)
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

// TestExploreSaysWhatItDoesNotSearch: of a formula, a page's search knows nothing.
func TestExploreSaysWhatItDoesNotSearch(t *testing.T) {
	for claim, want := range map[string]string{"": "", "ltl l { [] (x < 1) }": "gospin verify m.pml does"} {
		opened, err := source.Source{Model: "m.pml", Read: func(string) ([]byte, error) {
			return []byte("byte x; active proctype P() { x = 1 }\n" + claim), nil
		}}.Open(t.Context())
		require.NoError(t, err)
		require.Contains(t, unsearched(opened), want)
		require.Equal(t, want == "", unsearched(opened) == "")
	}
}

// TestExploreInABrowser: what the page asks for comes, by keys and buttons.
func TestExploreInABrowser(t *testing.T) {
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
	said := make(chan string, 1)
	a, trail := exploring(t, func(h http.Handler) http.Handler {
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
	text := "nothing"
	select {
	case text = <-said:
	case <-time.After(time.Minute):
	}
	_ = cmd.Cancel()
	_ = cmd.Wait()
	require.Equal(t, strings.Join([]string{
		"P (0)x < 9", "0 → 1", "0", "assertion violated (x!=3), 7 moves further",
		"assertion violated: assert(x != 3)", "The run ends here, with an error.",
		"Next after step 0 (what follows is left out)", "P (0)x < 9", "2",
	}, "\n"), text)
	require.FileExists(t, trail)
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
	require.Regexp(t, regexp.MustCompile(`"verdict":"assertion violated: assert\(x != 3\)"`), text)
	signalSelf(t, syscall.SIGINT)
	select {
	case code := <-ended:
		require.Zero(t, code)
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
}
