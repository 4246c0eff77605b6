package verifier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gospin/ltl"
	"gospin/verifier/graph"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/vm"
)

// GraphTask is a graph in a file, beside its model.
type GraphTask struct {
	File string
	source.Source
	Formulas GraphFormulas
	Trail    string // where a run is written to; "": MODEL.trail. Those of further formulas have numbers
	Violated bool   // only what does not hold is shown
}

// GraphChecked is the answer about a formula over a graph.
type GraphChecked struct {
	Formula string         `json:"formula"`
	Kind    string         `json:"kind"` // ctl or ltl
	Verdict report.Verdict `json:"verdict"`
	Reason  string         `json:"reason,omitempty"` // why it is inconclusive
	// In how many nodes a CTL formula holds, and how often all were looked at for fixed points.
	HoldsIn uint64 `json:"holds_in,omitempty"`
	Passes  int    `json:"passes,omitempty"`
	States  int    `json:"automaton_states,omitempty"` // of the opposite of an LTL formula
	Pairs   uint64 `json:"pairs,omitempty"`            // of nodes and states of the automaton that were seen
	Trail   string `json:"trail,omitempty"`
	Replay  string `json:"replay,omitempty"` // the command that shows it
	Shows   string `json:"shows,omitempty"`  // what the trail shows
	Walked  bool   `json:"walked"`           // states were made again to find what holds in them
}

// openGraph reads a graph and its model, which must fit.
func openGraph(t *GraphTask) (*graph.Graph, *graphModel, error) {
	g, err := ReadGraph(t.File)
	if err != nil {
		return nil, nil, err
	}
	m, err := openGraphModel(t.Source, t.Formulas, g.Strict)
	if err != nil {
		return nil, nil, err
	}
	return g, m, m.fits(g, t.File)
}

// CheckGraph checks formulas over a graph. A run that shows why one does not hold, or that one of CTL does,
// is written as a trail.
func CheckGraph(ctx context.Context, t GraphTask) (*graph.Graph, []GraphChecked, error) {
	if len(t.Formulas.CTL)+len(t.Formulas.LTL) == 0 {
		return nil, nil, errors.New("graph check takes a formula: -ctl FORMULA or -ltl FORMULA")
	}
	g, m, err := openGraph(&t)
	if err != nil {
		return nil, nil, err
	}
	known, walked, err := m.values(ctx, g)
	if err != nil {
		return nil, nil, err
	}
	c := &graphCheck{GraphTask: t, g: g, m: m, values: known}
	var out []GraphChecked
	for i, f := range m.formulas {
		r := GraphChecked{Formula: f.text, Kind: f.kind, Walked: walked}
		c.number = i
		if f.kind == "ctl" {
			err = c.ctl(f, &r)
		} else {
			err = c.ltl(ctx, f, &r)
		}
		if err != nil {
			return nil, nil, err
		}
		out = append(out, r)
	}
	return g, out, nil
}

type graphCheck struct {
	GraphTask
	g      *graph.Graph
	m      *graphModel
	values func(i uint32, condition int) bool
	number int // of the formula
}

// values finds what is true in the nodes: from the labels of the graph if it has them, else by a walk.
func (m *graphModel) values(ctx context.Context, g *graph.Graph) (
	at func(i uint32, condition int) bool, walked bool, err error,
) {
	labels := make([]int, len(m.texts))
	for i, t := range m.texts {
		labels[i] = slices.Index(g.Atoms, t)
		walked = walked || labels[i] < 0
	}
	if !walked {
		return func(i uint32, c int) bool { return g.Label(i, labels[c]) }, false, nil
	}
	n := uint64(len(m.texts))
	found := make([]uint64, (g.Nodes*n+63)/64)
	label, row := m.label(), make([]bool, n)
	w := &graph.Walk{Graph: g, Machine: vm.NewMachine(m.prog)}
	w.Node = func(i uint32, s *vm.State) error {
		if err := label(s, row); err != nil {
			return err
		}
		for c, v := range row {
			if k := uint64(i)*n + uint64(c); v {
				found[k>>6] |= 1 << (k & 63)
			}
		}
		return ctx.Err()
	}
	if err := w.Run(); err != nil {
		return nil, true, err
	}
	return func(i uint32, c int) bool {
		k := uint64(i)*n + uint64(c)
		return found[k>>6]>>(k&63)&1 != 0
	}, true, nil
}

