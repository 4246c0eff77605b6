package ltl

import (
	"fmt"
	"io"
	"strings"
)

// labels returns SPIN's names for the states: accept_ for accepting ones, init for the first, and accept_all
// for the state from which everything is accepted.
func (a *Automaton) labels() []string {
	out := make([]string, len(a.States))
	for s := range a.States {
		name := fmt.Sprintf("S%d", s)
		if s == a.Initial {
			name = "init"
		}
		switch {
		case a.AcceptsAll(s) && s != a.Initial:
			out[s] = "accept_all"
		case a.States[s].Accepting:
			out[s] = "accept_" + name
		default:
			out[s] = "T0_" + name
		}
	}
	return out
}

// WriteClaim prints the automaton as a never claim of Promela, with the title in a comment.
func (a *Automaton) WriteClaim(w io.Writer, title string, atoms []string) error {
	var b strings.Builder
	title = strings.ReplaceAll(strings.Join(strings.Fields(title), " "), "*/", "* /")
	fmt.Fprintf(&b, "never  {    /* %s */\n", title)
	labels := a.labels()
	block := func(s int) {
		fmt.Fprintf(&b, "%s:\n", labels[s])
		if a.AcceptsAll(s) && s != a.Initial {
			b.WriteString("\tskip\n")
			return
		}
		b.WriteString("\tdo\n")
		for _, e := range a.States[s].Edges {
			fmt.Fprintf(&b, "\t:: %s -> goto %s\n", e.Guard.Text(atoms), labels[e.To])
		}
		if len(a.States[s].Edges) == 0 {
			b.WriteString("\t:: (false) -> goto " + labels[s] + "\n")
		}
		b.WriteString("\tod;\n")
	}
	last := -1 // a claim ends after skip, so that must come last
	block(a.Initial)
	for s := range a.States {
		switch {
		case s == a.Initial:
		case labels[s] == "accept_all":
			last = s
		default:
			block(s)
		}
	}
	if last >= 0 {
		block(last)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteDot prints the automaton for Graphviz.
func (a *Automaton) WriteDot(w io.Writer, title string, atoms []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph {\n\trankdir=LR\n\tlabel=%s\n\tstart [shape=point]\n\tstart -> %d\n",
		quoted(title), a.Initial)
	labels := a.labels()
	for s := range a.States {
		shape := "circle"
		if a.States[s].Accepting {
			shape = "doublecircle"
		}
		fmt.Fprintf(&b, "\t%d [shape=%s, label=%s]\n", s, shape, quoted(labels[s]))
	}
	for s := range a.States {
		for _, e := range a.States[s].Edges {
			fmt.Fprintf(&b, "\t%d -> %d [label=%s]\n", s, e.To, quoted(e.Guard.Text(atoms)))
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// quoted formats a string for Graphviz, where only " and \ have a meaning.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s) + `"`
}
