package promela

// Each kind of statement and expression lists its parts here. Without such a method a new one does not
// compile.

func (s *Labelled) operands(f func(Expr)) { s.Stmt.operands(f) }
func (s *Decl) operands(f func(Expr))     { each(f, s.Var.Init) }
func (s *Assign) operands(f func(Expr))   { each(f, s.L, s.R) }
func (s *Printf) operands(f func(Expr))   { each(f, s.Args...) }
func (s *Printm) operands(f func(Expr))   { each(f, s.X) }
func (s *Assert) operands(f func(Expr))   { each(f, s.X) }
func (s *Cond) operands(f func(Expr))     { each(f, s.X) }
func (s *Else) operands(func(Expr))       {}
func (s *Break) operands(func(Expr))      {}
func (s *Goto) operands(func(Expr))       {}
func (s *If) operands(func(Expr))         {}
func (s *Do) operands(func(Expr))         {}
func (s *Atomic) operands(func(Expr))     {}
func (s *DStep) operands(func(Expr))      {}
func (s *Block) operands(func(Expr))      {}
func (s *Unless) operands(func(Expr))     {}

func (s *Send) operands(f func(Expr)) {
	f(s.Chan)
	each(f, s.Args...)
}

func (s *Recv) operands(f func(Expr)) {
	f(s.Chan)
	eachArg(f, s.Args)
}

func (s *SetPriority) operands(f func(Expr)) { each(f, s.PidX, s.Prio) }

func (s *Labelled) blocks() []*Seq    { return s.Stmt.blocks() }
func (s *Decl) blocks() []*Seq        { return nil }
func (s *Assign) blocks() []*Seq      { return nil }
func (s *Send) blocks() []*Seq        { return nil }
func (s *Recv) blocks() []*Seq        { return nil }
func (s *Printf) blocks() []*Seq      { return nil }
func (s *Printm) blocks() []*Seq      { return nil }
func (s *Assert) blocks() []*Seq      { return nil }
func (s *Cond) blocks() []*Seq        { return nil }
func (s *SetPriority) blocks() []*Seq { return nil }
func (s *Else) blocks() []*Seq        { return nil }
func (s *Break) blocks() []*Seq       { return nil }
func (s *Goto) blocks() []*Seq        { return nil }
func (s *If) blocks() []*Seq          { return s.Options }
func (s *Do) blocks() []*Seq          { return s.Options }
func (s *Atomic) blocks() []*Seq      { return []*Seq{s.Body} }
func (s *DStep) blocks() []*Seq       { return []*Seq{s.Body} }
func (s *Block) blocks() []*Seq       { return []*Seq{s.Body} }
func (s *Unless) blocks() []*Seq      { return []*Seq{s.Main, s.Escape} }

func (e *Const) parts(func(Expr))         {}
func (e *Timeout) parts(func(Expr))       {}
func (e *Np) parts(func(Expr))            {}
func (e *Unary) parts(f func(Expr))       { each(f, e.X) }
func (e *Binary) parts(f func(Expr))      { each(f, e.X, e.Y) }
func (e *CondExpr) parts(f func(Expr))    { each(f, e.If, e.Then, e.Else) }
func (e *ChanOp) parts(f func(Expr))      { f(e.Chan) }
func (e *Run) parts(f func(Expr))         { each(f, e.Args...) }
func (e *RemoteLabel) parts(f func(Expr)) { each(f, e.PidX) }
func (e *RemoteVar) parts(f func(Expr))   { each(f, e.PidX, e.Ref) }
func (e *Call) parts(f func(Expr))        { each(f, e.X) }

func (e *VarRef) parts(f func(Expr)) {
	each(f, e.Index)
	if e.Field != nil {
		f(e.Field)
	}
}

func (e *Poll) parts(f func(Expr)) {
	f(e.Chan)
	eachArg(f, e.Args)
}

// each calls f for the expressions that are not nil.
func each(f func(Expr), list ...Expr) {
	for _, e := range list {
		if e != nil {
			f(e)
		}
	}
}

// eachArg calls f for the expressions in a receive's arguments.
func eachArg(f func(Expr), list []Arg) {
	for _, a := range list {
		if a.Var != nil {
			f(a.Var)
		}
		each(f, a.X)
	}
}
