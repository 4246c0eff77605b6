package promela

import "gospin/promela/diag"

// Pos is a place in the model's source.
type Pos = diag.Pos

// Kind is a basic type of Promela.
type Kind uint8

const (
	Unsigned Kind = iota // unsigned x : n, 1 <= n <= 31
	Bit                  // bit and bool
	Byte                 // byte
	Pid                  // pid
	Chan
	Mtype
	Short
	Int
	Struct // a typedef
)

// Type is the type of a variable or of a message field.
type Type struct {
	Kind   Kind
	Width  int      // bits of an unsigned
	Struct *Typedef // of a Struct
	Sub    string   // mtype subtype, "" for the unnamed list
}

// Typedef is a user-defined type; its fields keep their order.
type Typedef struct {
	Pos    Pos
	Name   string
	Fields []*Var
	Size   Size // of one variable of it, once there is one
}

// Special marks the predefined variables.
type Special uint8

const (
	NotSpecial  Special = iota
	Scratch             // _ : writes vanish, reads are refused
	PidVar              // _pid
	NrPr                // _nr_pr
	Last                // _last
	PriorityVar         // _priority
)

// Var is a declared variable, parameter or typedef field, or a predefined variable.
type Var struct {
	Pos     Pos
	Name    string
	Type    Type
	Len     int  // number of elements of an array; 0 for a scalar
	Hidden  bool // not part of the stored state
	Show    bool
	Local   bool // declared local: the model says that only one process uses it
	Param   bool
	Special Special
	Proc    *Proc     // the process that owns it; nil for globals and typedef fields
	Init    Expr      // scalar initialiser (of every element of an array); nil for none
	List    []int32   // array initialiser { 1, 2 }; the last value fills the rest
	Chan    *ChanInit // channel initialiser; each element of an array gets a channel of its own
}

// ChanInit is [Slots] of { Fields }. Typedef fields are expanded to their scalar fields in declaration
// order (arrays inside a typedef element by element), so that no Field has Kind Struct.
type ChanInit struct {
	Slots  int // 0: rendezvous
	Fields []Type
}

// ProcKind tells proctypes from claims.
type ProcKind uint8

const (
	Proctype ProcKind = iota
	Init
	Never   // a never claim
	Trace   // a trace assertion
	Notrace // a notrace assertion
)

// Proc is a proctype, init, never claim or trace assertion.
type Proc struct {
	Pos           Pos
	Kind          ProcKind
	Name          string // "init" for init; SPIN's names for anonymous claims (never_0, ...)
	Deterministic bool   // D_proctype
	Active        int    // instances at start; 1 for init
	Params        []*Var
	// Locals are all variables of the body, nested blocks and inlines included, each once, in the order
	// of their declarations, without the parameters. Two blocks that reuse a name have two distinct Vars.
	Locals   []*Var
	XR, XS   []*VarRef // the channels that the process says it alone receives from, or sends to
	Priority int       // 0: none given
	Provided Expr      // nil: none given
	Body     *Seq
	End      Pos // the closing brace
}

// Seq is a sequence of statements.
type Seq struct {
	Steps []Stmt
}

// Stmt is a statement: one of the types below, since only this package has what makes one. At returns where
// it starts.
//
// Declarations before the first statement of a proctype's body are not statements: they are in
// Proc.Locals only (and their initialisers run when the process starts). A body of such declarations only
// has an empty Seq. All later or nested declarations are Decl statements, one for each variable.
//
// for and select are rewritten by the parser to the statements that they stand for, inlines are expanded.
type Stmt interface {
	At() Pos
	operands(f func(Expr)) // the expressions that it has itself, in the order in which they are written
	blocks() []*Seq        // the sequences inside it
}

