package query

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gospin/ltl"
	"gospin/verifier/graph"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/trail"
	"gospin/vm"
)

// Checked is the answer for one formula.
type Checked struct {
	Formula string         `json:"formula"`
	Kind    string         `json:"kind"` // ctl or ltl
	Verdict report.Verdict `json:"verdict"`
	Reason  string         `json:"reason,omitempty"` // why it is inconclusive
	// number of nodes in which a CTL formula holds, and of passes over all nodes for fixed points
	HoldsIn uint64 `json:"holds_in,omitempty"`
	Passes  int    `json:"passes,omitempty"`
	States  int    `json:"automaton_states,omitempty"` // automaton of an LTL formula's negation
	Pairs   uint64 `json:"pairs,omitempty"`            // visited pairs of a node and a state of the automaton
	Trail   string `json:"trail,omitempty"`
	Replay  string `json:"replay,omitempty"` // the command that replays the trail
	Shows   string `json:"shows,omitempty"`  // what the trail shows
	Walked  bool   `json:"walked"`           // states were computed again to evaluate conditions
}

// Check checks formulas on a graph. It writes a trail of the run that shows why a formula does not hold, or,
// for CTL, that it does.
func Check(ctx context.Context, t Task) ([]Checked, error) {
	if len(t.Formulas.CTL)+len(t.Formulas.LTL) == 0 {
		return nil, errors.New("graph check takes a formula: -ctl FORMULA or -ltl FORMULA")
	}
	found, err := t.check(ctx)
	if why := limit.Cause(ctx); why != "" && errors.Is(err, context.Cause(ctx)) {
		return append(found, t.unanswered(len(found), why)...), nil
	}
	return found, err
}

// unanswered returns results without an answer for the formulas from a number on, because of a limit.
func (t *Task) unanswered(from int, why limit.Reached) (out []Checked) {
	add := func(kind string, formulas []string) {
		for _, f := range formulas {
			a := Checked{Formula: f, Kind: kind, Verdict: report.Inconclusive, Reason: string(why)}
			out = append(out, a)
		}
	}
	add("ctl", t.Formulas.CTL)
	add("ltl", t.Formulas.LTL)
	return out[from:]
}

// check checks the formulas. With an error, it also returns the answers found before.
func (t *Task) check(ctx context.Context) (out []Checked, err error) {
	g, m, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	known, walked, err := m.values(ctx, g)
	if err != nil {
		return nil, err
	}
	c := &check{Task: *t, g: g, m: m, values: known}
	for i, f := range m.formulas {
		r := Checked{Formula: f.text, Kind: f.kind, Walked: walked}
		c.number = i
		if f.kind == "ctl" {
			err = c.ctl(ctx, f, &r)
		} else {
			err = c.ltl(ctx, f, &r)
		}
		if err != nil {
			return out, err
		}
		out = append(out, r)
	}
	return out, nil
}

type check struct {
	Task
	g      *graph.Graph
	m      *Model
	values func(i uint32, condition int) bool
	number int // the formula's number
}

// values evaluates the conditions in all nodes: from the graph's labels if it has them, otherwise by a walk.
func (m *Model) values(ctx context.Context, g *graph.Graph) (
	at func(i uint32, condition int) bool, walked bool, err error,
) {
	labels := make([]int, len(m.Texts))
	for i, t := range m.Texts {
		labels[i] = slices.Index(g.Atoms, t)
		walked = walked || labels[i] < 0
	}
	if !walked {
		return func(i uint32, c int) bool { return g.Label(i, labels[c]) }, false, nil
	}
	n := uint64(len(m.Texts))
	found := make([]uint64, (g.Nodes*n+63)/64)
	label, row := m.Label(), make([]bool, n)
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
		return context.Cause(ctx)
	}
	if err := w.Run(); err != nil {
		return nil, true, err
	}
	return func(i uint32, c int) bool {
		k := uint64(i)*n + uint64(c)
		return found[k>>6]>>(k&63)&1 != 0
	}, true, nil
}

// missing returns what the graph lacks to prove a formula, or "".
func missing(g *graph.Graph) string {
	switch {
	case g.Reason != "":
		return "the graph is not whole: " + g.Reason
	case g.Cut > 0:
		return fmt.Sprintf("%d run-time errors ended moves: what would lie behind them is not in the graph", g.Cut)
	}
	return ""
}

func (c *check) ctl(ctx context.Context, f *formula, r *Checked) error {
	if r.Reason = missing(c.g); r.Reason != "" {
		r.Verdict = report.Inconclusive
		return nil
	}
	for k, x := range f.ctl.Conditions() {
		x.Value = func(i uint32) bool { return c.values(i, f.conditions[k]) }
	}
	check := graph.NewChecker(ctx, c.g)
	r.Verdict = report.Holds
	if !check.Holds(f.ctl, 0) {
		r.Verdict = report.Violated
	}
	if r.HoldsIn, r.Passes = check.Count(f.ctl), check.Passes; check.Err != nil {
		return check.Err
	}
	if c.Violated && r.Verdict == report.Holds {
		return nil
	}
	run := check.Explain(f.ctl)
	if check.Err != nil { // the verdict stays valid
		r.Shows = "no run was found that shows it: " + check.Err.Error()
		return nil
	}
	if len(run.Edges) == 0 && run.Rest != nil {
		r.Shows = "no single run shows it"
		if run.Rest.String() != f.ctl.String() {
			r.Shows += ": " + rest(run)
		}
		return nil
	}
	if r.Shows = "a run shows why it holds"; r.Verdict == report.Violated {
		r.Shows = "a run shows why"
	}
	if run.Rest != nil {
		r.Shows = "a run leads to where " + rest(run)
	}
	return c.write(run, r)
}

// rest says what a run does not show, since it depends on all that may follow.
func rest(run *graph.Run) string {
	if run.Holds {
		return fmt.Sprintf("%v holds", run.Rest)
	}
	return fmt.Sprintf("%v does not hold", run.Rest)
}

func (c *check) ltl(ctx context.Context, f *formula, r *Checked) error {
	a, err := ltl.ForSearch(ctx, ltl.Not(f.ltl))
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
	case missing(c.g) != "":
		r.Verdict, r.Reason = report.Inconclusive, missing(c.g)
	default:
		r.Verdict = report.Holds
	}
	return nil
}

// write makes a run's moves on a machine of its own, and writes them as a trail.
func (c *check) write(run *graph.Run, r *Checked) error {
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

// retrace makes the moves of a run. In every state, the conditions must have the values recorded for the
// node, and a cycle must return to its first state. Depth is the start of the cycle.
func (c *check) retrace(run *graph.Run) (moves []vm.Move, depth int, err error) {
	m := vm.NewMachine(c.m.prog)
	label, row := c.m.Label(), make([]bool, len(c.m.Texts))
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
				return nil, 0, fmt.Errorf("%s is otherwise in node %d", c.m.Texts[i], node)
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
