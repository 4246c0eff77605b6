package symmetry

import (
	"fmt"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// going continues after an operation, with a stack.
type going func(st []*term) then

// code evaluates the operations from pc on.
func (x *run) code(pc int32, st []*term, s *sym, done func([]*term, *sym) *node) *node {
	st = slices.Clone(st)
	for {
		x.spend(s.facts)
		in := &x.m.prog.Code[pc]
		pc++
		at := func(pc int32) going {
			return func(st []*term) then { return func(s *sym) *node { return x.code(pc, st, s, done) } }
		}
		n := len(st)
		switch in.Op {
		case vm.OpEnd:
			return done(st, s)
		case vm.OpTrue, vm.OpFalse:
			return done(append(st, truth(in.Op == vm.OpTrue)), s)
		case vm.OpJump:
			pc = in.D
		case vm.OpJumpZ:
			return x.test(st[n-1], s, at(pc)(st[:n-1]), at(in.D)(st[:n-1]))
		case vm.OpJumpNZ:
			return x.test(st[n-1], s, at(in.D)(st[:n-1]), at(pc)(st[:n-1]))
		case vm.OpTestC, vm.OpTestV:
			return x.test(x.tested(in, s), s, at(pc)(st), at(in.D)(st))
		case vm.OpTestS:
			return x.test(x.compared(in.K, st[n-1], in.B), s, at(pc)(st[:n-1]), at(in.D)(st[:n-1]))
		case vm.OpTestCh:
			return x.testChannel(in, s, at(pc)(st), at(in.D)(st))
		case vm.OpLoadX, vm.OpLoadV, vm.OpStoreX, vm.OpStoreV, vm.OpAddr:
			return x.indexed(in, st, s, at(pc))
		case vm.OpLen, vm.OpFull, vm.OpEmpty:
			what := map[vm.Op]string{vm.OpLen: "len", vm.OpFull: "full", vm.OpEmpty: "empty"}[in.Op]
			return x.channelIn(st[n-1], s, func(c int32, s *sym) *node {
				return at(pc)(append(st[:n-1:n-1], x.ask(what, c, s)))(s)
			})
		case vm.OpAssert:
			on := at(pc)(st[:n-1])
			return x.test(st[n-1], s, on, func(s *sym) *node {
				s.act("assertion", 0)
				return on(s)
			})
		case vm.OpFault:
			return x.fails(s, "run-time error")
		default:
			st = x.straight(in, st, s)
		}
	}
}

func truth(is bool) *term {
	if is {
		return konst(1)
	}
	return konst(0)
}

// tested returns the condition of an operation that compares a cell.
func (x *run) tested(in *vm.Instr, s *sym) *term {
	v := x.load(in.C, x.place(in.Base, in.A), s)
	if in.Op == vm.OpTestC {
		return x.compared(in.K, v, in.B)
	}
	return x.computed(in.K, v, x.load(layout.CellU8, x.place(uint8(in.Mask), in.B), s))
}

func (x *run) testChannel(in *vm.Instr, s *sym, yes, no then) *node {
	id := konst(in.B)
	if in.B == 0 {
		id = x.load(layout.CellU8, x.place(in.Base, in.A), s)
	}
	what := "empty"
	if in.K == vm.OpFull {
		what = "full"
	}
	if in.Mask != 1 {
		yes, no = no, yes
	}
	return x.channelIn(id, s, func(c int32, s *sym) *node { return x.test(x.ask(what, c, s), s, yes, no) })
}

// indexed evaluates an operation on an element of an array.
func (x *run) indexed(in *vm.Instr, st []*term, s *sym, on going) *node {
	var i *term
	d := in.D
	switch in.Op {
	case vm.OpLoadV:
		i = x.load(layout.CellU8, x.place(uint8(in.K), in.Mask), s)
	case vm.OpStoreV:
		i, d = x.load(layout.CellU8, x.place(uint8(in.K), in.D), s), 1
	default:
		i, st = top(st), st[:len(st)-1]
	}
	if in.Op == vm.OpAddr {
		a := top(st)
		st = st[: len(st)-1 : len(st)-1]
		return x.index(i, in.B, s, func(i int32, s *sym) *node {
			return on(append(st, x.computed(vm.OpAdd, a, konst(i*d))))(s)
		})
	}
	base := x.place(in.Base, in.A)
	x.used.indexes(i, base)
	direct, written := i.kind == constant, 1
	if in.Op == vm.OpLoadX || in.Op == vm.OpLoadV {
		written = 0
	}
	element := func(i int32) place {
		p := place{base.of, base.at + i*d}
		if direct {
			x.used.touch(p, written)
		}
		return p
	}
	if in.Op == vm.OpLoadX || in.Op == vm.OpLoadV {
		return x.index(i, in.B, s, func(i int32, s *sym) *node {
			return on(append(slices.Clip(st), x.element(in.C, element(i), s)))(s)
		})
	}
	v, st := top(st), st[:len(st)-1]
	return x.index(i, in.B, s, func(i int32, s *sym) *node {
		x.setElement(in.C, in.Mask, element(i), v, s)
		return on(st)(s)
	})
}

// straight evaluates an operation that the next one follows.
func (x *run) straight(in *vm.Instr, st []*term, s *sym) []*term {
	n := len(st)
	switch in.Op {
	case vm.OpConst:
		return append(st, konst(in.A))
	case vm.OpPid:
		return append(st, konst(int32(x.pid)))
	case vm.OpNrPr:
		return append(st, konst(int32(len(x.m.shape.Procs))))
	case vm.OpTimeout:
		return append(st, (&term{kind: other, name: "timeout"}).keyed())
	case vm.OpMsg:
		if int(in.A) >= len(s.msg) {
			refuse("a receive with other fields than the channel")
		}
		return append(st, s.msg[in.A])
	case vm.OpLoad:
		return append(st, x.load(in.C, x.place(in.Base, in.A), s))
	case vm.OpStore:
		x.store(in.C, in.Mask, x.place(in.Base, in.A), st[n-1], s)
		return st[:n-1]
	case vm.OpLoadA:
		return append(st[:n-1], x.load(in.C, x.away(in, st[n-1]), s))
	case vm.OpStoreA:
		x.store(in.C, in.Mask, x.away(in, st[n-1]), st[n-2], s)
		return st[:n-2]
	case vm.OpPop:
		return st[:n-1]
	case vm.OpNeg, vm.OpNot, vm.OpCompl, vm.OpBool:
		return append(st[:n-1], x.computed(in.Op, st[n-1]))
	case vm.OpAdd, vm.OpSub, vm.OpMul, vm.OpDiv, vm.OpMod, vm.OpAnd, vm.OpOr, vm.OpXor, vm.OpShl, vm.OpShr,
		vm.OpEq, vm.OpNe, vm.OpLt, vm.OpLe, vm.OpGt, vm.OpGe:
		return append(st[:n-2], x.computed(in.Op, st[n-2], st[n-1]))
	case vm.OpEqC, vm.OpNeC, vm.OpLtC, vm.OpLeC, vm.OpGtC, vm.OpGeC:
		return append(st[:n-1], x.compared(vm.OpEq+in.Op-vm.OpEqC, st[n-1], in.A))
	case vm.OpAddC:
		return append(st[:n-1], x.computed(vm.OpAdd, st[n-1], konst(in.A)))
	case vm.OpCopy:
		v := x.load(layout.CellU8, x.place(uint8(in.K), in.B), s)
		x.store(in.C, in.Mask, x.place(in.Base, in.A), v, s)
		return st
	case vm.OpInc:
		p := x.place(in.Base, in.A)
		x.store(in.C, in.Mask, p, x.computed(vm.OpAdd, x.load(in.C, p, s), konst(in.B)), s)
		return st
	case vm.OpPrint:
		return st[:n-int(in.B)]
	case vm.OpFits:
		if t := top(st); !t.fits(in.C, in.Mask) {
			s.act(fmt.Sprintf("fits %d %d", in.C, in.Mask), 0, t)
		}
		return st
	case vm.OpRemPC:
		if st[n-1].kind != constant || st[n-1].k < 0 {
			refuse("a label of a process that is not known before the search")
		}
		return append(st[:n-1], x.m.atLabel(st[n-1].k, in.A, in.B))
	}
	refuse("%s", refused(in.Op))
	return nil
}

// refused describes an operation that prevents symmetry.
func refused(op vm.Op) string {
	switch op {
	case vm.OpRun:
		return "processes are started"
	case vm.OpEnabled:
		return "the model asks for enabled()"
	case vm.OpPcValue:
		return "the model asks for pc_value()"
	case vm.OpGetPrio, vm.OpSetPrio:
		return "the model has priorities"
	case vm.OpNp:
		return "the model asks for np_"
	case vm.OpPoll:
		return "a channel is looked into"
	case vm.OpRemVar:
		return "a variable of another process is looked at"
	}
	return "an operation that symmetry does not know"
}

// away returns the place of an address on the stack.
func (x *run) away(in *vm.Instr, a *term) place {
	if a.kind != constant {
		refuse("an index has too many values")
	}
	return x.place(in.Base, in.A+a.k)
}
