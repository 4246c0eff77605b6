//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// kept are models whose searches take long enough to be killed, and their flags.
const kept = `
byte n[4], c;
active [4] proctype P() {
	do
	:: n[_pid] < 7 -> n[_pid]++
	:: n[_pid] == 7 -> n[_pid] = 0
	:: n[_pid] == 5 && c == 0 -> c = 1; c = 0
	:: n[0] == 7 && n[1] == 7 && n[2] == 6 -> assert(n[3] < 3)
	:: c == 9 -> c = 0; skip; skip
	od
}
ltl some { [] (n[0] < 8) }
`

// figuresIn are the figures of a report by which runs are compared: of all searches, with what is unreached.
func figuresIn(t *testing.T, out string) []string {
	t.Helper()
	re := `"(stored|matched|transitions|atomic_steps|errors|verdict|line|statement)":[^,}]*`
	all := regexp.MustCompile(re).FindAllString(out, -1)
	require.NotEmpty(t, all, out)
	return all
}

// TestKilledAndGoneOnWith: whenever a run is killed that is kept, whoever goes on with it, with another
// number of workers, comes to the same.
func TestKilledAndGoneOnWith(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(kept), 0o600))
	run := func(line string) (string, int, time.Duration) {
		begin := time.Now()
		cmd, out, errs := program(t, dir, "", line)
		code, _ := ended(cmd)
		require.NotContains(t, []int{2, 4}, code, errs)
		return out.String(), code, time.Since(begin)
	}
	leader, err := os.ReadFile("../../examples/leader.pml")
	require.NoError(t, err)
	counts := regexp.MustCompile(`pan: stored=(\d+) matched=(\d+) transitions=(\d+)`).FindSubmatch(leader)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "leader.pml"), leader, 0o600))
	r := rand.New(rand.NewPCG(7, 8))
	for name, flags := range map[string]string{
		"all": "-c0 -noreduce -shorten 0", "deep": "-c0 -noreduce -order=dfs -only=end-states",
		"tree":   "-c0 -noreduce -compress=tree -only=end-states -shorten 0",
		"unmove": "-noreduce -compress=unmove -only=end-states -shorten 0",
		"turns":  "-noreduce -only=end-states -shorten 0",
		"pan":    "-noreduce -o1 -o2 -o3",
	} {
		if !thorough.On && (name == "deep" || name == "tree" || name == "turns") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			model := "m.pml"
			if name == "pan" {
				model = "leader.pml"
			}
			want, code, took := run("verify -json " + flags + " " + model)
			if name == "pan" {
				for i, of := range []string{"stored", "matched", "transitions"} {
					require.Regexp(t, `"`+of+`": *`+string(counts[1+i])+`\b`, want)
				}
			}
			ck := name + ".ck"
			rounds := thorough.Of(1, 3)
			if os.Getenv("GOSPIN_LONG") != "" {
				rounds = 35
			}
			for round := range rounds {
				line := "verify -json " + flags + " -checkpoint " + ck + ",5ms " + model
				kills, turned := 0, false
				for {
					cmd, out, errs := program(t, dir, "", line)
					s := syscall.SIGKILL
					if r.IntN(3) == 0 {
						s = syscall.SIGTERM
					}
					if kills < 6 {
						in := time.Duration(r.Int64N(int64(took)))
						time.AfterFunc(in, func() { _ = cmd.Process.Signal(s) })
					}
					got, _ := ended(cmd)
					if got == code && !strings.Contains(out.String(), "interrupted") {
						require.Equal(t, figuresIn(t, want), figuresIn(t, out.String()), "round %d, %d kills", round, kills)
						break
					}
					kills++
					require.Less(t, kills, 50, errs.String())
					if _, err := os.Stat(filepath.Join(dir, ck, "run")); err != nil {
						continue // it had not begun
					}
					line = "verify -json -resume " + ck
					if name == "all" || name == "unmove" {
						line += " -workers " + strconv.Itoa(1+r.IntN(4))
					}
					if turned = turned || name == "turns" && r.IntN(2) == 0; turned {
						line += " -compress=unmove"
					}
				}
				require.NoError(t, os.RemoveAll(filepath.Join(dir, ck)))
			}
		})
	}
}

