//go:build nats && !js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/cmd/cluster"
	"gospin/cmd/cluster/monitor"
	"gospin/cmd/sweeps"
	"gospin/verifier/host"
	"gospin/verifier/report"
)

// linkOf returns the server that the flags name.
func linkOf(c *cli.Context) (*cluster.Link, error) {
	l := &cluster.Link{URL: c.String("nats"), Folder: c.String("cluster-dir"), Listen: c.String("listen"),
		Credentials: c.String("credentials"), Cert: c.String("cert"), Key: c.String("key"), CA: c.String("ca"),
		Generate: c.Bool("generate"), Plain: c.Bool("plain")}
	if c.Bool("cluster") == (l.URL != "") {
		return nil, errors.New("a server is named by -nats URL, or -cluster takes the embedded one: one of both")
	}
	if l.Folder == "" {
		folder, err := os.UserCacheDir()
		if err != nil {
			return nil, err
		}
		l.Folder = filepath.Join(folder, "gospin", "cluster")
	}
	return l, nil
}

// openCluster connects to the server that the flags name.
func openCluster(c *cli.Context) (*cluster.Session, error) {
	l, err := linkOf(c)
	if err != nil {
		return nil, err
	}
	s, err := cluster.Open(c.Context, l)
	if err == nil && s.Serves() && c.Command.Name != "status" && !c.IsSet("cancel") {
		fmt.Fprintf(c.App.ErrWriter, "the server runs here; to join: gospin worker %s, to watch: gospin status %s -open\n",
			s.Join, s.Join)
	}
	return s, err
}

// serverFlags are the flags that lead to the same server.
func serverFlags(c *cli.Context) string {
	text := ""
	for _, name := range []string{"nats", "cluster-dir", "credentials", "ca"} {
		if c.IsSet(name) {
			text += " -" + name + " " + c.String(name)
		}
	}
	if c.Bool("plain") {
		text += " -plain"
	}
	if c.Bool("cluster") {
		text = " -cluster" + text
	}
	return text[1:]
}

// workerOf returns a worker with a command's share of the machine.
func workerOf(c *cli.Context, s *cluster.Session, memory string) (w *cluster.Worker, err error) {
	w = &cluster.Worker{Session: s, Memory: host.Memory() / 4 * 3, Jobs: processors, Log: func(string) {},
		Lease: 30 * time.Second, Tries: 3}
	if err := readShare(c, memory, &w.Memory, &w.Jobs); err != nil {
		return nil, err
	}
	if w.Program, err = os.Executable(); err != nil {
		return nil, err
	}
	w.Built = buildOf(w.Program)
	return w, nil
}

// work is the action of gospin worker.
func work(c *cli.Context) error {
	if c.NArg() > 0 {
		return fmt.Errorf("worker takes no arguments, not %q", c.Args().First())
	}
	switch {
	case c.Bool("job"):
		return doJob(c)
	case c.Bool("part"):
		return own(c)
	}
	s, err := openCluster(c)
	if err != nil {
		return err
	}
	defer s.Close()
	w, err := workerOf(c, s, c.String("mem"))
	if err != nil {
		return err
	}
	w.Lease, w.Idle, w.Tries = c.Duration("lease"), c.Duration("idle"), c.Int("tries")
	if w.Lease < time.Second || w.Tries < 1 {
		return errors.New("-lease takes a second or more, and -tries a number above 0")
	}
	w.Log = cluster.Logger(c.App.ErrWriter)
	link, err := linkOf(c)
	if err != nil {
		return err
	}
	if link, err = link.Others(); err != nil {
		return err
	}
	w.Own = func(ctx context.Context, search string, memory int64) error {
		return runOwner(ctx, w.Program, &ownership{*link, search, memory})
	}
	w.Log(fmt.Sprintf("waits for jobs: %d at a time, in %s together", w.Jobs, report.Size(w.Memory)))
	return w.Work(c.Context)
}

// doJob is the process of one job, which comes through standard input. It reads no file, and leaves trails in
// a folder of the one it was started in. When its worker dies, it ends.
func doJob(c *cli.Context) error {
	var j cluster.Job
	in := json.NewDecoder(c.App.Reader)
	if err := in.Decode(&j); err != nil {
		return err
	}
	if err := j.Check(); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, c.App.Reader)
		os.Exit(failedCode)
	}()
	carried = j.Read
	args := sweeps.Arguments(j.Args, j.Memory, c.Int("j") > 1, cluster.TrailsOfJob)
	args = slices.Concat([]string{"gospin", "verify"}, args, []string{"--", j.Model})
	code := runContext(c.Context, args, c.App.Reader, c.App.Writer, c.App.ErrWriter)
	if code != 0 {
		return cli.Exit("", code)
	}
	return nil
}