// missing says what a graph lacks for a formula to hold; "": nothing.
func (c *graphCheck) missing() string {
	switch {
	case c.g.Reason != "":
		return "the graph is not whole: " + c.g.Reason
	case c.g.Cut > 0:
		return fmt.Sprintf("%d run-time errors ended moves: what would lie behind them is not in the graph", c.g.Cut)
	}
	return ""
}

func (c *graphCheck) ctl(f *graphFormula, r *GraphChecked) error {
	if r.Reason = c.missing(); r.Reason != "" {
		r.Verdict = report.Inconclusive
		return nil
	}
	for k, x := range f.ctl.Conditions() {
		x.Value = func(i uint32) bool { return c.values(i, f.conditions[k]) }
	}
	check := graph.NewChecker(c.g)
	r.Verdict = report.Holds
	if !check.Holds(f.ctl, 0) {
		r.Verdict = report.Violated
	}
	r.HoldsIn, r.Passes = check.Count(f.ctl), check.Passes
	if c.Violated && r.Verdict == report.Holds {
		return nil
	}
	run := check.Explain(f.ctl)
	if len(run.Edges) == 0 && run.Rest != nil {
		r.Shows = "no run shows it: " + rest(run)
		return nil
	}
	if r.Shows = "a run that shows why it holds"; r.Verdict == report.Violated {
		r.Shows = "a run that shows why it does not hold"
	}
	if run.Rest != nil {
		r.Shows += ", up to where " + rest(run)
	}
	return c.write(run, r)
}

// rest says what a run does not show.
func rest(run *graph.Run) string {
	if run.Holds {
		return fmt.Sprintf("%v holds, which is about more than one run", run.Rest)
	}
	return fmt.Sprintf("%v does not hold, which is about more than one run", run.Rest)
}

func (c *graphCheck) ltl(ctx context.Context, f *graphFormula, r *GraphChecked) error {
	a, err := ltl.ForSearch(ltl.Not(f.ltl))
	if err != nil {
		return fmt.Errorf("%s: the formula cannot be translated: %w", f.text, err)
	}
	p := &graph.Product{Graph: c.g, Automaton: a}
	p.Value = func(i uint32, atom int) bool { return c.values(i, f.conditions[atom]) }
	run, err := p.Find(ctx)
	if err != nil {
		return err
	}
	r.States, r.Pairs = len(a.States), p.Pairs
	switch {
	case run != nil:
		r.Verdict, r.Shows = report.Violated, "a run that the formula forbids"
		return c.write(run, r)
	case c.missing() != "":
		r.Verdict, r.Reason = report.Inconclusive, c.missing()
	default:
		r.Verdict = report.Holds
	}
	return nil
}

// write takes a run's moves on a machine of its own, and writes them as a trail.
func (c *graphCheck) write(run *graph.Run, r *GraphChecked) error {
	moves, depth, err := c.retrace(run)
	if err != nil {
		return fmt.Errorf("internal error: the run of %q does not replay: %w", r.Formula, err)
	}
	if r.Trail = c.Trail; r.Trail == "" {
		r.Trail = c.Model + ".trail"
	}
	if c.number > 0 {
		r.Trail = fmt.Sprintf("%s%d.trail", strings.TrimSuffix(r.Trail, ".trail"), c.number)
	}
	t := trail.FromMoves(c.m.prog, moves)
	if run.Cycle >= 0 {
		t.MarkCycle(depth)
	}
	r.Replay = c.Replay(r.Trail, "")
	return t.WriteFile(r.Trail)
}

