package query

import (
	"context"

	"gospin/verifier/graph"
	"gospin/verifier/report"
	"gospin/verifier/trail"
	"gospin/vm"
)

// Walked is the result of a walk through a graph.
type Walked struct {
	Nodes     uint64 `json:"nodes"`
	Edges     uint64 `json:"edges"`
	Longest   int    `json:"longest_path"` // number of nodes
	Different int    `json:"different_states,omitempty"`
	Checked   bool   `json:"checked"` // each state was compared with the one of its number
	Errors    int    `json:"errors"`
	First     string `json:"first_error,omitempty"`
	Invalid   uint64 `json:"invalid_end_states"`
	Trail     string `json:"trail,omitempty"`  // of the first error
	Replay    string `json:"replay,omitempty"` // the command that replays the trail
	Exit      int    `json:"exit"`
	Reason    string `json:"reason,omitempty"` // why there may be more errors
}

// Walk computes the states of a graph again, and examines each state and each failure on the way. With check,
// it compares all states that a number stands for.
func Walk(ctx context.Context, t Task, check bool) (*Walked, error) {
	g, m, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	machine := vm.NewMachine(m.prog)
	out := &Walked{Checked: check, Reason: missing(g)}
	w := &graph.Walk{Graph: g, Machine: machine}
	shadow := graph.NewShadow(g, vm.NewMachine(m.prog))
	var first []vm.Move // moves to the first error
	wrong := func(what string) {
		if out.Errors++; out.Errors > 1 {
			return
		}
		if out.First, out.Trail = what, t.Trail; out.Trail == "" {
			out.Trail = t.Model + ".trail"
		}
		for _, row := range w.Path() {
			first = append(first, g.Moves(row)...)
		}
		out.Replay = t.Replay(out.Trail, "")
	}
	w.Move = func(eff vm.Effect) error {
		if eff&vm.Failed != 0 {
			wrong(machine.Faults()[0].Msg)
		}
		return nil
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
			out.Invalid++
			wrong("invalid end state")
		}
		return context.Cause(ctx)
	}
	if err := w.Run(); err != nil {
		return nil, err
	}
	if out.Errors > 0 {
		if err := trail.FromMoves(m.prog, first).WriteFile(out.Trail); err != nil {
			return nil, err
		}
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
