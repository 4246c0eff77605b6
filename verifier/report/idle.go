package report

import (
	"fmt"
	"strings"
)

// Idle is a process that can move in the cycle of a counterexample, but never does.
type Idle struct {
	Pid      int    `json:"pid"`
	Proctype string `json:"proctype"`
	Always   bool   `json:"always"` // it can move in every state: weak fairness excludes the run
}

// Unfair reports whether weak fairness excludes the run.
func Unfair(idle []Idle) bool {
	for _, i := range idle {
		if i.Always {
			return true
		}
	}
	return false
}

// OnCycle describes what accepts a property's cycle, and which processes move in it, a line each.
func (p *Property) OnCycle() (lines []string) {
	if !p.Cycle {
		return nil
	}
	if len(p.Labels) > 0 {
		lines = append(lines, fmt.Sprintf("%s itself allows this run: it counts, as in SPIN, since %s is at an accept label "+
			"in the cycle", p.Name, strings.Join(p.Labels, " or ")))
	}
	for _, when := range []string{"all the time", "now and then"} {
		var who []string
		for _, i := range p.Idle {
			if i.Always == (when == "all the time") {
				who = append(who, fmt.Sprintf("%s (%d)", i.Proctype, i.Pid))
			}
		}
		if len(who) > 0 {
			lines = append(lines, fmt.Sprintf("never move in the cycle, but could %s: %s", when, strings.Join(who, ", ")))
		}
	}
	if p.Unfair {
		return append(lines, "weak fairness (-f) excludes this run")
	}
	if len(p.Idle) > 0 {
		return append(lines, "this run is weakly fair; strong fairness (-F) excludes it")
	}
	return append(lines, "this run is weakly fair, and strongly")
}

// fairText names the fairness of a search, as pan names its own.
func (r *Report) fairText() string {
	switch r.Fair {
	case "":
		return "disabled"
	case "weak":
		return "enabled"
	}
	return "enabled: " + r.Fair
}
