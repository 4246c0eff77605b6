package independence

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteText prints everything.
func (v *View) WriteText(w io.Writer) {
	p := v.Program
	if p.Marks.Off != "" {
		fmt.Fprintln(w, "SPIN does not reduce: "+p.Marks.Off)
	}
	if v.Account == nil {
		fmt.Fprintln(w, "the computed rule is off: "+v.Off)
	}
	if p.Marks.Off != "" && v.Account == nil {
		return
	}
	for _, t := range p.Marks.Traps {
		text := fmt.Sprintf("%s:%d: SPIN may miss errors: %s", t.File, t.Line, t.Text)
		if t.Claim {
			text += " (beside a claim)"
		}
		fmt.Fprintln(w, text)
	}
	var rest strings.Builder
	var all counts
	for i := range p.Procs {
		if !p.Procs[i].Claim {
			all.add(v.writeProctype(&rest, i))
		}
	}
	fmt.Fprintf(w, "all proctypes: %s\n%s", v.counted(all), rest.String())
	if v.Account != nil {
		v.writeMatrix(w)
	}
}

// counts are numbers of control states: of all, and of those that are safe by SPIN's and the computed rule.
type counts struct{ all, spin, computed int }

func (c *counts) add(d counts) {
	c.all += d.all
	c.spin += d.spin
	c.computed += d.computed
}

// counted says how many control states are safe.
func (v *View) counted(c counts) string {
	text := ""
	if v.Program.Marks.Off == "" {
		text = fmt.Sprintf(", by SPIN's rule %d", c.spin)
	}
	if v.Account != nil {
		text += fmt.Sprintf(", by the computed rule %d", c.computed)
	}
	return fmt.Sprintf("%d control states%s", c.all, strings.Replace(text, ", ", ", safe ", 1))
}

func (v *View) writeProctype(w io.Writer, proc int) counts {
	pt := &v.Program.Procs[proc]
	var lines strings.Builder
	states := v.states(proc)
	c := counts{all: len(states)}
	for _, k := range states {
		s := v.state(proc, k)
		if strings.HasPrefix(s.spin, "safe") {
			c.spin++
		}
		if s.computed == "safe" {
			c.computed++
		}
		s.write(&lines, v)
	}
	who := ""
	if v.Account != nil {
		who = ", " + pids(v.actors(proc))
	}
	fmt.Fprintf(w, "proctype %s%s: %s\n%s", pt.Name, who, v.counted(c), lines.String())
	return c
}

func (s *state) write(w io.Writer, v *View) {
	var how []string
	if v.Program.Marks.Off == "" {
		how = append(how, "SPIN: "+s.spin)
	}
	if v.Account != nil {
		how = append(how, "computed: "+s.computed)
	}
	fmt.Fprintf(w, "  state %d  %s\n", s.number, strings.Join(how, "; "))
	for _, m := range s.moves {
		fmt.Fprintln(w, "    "+v.statement(m.trans))
		for _, a := range m.against {
			fmt.Fprintln(w, "      "+a)
		}
		for _, c := range m.cures {
			at := ""
			if len(c.places) > 0 {
				at = ", at " + listed(c.places)
			}
			fmt.Fprintln(w, "      cure: "+c.text+at)
		}
	}
}

// involved returns the proctypes that have actors.
func (v *View) involved() []int {
	var out []int
	for _, a := range v.Account.Actors {
		if !slices.Contains(out, a.Proctype) {
			out = append(out, a.Proctype)
		}
	}
	slices.Sort(out)
	return out
}

// writeMatrix prints, for each pair of proctypes, the number of variables and channels about which their
// processes conflict, and then their names.
func (v *View) writeMatrix(w io.Writer) {
	procs := v.involved()
	names := make([]string, len(procs))
	width := 1
	for i, p := range procs {
		names[i] = v.Program.Procs[p].Name
		width = max(width, len(names[i]))
	}
	fmt.Fprintf(w, "conflicts by the computed rule: about how many variables and channels\n  %-*s", width, "")
	for _, n := range names {
		fmt.Fprintf(w, "  %*s", max(len(n), 2), n)
	}
	fmt.Fprintln(w)
	var lists []string
	for i, p := range procs {
		fmt.Fprintf(w, "  %-*s", width, names[i])
		for k, q := range procs {
			about := v.shared(p, q)
			cell := "."
			if len(about) > 0 {
				cell = fmt.Sprint(len(about))
			}
			fmt.Fprintf(w, "  %*s", max(len(names[k]), 2), cell)
			if len(about) > 0 && k >= i {
				lists = append(lists, fmt.Sprintf("  %s and %s: %s", names[i], names[k], strings.Join(about, ", ")))
			}
		}
		fmt.Fprintln(w)
	}
	for _, l := range lists {
		fmt.Fprintln(w, l)
	}
}

// WriteDot prints the conflicts as a graph of the proctypes for Graphviz.
func (v *View) WriteDot(w io.Writer) error {
	if v.Account == nil {
		return errors.New("the computed rule is off: " + v.Off)
	}
	fmt.Fprintln(w, "graph conflicts {\n\tnode [shape=box];")
	procs := v.involved()
	for i, p := range procs {
		fmt.Fprintf(w, "\t%s [label=%s];\n", v.node(p), quoted(v.Program.Procs[p].Name+`\n`+pids(v.actors(p))))
		for _, q := range procs[i:] {
			if about := v.shared(p, q); len(about) > 0 {
				fmt.Fprintf(w, "\t%s -- %s [label=%s];\n", v.node(p), v.node(q), quoted(strings.Join(about, `\n`)))
			}
		}
	}
	fmt.Fprintln(w, "}")
	return nil
}

func (v *View) node(proc int) string { return quoted(v.Program.Procs[proc].Name) }
