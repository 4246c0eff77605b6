//go:build nats && !js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/cmd/cluster"
	"gospin/cmd/sweeps"
	"gospin/verifier"
	"gospin/verifier/partition"
)

// owned makes this process an owner of partitions of a search, in place of verifying; nil: it is none.
var owned partition.Searcher

// ownership is what a process that owns partitions reads from standard input.
type ownership struct {
	Link   cluster.Link `json:"link"`
	Search string       `json:"search"`
	Memory int64        `json:"memory_bytes"`
}

// split has the search of a model made in partitions, if flags ask for that.
func split(c *cli.Context, o *verifier.Options) error {
	if owned != nil {
		o.POR, o.Partitioned = "off", owned
		if !c.IsSet("symmetry") {
			o.Symmetry = "off"
		}
		return nil
	}
	if !onCluster(c) {
		return nil
	}
	args, err := clusterArgs(c)
	if err != nil {
		return err
	}
	if c.IsSet("por") && c.String("por") != "off" {
		return errors.New("-cluster omits no moves: -por is off")
	}
	if o.POR = "off"; !c.IsSet("symmetry") {
		o.Symmetry = "off"
	}
	o.Partitioned = func(t *partition.Task) (*partition.Result, error) {
		return splitSearch(c, o, args, t)
	}
	return nil
}

// forOwners are the flags of verify that owners have to know, and forAll those that only matter here.
var (
	forOwners = strings.Fields("D U lossy E A q only noclaim o1 o2 o3 c W symmetry")
	forAll    = strings.Fields(`por noreduce mem time states first shorten trail n quiet v report json watch workers
		nats cluster cluster-dir partitions listen generate credentials cert key ca plain open expect stats`)
)

// clusterArgs returns the flags for owners.
func clusterArgs(c *cli.Context) (args []string, err error) {
	for _, name := range c.LocalFlagNames() {
		if !slices.Contains(forOwners, name) && !slices.Contains(forAll, name) {
			return nil, fmt.Errorf("-%s is not for -cluster, which stores whole states, and looks for failed "+
				"assertions and invalid end states", name)
		}
	}
	for _, name := range forOwners {
		switch {
		case !c.IsSet(name):
		case name == "D" || name == "U" || name == "W":
			for _, v := range c.StringSlice(name) {
				args = append(args, "-"+name, v)
			}
		case name == "only" || name == "c" || name == "symmetry":
			args = append(args, "-"+name, fmt.Sprint(c.Value(name)))
		default:
			for range c.Count(name) {
				args = append(args, "-"+name)
			}
		}
	}
	for i := 0; i+1 < len(args); i++ { // a job's flags are in one piece
		if !strings.HasPrefix(args[i+1], "-") {
			sep := "="
			if args[i] == "-D" || args[i] == "-U" {
				sep = ""
			}
			args = slices.Replace(args, i, i+2, args[i]+sep+args[i+1])
		}
	}
	return args, nil
}

// splitSearch makes a search in partitions, owned by processes on this machine, and by workers elsewhere.
func splitSearch(
	c *cli.Context, o *verifier.Options, args []string, t *partition.Task,
) (*partition.Result, error) {
	s, err := openCluster(c)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	link, err := linkOf(c)
	if err != nil {
		return nil, err
	}
	if link, err = link.Others(); err != nil {
		return nil, err
	}
	var files []sweeps.File
	src := o.Source
	src.Read = func(path string) ([]byte, error) {
		text, err := readModel(path)
		if o.Source.Read != nil {
			text, err = o.Source.Read(path)
		}
		if err == nil {
			files = append(files, sweeps.File{Path: path, Text: text})
		}
		return text, err
	}
	if _, err := src.Open(t.Context); err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	n := 0
	if c.Bool("cluster") {
		n = processors
	}
	if c.IsSet("workers") {
		n = c.Int("workers")
	}
	q := cluster.NewSearch(buildOf(program), o.Model, args, files)
	if every, err := byteCount(os.Getenv("GOSPIN_SAVE")); err == nil { // for tests
		q.SaveEvery = every
	}
	if room, err := byteCount(os.Getenv("GOSPIN_ROOM")); err == nil { // for tests
		q.Room = room
	}
	q.Owners, q.Memory, q.Lease = n, t.Limits.Memory/int64(max(1, n)), leaseOf()
	parts := 2 * n // fewer are quicker, and more leave room for workers that join
	if !c.Bool("cluster") {
		parts = max(parts, 64)
	}
	if parts = min(max(parts, 4), partition.Most); c.IsSet("partitions") {
		parts = c.Int("partitions")
	}
	if parts < 1 || parts > partition.Most {
		return nil, fmt.Errorf("-partitions takes a number from 1 to %d, not %d", partition.Most, parts)
	}
	q.Plan = *partition.NewPlan(parts, t.Limits)
	if err := q.Check(); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context))
	var crew sync.WaitGroup
	defer crew.Wait()
	defer stop()
	for range n {
		crew.Go(func() { keepOwner(ctx, c, program, &ownership{*link, q.Run, q.Memory}) })
	}
	if n == 0 {
		fmt.Fprintln(c.App.ErrWriter, "waits for workers: gospin worker "+serverFlags(c))
	}
	res, figures, err := s.Coordinate(q, t)
	if err != nil {
		return nil, err
	}
	if !c.Bool("quiet") {
		fmt.Fprintln(c.App.ErrWriter, "cluster:", figures)
	}
	return res, nil
}

// leaseOf returns the time of leases.
func leaseOf() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("GOSPIN_LEASE")); err == nil { // for tests
		return d
	}
	return 10 * time.Second
}

// keepOwner keeps a process that owns partitions, and starts another one when it dies.
func keepOwner(ctx context.Context, c *cli.Context, program string, w *ownership) {
	for deaths := 0; ctx.Err() == nil; deaths++ {
		err := runOwner(ctx, program, w)
		if err == nil || ctx.Err() != nil {
			return
		}
		fmt.Fprintln(c.App.ErrWriter, "a worker has ended, another one begins:", err)
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(min(deaths, 50)) * 100 * time.Millisecond):
		}
	}
}

// runOwner runs a process that owns partitions of a search until that is over.
func runOwner(ctx context.Context, program string, w *ownership) error {
	cmd := exec.CommandContext(ctx, program, "worker", "-part")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe() // its end tells the process that this one has died
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := json.NewEncoder(in).Encode(w); err != nil {
		_ = cmd.Process.Kill()
	}
	return cmd.Wait()
}

// openSearch waits for the server, which may be about to be restarted, and for the search, which may be about
// to begin.
func openSearch(ctx context.Context, w *ownership) (s *cluster.Session, q *cluster.Search, err error) {
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		link := w.Link
		if s, err = cluster.Open(ctx, &link); err == nil {
			if q, err = s.Search(ctx, w.Search); err == nil {
				return s, q, nil
			}
			s.Close()
		}
		if ctx.Err() != nil || time.Now().After(end) {
			return nil, nil, err
		}
	}
}

// own is the process of an owner. It reads no file but those of the link.
func own(c *cli.Context) error {
	var w ownership
	if err := json.NewDecoder(c.App.Reader).Decode(&w); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(c.Context)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, c.App.Reader)
		stop()
	}()
	s, q, err := openSearch(ctx, &w)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := q.Check(); err != nil {
		return err
	}
	q.Memory = min(q.Memory, w.Memory)
	carried = q.Read
	var wrong error
	owned = func(t *partition.Task) (*partition.Result, error) {
		wrong = s.Own(q, t, func(text string) { fmt.Fprintln(os.Stderr, "note:", text) })
		if errors.Is(wrong, cluster.ErrServed) {
			wrong = nil
		}
		return nil, cluster.ErrServed
	}
	args := slices.Concat([]string{"gospin", "verify", "-quiet"}, q.Args, []string{"--", q.Model})
	var complaint strings.Builder
	code := runContext(ctx, args, strings.NewReader(""), io.Discard, &complaint)
	switch {
	case wrong != nil:
		return wrong
	case strings.Contains(complaint.String(), cluster.ErrServed.Error()) || ctx.Err() != nil:
		return nil
	}
	return fmt.Errorf("exit code %d: %s", code, strings.TrimSpace(complaint.String()))
}
