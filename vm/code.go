package vm

import (
	"fmt"
	"strings"

	"gospin/vm/layout"
)

// Op is an operation of the bytecode. In the comments the stack grows to the right.
type Op uint8

const (
	OpEnd   Op = iota // stop; the value is on top, if there is one
	OpConst           // ( -- A)
	OpLoad            // ( -- v) the cell of kind C at A + base B (0 globals, 1 own process)
	// (i -- v) the i-th cell of an array of B elements of stride D; cell at A. K is OpPid if i is _pid
	OpLoadX
	OpStore  // (v -- ) into the cell
	OpStoreX // (v i -- ) into the i-th cell
	OpAddr   // (a i -- a+i*D) after checking i against B
	// (a -- v) the cell at a + A, within the B bytes from A on; for BaseOther, of a process of type D
	OpLoadA
	OpStoreA // (v a -- ) into the cell at a + A, within the B bytes from A on
	OpPop    // (v -- )
	OpNeg    // (x -- -x)
	OpNot    // (x -- !x)
	OpCompl  // (x -- ~x)
	OpAdd    // (x y -- x+y), and so on
	OpSub
	OpMul
	OpDiv
	OpMod
	OpAnd
	OpOr
	OpXor
	OpShl
	OpShr
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpEqC    // (x -- x==A)
	OpNeC    // (x -- x!=A)
	OpLtC    // (x -- x<A)
	OpLeC    // (x -- x<=A)
	OpGtC    // (x -- x>A)
	OpGeC    // (x -- x>=A)
	OpAddC   // (x -- x+A)
	OpBool   // (x -- x!=0)
	OpJump   // continue at D
	OpJumpZ  // (x -- ) to D if x is 0
	OpJumpNZ // (x -- ) to D if x is not 0
	OpTestC  // to D unless the cell compares with B as K says
	OpTestV  // to D unless the cell compares with the byte cell at B (base Mask) as K says
	OpTestS  // (x -- ) to D unless x compares with B as K says
	// to D unless the channel whose id is B, or, if B is 0, in the byte cell, is as K requires (OpFull or
	// OpEmpty; Mask: 1, or 0 for the negation)
	OpTestCh
	OpTrue    // stop; the value is 1
	OpFalse   // stop; the value is 0
	OpLoadV   // ( -- v) as OpLoadX, the index being in the byte cell at Mask (base K)
	OpStoreV  // (v -- ) as OpStoreX, the index being in the byte cell at D (base K), of an array of bytes
	OpCopy    // the cell := the byte cell at B (base K)
	OpInc     // the cell += B
	OpLen     // (c -- len(c)); D of this and the next three is c if it is known, otherwise 0
	OpFull    // (c -- full(c))
	OpEmpty   // (c -- empty(c))
	OpPoll    // (c -- b) does the receive pattern A match? B: 1 for any message, 0 for the first
	OpRun     // (args -- pid) creates proctype A with B arguments; its priority is D
	OpPid     // ( -- pid)
	OpNrPr    // ( -- number of processes)
	OpTimeout // ( -- timeout)
	OpMsg     // ( -- field A of the received message)
	OpAssert  // (x -- ) fails with message A if x is 0
	OpNp      // ( -- b) is no process in a progress state?
	OpRemPC   // (pid -- b) is that process, if of proctype A, at state B? pid -1: the first of that type
	// (pid -- a) the address of that process if it is of proctype A; otherwise a negative one, where
	// everything is 0
	OpRemVar
	OpEnabled // (pid -- b)
	OpPcValue // (pid -- state)
	OpGetPrio // (pid -- priority)
	OpSetPrio // (pid prio -- )
	OpPrint   // (args -- ) prints with format A and B arguments
	OpFits    // (v -- v) does v fit a cell of kind C with a mask? D: the width that SPIN prints
	OpFault   // run-time error with message A
)

// Base of a cell's address.
const (
	BaseGlobal uint8 = iota
	BaseSelf
	BaseOther // for OpLoadA: the process that OpRemVar found
)