type (
	// Base carries the position of a statement.
	Base struct{ Pos Pos }

	// Labelled is L: S; several labels nest. A label without a statement labels a skip.
	Labelled struct {
		Base
		Label string
		Stmt  Stmt
	}
	// Decl is a declaration that is a step: x = Init or 0; element 0 of an array; nothing for a typedef
	// variable. Decl.Var.Init stays in Var and is not run at process start; a channel initialiser is
	// (Var.Chan).
	Decl struct {
		Base
		Var *Var
	}
	// Assign is L = R; with Op "++" or "--" it is L++ or L-- and R is nil. R may be a Run.
	Assign struct {
		Base
		Op    string // "=", "++", "--"
		L     *VarRef
		R     Expr
		Arrow bool // -> stands after it, as after a guard
	}
	// Send is c!Args or, sorted, c!!Args. Typedef variables in Args are expanded to their scalar fields.
	Send struct {
		Base
		Chan   *VarRef
		Args   []Expr
		Sorted bool
	}
	// Recv is c?Args, c??Args (Random), c?<Args> (Copy), c??<Args>. Typedef variables are expanded.
	Recv struct {
		Base
		Chan   *VarRef
		Args   []Arg
		Random bool
		Copy   bool
	}
	// Printf is printf(Format, Args...); Format is unescaped (\n is a newline). An argument may be a Run.
	Printf struct {
		Base
		Format string
		Raw    string // the string literal as written, with its quotes
		Args   []Expr
	}
	// Printm is printm(X).
	Printm struct {
		Base
		X Expr
	}
	// Assert is assert(X).
	Assert struct {
		Base
		X   Expr
		End Pos // its last token
	}
	// Cond is an expression as a statement, also skip (Const 1) and Run.
	Cond struct {
		Base
		X   Expr
		End Pos // its last token; the line that SPIN tells of
	}
	// SetPriority is set_priority(Pid, Prio).
	SetPriority struct {
		Base
		PidX Expr
		Prio Expr
	}
	Else  struct{ Base }
	Break struct{ Base }
	Goto  struct {
		Base
		Label string
	}
	If struct {
		Base
		Options []*Seq
		Behind  Pos // what follows the closing fi; SPIN tells of the line of the join so
	}
	Do struct {
		Base
		Options []*Seq
		Behind  Pos  // what follows the closing od
		Select  bool // it stands for a select
	}
	Atomic struct {
		Base
		Body *Seq
	}
	DStep struct {
		Base
		Body *Seq
	}
	// Block is { Body }; also the body of an expanded inline.
	Block struct {
		Base
		Body *Seq
	}
	// Unless is Main unless Escape. A side written without braces is a Seq of one statement.
	Unless struct {
		Base
		Main, Escape *Seq
	}
)

// At returns where the statement starts.
func (b *Base) At() Pos { return b.Pos }

// ArgKind tells the arguments of a receive or poll apart.
type ArgKind uint8

const (
	ArgVar   ArgKind = iota // assigned (matched without effect in a poll)
	ArgConst                // must be equal to X, a constant
	ArgEval                 // eval(X): must be equal
	ArgAny                  // _ : any value
)

// Arg is an argument of a receive or a poll.
type Arg struct {
	Kind ArgKind
	Var  *VarRef // of ArgVar
	X    Expr    // of ArgConst and ArgEval
}

// Expr is an expression: one of the types below. All values are 32-bit integers.
type Expr interface {
	At() Pos
	parts(f func(Expr)) // its expressions, indices included
}

// Op is an operator of Unary, Binary or ChanOp: its token in Promela ("+", "&&", "len", ...). In ltl
// formulas also "[]", "<>", "X" (unary) and "U", "W", "V", "->", "<->" (binary), whatever the spelling in
// the source.
type Op string

