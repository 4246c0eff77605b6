package symmetry

import (
	"fmt"
	"math"
	"strings"
)

// String describes what may be exchanged or rotated, and how many states one represents at most.
func (g *Group) String() string {
	if g == nil {
		return "none"
	}
	var parts []string
	for i := range g.Sets {
		s := &g.Sets[i]
		how := "may be exchanged"
		if s.Rotated {
			how = "may be rotated"
		}
		parts = append(parts, fmt.Sprintf("%s %s", g.ranks(s), how))
	}
	order := g.Order()
	most := fmt.Sprintf("%.2g", order)
	if order < 1e7 {
		most = fmt.Sprintf("%.0f", order)
	}
	return fmt.Sprintf("%s: a state stands for up to %s", strings.Join(parts, ", "), most)
}

// Order returns the number of permutations.
func (g *Group) Order() float64 {
	out := 1.0
	for i := range g.Sets {
		n := float64(len(g.Sets[i].Ranks))
		if g.Sets[i].Rotated {
			out *= n
		} else {
			out *= math.Gamma(n + 1)
		}
	}
	return out
}

// ranks describes the processes of a set; consecutive ones of a kind by the numbers of the first and the
// last.
func (g *Group) ranks(s *Set) string {
	var kinds []string
	for j := range s.Ranks[0] {
		first, last := s.Ranks[0][j], s.Ranks[len(s.Ranks)-1][j]
		name := g.m.typeOf(first).Name
		if other := g.m.typeOf(last).Name; other != name {
			name += " to " + other
		}
		numbers := fmt.Sprintf("%d..%d", first, last)
		if last-first != len(s.Ranks)-1 {
			var all []string
			for _, r := range s.Ranks {
				all = append(all, fmt.Sprint(r[j]))
			}
			numbers = strings.Join(all, ",")
		}
		kinds = append(kinds, fmt.Sprintf("%s[%s]", name, numbers))
	}
	return strings.Join(kinds, " with ")
}

// String returns the place and the reason.
func (a Against) String() string {
	out := a.Why
	if a.Who != "" {
		out = a.Who + ": " + out
	}
	if a.Stmt == nil {
		return out
	}
	return fmt.Sprintf("%s:%d: %s: %s", a.Stmt.File, a.Stmt.Line, a.Stmt.Written(), out)
}

// differs describes the first difference between processes that are otherwise alike.
const differs = "it does something else for another process"

// help has suggestions for changing the model, by the beginning of the reason.
var help = []struct{ why, change string }{
	{differs, "use numbers of processes for nothing but comparisons by == and !=, indices of arrays with an element " +
		"for each process, and assignments; go through all processes within a d_step, and so that their order makes " +
		"no difference; treat no process differently"},
	{"the number of a process is counted with", "compare numbers of processes by == and != only, and let a constant " +
		"beyond them stand for nobody"},
	{"the number of a process is compared", "keep numbers of processes in variables of their own"},
	{"a cell has the number of a process", "keep numbers of processes in variables of their own"},
	{"which channel is used", "take channels from arrays by the number of the process, or hand them over as parameters"},
	{"a channel is looked into", "receive in place of c?[...], or ask for len(c), empty(c), or full(c)"},
	{"a variable of another process", "make that variable an element of a global array"},
	{"a step is too long", "make several steps of the d_step"},
	{"an index", "keep what is an index in a variable of a byte or less"},
	{"the model has hidden", "leave the word hidden out"},
	{"the model has provided", "put the provided clause in front of statements, as a condition"},
	{"a sorted send", "send in the order of a queue"},
}

// Helps suggests a change of the model; "" if none is known.
func (a Against) Helps() string {
	switch {
	case strings.Contains(a.Why, "may end: "):
		return "let processes wait for ever where they end, at an end label: end: false"
	case strings.Contains(a.Why, "still starts processes"):
		return "start all processes at the beginning: active [N], or run in an atomic sequence of init"
	}
	for _, h := range help {
		if strings.HasPrefix(a.Why, h.why) {
			return h.change
		}
	}
	return ""
}

// Take marks transitions as taken if an image of theirs was taken: a search of orbits takes the transitions
// of one process in place of those of another.
func (g *Group) Take(taken []byte) {
	for again := true; again; {
		again = false
		for i := range g.Sets {
			for _, a := range g.Sets[i].Actions {
				for from, to := range a.becomes {
					if taken[from] != taken[to] {
						taken[from], taken[to], again = 1, 1, true
					}
				}
			}
		}
	}
}
