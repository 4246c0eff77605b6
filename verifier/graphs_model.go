package verifier

import (
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

// GraphFormulas are formulas over the nodes of a graph.
type GraphFormulas struct{ CTL, LTL []string }

// graphFormula is one that has been read.
type graphFormula struct {
	kind, text string // ctl or ltl
	ctl        *graph.CTL
	ltl        *ltl.Formula
	conditions []int // numbers, by those of the formula's atoms
}

// conditions are what formulas ask about states. Equal texts have one number.
type conditions struct {
	texts  []string
	from   []string // the formulas that they are of, for messages
	column []int    // where they begin there
}

func (c *conditions) add(text, formula string, column int) int {
	text = strings.Join(strings.Fields(text), " ")
	if i := slices.Index(c.texts, text); i >= 0 {
		return i
	}
	c.texts = append(c.texts, text)
	c.from = append(c.from, formula)
	c.column = append(c.column, column)
	return len(c.texts) - 1
}

// read reads formulas, and adds what they ask.
func (c *conditions) read(f GraphFormulas) (out []*graphFormula, err error) {
	for _, text := range f.CTL {
		x, err := graph.ParseCTL(text)
		if err != nil {
			return nil, source.FormulaError(err)
		}
		g := &graphFormula{kind: "ctl", text: text, ctl: x}
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
		g := &graphFormula{kind: "ltl", text: text, ltl: x}
		for _, a := range atoms {
			g.conditions = append(g.conditions, c.add(a, text, max(0, strings.Index(text, a))))
		}
		out = append(out, g)
	}
	return out, nil
}

// conditionName is the name of a condition's measure.
func conditionName(i int) string { return fmt.Sprintf("condition %d of a formula", i+1) }

func (c *conditions) measures() (out []source.Measure) {
	for i, t := range c.texts {
		out = append(out, source.Measure{Name: conditionName(i), Text: t})
	}
	return out
}

// place moves what is wrong with conditions to where they stand in their formulas.
func (c *conditions) place(err error) error {
	var list diag.List
	if !errors.As(err, &list) {
		return err
	}
	for _, d := range list {
		for i := range c.texts {
			if d.Pos.File != conditionName(i) {
				continue
			}
			d.Pos.File, d.Source = resolve.FormulaFile, strings.Join(strings.Fields(c.from[i]), " ")
			if d.Source != c.from[i] { // the columns are those of the text as it is
				d.Source = strings.Map(blank, c.from[i])
			}
			if d.Pos.Line > 1 {
				d.Pos.Col = len(c.texts[i]) + 1 // the end
			}
			d.Pos.Line = 1
			d.Pos.Col += c.column[i]
		}
	}
	return list
}

// blank makes one line of several.
func blank(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' {
		return ' '
	}
	return r
}

// graphModel is a model whose graph is built or looked at: nothing is left out or merged.
type graphModel struct {
	source source.Source
	prog   *vm.Program
	conditions
	formulas []*graphFormula
	code     []int32 // of the conditions
}

// openGraphModel reads a model with formulas over its graph.
func openGraphModel(s source.Source, f GraphFormulas, strict bool) (*graphModel, error) {
	g := &graphModel{source: s}
	var err error
	if g.formulas, err = g.read(f); err != nil {
		return nil, err
	}
	s.Measures = append(slices.Clip(s.Measures), g.measures()...)
	m, err := s.Open()
	if err != nil {
		return nil, g.place(err)
	}
	if g.prog, err = m.Compile(source.Aim{Strict: strict}); err != nil {
		return nil, err
	}
	g.ready()
	return g, nil
}

// ready finds the conditions' code in the program.
func (g *graphModel) ready() {
	for i := range g.texts {
		g.code = append(g.code, source.ValuesOf(g.prog, conditionName(i)).Code...)
	}
}

// label finds the conditions that are true in a state.
func (g *graphModel) label() graph.Labeller {
	m := vm.NewMachine(g.prog)
	return func(s *vm.State, bits []bool) error {
		for i, pc := range g.code {
			v, ok := m.Value(s, pc)
			if !ok {
				return fmt.Errorf("condition %s: %s", g.texts[i], m.Faults()[0].Msg)
			}
			bits[i] = v != 0
		}
		return nil
	}
}

// head is what a graph of the model says about itself.
func (g *graphModel) head(sweep string) graph.Head {
	return graph.Head{Model: g.source.Model, Digest: graphDigest(g.prog), Defines: g.source.Defines,
		Undefs: g.source.Undefs, Lossy: g.source.Lossy, Strict: g.prog.Strict, Sweep: sweep, Atoms: g.texts}
}

// graphDigest tells models apart by what they compile to, the numbers of the moves included.
func graphDigest(p *vm.Program) string {
	h := sha256.New()
	fmt.Fprint(h, source.Digest(p), p.Strict, p.UsesTimeout, p.UsesPrio)
	for i := range p.Trans {
		t := &p.Trans[i]
		fmt.Fprint(h, t.From, t.To, t.Stmt, t.ID, t.Proc, t.Atomic, t.Escape, t.Guard, t.Effect)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// fits refuses a graph of another model.
func (g *graphModel) fits(have *graph.Graph, path string) error {
	if have.Digest == graphDigest(g.prog) {
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
