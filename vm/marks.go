package vm

// Marks are what SPIN's partial order reduction knows of a program: its compiler tells the statements that
// no other process can notice, by its own rules, and pan the control states where there are only such.
type Marks struct {
	Off       string // why SPIN does not reduce; "": it does
	Meets     bool   // some channel is a rendezvous: SPIN does not reduce under weak fairness
	Escapes   bool   // there is an unless: nfull and nempty both ask for neither empty nor full
	Exclusive bool   // there are xr or xs, which a search has to check
	Local     []bool // the transitions that pan -d prints as local
	Traps     []Trap // where the reduction may miss errors
}

// Mark is that of a control state.
type Mark struct {
	Safe bool // all transitions are local, as long as the conditions hold
	When []Condition
	// Where acceptance cycles are looked for, it is not safe: a label is at it, or where it leads, or a
	// remote reference names it.
	Accepts bool
}

// Condition is what must hold of a channel, whose number is in a byte cell; of an array, of all elements.
// Youngest is another one: the process must be the youngest.
type Condition struct {
	Kind     PollKind
	Youngest bool
	In       Cells
}

// Trap is a place where SPIN takes for local what is not.
type Trap struct {
	File  string
	Line  int
	Text  string
	Claim bool // it matters beside a claim only
}

// CellsName names variables of a proctype, or globals, as the model does.
func (p *Program) CellsName(c Cells, proc int) string { return p.cellsName(c, proc) }
