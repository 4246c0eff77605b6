package verifier

import (
	"fmt"
	"strings"

	"gospin/vm"
)

// Idle is a process that never moves in the cycle of a counterexample, although it is able to.
type Idle struct {
	Pid      int    `json:"pid"`
	Proctype string `json:"proctype"`
	Always   bool   `json:"always"` // it is able to all the time: weak fairness excludes the run
}

// onlookers notes who moves in a cycle, and who is able to, in the states in which every process may move.
// Who only receives in rendezvous is not: it is the sender who makes the offer.
type onlookers struct {
	moved, able, unable [vm.MaxProcs + 1]bool
	names               [vm.MaxProcs + 1]string
	most                int // processes at any time
}

// see takes a state with its moves into account. All says that every process may move, else the state is
// inside an atomic sequence.
func (o *onlookers) see(m *vm.Machine, s *vm.State, moves []vm.Move, all bool) {
	procs := m.Layout().ShapeOf(s.Vec).Procs
	for pid := o.most; pid < len(procs); pid++ {
		o.names[pid] = m.Program().Procs[procs[pid].Type].Name
	}
	o.most = max(o.most, len(procs))
	if !all {
		return
	}
	var able [vm.MaxProcs + 1]bool
	for _, mv := range moves {
		able[mv.Pid] = true
		o.able[mv.Pid] = true
	}
	for pid, a := range able {
		o.unable[pid] = o.unable[pid] || !a
	}
}

func (o *onlookers) take(mv vm.Move) {
	o.moved[mv.Pid] = true
	if mv.Partner != 0 {
		o.moved[mv.Peer] = true
	}
}

func (o *onlookers) idle() (out []Idle) {
	for pid := range o.most {
		if o.able[pid] && !o.moved[pid] {
			out = append(out, Idle{Pid: pid, Proctype: o.names[pid], Always: !o.unable[pid]})
		}
	}
	return out
}

// unfair says whether weak fairness excludes the run.
func unfair(idle []Idle) bool {
	for _, i := range idle {
		if i.Always {
			return true
		}
	}
	return false
}

// onCycle tells in words who takes part in a property's cycle, a line each.
func (p *Property) onCycle() (lines []string) {
	if !p.cycle {
		return nil
	}
	for _, when := range []string{"all the time", "now and then"} {
		var who []string
		for _, i := range p.Idle {
			if i.Always == (when == "all the time") {
				who = append(who, fmt.Sprintf("%s (process %d)", i.Proctype, i.Pid))
			}
		}
		if len(who) > 0 {
			lines = append(lines, fmt.Sprintf("never move in the cycle, but could %s: %s", when, strings.Join(who, ", ")))
		}
	}
	if p.Unfair {
		return append(lines, "weak fairness (-f) excludes this run")
	}
	return append(lines, "this run is weakly fair")
}
