package independence

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier/por"
)

// users returns the indices of the actors that do one of some acts to a thing.
func (v *View) users(is func(t *por.Thing) bool, acts ...por.Act) []int {
	var out []int
	for i := range v.Account.Actors {
		if slices.ContainsFunc(v.Account.Actors[i].Uses, func(u por.Use) bool {
			return is(&v.Account.Things[u.Thing]) && slices.Contains(acts, u.Act)
		}) {
			out = append(out, i)
		}
	}
	return out
}

var cellActs = []por.Act{por.Reads, por.Writes, por.Adds}

// global explains why SPIN treats a statement as global, and proposes cures.
func (v *View) global(proc int, k uint32, m *move) {
	var uses []por.Use
	if v.Account != nil {
		for _, a := range v.actors(proc) {
			uses = append(uses, a.Trans[m.trans]...)
		}
	}
	uses = slices.DeleteFunc(uses, func(u por.Use) bool { return u.Act == por.Arrives || u.Act == por.Minds })
	switch {
	case len(uses) > 0:
		m.against = append(m.against, "SPIN: "+v.does(uses))
	case v.Program.Trans[m.trans].Atomic || v.within(proc, k):
		m.against = append(m.against, "SPIN: in an atomic sequence with what is global")
	default:
		m.against = append(m.against, "SPIN: global")
	}
	name := v.Program.Procs[proc].Name
	for _, u := range uses {
		t := &v.Account.Things[u.Thing]
		same := func(x *por.Thing) bool { return x == t }
		whole := func(x *por.Thing) bool { return x.Array == t.Array }
		switch {
		case u.Act == por.Sends && !t.Meets && len(v.users(same, por.Sends)) == 1:
			m.helps("", "SPIN: %s", exclusively("xs", "sends to", t, name))
		case u.Act == por.Receives && !t.Meets && len(v.users(same, por.Receives)) == 1:
			m.helps("", "SPIN: %s", exclusively("xr", "receives from", t, name))
		case !slices.Contains(cellActs, u.Act):
		case len(v.users(whole, cellActs...)) == 1:
			m.helps("", "SPIN: declare %s in %s, since no other process uses it", t.Array, name)
		case t.Name != t.Array && v.isDisjoint(t.Array):
			m.helps("", "SPIN: declare %s local, since no two processes use the same element", t.Array)
		}
	}
}

// exclusively proposes a declaration of xr or xs.
func exclusively(keyword, verb string, t *por.Thing, name string) string {
	if t.Name == t.Array {
		return fmt.Sprintf("%s %s in %s, since no other process %s it", keyword, t.Name, name, verb)
	}
	return fmt.Sprintf("take %s as a parameter, and say %s of it in %s, since no other process %s it",
		t.Array+"[...]", keyword, name, verb)
}

// apart reports whether each element of an array is used by one process only.
func (v *View) isDisjoint(array string) bool {
	for i := range v.Account.Things {
		t := &v.Account.Things[i]
		if t.Array == array && len(v.users(func(x *por.Thing) bool { return x == t }, cellActs...)) > 1 {
			return false
		}
	}
	return true
}

// propose proposes changes that may end a conflict.
func (v *View) propose(m *move, a *por.Actor, c *por.Conflict) {
	other := &v.Account.Actors[c.Other]
	for _, u := range c.Uses {
		t := &v.Account.Things[u.Thing]
		whole := func(x *por.Thing) bool { return x.Array == t.Array }
		known := "an index of %s that is known beforehand, such as _pid"
		if v.anywhere(a.Trans[c.Trans], t) {
			m.helps(v.place(c.Trans), known, t.Array)
		}
		if v.anywhere(other.Trans[c.By], t) {
			m.helps(v.place(c.By), known, t.Array)
		}
		switch {
		case u.Act == por.Creates:
			m.helps(v.place(c.By), "active processes rather than run")
		case slices.Contains(cellActs, u.Act) && len(v.users(whole, por.Reads)) == 0:
			m.helps("", "leave %s out, since nothing reads it", t.Array)
		case u.Act == por.Sends && !t.Meets && v.also(a, c.Trans, u):
			m.helps("", "a channel of its own for each process that sends to %s", t.Array)
		case u.Act == por.Receives && !t.Meets && v.also(a, c.Trans, u):
			m.helps("", "a channel of its own for each process that receives from %s", t.Array)
		case u.Act == por.Looks && !t.Meets && only(other.Trans[c.By], u):
			m.helps(v.place(c.By), "a send or receive rather than a look at %s", t.Array)
		}
	}
}

// only reports whether a use is among others, and the only one of its thing.
func only(uses []por.Use, u por.Use) bool {
	return slices.Contains(uses, u) &&
		!slices.ContainsFunc(uses, func(w por.Use) bool { return w.Thing == u.Thing && w.Act != u.Act })
}

// also reports whether a transition has the same use.
func (v *View) also(a *por.Actor, trans uint32, u por.Use) bool {
	return slices.Contains(a.Trans[trans], u)
}

// anywhere reports whether uses cover all elements of a thing's array, so that it is not known which one is
// used.
func (v *View) anywhere(uses []por.Use, t *por.Thing) bool {
	all := 0
	for i := range v.Account.Things {
		if v.Account.Things[i].Array != t.Array {
			continue
		}
		all++
		if !slices.ContainsFunc(uses, func(u por.Use) bool { return u.Thing == i }) {
			return false
		}
	}
	return all > 1
}

// shared returns the variables and channels about which processes of two proctypes conflict.
func (v *View) shared(p, q int) []string {
	var out []string
	for i := range v.Account.Actors {
		a := &v.Account.Actors[i]
		for _, s := range a.States {
			for _, c := range s.Conflicts {
				o := v.Account.Actors[c.Other].Proctype
				if a.Proctype == p && o == q || a.Proctype == q && o == p {
					out = append(out, v.names(c.Uses)...)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// names returns the names of the things of uses.
func (v *View) names(uses []por.Use) []string {
	var out []string
	for _, u := range uses {
		name := v.Account.Things[u.Thing].Array
		if name == "" {
			name = "births and deaths"
		}
		out = append(out, name)
	}
	return out
}

// quoted formats a string for a dot file.
func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }
