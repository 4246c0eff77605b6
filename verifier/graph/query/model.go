package query

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gospin/ltl"
	"gospin/promela/diag"
	"gospin/promela/resolve"
	"gospin/verifier/graph"
	"gospin/verifier/source"
	"gospin/vm"
)

// Formulas are formulas to check on a graph.
type Formulas struct{ CTL, LTL []string }

// formula is a parsed formula.
type formula struct {
	kind, text string // ctl or ltl
	ctl        *graph.CTL
	ltl        *ltl.Formula
	conditions []int // for each atom, its number in Conditions
}

// Conditions are the conditions on states in formulas. Equal texts have one number.
type Conditions struct {
	Texts  []string
	from   []string // for messages, the formula of each condition
	column []int    // for messages, its column in the formula
}

func (c *Conditions) add(text, formula string, column int) int {
	text = strings.Join(strings.Fields(text), " ")
	if i := slices.Index(c.Texts, text); i >= 0 {
		return i
	}
	c.Texts = append(c.Texts, text)
	c.from = append(c.from, formula)
	c.column = append(c.column, column)
	return len(c.Texts) - 1
}

// Read parses formulas, and adds their conditions.
func (c *Conditions) Read(f Formulas) (out []*formula, err error) {
	for _, text := range f.CTL {
		x, err := graph.ParseCTL(text)
		if err != nil {
			return nil, source.FormulaError(err)
		}
		g := &formula{kind: "ctl", text: text, ctl: x}
		for _, a := range x.Conditions() {
			g.conditions = append(g.conditions, c.add(a.Text, text, a.At))
		}
		out = append(out, g)
	}
	for _, text := range f.LTL {
		x, atoms, err := ltl.Parse(text)
		if err != nil {
			return nil, source.FormulaError(err)
		}
		g := &formula{kind: "ltl", text: text, ltl: x}
		for _, a := range atoms {
			g.conditions = append(g.conditions, c.add(a, text, max(0, strings.Index(text, a))))
		}
		out = append(out, g)
	}
	return out, nil
}

// conditionName names the measure for a condition.
func conditionName(i int) string { return fmt.Sprintf("condition %d of a formula", i+1) }

// Measures returns the conditions as measures for a program.
func (c *Conditions) Measures() (out []source.Measure) {
	for i, t := range c.Texts {
		out = append(out, source.Measure{Name: conditionName(i), Text: t})
	}
	return out
}

// place changes positions of errors in conditions to positions in their formulas.
func (c *Conditions) place(err error) error {
	var list diag.List
	if !errors.As(err, &list) {
		return err
	}
	for _, d := range list {
		for i := range c.Texts {
			if d.Pos.File != conditionName(i) {
				continue
			}
			d.Pos.File, d.Source = resolve.FormulaFile, strings.Join(strings.Fields(c.from[i]), " ")
			if d.Source != c.from[i] { // the columns are already those of the formula's text
				d.Source = strings.Map(blank, c.from[i])
			}
			if d.Pos.Line > 1 {
				d.Pos.Col = len(c.Texts[i]) + 1 // end of the text
			}
			d.Pos.Line = 1
			d.Pos.Col += c.column[i]
		}
	}
	return list
}

// blank replaces line breaks by blanks.
func blank(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' {
		return ' '
	}
	return r
}

// Model is a model compiled for graphs: nothing is merged or left out.
type Model struct {
	source source.Source
	prog   *vm.Program
	Conditions
	formulas []*formula
	code     []int32 // of the conditions
}

// Open reads a model, together with formulas on its graph.
func Open(ctx context.Context, s source.Source, f Formulas, strict bool) (*Model, error) {
	g := &Model{source: s}
	var err error
	if g.formulas, err = g.Read(f); err != nil {
		return nil, err
	}
	s.Measures = append(slices.Clip(s.Measures), g.Measures()...)
	m, err := s.Open(ctx)
	if err != nil {
		return nil, g.place(err)
	}
	if g.prog, err = m.Compile(ctx, source.Aim{Strict: strict}); err != nil {
		return nil, err
	}
	g.ready()
	return g, nil
}

// Beside returns the model for a program that was compiled with the conditions' measures.
func Beside(s source.Source, prog *vm.Program, c *Conditions) *Model {
	g := &Model{source: s, prog: prog, Conditions: *c}
	g.ready()
	return g
}

// ready looks up the conditions' code in the program.
func (g *Model) ready() {
	for i := range g.Texts {
		g.code = append(g.code, source.ValuesOf(g.prog, conditionName(i)).Code...)
	}
}

// Label returns a function that evaluates the conditions in a state.
func (g *Model) Label() graph.Labeller {
	m := vm.NewMachine(g.prog)
	return func(s *vm.State, bits []bool) error {
		for i, pc := range g.code {
			v, ok := m.Value(s, pc)
			if !ok {
				return fmt.Errorf("condition %s: %s", g.Texts[i], m.Faults()[0].Msg)
			}
			bits[i] = v != 0
		}
		return nil
	}
}

// Head returns the head of a graph of this model.
func (g *Model) Head(sweep string) graph.Head {
	return graph.Head{Model: g.source.Model, Digest: digest(g.prog), Defines: g.source.Defines,
		Undefs: g.source.Undefs, Lossy: g.source.Lossy, Strict: g.prog.Strict, Sweep: sweep, Atoms: g.Texts}
}

// digest identifies what a model compiles to, including the numbers of moves.
func digest(p *vm.Program) string {
	h := sha256.New()
	fmt.Fprint(h, source.Digest(p), p.Strict, p.UsesTimeout, p.UsesPrio)
	for i := range p.Trans {
		t := &p.Trans[i]
		fmt.Fprint(h, t.From, t.To, t.Stmt, t.ID, t.Proc, t.Atomic, t.Escape, t.Guard, t.Effect)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// fits returns an error if a graph is of another model.
func (g *Model) fits(have *graph.Graph, path string) error {
	if have.Digest == digest(g.prog) {
		return nil
	}
	how := have.Model
	for _, d := range have.Defines {
		how += " -D" + d
	}
	for _, u := range have.Undefs {
		how += " -U" + u
	}
	if have.Lossy {
		how += " -lossy"
	}
	return fmt.Errorf("%s is a graph of another model: it was built with gospin graph %s, and the model or its "+
		"macros have changed", path, how)
}