// How the model asks about a channel, in C of such an operation.
const (
	AsTested uint8 = iota
	Opposite       // nfull, nempty
	ForLen         // len(q) > 0, and the like
)

// Instr is one operation. C is the cell kind, Base the base of an address, K a comparison (OpEq to OpGe).
type Instr struct {
	Op   Op
	C    uint8
	Base uint8
	K    Op
	A    int32
	B    int32
	D    int32 // stride or mask; a masked array has its mask in Mask
	Mask int32
}

// GuardKind is the kind of a transition's guard.
type GuardKind uint8

const (
	GuardTrue GuardKind = iota
	GuardFalse
	GuardExpr  // code at Guard
	GuardCmpC  // a single cell against a constant: Cell Cmp Const
	GuardSend  // the channel is not full, or for a rendezvous a partner is ready
	GuardRecv  // the channel has a matching message
	GuardElse  // no transition before it is executable
	GuardDie   // the process is at its end and the youngest one
	GuardDStep // some first statement of the d_step is executable
)

// EffectKind is the kind of a transition's effect.
type EffectKind uint8

const (
	EffectNone EffectKind = iota
	EffectCode            // code at Effect
	EffectSetC            // a single cell := Const
	EffectSend
	EffectRecv
	EffectDie
	EffectDStep
)

// PatKind is the kind of a field of a receive pattern.
type PatKind uint8

const (
	PatAny PatKind = iota
	PatConst
	PatEval // code at A
)

// Pat is a field of a receive pattern.
type Pat struct {
	Kind PatKind
	A    int32
	To   Instr // for a Direct pattern: the cell that receives the field, if Op is OpStore
}

// Pattern is what a receive or poll accepts.
type Pattern struct {
	Fields []Pat
	Whole  bool // pan stops if it matches a message with another number of fields
	Any    bool // every message fits
	Direct bool // all targets are single cells, in the fields; otherwise code assigns them
}

// Trans is a transition. The kinds of guard and effect determine which other fields are used.
type Trans struct {
	Guard  GuardKind
	Effect EffectKind
	Atomic bool // the atomic sequence continues after it
	Sorted bool
	Random bool
	Copy   bool
	Cmp    Op
	// ChanVar means that the channel's id is in the cell at ChanPC, with base ChanBase.
	ChanVar  bool
	ChanBase uint8
	Cell     Instr // for GuardCmpC and EffectSetC
	Const    int32
	To       uint32 // control state after the move; 0 if the process is removed
	Escape   uint32 // first state of the unless-escape that it belongs to, or 0
	GuardPC,
	EffectPC int32
	Chan int32 // static channel id, or 0
	// if Chan is 0: code for the channel's id, or, with ChanVar, the address of the byte cell that holds it
	ChanPC  int32
	ArgsPC  int32 // send: code that pushes the arguments
	NArgs   int32
	Pattern int32
	Sub     uint32 // d_step: first state of its contents
	ID      int32  // SPIN's number of the statement in trails
	Proc    int32  // proctype
	From    uint32 // control state (in the tables) that it leaves, for inspection
	Stmt    int32  // index into Program.Stmts
}

// StateInfo is a control state.
type StateInfo struct {
	First, N uint32 // its transitions: Trans[First:First+N]
	End      bool   // valid end state
	Accept   bool
	Progress bool
	Recv     bool // a transition receives (or is a d_step), so the process may be a rendezvous partner
	Reads    Reads
}

// Reads is what the guards of a control state read, apart from the process's own component.
type Reads struct {
	All   bool      // anything
	Comps uint64    // components, as State.Dirty
	Chans []ChanVar // channels whose ids are in byte cells of the process
}

// ChanVar is a variable that holds a channel's id: its address in the process, and whether the guard sends to
// the channel.
type ChanVar struct {
	A    int32
	Send bool
}

