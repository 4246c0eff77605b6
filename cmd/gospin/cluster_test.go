//go:build nats && unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"gospin/cmd/cluster"
	"gospin/cmd/sweeps"
)

// output is what a process prints.
type output struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.text.String()
}

// process starts gospin as a process of its own, which ends with the test.
func process(t *testing.T, args ...string) (*exec.Cmd, *output) {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	out := &output{}
	cmd.Stdout, cmd.Stderr = out, out
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd, out
}

func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// hub starts the embedded server of a folder in a process of its own, a worker whose memory is too small for
// the jobs of these tests, and returns a connection.
func hub(t *testing.T, dir string) (*exec.Cmd, *cluster.Session) {
	t.Helper()
	cmd, out := process(t, "worker", "-cluster", "-cluster-dir", dir, "-j", "1", "-mem", "1M")
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(dir, "server.json"))
		return err == nil
	}, 20*time.Second, 20*time.Millisecond, "%s", out)
	s, err := cluster.Open(t.Context(), &cluster.Link{Folder: dir})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	require.False(t, s.Serves())
	return cmd, s
}

// runOf makes a run of a model with each of some values of N, and returns it with the files of its jobs.
func runOf(text string, from, to int, args ...string) (*cluster.Run, [][]sweeps.File) {
	r := &cluster.Run{ID: cluster.NewID(), Begun: time.Now(), Built: buildOf(mustExecutable()),
		Memory: 128 << 20,
		Plan:   &sweeps.Plan{Models: []string{"m.pml"}}}
	var files [][]sweeps.File
	for n := from; n <= to; n++ {
		r.Plan.Cells = append(r.Plan.Cells, sweeps.Planned{Model: "m.pml", Values: []string{fmt.Sprint(n)},
			Args: append([]string{fmt.Sprintf("-DN=%d", n)}, args...), Digest: fmt.Sprintf("%s%d", r.ID, n)})
		files = append(files, []sweeps.File{{Path: "m.pml", Text: []byte(text)}})
	}
	return r, files
}

func mustExecutable() string {
	path, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return path
}

// await returns the answers to a run, each of which must come once.
func await(t *testing.T, s *cluster.Session, r *cluster.Run, within time.Duration) map[string]*sweeps.Answer {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), within)
	defer stop()
	out := map[string]*sweeps.Answer{}
	require.NoError(t, s.Await(ctx, r, func(digest string, a *sweeps.Answer) bool {
		require.Nil(t, out[digest])
		out[digest] = a
		return true
	}, func() {}))
	require.Len(t, out, len(r.Digests()))
	return out
}

// TestClusterLosesNothing kills workers and the server at random moments, and stops workers beyond their
// lease: each job is answered once, as it is without a cluster.
func TestClusterLosesNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	jobs := 40
	if os.Getenv("GOSPIN_LONG") != "" {
		jobs = 200
	}
	dir := t.TempDir()
	server, s := hub(t, dir)
	r, files := runOf(strings.NewReplacer("WRONG", "N == 9", "y == 4", "y == N").Replace(counting), 1, jobs, "-noreduce", "-o1", "-o2", "-o3")
	_, err := s.Submit(t.Context(), r, files, false)
	require.NoError(t, err)
	worker := func() *exec.Cmd {
		cmd, _ := process(t, "worker", "-cluster", "-cluster-dir", dir, "-j", "2", "-mem", "300M", "-lease", "2s",
			"-tries", "1000")
		return cmd
	}
	crew := []*exec.Cmd{worker(), worker(), worker()}
	random, ended := rand.New(rand.NewPCG(1, 2)), make(chan struct{})
	kills, finished := 0, make(chan struct{})
	go func() {
		defer close(finished)
		for kills < 2*jobs {
			if kills > 0 { // the first one at once, or fast machines would be done before
				select {
				case <-ended:
					return
				case <-time.After(time.Duration(50+random.IntN(700)) * time.Millisecond):
				}
			}
			kills++
			i := random.IntN(len(crew))
			switch {
			case kills%5 == 3:
				kill(server)
				server, _ = process(t, "worker", "-cluster", "-cluster-dir", dir, "-j", "1", "-mem", "1M")
				// else none would ever serve
				for serves := false; !serves && t.Context().Err() == nil; {
					other, err := cluster.Open(t.Context(), &cluster.Link{Folder: dir})
					if serves = err == nil; serves {
						other.Close()
					}
				}
			case kills%5 == 4: // beyond its lease; then it goes on
				stopped := crew[i]
				_ = stopped.Process.Signal(syscall.SIGSTOP)
				time.AfterFunc(3*time.Second, func() { _ = stopped.Process.Signal(syscall.SIGCONT) })
			default:
				kill(crew[i])
				crew[i] = worker()
			}
		}
	}()
	got := await(t, s, r, 5*time.Minute)
	close(ended)
	<-finished
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", files[0][0].Text, 0o600))
	for n := 1; n <= jobs; n++ {
		a := got[fmt.Sprintf("%s%d", r.ID, n)]
		c := &sweeps.Cell{}
		c.Take(a)
		require.NoError(t, c.Err, "N=%d", n)
		require.Equal(t, n == 9, c.Exit == 1)
		out, _ := commands(t, fmt.Sprintf("verify -trail=t -json -noreduce -o1 -o2 -o3 -DN=%d m.pml", n))
		var alone struct{ States struct{ Stored uint64 } }
		require.NoError(t, json.Unmarshal([]byte(out), &alone))
		require.Equal(t, alone.States.Stored, c.States(), "N=%d", n)
	}
	require.Positive(t, kills)
	require.Equal(t, uint64(jobs), answersWritten(t, dir), "each answer is written once")
	t.Logf("%d jobs, %d workers or servers killed or stopped", jobs, kills)
}

