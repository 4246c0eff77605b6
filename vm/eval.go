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

// eval runs the code at pc for a process and returns the value on top of the stack, 0 if there is none.
// A run-time error sets m.broken and yields 0.
func (m *Machine) eval(s *State, f frame, pc int32) int32 {
	st := m.stack
	bottom := m.sp
	sp := bottom
	code := m.p.Code
	for {
		in := &code[pc]
		pc++
		switch in.Op {
		case OpEnd:
			m.sp = bottom
			if sp > bottom {
				return st[sp-1]
			}
			return 0
		case OpConst:
			st[sp] = in.A
			sp++
		case OpLoad:
			a := in.A
			if in.Base == BaseSelf {
				a += f.self
			} else {
				m.read |= 1
			}
			if in.C == layout.CellU8 {
				st[sp] = int32(s.Vec[a])
			} else {
				st[sp] = layout.Load(s.Vec, in.C, a)
			}
			sp++
		case OpStore:
			sp--
			a := in.A
			if in.Base == BaseSelf {
				a += f.self
			} else {
				s.Dirty |= 1
			}
			layout.Store(s.Vec, in.C, a, in.Mask, st[sp])
		case OpLoadX:
			i := st[sp-1]
			if uint32(i) >= uint32(in.B) {
				return m.badIndex(bottom)
			}
			a := in.A + i*in.D
			if in.Base == BaseSelf {
				a += f.self
			} else {
				m.read |= 1
			}
			st[sp-1] = layout.Load(s.Vec, in.C, a)
		case OpStoreX:
			sp -= 2
			i := st[sp+1]
			if uint32(i) >= uint32(in.B) {
				return m.badIndex(bottom)
			}
			a := in.A + i*in.D
			if in.Base == BaseSelf {
				a += f.self
			} else {
				s.Dirty |= 1
			}
			layout.Store(s.Vec, in.C, a, in.Mask, st[sp])
		case OpAddr:
			sp--
			if uint32(st[sp]) >= uint32(in.B) {
				return m.badIndex(bottom)
			}
			st[sp-1] += st[sp] * in.D
		case OpLoadA:
			a := st[sp-1] + in.A
			if in.Base == BaseSelf {
				a += f.self
			} else {
				m.read |= 1
			}
			if a < 0 {
				st[sp-1] = 0
			} else {
				st[sp-1] = layout.Load(s.Vec, in.C, a)
			}
		case OpStoreA:
			sp -= 2
			a := st[sp+1] + in.A
			if in.Base == BaseSelf {
				a += f.self
			} else {
				s.Dirty |= 1
			}
			layout.Store(s.Vec, in.C, a, in.Mask, st[sp])
		case OpPop:
			sp--
		case OpNeg:
			st[sp-1] = -st[sp-1]
		case OpNot:
			st[sp-1] = truth(st[sp-1] == 0)
		case OpCompl:
			st[sp-1] = ^st[sp-1]
		case OpBool:
			st[sp-1] = truth(st[sp-1] != 0)
		case OpAdd, OpSub, OpMul, OpDiv, OpMod, OpAnd, OpOr, OpXor, OpShl, OpShr, OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
			sp--
			y := st[sp]
			if (in.Op == OpDiv || in.Op == OpMod) && (y == 0 || y == -1 && st[sp-1] == -1<<31) {
				m.sp = bottom
				return m.breakOn("division by zero or overflow in a division")
			}
			st[sp-1] = binary(in.Op, st[sp-1], y)
		case OpEqC:
			st[sp-1] = truth(st[sp-1] == in.A)
		case OpNeC:
			st[sp-1] = truth(st[sp-1] != in.A)
		case OpLtC:
			st[sp-1] = truth(st[sp-1] < in.A)
		case OpLeC:
			st[sp-1] = truth(st[sp-1] <= in.A)
		case OpGtC:
			st[sp-1] = truth(st[sp-1] > in.A)
		case OpGeC:
			st[sp-1] = truth(st[sp-1] >= in.A)
		case OpAddC:
			st[sp-1] += in.A
		case OpJump:
			pc = in.D
		case OpJumpZ:
			sp--
			if st[sp] == 0 {
				pc = in.D
			}
		case OpJumpNZ:
			sp--
			if st[sp] != 0 {
				pc = in.D
			}
		case OpTestC:
			a := in.A
			if in.Base == BaseSelf {
				a += f.self
			} else {
				m.read |= 1
			}
			var v int32
			if in.C == layout.CellU8 {
				v = int32(s.Vec[a])
			} else {
				v = layout.Load(s.Vec, in.C, a)
			}
			if !compares(in.K, v, in.B) {
				pc = in.D
			}
		case OpTestV:
			a, b := in.A, in.B
			if in.Base == BaseSelf {
				a += f.self
			} else {
				m.read |= 1
			}
			if in.Mask == int32(BaseSelf) {
				b += f.self
			} else {
				m.read |= 1
			}
			if !compares(in.K, layout.Load(s.Vec, in.C, a), int32(s.Vec[b])) {
				pc = in.D
			}
		case OpTestS:
			sp--
			if !compares(in.K, st[sp], in.B) {
				pc = in.D
			}
		case OpTestCh:
			a := in.A
			if in.Base == BaseSelf {
				a += f.self
			} else {
				m.read |= 1
			}
			id := in.B
			if id == 0 {
				id = int32(s.Vec[a])
			}
			ch, ct := m.channel(s, id)
			if ch == nil {
				m.sp = bottom
				return m.breakOn("ref to uninitialized chan name")
			}
			n := chanLen(s.Vec, ch, ct)
			is := n == 0
			if in.K == OpFull {
				is = ct.Slots > 0 && n >= ct.Slots
			}
			if is != (in.Mask == 1) {
				pc = in.D
			}
		case OpTrue:
			m.sp = bottom
			return 1
		case OpFalse:
			m.sp = bottom
			return 0
		case OpLoadV:
			b := in.Mask
			if uint8(in.K) == BaseSelf {
				b += f.self
			} else {
				m.read |= 1
			}
			i := int32(s.Vec[b])
			if i >= in.B {
				return m.badIndex(bottom)
			}
			a := in.A + i*in.D
			if in.Base == BaseSelf {
				a += f.self
			} else {
				m.read |= 1
			}
			if in.C == layout.CellU8 {
				st[sp] = int32(s.Vec[a])
			} else {
				st[sp] = layout.Load(s.Vec, in.C, a)
			}
			sp++
		case OpStoreV:
			sp--
			b := in.D
			if uint8(in.K) == BaseSelf {
				b += f.self
			} else {
				m.read |= 1
			}
			i := int32(s.Vec[b])
			if i >= in.B {
				return m.badIndex(bottom)
			}
			a := in.A + i
			if in.Base == BaseSelf {
				a += f.self
			} else {
				s.Dirty |= 1
			}
			layout.Store(s.Vec, in.C, a, in.Mask, st[sp])
		case OpCopy:
			a, b := in.A, in.B
			if in.Base == BaseSelf {
				a += f.self
			} else {
				s.Dirty |= 1
			}
			if uint8(in.K) == BaseSelf {
				b += f.self
			} else {
				m.read |= 1
			}
			layout.Store(s.Vec, in.C, a, in.Mask, int32(s.Vec[b]))
		case OpInc:
			a := in.A
			if in.Base == BaseSelf {
				a += f.self
			} else {
				s.Dirty |= 1
			}
			layout.Store(s.Vec, in.C, a, in.Mask, layout.Load(s.Vec, in.C, a)+in.B)
		case OpPid:
			st[sp] = int32(f.pid)
			sp++
		case OpNrPr:
			st[sp] = int32(len(m.l.ShapeOf(s.Vec).Procs))
			sp++
		case OpTimeout:
			st[sp] = truth(m.timeout)
			sp++
		case OpMsg:
			st[sp] = m.msg[in.A]
			sp++
		case OpAssert:
			sp--
			if st[sp] == 0 {
				m.fault(AssertionViolated, m.p.Msgs[in.A])
			}
		default:
			m.sp = sp
			n := m.evalRare(s, f, in)
			if m.broken {
				m.sp = bottom
				return 0
			}
			sp = n
		}
	}
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
			m.out(m.format(m.p.Formats[in.A].Text, st[sp-n:sp]))
		}
		return sp - n
	case OpFault:
		m.breakOn(m.p.Msgs[in.A])
		return sp
	}
	return sp
}

func (m *Machine) badIndex(bottom int) int32 {
	m.sp = bottom
	return m.breakOn("assertion violated - invalid array index")
}