// Proctype is an automaton. In state 0, the process has ended and is removed.
type Proctype struct {
	Name          string
	States        []StateInfo
	Sources       []Source // pan's information on the states
	Shown         []Shown  // variables, as simulations print them
	Queues        []Queue  // of the local channels
	Start         uint32
	Deterministic bool
	Provided      int32 // code, or -1
	Priority      int32
	Params        []Instr // stores of the parameters
	Init          int32   // code that initialises the locals
	ChanVars      []Instr // stores of the ids of the local channels, in order of creation
	Exclusive     Exclusive
	Marks         []Mark // of the states
	Active        int
	Claim         bool
}

// Stmt is information about a statement.
type Stmt struct {
	Text string
	File string
	Line int // SPIN's, of its last token in some cases
	Col  int
	// where the statement begins; 0 if it is not in the model
	FirstLine, FirstCol int
	// State is SPIN's control state for the statement.
	State int
	Sets  []int32 // variables of the process that it writes, as indices into Proctype.Shown
	Chans []int32 // numbers of the global channels in it
	Then  []Part  // what is executed with it in the same step, in order
	// Told formats it as in the source; nil to use Text.
	Told fmt.Stringer
	// Cond is its condition, in programs compiled for explanations.
	Cond *Expr
}

// Written returns the statement as in the source.
func (s *Stmt) Written() string {
	switch {
	case s.Told == nil && strings.HasPrefix(s.Text, "goto :"): // a label that is not in the source
		return "break"
	case s.Told == nil && s.Text == ".(goto)": // where the choices of an if or do meet
		return "(end of a choice)"
	case s.Told == nil:
		return s.Text
	}
	return s.Told.String()
}

// Part is a statement that is merged with an earlier one.
type Part struct {
	Jump  bool // a jump or a join, which is usually no step without merging
	Text  string
	State int
	ID    int32 // as Trans.ID
}

// Format is a printf or printm.
type Format struct {
	Text  string
	Names [][]string // by argument: the names of its mtype's values, or of the unnamed mtype's
	Stmt  int32
}

// Measure is a list of expressions over a state that are not in the model.
type Measure struct {
	Name string
	Code []int32 // one for each expression
	All  int32   // evaluates all of them in turn
	// Names has the names of the values 1, 2, ... of expressions that are mtypes.
	Names [][]string
}

// Program is a compiled model. Except for its Layout's shapes, it does not change while machines run it.
type Program struct {
	Name     string
	Layout   *layout.Layout
	Procs    []Proctype
	Trans    []Trans
	Accesses []Accesses // of the transitions
	Marks    Marks
	Code     []Instr
	Patterns []Pattern
	Stmts    []Stmt
	Msgs     []string // of assertions and run-time errors
	Formats  []Format
	Shown    []Shown // globals, as simulations print them
	Queues   []Queue // of the global channels

	Measures []Measure

	Formula *Formula // the claim's formula, in programs compiled for explanations

	Claim        *Proctype // the claim that runs beside the processes, or nil
	Events       *Events   // the trace assertion, or nil
	ClaimType    int       // its number in trails, or -1
	ClaimAt      int       // offset of its control state in the vector
	Phases       bool      // a byte for the search follows
	GlobalInit   int32     // code
	ChanVars     []Instr   // stores of the ids of the global channels
	Order        []int32   // proctypes of active processes in starting order, once per instance
	MaxStack     int
	MaxMsg       int // fields of the longest message or argument list
	UsesTimeout  bool
	ClaimTimeout bool // the claim asks for timeout
	ClaimAccepts bool // the acceptance states of processes do not count
	// no cycle of the claim contains accepting states and others; not set for never claims
	ClaimWeak bool
	UsesPrio  bool
	LastVar   *Instr // the store of _last, if the model mentions it
	Lossy     bool   // sends to full channels lose the message
	Overflow  bool   // a value that does not fit is a fault, in programs that check it (OpFits)
	Strict    bool   // end states need empty channels (-q)
	// Drops means that assignments to variables that are never read are omitted, even if their values may not
	// fit.
	Drops   bool
	Unread  []string // the globals that are left out since they are never read
	Lingers bool     // processes stay in their end states
	// Temporary are globals that a process only reads after writing them itself, while no other process can
	// move in between: they behave as if each process had its own.
	Temporary []Cells
}