type (
	// Const is a number, character, true, false, skip, or the name of an mtype constant.
	Const struct {
		Base
		Val   int32
		Name  string // as written, for an mtype constant; else ""
		Sub   string // the mtype's list
		Given bool   // a macro or an argument of an inline brought it
	}
	// VarRef is a variable, element or field: Var[Index].Field. For a field, Var is the field's Var
	// inside its Typedef. An array without an index has a nil Index and means element 0. A scalar written
	// with [0] has its Index kept.
	VarRef struct {
		Base
		Var   *Var
		Index Expr
		Field *VarRef
	}
	// Unary is "-", "!" or "~".
	Unary struct {
		Base
		Op Op
		X  Expr
	}
	Binary struct {
		Base
		Op   Op
		X, Y Expr
	}
	// CondExpr is (If -> Then : Else).
	CondExpr struct {
		Base
		If, Then, Else Expr
	}
	// ChanOp is len, full, nfull, empty or nempty of a channel.
	ChanOp struct {
		Base
		Op   Op
		Chan *VarRef
	}
	// Poll is c?[Args] or c??[Args].
	Poll struct {
		Base
		Chan   *VarRef
		Args   []Arg
		Random bool
	}
	// Run is run P(Args) priority Priority. Typedef variables in Args are kept as one VarRef of Kind Struct.
	Run struct {
		Base
		Proc     *Proc
		Args     []Expr
		Priority int // 0: none given, which is 1 whatever the proctype declares
	}
	// RemoteLabel is P[PidX]@Label; a nil PidX means the first (only) instance.
	RemoteLabel struct {
		Base
		Proc  *Proc
		PidX  Expr
		Label string
	}
	// RemoteVar is P[PidX]:Ref.
	RemoteVar struct {
		Base
		Proc *Proc
		PidX Expr
		Ref  *VarRef
	}
	// Timeout is timeout; Np is np_.
	Timeout struct{ Base }
	Np      struct{ Base }
	// Call is enabled(X), pc_value(X) or get_priority(X).
	Call struct {
		Base
		Fn string
		X  Expr
	}
)

// LTL is an ltl block. X is the formula as written (not negated).
type LTL struct {
	Pos  Pos
	Name string // SPIN's names for anonymous ones (ltl_0, ...)
	// Beside says that it is one of Options.Formulas.
	Beside bool
	X      Expr
	Text   string // the formula as written, blanks normalised
}

// Measure is a list of expressions over a state, from outside of the model, in its scope.
type Measure struct {
	Name  string
	Parts []Expr
}

// InlineCall is where an inline is called.
type InlineCall struct {
	Pos  Pos
	Name string // of the inline
}

// LabelRef names a label that some remote reference of the model mentions.
type LabelRef struct {
	Proc  *Proc
	Label string
}

// Model is a parsed and resolved Promela model.
type Model struct {
	Name    string // the path that it was read from
	Globals []*Var // in declaration order; channels included
	Types   []*Typedef
	Procs   []*Proc // proctypes and inits in file order; the index is SPIN's number if no claim precedes
	Claims  []*Proc // never claims, trace and notrace, in file order
	LTL     []*LTL
	Order   []*Proc             // Procs and Claims together, in file order
	Mtypes  map[string][]string // list name ("" is the unnamed one) -> constants; value v is at [v-1]
	Remote  map[LabelRef]bool   // labels that remote references mention, in claims and formulas too
	// Of Options.Measures. What they mention does not count below, nor in Remote: they change nothing else.
	Measures []*Measure
	// Calls are those of the inlines that brought a statement, the innermost first.
	Calls map[Stmt][]InlineCall
	// What the model mentions anywhere, claims included.
	UsesTimeout, UsesLast, UsesPriority, UsesEnabled, UsesPcValue, UsesNp bool
	// Bounds are the variables that array sizes and numbers of processes were taken from, and the arrays that
	// fors go through. LeftOut are the names in what is no part of the model: text between directives, macros
	// and inlines that are not used.
	Bounds   []*Var
	LeftOut  map[string]bool
	Passed   []*Var // globals that calls of inlines name: SPIN reads the arguments as expressions
	Warnings diag.List
	Line     func(Pos) string // of the source
}
