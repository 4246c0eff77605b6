package vm

import (
	"gospin/vm/layout"
)

// nowhere is an address below every vector: what a reference to a missing process yields.
const nowhere = -1 << 30

// frame is the process that code runs for.
type frame struct {
	pid  int
	self int32 // offset of its component
}

// from is the address of a cell of the globals or of the process, which is about to be read; to is the one of a cell
// about to be written.
func (m *Machine) from(f frame, base uint8, at int32) int32 {
	if base == BaseSelf {
		return at + f.self
	}
	m.read |= 1
	return at
}

func (s *State) to(f frame, base uint8, at int32) int32 {
	if base == BaseSelf {
		return at + f.self
	}
	s.Dirty |= 1
	return at
}

// eval runs the code at pc for a process and returns the value on top of the stack, 0 if there is none.
// A run-time error sets m.broken and yields 0. Operations that few models need often are left to evalMore.
func (m *Machine) eval(s *State, f frame, pc int32) int32 {
	st, code, bottom, sp := m.stack, m.p.Code, m.sp, m.sp
run:
	for {
		in := &code[pc]
		pc++
		switch in.Op {
		case OpEnd:
			if sp == bottom {
				break run
			}
			m.sp = bottom
			return st[sp-1]
		case OpTrue:
			m.sp = bottom
			return 1
		case OpFalse:
			break run
		case OpConst:
			st[sp] = in.A
			sp++
		case OpLoad:
			st[sp] = layout.Load(s.Vec, in.C, m.from(f, in.Base, in.A))
			sp++
		case OpStore:
			sp--
			layout.Store(s.Vec, in.C, s.to(f, in.Base, in.A), in.Mask, st[sp])
		case OpLoadX:
			i := st[sp-1]
			if uint32(i) >= uint32(in.B) {
				return m.badIndex(bottom)
			}
			st[sp-1] = layout.Load(s.Vec, in.C, m.from(f, in.Base, in.A+i*in.D))
		case OpLoadV:
			i := int32(s.Vec[m.from(f, uint8(in.K), in.Mask)])
			if i >= in.B {
				return m.badIndex(bottom)
			}
			st[sp] = layout.Load(s.Vec, in.C, m.from(f, in.Base, in.A+i*in.D))
			sp++
		case OpStoreV:
			sp--
			i := int32(s.Vec[m.from(f, uint8(in.K), in.D)])
			if i >= in.B {
				return m.badIndex(bottom)
			}
			layout.Store(s.Vec, in.C, s.to(f, in.Base, in.A+i), in.Mask, st[sp])
		case OpCopy:
			v := s.Vec[m.from(f, uint8(in.K), in.B)]
			layout.Store(s.Vec, in.C, s.to(f, in.Base, in.A), in.Mask, int32(v))
		case OpInc:
			v := layout.Load(s.Vec, in.C, m.from(f, in.Base, in.A)) + in.B
			layout.Store(s.Vec, in.C, s.to(f, in.Base, in.A), in.Mask, v)
		case OpTestC:
			if !compares(in.K, layout.Load(s.Vec, in.C, m.from(f, in.Base, in.A)), in.B) {
				pc = in.D
			}
		case OpTestV:
			v := int32(s.Vec[m.from(f, uint8(in.Mask), in.B)])
			if !compares(in.K, layout.Load(s.Vec, in.C, m.from(f, in.Base, in.A)), v) {
				pc = in.D
			}
		case OpTestCh:
			is, ok := m.testChannel(s, f, in)
			if !ok {
				break run
			}
			if !is {
				pc = in.D
			}
		case OpTestS:
			if sp--; !compares(in.K, st[sp], in.B) {
				pc = in.D
			}
		case OpJump:
			pc = in.D
		case OpJumpZ, OpJumpNZ:
			if sp--; (st[sp] == 0) == (in.Op == OpJumpZ) {
				pc = in.D
			}
		default:
			m.sp = sp
			if sp = m.evalMore(s, f, in); sp < 0 {
				break run
			}
		}
	}
	m.sp = bottom
	return 0
}

// evalMore executes the operations that compute with what is on the stack, and those with rare operands; m.sp is the
// stack on entry, the result the stack afterwards, or negative after a run-time error.
func (m *Machine) evalMore(s *State, f frame, in *Instr) int {
	st, sp := m.stack, m.sp
	switch in.Op {
	case OpAdd, OpSub, OpMul, OpDiv, OpMod, OpAnd, OpOr, OpXor, OpShl, OpShr, OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
		sp--
		y := st[sp]
		if (in.Op == OpDiv || in.Op == OpMod) && (y == 0 || y == -1 && st[sp-1] == -1<<31) {
			m.breakOn("division by zero or overflow in a division")
			return -1
		}
		st[sp-1] = binary(in.Op, st[sp-1], y)
	case OpEqC, OpNeC, OpLtC, OpLeC, OpGtC, OpGeC:
		st[sp-1] = truth(compares(OpEq+in.Op-OpEqC, st[sp-1], in.A))
	case OpAddC:
		st[sp-1] += in.A
	case OpNeg:
		st[sp-1] = -st[sp-1]
	case OpNot:
		st[sp-1] = truth(st[sp-1] == 0)
	case OpCompl:
		st[sp-1] = ^st[sp-1]
	case OpBool:
		st[sp-1] = truth(st[sp-1] != 0)
	case OpPop:
		sp--
	case OpMsg:
		st[sp] = m.msg[in.A]
		sp++
	case OpStoreX:
		sp -= 2
		i := st[sp+1]
		if uint32(i) >= uint32(in.B) {
			m.badIndex(sp)
			return -1
		}
		layout.Store(s.Vec, in.C, s.to(f, in.Base, in.A+i*in.D), in.Mask, st[sp])
	case OpAddr:
		sp--
		if uint32(st[sp]) >= uint32(in.B) {
			m.badIndex(sp)
			return -1
		}
		st[sp-1] += st[sp] * in.D
	case OpLoadA:
		a := st[sp-1] + in.A
		if in.Base != BaseOther {
			a = m.from(f, in.Base, a)
		}
		v := int32(0)
		if a >= 0 {
			v = layout.Load(s.Vec, in.C, a)
		}
		st[sp-1] = v
	case OpStoreA:
		sp -= 2
		layout.Store(s.Vec, in.C, s.to(f, in.Base, st[sp+1]+in.A), in.Mask, st[sp])
	case OpPid:
		st[sp] = int32(f.pid)
		sp++
	case OpAssert:
		sp--
		if st[sp] == 0 {
			m.fault(AssertionViolated, m.p.Msgs[in.A])
		}
	default:
		if sp = m.evalRare(s, f, in); m.broken {
			return -1
		}
	}
	return sp
}