// TestInterruptedTenTimes: a search of minutes that is interrupted ten times, and continued by other numbers
// of workers, reports what an undisturbed one does.
func TestInterruptedTenTimes(t *testing.T) {
	if os.Getenv("GOSPIN_LONG") == "" {
		t.Skip("GOSPIN_LONG runs it")
	}
	dir := t.TempDir()
	mutex, err := os.ReadFile("../../examples/papers/mutex.pml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), mutex, 0o600))
	const line = "verify -json -noreduce -only=end-states -shorten 0 -DN=18"
	begin := time.Now()
	cmd, out, errs := program(t, dir, "", line+" m.pml")
	code, _ := ended(cmd)
	require.Zero(t, code, errs)
	want, took := figuresIn(t, out.String()), time.Since(begin)
	next, times := line+" -checkpoint ck,1s m.pml", 0
	for {
		cmd, out, errs := program(t, dir, "", next)
		if times < 10 {
			time.AfterFunc(took/12, func() { _ = cmd.Process.Signal(syscall.SIGTERM) })
		}
		if code, _ = ended(cmd); code == 0 {
			require.Equal(t, want, figuresIn(t, out.String()), "interrupted %d times", times)
			break
		}
		require.Equal(t, 3, code, errs)
		times++
		next = "verify -json -resume ck -workers " + strconv.Itoa(1+times%4)
	}
	t.Log(took, times)
	require.Greater(t, times, 2)
}

// TestAdviceWithoutMemory: a search that runs out of memory says what it held, what else would hold more, and
// how to go on with it.
func TestAdviceWithoutMemory(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(grown), 0o600))
	cmd, out, errs := program(t, dir, "", "verify -noreduce -only=end-states -mem 32M -checkpoint ck m.pml")
	code, _ := ended(cmd)
	require.Equal(t, 3, code, errs)
	figures := `[0-9.]+ MiB held [0-9.]+ .*states, of [0-9.]+ bytes in tables, and [0-9.]+ .* of them ` +
		`are still to be expanded; it holds [0-9.]+ million to [0-9.]+ million by -compress=tree, of 3 to 7 bytes, and more by ` +
		`-compress=unmove -noreduce, of 1 to 2 besides open ones; less is kept by -cache auto and -sweep; several machines hold more`
	require.Regexp(t, figures, out.String())
	require.Contains(t, out.String(), "to go on: gospin verify -resume ck, with a larger -mem, or with -compress=unmove, which")
}

// TestWhatIsKeptIsRefused: for what has changed since, and while another process has it.
func TestWhatIsKeptIsRefused(t *testing.T) {
	dir := t.TempDir()
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(kept), 0o600))
	is := func(want, line string) {
		t.Helper()
		cmd, _, errs := program(t, dir, "", line)
		code, _ := ended(cmd)
		require.Equal(t, 2, code, errs)
		require.Contains(t, errs.String(), want)
	}
	is("ck has no checkpoint", "verify -resume ck")
	cmd, _, errs := program(t, dir, "", "verify -checkpoint ck -time 300ms -quiet -only=safety -noreduce m.pml")
	code, _ := ended(cmd)
	require.Contains(t, []int{1, 3}, code, errs)
	is("ck has a checkpoint already", "verify -checkpoint ck m.pml")
	is("-D is not for -resume", "verify -resume ck -DN=3")
	is("takes its model from there", "verify -resume ck m.pml")
	is("no other process could go on with the search", "verify -checkpoint other -bitstate m.pml")
	is("a checkpoint takes a folder and a time", "verify -checkpoint other,x m.pml")
	require.NoDirExists(t, filepath.Join(dir, "other"))
	require.NoError(t, os.WriteFile(model, []byte(strings.Replace(kept, "n[3] < 3", "n[3] < 4", 1)), 0o600))
	is("m.pml has changed since: line 8", "verify -resume ck")
	require.NoError(t, os.WriteFile(model, []byte(kept), 0o600))

	running, _, _ := program(t, dir, "", "verify -checkpoint busy -only=end-states -noreduce m.pml")
	require.NoError(t, running.Process.Signal(syscall.SIGSTOP))
	for range 100 {
		if _, err := os.Stat(filepath.Join(dir, "busy", "run")); err == nil {
			is("another process is using this checkpoint", "verify -resume busy")
			break
		}
		require.NoError(t, running.Process.Signal(syscall.SIGCONT))
		time.Sleep(10 * time.Millisecond)
		require.NoError(t, running.Process.Signal(syscall.SIGSTOP))
	}
	require.NoError(t, running.Process.Kill())
	ended(running)
}
