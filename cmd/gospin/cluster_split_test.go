//go:build nats && unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/report"
)

// panCounts are what pan -o1 -o2 -o3 counts, which the examples record.
var panCounts = regexp.MustCompile(`pan: stored=(\d+) matched=(\d+) transitions=(\d+) atomic=(\d+) depth=\d+ errors=(\d+)`)

// raw are the flags with which counts are pan's.
var raw = []string{"verify", "-o1", "-o2", "-o3", "-report", "json"}

// isPans checks the counts of a report, and which statements are never executed.
func isPans(t *testing.T, example string, r *report.Report) {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + example + ".pml")
	require.NoError(t, err)
	want := panCounts.FindStringSubmatch(string(text))
	require.NotNil(t, want)
	s := &r.States
	require.Equal(t, strings.Join(want[1:], " "),
		fmt.Sprint(s.Stored, s.Matched, s.Transitions, s.AtomicSteps, r.Found), example)
	require.Equal(t, report.Holds, r.Verdict)
	alone := exec.Command(mustExecutable(), append(raw, "../../examples/"+example+".pml")...)
	alone.Env = append(os.Environ(), asProgram+"=1")
	out, err := alone.Output()
	require.NoError(t, err)
	same := &report.Report{}
	require.NoError(t, json.Unmarshal(out, same))
	if example == "phils" {
		require.NotEmpty(t, same.Unreached)
	}
	require.Equal(t, same.Unreached, r.Unreached)
}

// verifying is a search in partitions that is under way.
type verifying struct {
	*exec.Cmd
	out  bytes.Buffer
	errs *output
	left chan error
}

// beginSplit begins a search in partitions.
func beginSplit(t *testing.T, args ...string) *verifying {
	t.Helper()
	v := &verifying{Cmd: exec.Command(mustExecutable(), args...), errs: &output{}, left: make(chan error, 1)}
	v.Env = append(os.Environ(), asProgram+"=1", "GOSPIN_LEASE=1s")
	if _, is := os.LookupEnv("GOSPIN_SAVE"); !is {
		v.Env = append(v.Env, "GOSPIN_SAVE=20K")
	}
	v.Stdout, v.Stderr = &v.out, v.errs
	require.NoError(t, v.Start())
	t.Cleanup(func() { _ = v.Process.Kill() })
	go func() { v.left <- v.Wait() }()
	return v
}

// report waits for the end.
func (v *verifying) report(t *testing.T) *report.Report {
	t.Helper()
	select {
	case err := <-v.left:
		require.NoError(t, err, "%s", v.errs)
	case <-time.After(4 * time.Minute):
		t.Fatalf("the search does not end: %s", v.errs)
	}
	r := &report.Report{}
	require.NoError(t, json.Unmarshal(v.out.Bytes(), r), "%s", &v.out)
	return r
}

// owners returns the processes that own partitions.
func (v *verifying) owners() (pids []int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", v.Process.Pid, v.Process.Pid))
	if err != nil {
		return nil
	}
	all, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", v.Process.Pid))
	for _, path := range all {
		more, _ := os.ReadFile(path)
		text = append(append(text, ' '), more...)
	}
	seen := map[string]bool{}
	for _, f := range strings.Fields(string(text)) {
		if n, err := strconv.Atoi(f); err == nil && !seen[f] {
			seen[f] = true
			pids = append(pids, n)
		}
	}
	return pids
}

