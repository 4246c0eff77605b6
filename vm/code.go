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
	// (a -- v) the cell at a + A, which lies in the B bytes from A on; of BaseOther, of a process of type D
	OpLoadA
	OpStoreA // (v a -- ) into the cell at a + A, which lies in the B bytes from A on
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
	// to D unless the channel whose id is B, or if B is 0 in the byte cell, is as K says (OpFull or OpEmpty;
	// Mask: 1, or 0 for not)
	OpTestCh
	OpTrue    // stop; the value is 1
	OpFalse   // stop; the value is 0
	OpLoadV   // ( -- v) as OpLoadX, the index being in the byte cell at Mask (base K)
	OpStoreV  // (v -- ) as OpStoreX, the index being in the byte cell at D (base K), of an array of bytes
	OpCopy    // the cell := the byte cell at B (base K)
	OpInc     // the cell += B
	OpLen     // (c -- len(c)); D of this and the next three is c, if that is known, else 0
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
	// (pid -- a) the address of that process, if of proctype A; else a negative one, where everything is 0
	OpRemVar
	OpEnabled // (pid -- b)
	OpPcValue // (pid -- state)
	OpGetPrio // (pid -- priority)
	OpSetPrio // (pid prio -- )
	OpPrint   // (args -- ) prints with format A and B arguments
	OpFits    // (v -- v) does v fit a cell of kind C with a mask? D: the width that SPIN tells
	OpFault   // run-time error with message A
)

// Base of a cell's address.
const (
	BaseGlobal uint8 = iota
	BaseSelf
	BaseOther // of OpLoadA: that of the process that OpRemVar found
)

// What C of an operation that asks about a channel says of how the model puts it.
const (
	AskedAsTested uint8 = iota
	AskedOpposite       // nfull, nempty
	AskedForLen         // len(q) > 0, and the like
)

// Instr is one operation. C is the cell kind, Base the base of an address, K a comparison (OpEq to OpGe).
type Instr struct {
	Op   Op
	C    uint8
	Base uint8
	K    Op
	A    int32
	B    int32
	D    int32 // stride or mask; for masked arrays the mask is in Mask
	Mask int32
}

// GuardKind is the form of a transition's guard.
type GuardKind uint8

const (
	GuardTrue GuardKind = iota
	GuardFalse
	GuardExpr  // code at Guard
	GuardCmpC  // a single cell against a constant: Cell Cmp Const
	GuardSend  // the channel is not full, or for a rendezvous a partner is ready
	GuardRecv  // the channel has a matching message
	GuardElse  // nothing before it was executable
	GuardDie   // the process is at its end and is the youngest
	GuardDStep // some first statement of the d_step is executable
)

// EffectKind is the form of a transition's effect.
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
	To   Instr // of a Direct pattern: the cell that takes the field, if Op is OpStore
}

// Pattern is what a receive or poll accepts.
type Pattern struct {
	Fields []Pat
	Whole  bool // pan stops where it fits a message with another number of fields
	Any    bool // every message fits
	Direct bool // all targets are single cells, given by the fields; else code assigns them
}

// Trans is a transition. The forms of guard and effect say which of the other fields count.
type Trans struct {
	Guard  GuardKind
	Effect EffectKind
	Atomic bool // what follows belongs to the same atomic sequence
	Sorted bool
	Random bool
	Copy   bool
	Cmp    Op
	// ChanVar: the channel's id is in the cell at ChanPC, of base ChanBase.
	ChanVar  bool
	ChanBase uint8
	Cell     Instr // of GuardCmpC and EffectSetC
	Const    int32
	To       uint32 // control state after the move; 0 for the end of the process
	Escape   uint32 // the first state of the unless-escape that it belongs to, or 0
	GuardPC,
	EffectPC int32
	Chan int32 // static channel id, or 0
	// if Chan is 0: code for the channel's id, or if ChanVar the address of the byte cell that holds it
	ChanPC  int32
	ArgsPC  int32 // send: code that pushes the arguments
	NArgs   int32
	Pattern int32
	Sub     uint32 // d_step: first state of its inside
	ID      int32  // SPIN's number of the statement, as in trails
	Proc    int32  // proctype
	From    uint32 // control state that it leaves (in the tables), for inspection
	Stmt    int32  // index into Program.Stmts
}

