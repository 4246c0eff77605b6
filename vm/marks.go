package vm

// Marks is what SPIN's partial-order reduction knows about a program: the statements that no other process
// can notice, by the rules of SPIN's compiler, and the control states that have only such statements, as
// determined by pan.
type Marks struct {
	Off       string // why SPIN does not reduce, or ""
	Meets     bool   // there is a rendezvous channel, so SPIN does not reduce under weak fairness
	Escapes   bool   // there is an unless, so nfull and nempty both require neither empty nor full
	Exclusive bool   // there are xr or xs, which a search has to check
	Local     []bool // transitions that pan -d prints as local
	Traps     []Trap // where the reduction may miss errors
}

// Mark describes a control state.
type Mark struct {
	Safe bool // all transitions are local as long as the conditions hold
	When []Condition
	// It is not safe in a search for acceptance cycles: it, or the state that it leads to, has a label, or a
	// remote reference names it.
	Accepts bool
}

// Condition is a condition on a channel whose number is in a byte cell, or, for an array, on all its
// channels. Youngest is a different one: the process must be the youngest.
type Condition struct {
	Kind     PollKind
	Youngest bool
	In       Cells
}

// Trap is a place where SPIN wrongly treats something as local.
type Trap struct {
	File  string
	Line  int
	Text  string
	Claim bool // only relevant beside a claim
}

// CellsName names variables of a proctype, or globals, as in the model.
func (p *Program) CellsName(c Cells, proc int) string { return p.cellsName(c, proc) }
