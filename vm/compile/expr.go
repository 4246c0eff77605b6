package compile

import (
	"gospin/promela"
	"gospin/vm"
	"gospin/vm/layout"
)

// ref is an access to a scalar cell: a static offset, and the indices that are known only at run time.
type ref struct {
	base  uint8
	off   int
	cell  uint8
	mask  int32
	index []dynamic
	bad   bool // a constant index out of range
}

type dynamic struct {
	x      promela.Expr
	n      int
	stride int
}

// span returns the number of bytes, from off on, that may contain the cell, whatever the indices are.
func (r ref) span() int32 {
	n := layout.CellSize(r.cell)
	for _, d := range r.index {
		n += (d.n - 1) * d.stride
	}
	return int32(n)
}

// resolve computes the cell of a reference whose first variable is at at.
func (c *compiler) resolve(r *promela.VarRef, at loc) ref {
	out := ref{base: at.base, off: at.off}
	for ; r != nil; r = r.Field {
		size := c.sizeOf(r.Var)
		n := max(1, r.Var.Len)
		if r.Index != nil {
			if k, ok := promela.Constant(r.Index); ok {
				if k < 0 || int(k) >= n {
					out.bad = true
				} else {
					out.off += int(k) * size
				}
			} else {
				out.index = append(out.index, dynamic{r.Index, n, size})
			}
		}
		if r.Field != nil {
			out.off += c.locs[r.Field.Var].off
			continue
		}
		out.cell, out.mask = cellOf(r.Var.Type, r.Var.Len > 0)
	}
	return out
}

// address pushes the address of a cell that no single instruction can access; start means that a base is on
// the stack.
func (c *compiler) address(r ref, start bool) {
	if !start {
		c.push(0)
	}
	for _, d := range r.index {
		c.expr(d.x)
		c.emit(vm.Instr{Op: vm.OpAddr, B: int32(d.n), D: int32(d.stride)})
	}
}

func (c *compiler) badIndex() {
	c.emit(vm.Instr{Op: vm.OpFault, A: c.msg("assertion violated - invalid array index")})
}

func (c *compiler) load(r ref) {
	if r.bad {
		c.badIndex()
		c.push(0)
		return
	}
	in := vm.Instr{Op: vm.OpLoad, C: r.cell, Base: r.base, A: int32(r.off), Mask: r.mask}
	switch len(r.index) {
	case 0:
	case 1:
		d := r.index[0]
		in.B, in.D = int32(d.n), int32(d.stride)
		if at, ok := c.byteCell(d.x); ok {
			in.Op, in.K, in.Mask = vm.OpLoadV, vm.Op(at.base), int32(at.off)
			break
		}
		c.expr(d.x)
		in.Op, in.K = vm.OpLoadX, ownPid(d.x)
	default:
		c.address(r, false)
		in.Op, in.B = vm.OpLoadA, r.span()
	}
	c.emit(in)
}

// ownPid returns OpPid if an index is the process's number. It becomes a part of the operation.
func ownPid(x promela.Expr) vm.Op {
	if v, ok := x.(*promela.VarRef); ok && v.Var.Special == promela.PidVar {
		return vm.OpPid
	}
	return 0
}

// store emits a store of the value on the stack.
func (c *compiler) store(v *promela.VarRef) {
	switch v.Var.Special {
	case promela.Scratch:
		c.emit(vm.Instr{Op: vm.OpPop})
		return
	case promela.PriorityVar:
		c.errorf(v.Pos, "use set_priority(_pid, ...)", "_priority cannot be a target here")
		return
	}
	r := c.resolve(v, c.locs[v.Var])
	if r.bad {
		c.badIndex()
		return
	}
	c.fits(typeOf(v))
	in := vm.Instr{Op: vm.OpStore, C: r.cell, Base: r.base, A: int32(r.off), Mask: r.mask}
	switch len(r.index) {
	case 0:
	case 1:
		d := r.index[0]
		in.B, in.D = int32(d.n), int32(d.stride)
		if at, ok := c.byteCell(d.x); ok && d.stride == 1 {
			in.Op, in.K, in.D = vm.OpStoreV, vm.Op(at.base), int32(at.off)
			break
		}
		c.expr(d.x)
		in.Op, in.K = vm.OpStoreX, ownPid(d.x)
	default:
		c.address(r, false)
		in.Op, in.B = vm.OpStoreA, r.span()
	}
	c.emit(in)
}