// StateInfo is a control state.
type StateInfo struct {
	First, N uint32 // its transitions: Trans[First:First+N]
	End      bool   // valid end state
	Accept   bool
	Progress bool
	Recv     bool // some transition receives (or is a d_step): it may be a rendezvous partner
	Reads    Reads
}

// Reads is what the guards of a control state look at, the process's own component apart.
type Reads struct {
	All   bool      // anything
	Comps uint64    // components, as State.Dirty
	Chans []ChanVar // channels whose ids are in byte cells of the process
}

// ChanVar is a variable that holds a channel's id: the address within the process, and whether the guard
// sends to it.
type ChanVar struct {
	A    int32
	Send bool
}

// Proctype is an automaton. State 0 stands for "ended and gone".
type Proctype struct {
	Name          string
	States        []StateInfo
	Sources       []Source // what pan's report tells of the states
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

// Stmt is what is reported about a statement.
type Stmt struct {
	Text string
	File string
	Line int // SPIN's, of its last token in some cases
	Col  int
	// where the statement begins; 0 if it is none of the model's
	FirstLine, FirstCol int
	// State is the control state that SPIN numbers the statement with.
	State int
	Sets  []int32 // the variables of the process that it writes: indices into Proctype.Shown
	Chans []int32 // the numbers of the global channels that it names
	Then  []Part  // what is done with it in one step, in order
	// Told tells it as it stands in the source; nil: Text does.
	Told fmt.Stringer
	// Asked is the condition of the statement, in programs that are to explain runs; else nil.
	Asked *Asked
}

// Written is the statement as it stands in the source.
func (s *Stmt) Written() string {
	switch {
	case s.Told == nil && strings.HasPrefix(s.Text, "goto :"): // a label that the source does not have
		return "break"
	case s.Told == nil:
		return s.Text
	}
	return s.Told.String()
}

// Part is a statement that is merged with one before it.
type Part struct {
	Jump  bool // a jump or a join: mostly no step of its own without merging
	Text  string
	State int
	ID    int32 // as Trans.ID
}

// Format is a printf or printm.
type Format struct {
	Text  string
	Names [][]string // for each argument, of the values of its mtype; of the unnamed one, if it has none
	Stmt  int32
}

// Measure is a list of expressions over a state, from outside of the model.
type Measure struct {
	Name string
	Code []int32 // of the expressions
	All  int32   // of all of them, one after the other
	// Names are, of expressions that are an mtype, those of its values 1, 2, ...
	Names [][]string
}

// Program is a compiled model; it does not change while machines run it, but for its Layout's shapes.
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

	Formula *Formula // that the claim is of, in programs that are to explain runs

	Claim        *Proctype // of the claim that runs beside the processes, or nil
	Events       *Events   // the trace assertion, or nil
	ClaimType    int       // its number in trails; -1: it has none
	ClaimAt      int       // where its control state lies in the vector
	Phases       bool      // a byte for the search lies after it
	GlobalInit   int32     // code
	ChanVars     []Instr   // stores of the ids of the global channels
	Order        []int32   // active proctypes in order of start, one entry each instance
	MaxStack     int
	MaxMsg       int // fields of the longest message or argument list
	UsesTimeout  bool
	ClaimTimeout bool // the claim asks for timeout
	ClaimAccepts bool // the acceptance states of processes mean nothing
	// no cycle of the claim leads through accepting states and others. Not told of never claims
	ClaimWeak bool
	UsesPrio  bool
	LastVar   *Instr // the store of _last, if the model mentions it
	Lossy     bool   // sends to full channels lose the message
	Overflow  bool   // a value that does not fit is a fault, where programs check that (OpFits)
	Strict    bool   // end states need empty channels (-q)
	// Drops says that assignments to variables are left out that nothing reads, of values that may not fit.
	Drops   bool
	Lingers bool // processes stay where they end
	// Temporary are globals that a process only reads after it has written them itself, with nobody else
	// moving in between: as if each process had its own.
	Temporary []Cells
}
