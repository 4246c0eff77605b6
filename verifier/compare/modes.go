package compare

import (
	"slices"
	"strings"

	"gospin/verifier/compare/tables"
	"gospin/verifier/way"
)

// aboutPan describes SPIN's own modes.
var aboutPan = map[string]string{
	"pan":          "SPIN's verifier: the vector without bytes that never differ",
	"pan COLLAPSE": "SPIN's numbers of components, of a fixed width",
	"pan MA":       "SPIN's minimised automaton",
	"pan HC":       "SPIN's hash of each state: approximate",
}

// aboutStore describes what a store keeps, or is "" for an unknown one.
func aboutStore(mode string) string {
	for _, w := range way.StoreWords() {
		if w.Name == mode {
			return strings.ReplaceAll(w.About, "`", "")
		}
	}
	return aboutPan[mode]
}

// aboutReduction describes what a reduction leaves out. The first word of the mode names it; flags may
// follow.
func aboutReduction(mode string) string {
	name, flags, _ := strings.Cut(mode, " ")
	about := ""
	switch name {
	case Raw:
		about = "all states and all orders of steps: nothing is merged, reset, or left out"
	case panDefault:
		about = "SPIN's verifier with the reductions that it makes unless it is told otherwise"
	default:
		i := slices.IndexFunc(way.RuleWords(), func(w way.Word) bool { return w.Name == name })
		if i < 0 {
			return ""
		}
		about = strings.ReplaceAll(way.RuleWords()[i].About, "`", "")
		if name != "off" {
			about = "a process goes alone where " + about
		}
	}
	if flags != "" {
		about += "; with " + flags
	}
	return about
}

// terms explains the modes.
func (t *Table) terms() (out []tables.Term) {
	for _, mode := range t.Modes {
		if about := t.subject.about(mode); about != "" {
			out = append(out, tables.Term{Name: mode, Text: about})
		}
	}
	return out
}

// ofOne joins grids of one model, which have one column each, to one grid.
func ofOne(grids []tables.Table) (out []tables.Table) {
	all := tables.Table{Title: "All figures", Head: []string{"mode"}, Marks: true}
	for _, g := range grids {
		if len(g.Head) != 2 || g.Sums > 0 || len(all.Lines) > 0 && len(g.Lines) != len(all.Lines) ||
			strings.HasPrefix(g.Title, "Growth") {
			out = append(out, g)
			continue
		}
		if all.Head = append(all.Head, g.Title); g.Worse != "" {
			all.Worse = g.Worse
		}
		for i, line := range g.Lines {
			if len(all.Lines) <= i {
				all.Lines = append(all.Lines, line[:1:1])
			}
			all.Lines[i] = append(all.Lines[i], line[1])
		}
	}
	if len(all.Lines) == 0 {
		return grids
	}
	return append([]tables.Table{all}, out...)
}
