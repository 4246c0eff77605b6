package resolve

import (
	"gospin/promela"
	"gospin/promela/syntax"
)

// Access says what is done at a place where a name stands.
type Access uint8

const (
	Reads Access = iota
	Declares
	Writes   // assigns, or receives into
	Sends    // to a channel
	Receives // from a channel
	Jumps    // to a label
	Runs     // a proctype
)

// Use is a place where a name stands. A place in the body of an inline is reported for every call, and a
// place in what a macro stands for is that of the macro, so that Name need not stand there.
type Use struct {
	Pos  promela.Pos
	Name string
	// Of is what the name stands for: a *promela.Var, Typedef, Proc, Const (where an mtype constant is
	// declared) or LTL, or a Label.
	Of any
	As Access
}

// Label is a label of a process.
type Label struct {
	Proc *promela.Proc
	Name string
}

// use tells of a token that names something.
func (r *resolver) use(t *syntax.Token, of any, as Access) { r.useAt(t.Pos, t.Text, of, as) }

func (r *resolver) useAt(pos promela.Pos, name string, of any, as Access) {
	if r.uses != nil {
		r.uses(Use{pos, name, of, as})
	}
}

// useOf tells what is done to a variable. A typedef variable that stands for its fields is meant itself.
func (r *resolver) useOf(v *promela.VarRef, as Access) {
	at := v
	for at.Field != nil && at.Field.Pos != v.Pos {
		at = at.Field
	}
	r.useAt(at.Pos, at.Var.Name, at.Var, as)
}