// answersWritten is how many answers the server has written since it was new.
func answersWritten(t *testing.T, dir string) uint64 {
	text, err := os.ReadFile(filepath.Join(dir, "server.json"))
	require.NoError(t, err)
	var at struct {
		Port        int
		Credentials string
	}
	require.NoError(t, json.Unmarshal(text, &at))
	token, err := os.ReadFile(at.Credentials)
	require.NoError(t, err)
	nc, err := nats.Connect(fmt.Sprintf("nats://127.0.0.1:%d", at.Port), nats.Token(strings.TrimSpace(string(token))))
	require.NoError(t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	answers, err := js.Stream(t.Context(), "KV_gospin-results")
	require.NoError(t, err)
	return answers.CachedInfo().State.LastSeq
}

// long is a model that no test waits for, searched with -bitstate and -m, which does not fill memory.
const long = `byte a, b, c, d, e;
active proctype A() { do :: a++ od } active proctype B() { do :: b++ od } active proctype C() { do :: c++ od }
active proctype D() { do :: d++ :: e++ od } active proctype E() { assert(a + b + c + d + e < N + 2000) }
`

// TestClusterTellsPoison: a job that is there when its worker dies, twice, is given up, and no other.
func TestClusterTellsPoison(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	_, s := hub(t, dir)
	r, files := runOf(long, 1, 1, "-bitstate", "-m=1000")
	_, err := s.Submit(t.Context(), r, files, false)
	require.NoError(t, err)
	args := []string{"worker", "-cluster", "-cluster-dir", dir, "-j", "1", "-mem", "128M", "-lease", "1s", "-tries", "2"}
	var out bytes.Buffer
	for range 2 {
		cmd, log := process(t, args...)
		require.Eventually(t, func() bool {
			return strings.Contains(log.String(), "begins -DN=1 -bitstate -m=1000 m.pml")
		}, 30*time.Second, 20*time.Millisecond)
		kill(cmd)
	}
	_, log := process(t, args...)
	for _, a := range await(t, s, r, time.Minute) {
		require.Contains(t, a.Error, "given up after 2 tries", "%s", log)
		require.Nil(t, a.Report)
	}
	out.Reset()
	require.NoError(t, s.Progress(t.Context(), r).Write(&out))
	require.Contains(t, out.String(), "1 of 1 jobs are done; 1 given up, as they end their workers\n")
	again, files := runOf(long, 1, 1, "-bitstate", "-m=1000")
	again.Plan.Cells[0].Digest = r.Plan.Cells[0].Digest
	known, err := s.Submit(t.Context(), again, files, false)
	require.NoError(t, err)
	require.Empty(t, known, "what was given up is no answer for others")
}

// TestClusterCommands: sweep, Ctrl-C, attach from another process, status, cancel.
func TestClusterCommands(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Chdir(t.TempDir())
	dir := t.TempDir()
	hub(t, dir)
	require.NoError(t, os.WriteFile("m.pml", []byte(counting), 0o600))
	gone, told := process(t, "sweep", "-cluster", "-cluster-dir", dir, "-mem", "128M", "-DN=2..4", "-DWRONG=0,1", "m.pml")
	var runs string
	require.Eventually(t, func() bool {
		_, runs, _ = typedLine("status -cluster -cluster-dir " + dir)
		return strings.Contains(runs, "0 of 6 jobs are done") && strings.Contains(told.String(), "-attach")
	}, 20*time.Second, 50*time.Millisecond)
	require.Contains(t, runs, "the others wait: ")
	id := strings.Fields(runs)[1]
	require.NoError(t, gone.Process.Signal(os.Interrupt))
	_ = gone.Wait()
	require.Equal(t, 3, gone.ProcessState.ExitCode())
	process(t, "worker", "-cluster", "-cluster-dir", dir, "-mem", "300M")
	require.NoError(t, os.Remove("m.pml")) // the run has the model
	code, out, errs := typedLine("sweep -cluster -cluster-dir " + dir + " -results r -report junit:j.xml -attach " + id)
	require.Equal(t, 1, code, errs)
	require.Len(t, strings.Split(out, "\n"), 10, out)
	require.Regexp(t, `\n4  1 +\S+ +\S+ +\S+ \S+  violated: assertions\n`, out)
	require.Regexp(t, `the run of a violation: gospin replay -DN=4 -DWRONG=1 -k r/\w+.trail m.pml\n`, out)
	junit, err := os.ReadFile("j.xml")
	require.NoError(t, err)
	require.Contains(t, string(junit), `tests="`)
	code, out, _ = typedLine("status -cluster -cluster-dir " + dir + " " + id)
	require.Zero(t, code)
	require.Contains(t, out, "6 of 6 jobs are done\n")

	require.NoError(t, os.WriteFile("long.pml", []byte(long), 0o600))
	waits, log := process(t, "sweep", "-cluster", "-cluster-dir", dir, "-mem", "128M", "-bitstate",
		"-m", "1000", "-DN=1,3,5", "long.pml")
	require.Eventually(t, func() bool {
		_, runs, _ = typedLine("status -cluster -cluster-dir " + dir)
		return strings.Contains(runs, "0 of 3 jobs are done, 2 begun")
	}, 30*time.Second, 50*time.Millisecond, runs)
	id = strings.Fields(runs)[1]
	code, out, errs = typedLine("sweep -cluster -cluster-dir " + dir + " -cancel " + id)
	require.Zero(t, code, errs)
	require.Equal(t, "run "+id+" is cancelled\n", out)
	_ = waits.Wait()
	require.Equal(t, 3, waits.ProcessState.ExitCode())
	require.Contains(t, log.String(), "the run was cancelled")
	require.Eventually(t, func() bool {
		_, runs, _ = typedLine("status -cluster -cluster-dir " + dir)
		return strings.Contains(runs, ": 0 of ")
	}, 20*time.Second, 50*time.Millisecond, "workers end what is cancelled")
	for line, why := range map[string]string{
		"sweep -cluster -nats nats://127.0.0.1:1 m.pml":                        "one of both",
		"sweep -nats nats://127.0.0.1:1 m.pml":                                 "no servers available",
		"sweep -nats nats://10.1.2.3:4222 m.pml":                               "clear text",
		"worker -cluster -listen 0.0.0.0:0":                                    "-credentials FILE says who may come in",
		"worker":                                                               "one of both",
		"worker x":                                                             "takes no arguments",
		"sweep -cluster -cluster-dir " + dir + " -attach no":                   "no run no is known",
		"sweep -cluster -cluster-dir " + dir + " -cancel no":                   "no run no is known",
		"sweep -cluster -cluster-dir " + dir + " -checkpoint x -DN=1 long.pml": "a job may not have -checkpoint",
	} {
		code, _, errs := typedLine(line)
		require.Equal(t, 2, code, line)
		require.Contains(t, errs, why, line)
	}
}

// TestClusterRespectsMemory: jobs that do not fit into memory together run one after another, and the status
// names jobs that fit no worker.
func TestClusterRespectsMemory(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := cluster.Open(t.Context(), &cluster.Link{Folder: t.TempDir()})
	require.NoError(t, err)
	defer s.Close()
	log := filepath.Join(t.TempDir(), "log")
	script := filepath.Join(t.TempDir(), "gospin")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\necho begin >>"+log+"; sleep 0.2; echo end >>"+log+"\n"), 0o700))
	r, files := runOf(counting, 1, 4)
	_, err = s.Submit(t.Context(), r, files, false)
	require.NoError(t, err)
	huge, more := runOf(counting, 1, 1)
	huge.Memory = 1 << 40
	_, err = s.Submit(t.Context(), huge, more, false)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	w := &cluster.Worker{Session: s, Program: script, Built: r.Built, Memory: 200 << 20, Jobs: 4,
		Lease: time.Minute, Tries: 1, Log: func(string) {}}
	ended := make(chan error)
	go func() { ended <- w.Work(ctx) }()
	await(t, s, r, time.Minute)
	other := *huge
	other.Built = "another"
	require.Equal(t, "all workers that are there are of another build of gospin", s.Waits(t.Context(), &other))
	require.Equal(t, "a job needs 1.0 TiB (-mem), and no worker has more than 200.0 MiB", s.Waits(t.Context(), huge))
	stop()
	require.NoError(t, <-ended)
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("begin\nend\n", 4), string(text))
}

