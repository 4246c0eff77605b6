package independence

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier/por"
	"gospin/vm"
)

// state describes a control state of a proctype.
type state struct {
	number   uint32
	spin     string // classification by SPIN's rule
	computed string
	moves    []move
}

// move is a transition with its conflicts.
type move struct {
	trans   uint32
	against []string
	cures   []cure
}

// cure is a proposed change and its place.
type cure struct {
	text   string
	places []string
}

// state describes a control state.
func (v *View) state(proc int, k uint32) state {
	pt := &v.Program.Procs[proc]
	s := state{number: k, spin: v.bySpin(proc, k)}
	for _, t := range v.transitions(pt, k) {
		s.moves = append(s.moves, move{trans: t})
		m := &s.moves[len(s.moves)-1]
		if v.Program.Marks.Off == "" && !v.Program.Marks.Local[t] {
			v.global(proc, k, m)
		}
	}
	if v.Account == nil {
		return s
	}
	actors := v.actors(proc)
	s.computed = describeStanding(actors, k)
	for i := range s.moves {
		v.conflicts(actors, k, &s.moves[i])
	}
	return s
}

// bySpin describes how SPIN's rule treats a control state.
func (v *View) bySpin(proc int, k uint32) string {
	mark := &v.Program.Procs[proc].Marks[k]
	if !mark.Safe {
		return "unsafe"
	}
	var when []string
	for _, w := range mark.When {
		if w.Youngest {
			when = append(when, "it is the youngest")
			continue
		}
		name := v.Program.CellsName(w.In, proc)
		when = append(when, map[vm.PollKind]string{vm.PollNFull: "nfull", vm.PollNEmpty: "nempty",
			vm.PollEmpty: "empty", vm.PollFull: "full"}[w.Kind]+"("+name+")")
	}
	if len(when) > 0 {
		return "safe if " + strings.Join(when, ", ")
	}
	return "safe"
}

// describeStanding describes how the computed rule treats a control state.
func describeStanding(actors []*por.Actor, k uint32) string {
	names := []struct {
		alone por.Alone
		text  string
	}{{por.Never, "unsafe"}, {por.Later, "unsafe until others are past it"}, {por.Sometimes, "depends on what is enabled, or on room in channels"}, {por.Always, "safe"}}
	var parts []string
	reached := 0
	for _, a := range actors {
		if a.States[k].Alone != por.Unreached {
			reached++
		}
	}
	for _, n := range names {
		var list []*por.Actor
		for _, a := range actors {
			if a.States[k].Alone == n.alone {
				list = append(list, a)
			}
		}
		switch len(list) {
		case 0:
		case reached:
			return n.text
		default:
			parts = append(parts, n.text+" for "+pids(list))
		}
	}
	if len(parts) == 0 {
		return "never left"
	}
	return strings.Join(parts, ", ")
}

// group is a set of conflicts of a move with a proctype that are reported in one line.
type group struct {
	how  string // the text before the statements of the others
	by   []uint32
	uses []por.Use
}

// conflicts finds the conflicts of a move under the computed rule, grouped by proctype and by whether they
// enable it.
func (v *View) conflicts(actors []*por.Actor, k uint32, m *move) {
	var groups []group
	add := func(how string, by uint32, uses []por.Use) {
		i := slices.IndexFunc(groups, func(g group) bool { return g.how == how })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{how: how})
		}
		if g := &groups[i]; !slices.Contains(g.by, by) {
			g.by = append(g.by, by)
		}
		groups[i].uses = append(groups[i].uses, uses...)
	}
	for _, a := range actors {
		for _, c := range a.States[k].Conflicts {
			if c.Trans != m.trans {
				continue
			}
			how := "conflicts with "
			if c.Enables {
				how = "may be enabled by "
			}
			name := v.Program.Procs[v.Account.Actors[c.Other].Proctype].Name + v.describeSlots(&c)
			own, children := v.split(&c)
			if len(own) > 0 {
				add(how+name, c.By, own)
			}
			if len(children) > 0 {
				add(how+"what is created by "+name, c.By, children)
			}
			v.propose(m, a, &c)
		}
	}
	for _, g := range groups {
		slices.Sort(g.by)
		var places []string
		for _, t := range g.by {
			if text := v.statement(t); !slices.Contains(places, text) { // statements of an inline only once
				places = append(places, text)
			}
		}
		m.against = append(m.against, fmt.Sprintf("%s, which %s: %s", g.how, v.does(g.uses), listed(places)))
	}
}

// split separates what a statement does from what the processes that it creates do.
func (v *View) split(c *por.Conflict) (own, children []por.Use) {
	all := v.Account.Actors[c.Other].Trans[c.By]
	if !slices.ContainsFunc(all, func(u por.Use) bool { return u.Act == por.Creates }) {
		return c.Uses, nil
	}
	for _, u := range c.Uses {
		if slices.Contains(all, u) {
			own = append(own, u)
		} else {
			children = append(children, u)
		}
	}
	return own, children
}

// room describes the free slots that avoid the conflict.
func (v *View) describeSlots(c *por.Conflict) string {
	name := v.Account.Things[c.Channel].Name
	switch {
	case c.Slots == 0:
		return ""
	case c.Slots == 1:
		return " unless there is room in " + name
	case c.Slots > 255:
		return " as " + name + " may become full"
	}
	return fmt.Sprintf(" unless there is room for %d messages in %s", c.Slots, name)
}

// listed joins places, but not too many.
func listed(places []string) string {
	more := ""
	if n := len(places) - 8; n > 0 {
		places, more = places[:8], fmt.Sprintf("; and %d more", n)
	}
	return strings.Join(places, "; ") + more
}

// helps adds a cure; place is "" if it has none.
func (m *move) helps(place, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	i := slices.IndexFunc(m.cures, func(c cure) bool { return c.text == text })
	if i < 0 {
		i = len(m.cures)
		m.cures = append(m.cures, cure{text: text})
	}
	if c := &m.cures[i]; place != "" && !slices.Contains(c.places, place) {
		c.places = append(c.places, place)
	}
}
