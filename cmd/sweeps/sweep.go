package sweeps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gospin/verifier/formats"
	"gospin/verifier/report"
)

// Sweep describes what to verify.
type Sweep struct {
	Program string   // gospin
	Models  []string // paths
	Axes    []Axis
	Flags   []string // of verify, in every cell
	Jobs    int      // number of cells at a time
	Memory  int64    // in bytes, for all cells at a time
	First   bool     // end at the first violation
	Trails  string   // a folder for trails
	Swarm   *Swarm   // nil if there is none
	// Files returns the files that a cell's answer depends on, the model first. It is nil if answers are not
	// kept.
	Files func(*Cell) ([]File, error)
	Built string // identifies the build of the program
	Kept  string // the folder of the answers of earlier sweeps, or ""
	// All also keeps answers that do not hold, with their trails.
	All   bool
	Fresh bool // do not use kept answers
	// Collect makes no search: it only collects kept answers.
	Collect bool
}

// File is a model or an included file.
type File struct {
	Path string `json:"path"`
	Text []byte `json:"text"`
}

// Cell is one combination of values.
type Cell struct {
	Model  string
	Values []string // one for each axis
	Args   []string // of verify, without the model

	Report  *report.Report // nil if there is none
	Err     error          // why there is no report
	Exit    int
	Start   time.Time
	Took    time.Duration
	Memory  int64  // peak of resident memory in bytes, or 0 if unknown
	Known   bool   // from an earlier sweep
	Left    bool   // the sweep ended before the cell was finished
	Unheard string // the warning that the model replaces a macro of the sweep, or ""
	ofSwarm bool
	Trails  map[string]string // by file name, if they are kept
}

// Cells returns the combinations. The last axis changes fastest.
func (s *Sweep) Cells() ([]*Cell, error) {
	if s.Swarm != nil && (len(s.Axes) == 0 || s.Axes[len(s.Axes)-1].Flag != member) {
		s.Axes = append(s.Axes, s.Swarm.axis())
	}
	n := len(s.Models)
	for _, a := range s.Axes {
		if n *= len(a.Values); n > maxCells {
			return nil, fmt.Errorf("more than %d combinations", maxCells)
		}
	}
	var out []*Cell
	for _, m := range s.Models {
		out = append(out, &Cell{Model: m, Args: s.Flags})
	}
	for i := range s.Axes {
		a := &s.Axes[i]
		var next []*Cell
		for _, c := range out {
			for _, v := range a.Values {
				args := append(slices.Clip(c.Args), a.argument(v))
				if a.Flag == member {
					i, _ := strconv.Atoi(v)
					args = s.Swarm.Member(i, c.Model, c.Args)
				}
				next = append(next, &Cell{Model: c.Model, Values: append(slices.Clip(c.Values), v),
					Args:    args,
					ofSwarm: a.Flag == member})
			}
		}
		out = next
	}
	return out, nil
}

// Run verifies cells, several at a time, and passes each to finished, in the order of the cells.
func (s *Sweep) Run(ctx context.Context, cells []*Cell, finished func(*Cell)) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	done := make([]chan struct{}, len(cells))
	next := make(chan int)
	var crew sync.WaitGroup
	for i := range done {
		done[i] = make(chan struct{})
	}
	for range min(s.Jobs, len(cells)) {
		crew.Go(func() {
			for i := range next {
				s.answer(ctx, i, cells[i])
				if s.First && cells[i].Exit == report.Violated.ExitCode() {
					end()
				}
				close(done[i])
			}
		})
	}
	crew.Go(func() {
		for i := range cells {
			next <- i
		}
		close(next)
	})
	for i, c := range cells {
		<-done[i]
		finished(c)
	}
	crew.Wait()
}

// answer verifies a cell, or uses the answer of an earlier sweep.
func (s *Sweep) answer(ctx context.Context, i int, c *Cell) {
	if c.Left = ctx.Err() != nil; c.Left {
		return
	}
	path, err := s.keptAs(c)
	if err != nil {
		c.Err, c.Exit = err, report.Inconclusive.ExitCode()
		return
	}
	if path != "" && !s.Fresh && s.recall(path, c) {
		return
	}
	if c.Left = s.Collect; c.Left {
		return
	}
	c.Start = time.Now()
	a, err := s.verify(ctx, i, c)
	if c.Left = ctx.Err() != nil; c.Left {
		return
	}
	if err != nil {
		c.Err, c.Exit = err, report.Inconclusive.ExitCode()
		return
	}
	c.Take(a)
	c.Known = false
	if path != "" && c.Report != nil && (c.Exit == 0 || s.All) {
		if err := s.keep(path, a); err != nil && s.All { // else only the next sweep would be quicker
			c.Err, c.Report, c.Exit = err, nil, failed
		}
	}
}

