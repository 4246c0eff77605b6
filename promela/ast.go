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
	Size   Size // of one variable, set when one is declared
}

// Special marks the predefined variables.
type Special uint8

const (
	NotSpecial  Special = iota
	Scratch             // _ : writes are discarded, reads are errors
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
	Local   bool // declared local: the model promises that one process uses it
	Param   bool
	Special Special
	Proc    *Proc     // the process that declares it; nil for globals and typedef fields
	Init    Expr      // scalar initialiser (of every element of an array); may be nil
	List    []int32   // array initialiser { 1, 2 }; the last value fills the rest
	Chan    *ChanInit // channel initialiser; each element of an array gets a channel of its own
}

// ChanInit is [Slots] of { Fields }. Typedef fields are expanded to their scalar fields in declaration
// order (arrays inside a typedef element by element), so that no Field has Kind Struct.
type ChanInit struct {
	Slots  int // 0: rendezvous
	Fields []Type
}

// ProcKind distinguishes proctypes from claims.
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
	// Locals are all variables of the body, including nested blocks and inlines, in the order of their
	// declarations, without the parameters. If two blocks declare the same name, these are two Vars.
	Locals   []*Var
	XR, XS   []*VarRef // channels that only this process receives from, or sends to
	Priority int       // 0 if none is declared
	Provided Expr      // nil if none is declared
	Body     *Seq
	End      Pos // the closing brace
}

// Seq is a sequence of statements.
type Seq struct {
	Steps []Stmt
}

// Stmt is a statement: one of the types below, since only this package can implement it. At returns the place
// where it starts.
//
// Declarations before the first statement of a proctype's body are not statements: they are only in
// Proc.Locals, and their initialisers run when the process starts. A body with only such declarations is an
// empty Seq. All later or nested declarations are Decl statements, one for each variable.
//
// The parser replaces for and select by equivalent statements, and expands inlines.
type Stmt interface {
	At() Pos
	operands(f func(Expr)) // its own expressions, in the order of the text
	blocks() []*Seq        // its nested sequences
}

type (
	// Base carries the position of a statement.
	Base struct{ Pos Pos }

	// Labelled is L: S. Several labels are nested. A label without a statement labels a skip. No two labels
	// of a process are equal: see NthLabel.
	Labelled struct {
		Base
		Label string
		Stmt  Stmt
	}
	// Decl is a declaration that is a step: x = Init or 0, for an array its element 0, for a typedef variable
	// nothing. Decl.Var.Init stays in Var, but is not run when the process starts. A channel's initialiser is
	// Var.Chan.
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
		Arrow bool // followed by ->, as after a guard
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
		End Pos // last token
	}
	// Cond is an expression as a statement, also skip (Const 1) and Run.
	Cond struct {
		Base
		X   Expr
		End Pos // last token, whose line SPIN reports
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
		After   Pos // the token after the closing fi; SPIN reports its line for the join
	}
	Do struct {
		Base
		Options []*Seq
		After   Pos  // the token after the closing od
		Select  bool // expanded from a select
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
	// Unless is Main unless Escape. A side without braces is a Seq of one statement.
	Unless struct {
		Base
		Main, Escape *Seq
	}
)

// At returns the place where the statement starts.
func (b *Base) At() Pos { return b.Pos }

// ArgKind distinguishes the arguments of a receive or poll.
type ArgKind uint8

const (
	ArgVar   ArgKind = iota // is assigned; in a poll it matches anything
	ArgConst                // must be equal to X, a constant
	ArgEval                 // eval(X): must be equal
	ArgAny                  // _ : any value
)

// Arg is an argument of a receive or a poll.
type Arg struct {
	Kind ArgKind
	Var  *VarRef // for ArgVar
	X    Expr    // for ArgConst and ArgEval
}

// Expr is an expression: one of the types below. All values are 32-bit integers.
type Expr interface {
	At() Pos
	parts(f func(Expr)) // its operands, including indices
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
		Name  string // as written for an mtype constant, otherwise ""
		Sub   string // the name of the mtype's list
		Given bool   // it comes from a macro or an argument of an inline
	}
	// VarRef is a variable, an array element or a field: Var[Index].Field. For a field, Var is the field's
	// Var in its Typedef. A nil Index of an array means element 0. A scalar written with [0] keeps its Index.
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
		Priority int // 0 if none is given, which means 1 whatever the proctype declares
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
	// FromOptions: it is one of Options.Formulas.
	FromOptions bool
	X           Expr
	Text        string // as written, with normalised blanks
}

// Measure is a list of expressions over a state. It is not part of the model, but uses its names.
type Measure struct {
	Name  string
	Parts []Expr
}

// InlineCall is the call of an inline.
type InlineCall struct {
	Pos  Pos
	Name string // the inline's
}

// LabelRef is a label that a remote reference mentions.
type LabelRef struct {
	Proc  *Proc
	Label string
}

// Model is a parsed and resolved Promela model.
type Model struct {
	Name    string // path of the file
	Globals []*Var // in declaration order; channels included
	Types   []*Typedef
	Procs   []*Proc // proctypes and inits in file order; the index is SPIN's number if no claim precedes
	Claims  []*Proc // never claims, trace and notrace, in file order
	LTL     []*LTL
	Order   []*Proc             // Procs and Claims together, in file order
	Mtypes  map[string][]string // list name ("" is the unnamed one) -> constants; value v is at [v-1]
	Remote  map[LabelRef]bool   // labels in remote references, including those of claims and formulas
	// From Options.Measures. Their contents do not count in the fields below, nor in Remote.
	Measures []*Measure
	// Calls has the inline calls from which a statement was expanded, the innermost first.
	Calls map[Stmt][]InlineCall
	// what the model uses anywhere, including claims
	UsesTimeout, UsesLast, UsesPriority, UsesEnabled, UsesPcValue, UsesNp bool
	// Bounds are the variables that determine array sizes and numbers of processes, and the arrays that for
	// loops iterate over. LeftOut are the names in text that is not part of the model: excluded by
	// directives, or in unused macros and inlines.
	Bounds   []*Var
	LeftOut  map[string]bool
	Passed   []*Var // globals in the arguments of inline calls, which SPIN evaluates as expressions
	Warnings diag.List
	Line     func(Pos) string // text of a source line
}
