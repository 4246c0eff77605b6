package compile

import (
	"gospin/ltl"
	"gospin/promela"
)

// Formula turns a formula of the model into one of package ltl, and adds its atoms to those known. Equal
// atoms have one number.
func Formula(l *promela.LTL, atoms *[]promela.Expr) *ltl.Formula { return convert(l.X, atoms) }

// atoms makes code of the expressions that are asked for.
func (c *compiler) atoms() {
	for _, x := range c.o.Atoms {
		c.p.Atoms = append(c.p.Atoms, c.code(func() { c.truth(x) }))
	}
}