// failed is the exit code of a process that was killed.
const failed = 4

// share is the memory of each cell in bytes.
func (s *Sweep) share() int64 { return max(1, s.Memory/int64(s.Jobs)) }

// verify runs a cell's process, and returns its answer.
func (s *Sweep) verify(ctx context.Context, i int, c *Cell) (*Answer, error) {
	folder := ""
	if s.Trails != "" {
		folder = filepath.Join(s.Trails, fmt.Sprint(i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			return nil, err
		}
	}
	args := slices.Concat([]string{"verify"}, Arguments(c.Args, s.share(), s.Jobs > 1, folder))
	a := Ask(exec.CommandContext(ctx, s.Program, append(args, "--", c.Model)...), folder)
	if a.Limit = s.share(); !s.All {
		a.Trails = nil
	}
	return a, nil
}

// Arguments returns the arguments of verify for a cell that has so much memory, beside others or alone, and a
// folder for trails: the cell's own last, so that none of them can take another for its value.
func Arguments(args []string, memory int64, beside bool, trails string) []string {
	crew := func(a string) bool { return strings.HasPrefix(a, "-workers=") }
	out := []string{fmt.Sprintf("-mem=%d", memory), "-json"}
	if beside && !slices.ContainsFunc(args, crew) {
		out = append(out, "-workers=1") // other cells are searched at the same time
	}
	if trails != "" {
		out = append(out, "-trail="+trails)
	}
	return append(out, args...)
}

// Ask runs a process that verifies, made with exec.CommandContext, and returns its answer with the trails
// that it left in a folder.
func Ask(cmd *exec.Cmd, trails string) *Answer {
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = patience
	start := time.Now()
	err := cmd.Run()
	a := &Answer{Took: time.Since(start), Exit: failed}
	if cmd.ProcessState != nil {
		a.Exit = cmd.ProcessState.ExitCode()
	}
	for line := range strings.Lines(errs.String()) {
		if strings.Contains(line, unheard) {
			a.Unheard = strings.TrimSpace(line)
		}
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = errors.New(strings.Join(strings.Fields(errs.String()), " "))
		if a.Exit < 0 { // killed by a signal
			err, a.Exit = exit, failed
		}
	}
	r, wrong := formats.Read(out.Bytes())
	if wrong != nil {
		if err == nil {
			err = wrong
		}
		a.Error = err.Error()
		return a
	}
	a.Report, a.Trails = out.Bytes(), trailsIn(trails)
	for _, r := range r.All {
		a.Memory = max(a.Memory, r.Memory.PeakRSS)
	}
	return a
}

// unheard is in the program's warning about a macro that the model defines again.
const unheard = "its -D has no effect"

// patience is the time an interrupted process gets to end.
const patience = time.Second

// States returns the sum of the states that the cell's searches stored.
func (c *Cell) States() (n uint64) {
	if c.Report != nil {
		for _, r := range c.Report.All {
			n += r.States.Stored
		}
	}
	return n
}

// Verdict returns the cell's verdict with its reason in a few words.
func (c *Cell) Verdict() string {
	if c.Left {
		return "not verified"
	}
	if c.Report == nil {
		return "refused: " + firstLine(c.Err)
	}
	var names []string
	for _, p := range c.Report.Properties {
		if p.Verdict == report.Violated {
			names = append(names, p.Name)
		}
	}
	switch text := string(c.Report.Verdict); {
	case c.ofSwarm && len(names) == 0:
		return c.found()
	case len(names) > 0:
		return text + ": " + strings.Join(names, ", ")
	case c.Report.Verdict == report.Inconclusive && c.Report.Reason != "":
		return text + ": " + c.Report.Reason
	default:
		return text
	}
}

func firstLine(err error) string {
	if err == nil {
		return "no answer"
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "gospin: "), "\n")
	return text
}
