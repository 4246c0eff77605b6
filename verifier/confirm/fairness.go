package confirm

import (
	"fmt"

	"gospin/verifier/fair"
	"gospin/verifier/report"
	"gospin/verifier/trail"
	"gospin/vm"
)

// TreatedUnfairly returns a process of a cycle that demands more fairness than it gets, or "".
func TreatedUnfairly(idle []report.Idle, demand fair.Demand) string {
	for _, p := range idle {
		if k := demand.Of(p.Proctype); k == fair.Strong || k == fair.Weak && p.Always {
			return fmt.Sprintf("%s (%d)", p.Proctype, p.Pid)
		}
	}
	return ""
}

// Fairness describes the processes that can move in a trail's cycle but never do, and whether weak fairness
// excludes the run, a line each. It returns nil if there is no cycle.
func Fairness(p *vm.Program, t *trail.Trail) []string {
	if t.Cycle < 0 {
		return nil
	}
	var path []vm.Move
	begins := -1
	for k, err := range trail.Replay(vm.NewMachine(p), t) {
		if err != nil {
			return nil
		}
		if k.Cycle {
			begins = len(path)
		}
		if !k.Unfit {
			path = append(path, k.Move)
		}
	}
	if begins < 0 {
		return nil
	}
	seen := cycleSeen(vm.NewMachine(p), path, begins)
	prop := report.Property{Cycle: true, Idle: seen.Idle()}
	prop.Unfair = report.Unfair(prop.Idle)
	return prop.OnCycle()
}

// cycleSeen makes the moves of a path, and records which processes move from index begins on.
func cycleSeen(m *vm.Machine, path []vm.Move, begins int) *Seen {
	var s vm.State
	m.Initial(&s)
	seen, waits := &Seen{}, false // waits: the claim moved last
	for i, mv := range path {
		var eff vm.Effect
		claims := mv.Pid == vm.ClaimPid
		if claims {
			if i >= begins && waits {
				seen.see(m, &s, nil, true)
			}
			eff = m.ClaimDo(&s, mv)
		} else {
			moves, _ := trail.Moves(m, &s, nil)
			if i >= begins {
				seen.see(m, &s, moves, s.Excl < 0)
				seen.take(mv)
			}
			eff = m.Do(&s, mv)
		}
		waits = claims == (eff&vm.Transient == 0)
	}
	return seen
}