// testChannel is the test of OpTestCh; ok is false after a run-time error.
func (m *Machine) testChannel(s *State, f frame, in *Instr) (is, ok bool) {
	id := in.B
	if id == 0 {
		id = int32(s.Vec[m.from(f, in.Base, in.A)])
	}
	ch, ct := m.channel(s, id)
	if ch == nil {
		m.breakOn("ref to uninitialized chan name")
		return false, false
	}
	n := chanLen(s.Vec, ch, ct)
	is = n == 0
	if in.K == OpFull {
		is = ct.Slots > 0 && n >= ct.Slots
	}
	return is == (in.Mask == 1), true
}

func compares(op Op, x, y int32) bool {
	switch op {
	case OpEq:
		return x == y
	case OpNe:
		return x != y
	case OpLt:
		return x < y
	case OpLe:
		return x <= y
	case OpGt:
		return x > y
	}
	return x >= y
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func binary(op Op, x, y int32) int32 {
	switch op {
	case OpAdd:
		return x + y
	case OpSub:
		return x - y
	case OpMul:
		return x * y
	case OpDiv:
		return x / y
	case OpMod:
		return x % y
	case OpAnd:
		return x & y
	case OpOr:
		return x | y
	case OpXor:
		return x ^ y
	case OpShl:
		return x << (uint32(y) & 31)
	case OpShr:
		return x >> (uint32(y) & 31)
	case OpEq:
		return truth(x == y)
	case OpNe:
		return truth(x != y)
	case OpLt:
		return truth(x < y)
	case OpLe:
		return truth(x <= y)
	case OpGt:
		return truth(x > y)
	}
	return truth(x >= y)
}

// evalRare executes the operations that look at channels and processes; m.sp is the stack on entry, the result the
// stack afterwards.
func (m *Machine) evalRare(s *State, f frame, in *Instr) int {
	st, sp := m.stack, m.sp
	switch in.Op {
	case OpLen, OpFull, OpEmpty:
		ch, ct := m.channel(s, st[sp-1])
		if ch == nil {
			m.breakOn("ref to uninitialized chan name")
			return sp
		}
		n := chanLen(s.Vec, ch, ct)
		switch in.Op {
		case OpLen:
			st[sp-1] = int32(n)
		case OpFull:
			st[sp-1] = truth(ct.Slots > 0 && n >= ct.Slots)
		default:
			st[sp-1] = truth(n == 0)
		}
	case OpPoll:
		ch, ct := m.channel(s, st[sp-1])
		switch {
		case ch == nil:
			m.breakOn("ref to uninitialized chan name")
		case ct.Slots == 0:
			m.fault(RuntimeError, "error to poll rendezvous channel")
			st[sp-1] = 0
		default:
			st[sp-1] = truth(m.match(s, f, ch, ct, in.A, in.B == 1, true) >= 0)
		}
	case OpRun:
		return m.run(s, in)
	case OpNrPr:
		st[sp] = int32(len(m.l.ShapeOf(s.Vec).Procs))
		return sp + 1
	case OpTimeout:
		st[sp] = truth(m.timeout)
		return sp + 1
	case OpNp:
		m.read = ^uint64(0)
		st[sp] = truth(!m.alone && !m.progress(s))
		return sp + 1
	case OpRemPC:
		q, ok := m.remote(s, st[sp-1], in.A)
		st[sp-1] = truth(ok && m.pc(s.Vec, &q) == uint32(in.B))
	case OpRemVar:
		q, ok := m.remote(s, st[sp-1], in.A)
		st[sp-1] = nowhere
		if ok {
			st[sp-1] = int32(q.Off)
		}
	case OpEnabled:
		pid := int(st[sp-1])
		st[sp-1] = truth(pid != f.pid && m.canMove(s, pid))
	case OpPcValue:
		sh := m.l.ShapeOf(s.Vec)
		pid := int(st[sp-1])
		st[sp-1] = 0
		if pid >= 0 && pid < len(sh.Procs) {
			m.reads(sh.Procs[pid].Comp)
			st[sp-1] = int32(m.pc(s.Vec, &sh.Procs[pid]))
		}
	case OpGetPrio:
		st[sp-1] = m.priority(s, int(st[sp-1]))
	case OpSetPrio:
		m.setPriority(s, int(st[sp-2]), st[sp-1])
		return sp - 2
	case OpPrint:
		n := int(in.B)
		if m.out != nil {
			m.out(m.p.Formats[in.A].format(st[sp-n : sp]))
		}
		return sp - n
	case OpFault:
		m.breakOn(m.p.Msgs[in.A])
		return sp
	}
	return sp
}

// badIndex ends an evaluation for an index out of range.
func (m *Machine) badIndex(bottom int) int32 {
	m.sp = bottom
	return m.breakOn("assertion violated - invalid array index")
}
