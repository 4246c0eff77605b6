package symmetry

import (
	"fmt"
	"math"
	"strings"
)

// String tells what may be exchanged or rotated, and how many states one stands for at most.
func (g *Group) String() string {
	var parts []string
	for i := range g.Sets {
		s := &g.Sets[i]
		how := "may be exchanged"
		if s.Rotated {
			how = "may be rotated"
		}
		parts = append(parts, fmt.Sprintf("%s %s", g.ranks(s), how))
	}
	return fmt.Sprintf("%s: a state stands for up to %.4g", strings.Join(parts, ", "), g.Order())
}

// Order is how many permutations there are.
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

// ranks are the processes of a set, those of each kind by the numbers of the first and the last where these
// follow each other.
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

// String tells where and what it is.
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

// Take marks transitions as taken whose images under the group have been: a search of the group's orbits
// takes those of one process for those of another.
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
