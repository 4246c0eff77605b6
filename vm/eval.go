package vm

import (
	"gospin/vm/layout"
)

// nowhere is an address below every vector, the result of a reference to a missing process.
const nowhere = -1 << 30

// frame is the process for which code is run.
type frame struct {
	pid  int
	self int32 // offset of its component
}

// from returns the address of a cell in the globals or the process that is about to be read, and to that of a
// cell about to be written. Both record the access.
func (m *Machine) from(f frame, base uint8, at int32) int32 {
	if base == BaseSelf {
		return at + f.self
	}
	m.read |= 1
	if uint(at) < uint(len(m.globals)) {
		m.globals[at] |= SeenRead
	}
	return at
}

func (m *Machine) to(s *State, f frame, base uint8, at int32) int32 {
	if base == BaseSelf {
		return at + f.self
	}
	s.Dirty |= 1
	if uint(at) < uint(len(m.globals)) {
		m.globals[at] |= SeenWritten
	}
	return at
}

// load is layout.Load, but faster for bytes, as most cells are.
func load(vec []byte, kind uint8, at int32) int32 {
	if kind == layout.CellU8 {
		return int32(vec[at])
	}
	return layout.Load(vec, kind, at)
}

// eval evaluates the expression at pc for a process. After a run-time error it sets m.broken and returns 0.
func (m *Machine) eval(s *State, f frame, pc int32) int32 {
	_, sp := m.compute(s, f, pc, m.sp)
	return m.stack[sp-1]
}