// retrace takes the moves of a run. Every state must be as the conditions of the nodes have it; a cycle must
// come back to its state. Depth is where it begins.
func (c *graphCheck) retrace(run *graph.Run) (moves []vm.Move, depth int, err error) {
	m := vm.NewMachine(c.m.prog)
	label, row := c.m.label(), make([]bool, len(c.m.texts))
	var s vm.State
	var start []byte
	m.Initial(&s)
	rows := run.Rows(c.g)
	for k, node := range run.Nodes {
		if err := label(&s, row); err != nil {
			return nil, 0, err
		}
		for i, v := range row {
			if v != c.values(node, i) {
				return nil, 0, fmt.Errorf("%s is otherwise in node %d", c.m.texts[i], node)
			}
		}
		if k == run.Cycle {
			start = slices.Clone(m.Layout().Key(s.Vec))
			for _, mv := range moves {
				if depth++; mv.Partner != 0 {
					depth++
				}
			}
		}
		if k == len(rows) {
			break
		}
		if err := graph.Follow(m, &s, c.g.Moves(rows[k])); err != nil {
			return nil, 0, err
		}
		moves = append(moves, c.g.Moves(rows[k])...)
	}
	if run.Cycle >= 0 && !bytes.Equal(start, m.Layout().Key(s.Vec)) {
		return nil, 0, errors.New("the cycle does not close")
	}
	return moves, depth, nil
}

// GraphWalked is what a walk through a graph has found.
type GraphWalked struct {
	Nodes     uint64 `json:"nodes"`
	Edges     uint64 `json:"edges"`
	Longest   int    `json:"longest_path"` // nodes
	Different int    `json:"different_states,omitempty"`
	Checked   bool   `json:"checked"` // each state was compared with its number's
	Errors    int    `json:"errors"`
	First     string `json:"first_error,omitempty"`
	Invalid   uint64 `json:"invalid_end_states"`
	Trail     string `json:"trail,omitempty"`  // of the first error
	Replay    string `json:"replay,omitempty"` // the command that shows it
	Exit      int    `json:"exit"`
	Reason    string `json:"reason,omitempty"` // why there may be more errors
}

// WalkGraph makes the states of a graph again, by its moves, and looks at each, and at what fails on the way.
// With check, it compares them with those that the numbers stand for.
func WalkGraph(ctx context.Context, t GraphTask, check bool) (*GraphWalked, error) {
	g, m, err := openGraph(&t)
	if err != nil {
		return nil, err
	}
	machine := vm.NewMachine(m.prog)
	out := &GraphWalked{Checked: check, Reason: (&graphCheck{g: g}).missing()}
	w := &graph.Walk{Graph: g, Machine: machine}
	shadow := graph.NewShadow(g, vm.NewMachine(m.prog))
	wrong := func(what string) error {
		if out.Errors++; out.Errors > 1 {
			return nil
		}
		if out.First, out.Trail = what, t.Trail; out.Trail == "" {
			out.Trail = t.Model + ".trail"
		}
		var moves []vm.Move
		for _, row := range w.Path() {
			moves = append(moves, g.Moves(row)...)
		}
		out.Replay = t.Replay(out.Trail, "")
		return trail.FromMoves(m.prog, moves).WriteFile(out.Trail)
	}
	w.Move = func(eff vm.Effect) error {
		if eff&vm.Failed == 0 {
			return nil
		}
		return wrong(machine.Faults()[0].Msg)
	}
	w.Arrive = func(i uint32, s *vm.State) error {
		if out.Edges++; check {
			return shadow.Arrive(i, s)
		}
		return nil
	}
	w.Node = func(i uint32, s *vm.State) error {
		out.Nodes++
		if check {
			if err := shadow.Node(i, s); err != nil {
				return err
			}
		}
		if g.Dead(i) {
			if out.Invalid++; out.Invalid == 1 {
				if err := wrong("invalid end state"); err != nil {
					return err
				}
			} else {
				out.Errors++
			}
		}
		return ctx.Err()
	}
	if err := w.Run(); err != nil {
		return nil, err
	}
	out.Longest, out.Different = w.Longest(), shadow.Different()
	switch {
	case out.Errors > 0:
		out.Exit = report.Violated.ExitCode()
	case out.Reason != "":
		out.Exit = report.Inconclusive.ExitCode()
	}
	return out, nil
}