// TestClusterSplitCountsAsPan: searches in partitions, whose owners are killed, or stopped for longer than
// their lease and continued, at random moments.
func TestClusterSplitCountsAsPan(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	models := []string{"phils"}
	long := os.Getenv("GOSPIN_LONG") != ""
	if long {
		models = []string{"buffer", "bus", "cambridge", "dtp", "farm", "hajek", "leader", "llc", "peterson", "pftp",
			"phils", "phone", "potest", "snoopy", "sort", "urp", "window"}
	}
	killed, stopped := 0, 0
	for i, model := range models {
		dir := t.TempDir()
		v := beginSplit(t, append(raw, "-cluster", "-cluster-dir", dir, "-workers", "3", "../../examples/"+model+".pml")...)
		random := rand.New(rand.NewPCG(uint64(i), 5))
		ended := make(chan struct{})
		var disturber sync.WaitGroup
		disturber.Go(func() {
			for n := 0; n < 9; n++ {
				select {
				case <-ended:
					return
				case <-time.After(time.Duration(200+random.IntN(500)) * time.Millisecond):
				}
				all := v.owners()
				if len(all) == 0 {
					continue
				}
				pid := all[random.IntN(len(all))]
				if n%3 == 2 {
					stopped++
					_ = syscall.Kill(pid, syscall.SIGSTOP)
					time.AfterFunc(1800*time.Millisecond, func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
				} else {
					killed++
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		})
		isPans(t, model, v.report(t))
		close(ended)
		disturber.Wait()
		require.Contains(t, v.errs.String(), "partitions were saved")
	}
	t.Log("killed", killed, "stopped", stopped)
	require.Positive(t, killed)
	require.Positive(t, stopped)
}

// TestClusterSplitOutlivesItsServer: the server is another process, which dies and comes back, and workers
// join by themselves.
func TestClusterSplitOutlivesItsServer(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	server, _ := hub(t, dir)
	for range 2 {
		process(t, "worker", "-cluster", "-cluster-dir", dir, "-j", "1", "-mem", "500M")
	}
	models, most, killed := []string{"potest"}, 1, 0
	if os.Getenv("GOSPIN_LONG") != "" {
		models = []string{"pftp", "llc", "farm", "cambridge", "bus", "urp", "window", "leader", "phils"}
		most = 20
	}
	wait := 900 * time.Millisecond
	for i := 0; killed < most; i++ {
		model := models[i%len(models)]
		v := beginSplit(t, append(raw, "-cluster", "-cluster-dir", dir, "-workers", "1",
			"../../examples/"+model+".pml")...)
		for over := false; !over && killed < most; {
			select {
			case err := <-v.left:
				v.left <- err
				over, wait = true, wait*2/3 // too late
				continue
			case <-time.After(wait):
			}
			kill(server)
			killed++
			time.Sleep(300 * time.Millisecond)
			server, _ = process(t, "worker", "-cluster", "-cluster-dir", dir, "-j", "1", "-mem", "1M")
		}
		isPans(t, model, v.report(t))
		require.NotContains(t, v.errs.String(), "has ended", "one worker of its own")
	}
	t.Log("server killed", killed)
}

// TestClusterSplitExplains: an error has its trail, which is replayed, and limits hold.
func TestClusterSplitExplains(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv(asProgram, "1") // of owners
	t.Setenv("GOSPIN_LEASE", "1s")
	dir := t.TempDir()
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(`byte x, y;
chan c = [2] of { byte };
active proctype A() { do :: x < 20 -> x++; c!x :: y == 7 && x == 13 -> assert(false) od }
active proctype B() { byte v; do :: c?v -> y = v % 8 od }
`), 0o600))
	code, out, errs := gospin(t, "verify -cluster -workers 2 -cluster-dir "+dir+"/d "+model)
	require.Equal(t, 1, code, out+errs)
	require.Contains(t, out, "deadlock")
	require.FileExists(t, model+".trail")
	code, out, errs = gospin(t, "verify -E -cluster -workers 2 -cluster-dir "+dir+"/d "+model)
	require.Equal(t, 0, code, out+errs)
	deep := filepath.Join(dir, "deep.pml") // the first entry would never end
	require.NoError(t, os.WriteFile(deep, []byte(`int a, b;
active proctype A() { do :: a++ od }
active proctype B() { do :: b++ od }
active proctype C() { a == 20 && b == 20 -> assert(false) }
`), 0o600))
	code, out, errs = gospin(t, "verify -cluster -workers 1 -partitions 1 -cluster-dir "+dir+"/d "+deep)
	require.Equal(t, 1, code, out+errs)
	require.Contains(t, out, "assert(false)")
	code, out, _ = gospin(t, "verify -states 50 -E -cluster -workers 2 -cluster-dir "+dir+"/d "+model)
	require.Equal(t, 3, code)
	require.Contains(t, out, "state limit reached")
	code, _, errs = gospin(t, "verify -cluster "+model+" "+model)
	require.Equal(t, 2, code)
	require.Contains(t, errs, "takes one model")
	for flags, why := range map[string]string{
		"-order bfs":            "-order is not for -cluster",
		"-por=spin":             "-cluster omits no moves",
		"-nats nats://other:42": "one of both",
	} {
		code, _, errs = gospin(t, "verify "+flags+" -cluster "+model)
		require.Equal(t, 2, code, flags)
		require.Contains(t, errs, why, flags)
	}
}

// TestClusterSplitSymmetry: workers agree on which states stand for others, so they store as many as one
// process; runs are those of the model.
func TestClusterSplitSymmetry(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv(asProgram, "1") // of owners
	dir := t.TempDir()
	models := []string{"-DN=16 ../../examples/papers/mutex.pml", "-DHASTY ../../examples/farm.pml"}
	if os.Getenv("GOSPIN_LONG") != "" {
		models = append(models, "../../examples/papers/dining.pml", "../../examples/farm.pml")
	}
	for _, model := range models {
		of := func(how string) *report.Report {
			_, out, errs := typedLine("verify -json -trail " + dir + "/t " + how + " " + model)
			r := &report.Report{}
			require.NoError(t, json.Unmarshal([]byte(out), r), errs)
			return r
		}
		alone := of("-por=off -symmetry=auto")
		split := of("-symmetry=check -cluster -workers 3 -cluster-dir " + dir + "/d")
		require.Equal(t, alone.Verdict, split.Verdict, model)
		require.Contains(t, split.Symmetry, alone.Symmetry)
		if alone.Verdict == report.Holds {
			require.Equal(t, alone.States.Stored, split.States.Stored, model)
			require.Equal(t, alone.Unreached, split.Unreached, model)
			continue
		}
		code, out, errs := typedLine("replay -k " + dir + "/t " + model)
		require.Equal(t, 0, code, errs)
		require.Contains(t, out, "violates invalid end states")
	}
}

// TestClusterSplitInLittleRoom: if there is little room for logs, partitions are saved more often; if there
// is too little, the search says so, and what it counts is whole.
func TestClusterSplitInLittleRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	begin := func(model string, room string, flags ...string) *verifying {
		t.Setenv("GOSPIN_ROOM", room)
		t.Setenv("GOSPIN_SAVE", "")
		args := append(raw, "-cluster", "-cluster-dir", t.TempDir(), "-workers", "2", "-partitions", "4")
		return beginSplit(t, append(append(args, flags...), "../../examples/"+model+".pml")...)
	}
	v := begin("farm", "600K")
	isPans(t, "farm", v.report(t))
	require.Regexp(t, `partitions were saved \d+ times`, v.errs.String())
	if os.Getenv("GOSPIN_LONG") == "" {
		return
	}
	v = begin("farm", "20K")
	<-v.left
	require.Equal(t, 3, v.ProcessState.ExitCode(), v.errs)
	r := &report.Report{}
	require.NoError(t, json.Unmarshal(v.out.Bytes(), r), "%s", &v.out)
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Contains(t, r.Reason, "no more room for logs")
	require.NotContains(t, v.errs.String(), "has ended")
}