// TestClusterJobsReadWhatTheyCarry: a job that someone has made by hand reads no file of the worker.
func TestClusterJobsReadWhatTheyCarry(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("int leaked\n"), 0o600))
	_, s := hub(t, dir)
	process(t, "worker", "-cluster", "-cluster-dir", dir, "-mem", "300M")
	for text, want := range map[string]string{
		"#include \"" + secret + "\"\ninit { skip }\n": "a job reads only what it carries",
		"#include \"a/b.pml\"\ninit { n = 1 }\n":       "",
	} {
		r, files := runOf(text, 1, 1)
		files[0] = append(files[0], sweeps.File{Path: "a/b.pml", Text: []byte("byte n;\n")})
		_, err := s.Submit(t.Context(), r, files, false)
		require.NoError(t, err)
		for _, a := range await(t, s, r, time.Minute) {
			if require.Contains(t, a.Error, want); want == "" {
				require.NotNil(t, a.Report)
			}
			require.NotContains(t, a.Error+string(a.Report), "leaked")
		}
	}
}

// TestClusterIsClosed: the server listens at 127.0.0.1 only, and lets no one in without credentials, or who
// does not know its certificate.
func TestClusterIsClosed(t *testing.T) {
	dir := t.TempDir()
	l := &cluster.Link{Folder: dir, Listen: "127.0.0.1:0", Generate: true}
	s, err := cluster.Open(t.Context(), l)
	require.NoError(t, err)
	defer s.Close()
	words := strings.Fields(s.Join)
	require.Equal(t, "-nats", words[0])
	url, credentials, ca := words[1], words[3], words[5]
	require.True(t, strings.HasPrefix(url, "tls://127.0.0.1:"), url)
	open := func(l cluster.Link) error {
		s, err := cluster.Open(t.Context(), &l)
		if err == nil {
			s.Close()
		}
		return err
	}
	require.NoError(t, open(cluster.Link{URL: url, Credentials: credentials, CA: ca}))
	require.NoError(t, open(cluster.Link{Folder: dir}), "others on this machine, of this user")
	require.ErrorContains(t, open(cluster.Link{URL: url, CA: ca}), "Authorization Violation")
	require.ErrorContains(t, open(cluster.Link{URL: url, Credentials: credentials}), "unknown authority")
	wrong := filepath.Join(t.TempDir(), "wrong")
	require.NoError(t, os.WriteFile(wrong, []byte("guess"), 0o600))
	require.ErrorContains(t, open(cluster.Link{URL: url, Credentials: wrong, CA: ca}), "Authorization Violation")
	require.Error(t, open(cluster.Link{URL: strings.Replace(url, "tls", "nats", 1), Credentials: credentials}))
	info, err := os.Stat(credentials)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	all, err := net.InterfaceAddrs()
	require.NoError(t, err)
	_, port, _ := strings.Cut(strings.TrimPrefix(url, "tls://"), ":")
	for _, a := range all {
		if n, is := a.(*net.IPNet); is && !n.IP.IsLoopback() {
			_, err := net.DialTimeout("tcp", net.JoinHostPort(n.IP.String(), port), time.Second)
			require.Error(t, err, "%s", n.IP)
		}
	}
}
