package independence

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier/por"
	"gospin/vm"
)

// View has the results for a program.
type View struct {
	Program *vm.Program
	Account *por.Account // of the computed rule; nil if it is not applicable
	Off     string       // the reason
}

// place returns the position of a statement.
func (v *View) place(trans uint32) string {
	s := &v.Program.Stmts[v.Program.Trans[trans].Stmt]
	if s.FirstLine == 0 {
		return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Col)
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.FirstLine, s.FirstCol)
}

func (v *View) text(trans uint32) string {
	return v.Program.Stmts[v.Program.Trans[trans].Stmt].Written()
}

// statement returns a statement with its position.
func (v *View) statement(trans uint32) string { return v.place(trans) + ": " + v.text(trans) }

// actors returns the actors of a proctype.
func (v *View) actors(proc int) []*por.Actor {
	var out []*por.Actor
	for i := range v.Account.Actors {
		if x := &v.Account.Actors[i]; x.Proctype == proc {
			out = append(out, x)
		}
	}
	return out
}

// states returns the control states that are reachable from the start, in order.
func (v *View) states(proc int) []uint32 {
	pt := &v.Program.Procs[proc]
	seen := make([]bool, len(pt.States))
	var visit func(k uint32)
	visit = func(k uint32) {
		if k == vm.Exit || seen[k] {
			return
		}
		seen[k] = true
		for _, t := range v.transitions(pt, k) {
			visit(v.Program.Trans[t].To)
		}
	}
	visit(pt.Start)
	var out []uint32
	for k := range seen {
		if seen[k] && pt.States[k].N > 0 {
			out = append(out, uint32(k))
		}
	}
	return out
}

// transitions returns the numbers of a control state's transitions.
func (v *View) transitions(pt *vm.Proctype, k uint32) []uint32 {
	st := &pt.States[k]
	var out []uint32
	for i := st.First; i < st.First+st.N; i++ {
		out = append(out, i)
	}
	return out
}

// within reports whether a control state is within an atomic sequence.
func (v *View) within(proc int, k uint32) bool {
	pt := &v.Program.Procs[proc]
	for n := range pt.States {
		for _, t := range v.transitions(pt, uint32(n)) {
			if to := &v.Program.Trans[t]; to.Atomic && to.To == k {
				return true
			}
		}
	}
	return false
}

// pids names the processes of actors: processes 0 to 5.
func pids(actors []*por.Actor) string {
	if len(actors) == 0 {
		return "no process"
	}
	var list []int
	for _, x := range actors {
		if x.Pid < 0 {
			return "any process"
		}
		if !slices.Contains(list, x.Pid) {
			list = append(list, x.Pid)
		}
	}
	slices.Sort(list)
	n := len(list)
	switch {
	case n == 1:
		return fmt.Sprintf("process %d", list[0])
	case n > 2 && list[n-1]-list[0] == n-1:
		return fmt.Sprintf("processes %d to %d", list[0], list[n-1])
	}
	var words []string
	for _, p := range list {
		words = append(words, fmt.Sprint(p))
	}
	return "processes " + strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}

// object names the things of uses with the same verb: x, a[3], a.
func (v *View) object(uses []por.Use) string {
	var names []string
	for _, u := range uses {
		t := &v.Account.Things[u.Thing]
		n := 0
		for _, w := range uses {
			if v.Account.Things[w.Thing].Array == t.Array {
				n++
			}
		}
		name := t.Name
		if n > 1 {
			name = t.Array
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if n := len(names) - 6; n > 0 {
		names = append(names[:6], fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}

// does describes uses: "writes x; sends to q".
func (v *View) does(uses []por.Use) string {
	var verbs []por.Act
	by := map[por.Act][]por.Use{}
	for _, u := range uses {
		if !slices.Contains(verbs, u.Act) {
			verbs = append(verbs, u.Act)
		}
		if !slices.Contains(by[u.Act], u) {
			by[u.Act] = append(by[u.Act], u)
		}
	}
	var out []string
	for _, verb := range verbs {
		partner := verb == por.Arrives || verb == por.Minds ||
			verb == por.Looks && !slices.ContainsFunc(by[verb], v.questions)
		if partner && len(verbs) > 1 {
			continue
		}
		out = append(out, strings.TrimSpace(string(verb)+" "+v.object(by[verb])))
	}
	return strings.Join(out, ", ")
}

// questions reports whether a look is a use of its own. For a rendezvous channel, it is also one of the
// partner.
func (v *View) questions(u por.Use) bool { return !v.Account.Things[u.Thing].Meets }