// compute executes operations that push values, up to one that consumes them (which exec executes) or the
// end. It returns the position and the stack. After a run-time error, the position is negative, and a 0 is on
// the stack.
func (m *Machine) compute(s *State, f frame, pc int32, sp int) (int32, int) {
	st, code := m.stack, m.p.Code
	for {
		in := &code[pc]
		pc++
		switch in.Op {
		case OpEnd, OpStore, OpStoreX, OpStoreV, OpStoreA, OpCopy, OpInc, OpMsg, OpPop, OpAssert:
			return pc - 1, sp
		case OpTrue, OpFalse:
			st[sp] = truth(in.Op == OpTrue)
			return pc, sp + 1
		case OpConst:
			st[sp] = in.A
			sp++
		case OpLoad:
			st[sp] = load(s.Vec, in.C, m.from(f, in.Base, in.A))
			sp++
		case OpLoadV:
			st[sp] = int32(s.Vec[m.from(f, uint8(in.K), in.Mask)])
			sp++
			fallthrough // to OpLoadX: the index is on the stack
		case OpLoadX:
			if uint32(st[sp-1]) >= uint32(in.B) {
				return m.failed(sp, badIndex)
			}
			st[sp-1] = load(s.Vec, in.C, m.from(f, in.Base, in.A+st[sp-1]*in.D))
		case OpAddr:
			sp--
			if uint32(st[sp]) >= uint32(in.B) {
				return m.failed(sp, badIndex)
			}
			st[sp-1] += st[sp] * in.D
		case OpLoadA:
			st[sp-1] = m.loadAt(s, f, in, st[sp-1]+in.A)
		case OpPid:
			st[sp] = int32(f.pid)
			sp++
		case OpAdd, OpSub, OpMul, OpDiv, OpMod, OpAnd, OpOr, OpXor, OpShl, OpShr,
			OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
			sp--
			if undefined(in.Op, st[sp-1], st[sp]) {
				return m.failed(sp, "division by zero or overflow in a division")
			}
			st[sp-1] = binary(in.Op, st[sp-1], st[sp])
		case OpEqC, OpNeC, OpLtC, OpLeC, OpGtC, OpGeC:
			st[sp-1] = truth(compares(OpEq+in.Op-OpEqC, st[sp-1], in.A))
		case OpAddC:
			st[sp-1] += in.A
		case OpNeg, OpNot, OpCompl, OpBool:
			st[sp-1] = unary(in.Op, st[sp-1])
		case OpTestC:
			if !compares(in.K, load(s.Vec, in.C, m.from(f, in.Base, in.A)), in.B) {
				pc = in.D
			}
		case OpTestV:
			v := int32(s.Vec[m.from(f, uint8(in.Mask), in.B)])
			if !compares(in.K, load(s.Vec, in.C, m.from(f, in.Base, in.A)), v) {
				pc = in.D
			}
		case OpTestCh:
			if pc = m.testChannel(s, f, in, pc); pc < 0 {
				return m.failed(sp, uninitialized)
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
			bottom := m.sp
			m.sp = sp
			sp = m.evalRare(s, f, in)
			if m.sp = bottom; m.broken {
				st[sp] = 0
				return -1, sp + 1
			}
		}
	}
}

// exec executes the code of a statement, or of initialisers, at pc for a process. A run-time error ends it
// and sets m.broken.
func (m *Machine) exec(s *State, f frame, pc int32) {
	st, code, sp := m.stack, m.p.Code, m.sp
	for pc >= 0 {
		in := &code[pc]
		pc++
		switch in.Op {
		case OpEnd:
			return
		case OpConst:
			st[sp] = in.A
			sp++
		case OpMsg:
			st[sp] = m.msg[in.A]
			sp++
		case OpStore:
			sp--
			if m.cuts != nil {
				m.note(DoesCut, in.C, in.Mask, st[sp])
			}
			layout.Store(s.Vec, in.C, m.to(s, f, in.Base, in.A), in.Mask, st[sp])
		case OpStoreX:
			sp -= 2
			if uint32(st[sp+1]) >= uint32(in.B) {
				pc, sp = m.failed(sp, badIndex)
				break
			}
			if m.cuts != nil {
				m.note(DoesCut, in.C, in.Mask, st[sp])
			}
			layout.Store(s.Vec, in.C, m.to(s, f, in.Base, in.A+st[sp+1]*in.D), in.Mask, st[sp])
		case OpStoreV:
			sp--
			i := int32(s.Vec[m.from(f, uint8(in.K), in.D)])
			if i >= in.B {
				pc, sp = m.failed(sp, badIndex)
				break
			}
			if m.cuts != nil {
				m.note(DoesCut, in.C, in.Mask, st[sp])
			}
			layout.Store(s.Vec, in.C, m.to(s, f, in.Base, in.A+i), in.Mask, st[sp])
		case OpStoreA:
			sp -= 2
			if m.cuts != nil {
				m.note(DoesCut, in.C, in.Mask, st[sp])
			}
			layout.Store(s.Vec, in.C, m.to(s, f, in.Base, st[sp+1]+in.A), in.Mask, st[sp])
		case OpCopy:
			v := s.Vec[m.from(f, uint8(in.K), in.B)]
			if m.cuts != nil {
				m.note(DoesCut, in.C, in.Mask, int32(v))
			}
			layout.Store(s.Vec, in.C, m.to(s, f, in.Base, in.A), in.Mask, int32(v))
		case OpInc:
			v := load(s.Vec, in.C, m.from(f, in.Base, in.A)) + in.B
			if m.cuts != nil {
				m.note(DoesCut, in.C, in.Mask, v)
			}
			layout.Store(s.Vec, in.C, m.to(s, f, in.Base, in.A), in.Mask, v)
		case OpPop:
			sp--
		case OpAssert:
			sp--
			if st[sp] == 0 {
				m.fault(m.assertion(), m.p.Msgs[in.A])
			}
		default:
			pc, sp = m.compute(s, f, pc-1, sp)
		}
	}
}

// loadAt executes OpLoadA. At the address nowhere, everything is 0.
func (m *Machine) loadAt(s *State, f frame, in *Instr, at int32) int32 {
	if in.Base != BaseOther {
		at = m.from(f, in.Base, at)
	}
	if at < 0 {
		return 0
	}
	return layout.Load(s.Vec, in.C, at)
}

// testChannel executes OpTestCh and returns where to continue, which may be next. The result is negative if
// there is no such channel.
func (m *Machine) testChannel(s *State, f frame, in *Instr, next int32) int32 {
	id := in.B
	if id == 0 {
		id = int32(s.Vec[m.from(f, in.Base, in.A)])
	}
	ch, ct := m.channel(id)
	if ch == nil {
		return -1
	}
	m.ends(ch)
	n := chanLen(s.Vec, ch, ct)
	is := n == 0
	if in.K == OpFull {
		is = ct.Slots > 0 && n >= ct.Slots
	}
	if is == (in.Mask == 1) {
		return next
	}
	return in.D
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

func unary(op Op, x int32) int32 {
	switch op {
	case OpNeg:
		return -x
	case OpNot:
		return truth(x == 0)
	case OpCompl:
		return ^x
	}
	return truth(x != 0)
}

// Compute returns the result of an operation on constants; unary operations use only x. It returns false if
// there is no result.
func Compute(op Op, x, y int32) (v int32, ok bool) {
	switch op {
	case OpNeg, OpNot, OpCompl, OpBool:
		return unary(op, x), true
	}
	if undefined(op, x, y) {
		return 0, false
	}
	return binary(op, x, y), true
}

// undefined reports whether an operation has no result.
func undefined(op Op, x, y int32) bool {
	return (op == OpDiv || op == OpMod) && (y == 0 || y == -1 && x == -1<<31)
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

// evalRare executes the operations that read channels and processes. On entry, m.sp is the stack; the result
// is the stack afterwards.
func (m *Machine) evalRare(s *State, f frame, in *Instr) int {
	st, sp := m.stack, m.sp
	switch in.Op {
	case OpFits:
		m.fits(st[sp-1], in)
	case OpLen, OpFull, OpEmpty:
		ch, ct := m.channel(st[sp-1])
		if ch == nil {
			m.breakOn(uninitialized)
			return sp
		}
		m.ends(ch)
		n := chanLen(s.Vec, ch, ct)
		switch in.Op {
		case OpLen:
			m.reads(ch.Comp)
			st[sp-1] = int32(n)
		case OpFull:
			st[sp-1] = truth(ct.Slots > 0 && n >= ct.Slots)
		default:
			st[sp-1] = truth(n == 0)
		}
	case OpPoll:
		ch, ct := m.channel(st[sp-1])
		switch {
		case ch == nil:
			m.breakOn(uninitialized)
		case ct.Slots == 0:
			m.fault(RuntimeError, "error to poll rendezvous channel")
			m.passing++
			st[sp-1] = 0
		default:
			st[sp-1] = truth(m.match(s, f, ch, ct, in.A, in.B == 1) >= 0)
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
		if m.seen != nil {
			m.seen.All = true
		}
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
		if pid == f.pid {
			m.abortOn("used: enabled(pid=thisproc)")
			return sp
		}
		st[sp-1] = truth(m.canMove(s, pid))
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

const (
	badIndex      = "assertion violated - invalid array index"
	uninitialized = "ref to uninitialized chan name"
)

// failed ends an evaluation after a run-time error, with the results of compute.
func (m *Machine) failed(sp int, msg string) (int32, int) {
	m.breakOn(msg)
	m.stack[sp] = 0
	return -1, sp + 1
}