var binaryOps = map[promela.Op]vm.Op{
	"+":  vm.OpAdd,
	"-":  vm.OpSub,
	"*":  vm.OpMul,
	"/":  vm.OpDiv,
	"%":  vm.OpMod,
	"&":  vm.OpAnd,
	"|":  vm.OpOr,
	"^":  vm.OpXor,
	"<<": vm.OpShl,
	">>": vm.OpShr,
	"==": vm.OpEq,
	"!=": vm.OpNe,
	"<":  vm.OpLt,
	"<=": vm.OpLe,
	">":  vm.OpGt,
	">=": vm.OpGe,
}

var constOps = map[promela.Op]vm.Op{
	"==": vm.OpEqC,
	"!=": vm.OpNeC,
	"<":  vm.OpLtC,
	"<=": vm.OpLeC,
	">":  vm.OpGtC,
	">=": vm.OpGeC,
	"+":  vm.OpAddC,
}

var functions = map[string]vm.Op{"enabled": vm.OpEnabled, "pc_value": vm.OpPcValue, "get_priority": vm.OpGetPrio}

// expr emits code that pushes the value of e.
func (c *compiler) expr(e promela.Expr) {
	if k, ok := promela.Constant(e); ok {
		c.push(k)
		return
	}
	switch e := e.(type) {
	case *promela.VarRef:
		c.variable(e)
	case *promela.Unary:
		c.expr(e.X)
		c.emit(vm.Instr{Op: map[promela.Op]vm.Op{"-": vm.OpNeg, "!": vm.OpNot, "~": vm.OpCompl}[e.Op]})
	case *promela.Binary:
		c.binary(e)
	case *promela.CondExpr:
		i := c.jumpIf(e.If, false)
		c.expr(e.Then)
		j := c.emit(vm.Instr{Op: vm.OpJump})
		c.land(i...)
		c.expr(e.Else)
		c.land(j)
	case *promela.ChanOp:
		c.askChannel(e, false)
	case *promela.Poll:
		p := c.pattern(e.Args)
		c.variable(e.Chan)
		in := vm.Instr{Op: vm.OpPoll, A: p, D: c.staticChan(e.Chan)}
		if e.Random {
			in.B = 1
		}
		c.emit(in)
	case *promela.Run:
		c.run(e)
	case *promela.RemoteLabel:
		c.remotePid(e.PidX)
		i := c.procNo[e.Proc]
		no := 0
		if t := c.flows[i].labels[e.Label]; t != nil {
			no = huntStart(t).no
		} else {
			c.errorf(e.Pos, "", "proctype %s has no label %s", e.Proc.Name, e.Label)
		}
		c.emit(vm.Instr{Op: vm.OpRemPC, A: int32(i), B: int32(no)})
	case *promela.RemoteVar:
		c.remotePid(e.PidX)
		c.emit(vm.Instr{Op: vm.OpRemVar, A: int32(c.procNo[e.Proc])})
		r := c.resolve(e.Ref, c.locs[e.Ref.Var])
		c.address(r, true)
		c.emit(vm.Instr{Op: vm.OpLoadA, C: r.cell, Base: vm.BaseOther, A: int32(r.off), B: r.span(),
			D: int32(c.procNo[e.Proc]), Mask: r.mask})
	case *promela.Timeout:
		c.emit(vm.Instr{Op: vm.OpTimeout})
	case *promela.Np:
		c.emit(vm.Instr{Op: vm.OpNp})
	case *promela.Call:
		c.expr(e.X)
		c.emit(vm.Instr{Op: functions[e.Fn]})
	default:
		c.errorf(e.At(), "", "this expression has no value here")
	}
}

// askChannel pushes the answer to a question about a channel; asLen means that the model uses len.
func (c *compiler) askChannel(e *promela.ChanOp, asLen bool) {
	op, asked := question(e.Op, asLen)
	c.variable(e.Chan)
	c.emit(vm.Instr{Op: op, C: asked, D: c.staticChan(e.Chan)})
	if e.Op == "nfull" || e.Op == "nempty" {
		c.emit(vm.Instr{Op: vm.OpNot})
	}
}

// question returns the operation for a question about a channel, and how the model asks it.
func question(op promela.Op, asLen bool) (test vm.Op, asked uint8) {
	switch op {
	case "len":
		test = vm.OpLen
	case "full":
		test = vm.OpFull
	case "nfull":
		test, asked = vm.OpFull, vm.Opposite
	case "empty":
		test = vm.OpEmpty
	case "nempty":
		test, asked = vm.OpEmpty, vm.Opposite
	}
	if asLen {
		asked = vm.ForLen
	}
	return test, asked
}

func (c *compiler) remotePid(e promela.Expr) {
	if e == nil {
		c.push(-1)
		return
	}
	c.expr(e)
}