// clusterStatus tells of runs and workers.
func clusterStatus(c *cli.Context) error {
	s, err := openCluster(c)
	if err != nil {
		return err
	}
	defer s.Close()
	if c.Bool("serve") || c.Bool("open") || c.IsSet("port") {
		p := &monitor.Page{Read: s.Overview}
		return servePage(c, p.Answer)
	}
	if c.NArg() == 0 {
		o, err := s.Overview(c.Context)
		if err != nil {
			return err
		}
		return o.Write(c.App.Writer)
	}
	r, err := s.Run(c.Context, c.Args().First())
	if err != nil {
		return err
	}
	return s.Progress(c.Context, r).Write(c.App.Writer)
}

// sweepOnCluster has a sweep verified by workers, or goes on with one that is.
func sweepOnCluster(c *cli.Context) error {
	if c.IsSet("attach") && c.IsSet("cancel") || c.Bool("collect") {
		return errors.New("-attach, -cancel and -collect exclude each other")
	}
	s, err := openCluster(c)
	if err != nil {
		return err
	}
	defer s.Close()
	if id := c.String("cancel"); id != "" {
		if err := s.Cancel(c.Context, id); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.App.Writer, "run %s is cancelled\n", id)
		return err
	}
	if id := c.String("attach"); id != "" {
		if c.NArg() > 0 {
			return errors.New("-attach takes no models: the run has its own")
		}
		r, err := s.Run(c.Context, id)
		if err != nil {
			return err
		}
		return awaitRun(c, s, r, nil)
	}
	r, known, err := submit(c, s)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "run %s: gospin sweep %s -attach %s shows it anywhere, -cancel %s ends it\n", r.ID,
		serverFlags(c), r.ID, r.ID)
	return awaitRun(c, s, r, known)
}

// jobMemory is the memory of a job, unless -mem gives another.
const jobMemory = 1 << 30

// submit puts a sweep's jobs into the queue, and returns the answers that are known.
func submit(c *cli.Context, s *cluster.Session) (*cluster.Run, []string, error) {
	sweep, err := sweepOf(c)
	if err != nil {
		return nil, nil, err
	}
	cells, err := sweep.Cells()
	if err != nil {
		return nil, nil, err
	}
	plan, files, err := sweep.Plan(cells)
	if err != nil {
		return nil, nil, err
	}
	r := &cluster.Run{ID: cluster.NewID(), Begun: time.Now().UTC(), Command: commandLine(),
		Built: sweep.Built, Memory: jobMemory, Plan: plan}
	if c.IsSet("mem") {
		r.Memory = sweep.Memory
	}
	known, err := s.Submit(c.Context, r, files, c.Bool("fresh"))
	if c.Context.Err() != nil { // some jobs are not in the queue
		_ = s.Cancel(context.WithoutCancel(c.Context), r.ID)
		return nil, nil, context.Cause(c.Context)
	}
	return r, known, err
}

// awaitRun prints the table of a run as its answers come. If this process runs the server, it works, too.
func awaitRun(c *cli.Context, s *cluster.Session, r *cluster.Run, known []string) error {
	carried = r.Read
	defer func() { carried = nil }()
	to, err := sweepTargets(c, r.Plan.Models)
	if err != nil {
		return err
	}
	sweep, cells := r.Plan.Sweep()
	sweep.Files, sweep.Built, sweep.Kept, sweep.All = filesOf(c), r.Built, c.String("results"), true
	tell := tellerOfCells(c, sweep)
	ctx, stop := context.WithCancel(c.Context)
	defer stop()
	ended := make(chan error, 1)
	if s.Serves() {
		w, err := workerOf(c, s, "")
		if err != nil {
			return err
		}
		go func() { ended <- w.Work(ctx) }()
	} else {
		ended <- nil
	}
	told, warned := 0, ""
	err = s.Await(ctx, r, func(digest string, a *sweeps.Answer) bool {
		isViolated := false
		for i, cell := range cells {
			if r.Plan.Cells[i].Digest != digest {
				continue
			}
			cell.Take(a)
			cell.Left, cell.Known = false, slices.Contains(known, digest)
			isViolated = cell.Exit == report.Violated.ExitCode()
			if e := sweep.Keep(cell, a); e != nil {
				fmt.Fprintln(c.App.ErrWriter, "gospin:", e)
			}
		}
		for told < len(cells) && !cells[told].Left {
			tell(cells[told])
			told++
		}
		return !isViolated || !sweep.First
	}, func() {
		if why := s.Waits(ctx, r); why != warned {
			if warned = why; why != "" {
				fmt.Fprintln(c.App.ErrWriter, "jobs wait:", why)
			}
		}
	})
	left := func(cell *sweeps.Cell) bool { return cell.Left }
	if err == nil && slices.ContainsFunc(cells, left) { // at the first violation
		err = s.Cancel(context.WithoutCancel(ctx), r.ID)
	}
	stop()
	<-ended
	for ; told < len(cells); told++ {
		tell(cells[told])
	}
	switch {
	case errors.Is(err, cluster.ErrCancelled):
		fmt.Fprintln(c.App.ErrWriter, "the run was cancelled")
	case c.Context.Err() != nil:
		fmt.Fprintf(c.App.ErrWriter, "the run goes on where workers are: gospin sweep %s -attach %s\n",
			serverFlags(c), r.ID)
	case err != nil:
		return err
	}
	return tellSweep(c, sweep, cells, to)
}
