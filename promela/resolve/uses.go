package resolve

import (
	"gospin/promela"
	"gospin/promela/syntax"
)

// Access is how a name is used.
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

// Use is the use of a name. A place in an inline's body is reported for every call. A place in a macro's
// replacement is the place of the macro's name, so that Name may not occur there.
type Use struct {
	Pos  promela.Pos
	Name string
	// Of is what the name refers to: a *promela.Var, Typedef, Proc, Const (where an mtype constant is
	// declared) or LTL, or a Label.
	Of any
	As Access
}

// Label is a label of a process.
type Label struct {
	Proc *promela.Proc
	Name string
}

// use reports a token that refers to something.
func (r *resolver) use(t *syntax.Token, of any, as Access) { r.useAt(t.Pos, t.Text, of, as) }

func (r *resolver) useAt(pos promela.Pos, name string, of any, as Access) {
	if r.uses != nil {
		r.uses(Use{pos, name, of, as})
	}
}

// useOf reports the use of a variable. A typedef variable that was expanded to its fields is reported itself.
func (r *resolver) useOf(v *promela.VarRef, as Access) {
	at := v
	for at.Field != nil && at.Field.Pos != v.Pos {
		at = at.Field
	}
	r.useAt(at.Pos, at.Var.Name, at.Var, as)
}