func (c *compiler) variable(e *promela.VarRef) {
	switch e.Var.Special {
	case promela.PidVar:
		c.emit(vm.Instr{Op: vm.OpPid})
	case promela.NrPr:
		c.emit(vm.Instr{Op: vm.OpNrPr})
	case promela.Last:
		c.emit(vm.Instr{Op: vm.OpLoad, C: layout.CellU8, A: int32(c.lastOff)})
	case promela.PriorityVar:
		c.emit(vm.Instr{Op: vm.OpPid})
		c.emit(vm.Instr{Op: vm.OpGetPrio})
	case promela.Scratch:
		c.errorf(e.Pos, "", "_ cannot be read")
	default:
		c.load(c.resolve(e, c.locs[e.Var]))
	}
}

func (c *compiler) binary(e *promela.Binary) {
	switch e.Op {
	case "&&", "||":
		out := c.jumpIf(e, false)
		c.push(1)
		end := c.emit(vm.Instr{Op: vm.OpJump})
		c.land(out...)
		c.push(0)
		c.land(end)
		return
	}
	c.expr(e.X)
	if k, ok := promela.Constant(e.Y); ok {
		if op, ok := constOps[e.Op]; ok {
			c.emit(vm.Instr{Op: op, A: k})
			return
		}
		if e.Op == "-" {
			c.emit(vm.Instr{Op: vm.OpAddC, A: -k})
			return
		}
	}
	c.expr(e.Y)
	op, ok := binaryOps[e.Op]
	if !ok {
		c.errorf(e.Pos, "", "operator %s is for ltl formulas", e.Op)
	}
	c.emit(vm.Instr{Op: op})
}

// run emits the creation of a process. Typedef arguments are passed field by field. The priority that a
// proctype declares is only for active processes.
func (c *compiler) run(e *promela.Run) {
	n := 0
	for i, a := range e.Args {
		if n += c.argument(a); i < len(e.Proc.Params) {
			c.fits(e.Proc.Params[i].Type)
		}
	}
	c.emit(vm.Instr{Op: vm.OpRun, A: int32(c.procNo[e.Proc]), B: int32(n), D: max(1, int32(e.Priority))})
}

func (c *compiler) argument(a promela.Expr) int {
	v, ok := a.(*promela.VarRef)
	if !ok || v.Var.Special != promela.NotSpecial {
		c.expr(a)
		return 1
	}
	last := v
	for last.Field != nil {
		last = last.Field
	}
	if last.Var.Type.Kind != promela.Struct {
		c.expr(a)
		return 1
	}
	r := c.resolve(v, c.locs[v.Var])
	n := 0
	for _, f := range c.fields(last.Var, "", r.off, false) {
		for i := 0; i < f.Len; i++ {
			g := r
			g.off, g.cell, g.mask = f.Elem.Off+i*f.Stride, f.Elem.Cell, f.Elem.Mask
			c.load(g)
			n++
		}
		if last.Var.Len > 0 && n >= c.scalars(last.Var.Type.Struct) {
			break
		}
	}
	return n
}

func (c *compiler) scalars(t *promela.Typedef) int {
	n := 0
	for _, f := range t.Fields {
		k := 1
		if f.Type.Kind == promela.Struct {
			k = c.scalars(f.Type.Struct)
		}
		n += k * max(1, f.Len)
	}
	return n
}

// pattern builds the pattern of a receive or poll.
func (c *compiler) pattern(args []promela.Arg) int32 {
	p := vm.Pattern{Any: true}
	for _, a := range args {
		f := vm.Pat{}
		switch a.Kind {
		case promela.ArgConst, promela.ArgEval:
			if k, ok := promela.Constant(a.X); ok {
				f = vm.Pat{Kind: vm.PatConst, A: k}
			} else {
				x := a.X
				f = vm.Pat{Kind: vm.PatEval, A: c.code(func() { c.expr(x) })}
			}
			p.Any = false
		}
		p.Fields = append(p.Fields, f)
	}
	c.maxMsg = max(c.maxMsg, len(args))
	c.p.Patterns = append(c.p.Patterns, p)
	return int32(len(c.p.Patterns) - 1)
}

// direct sets the targets of the fields in a receive's pattern, if all of them are single cells.
func (c *compiler) direct(p *vm.Pattern, args []promela.Arg) {
	if c.o.Fits {
		return
	}
	p.Direct = true
	for k, a := range args {
		if a.Kind != promela.ArgVar || a.Var.Var.Special == promela.Scratch {
			continue
		}
		r, ok := c.cell(a.Var)
		if !ok {
			p.Direct = false
			return
		}
		p.Fields[k].To = vm.Instr{Op: vm.OpStore, C: r.cell, Base: r.base, A: int32(r.off), Mask: r.mask}
	}
}
