package por

import (
	"fmt"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// value is what is known about a value: the value itself, or the channels whose number it may be.
type value struct {
	known bool
	v     int32
	chans channels
}

func constant(v int32) value { return value{known: true, v: v} }

// compute returns what is known about the result of an operation; unary operations use only a.
func compute(op vm.Op, a, b value) value {
	if v, ok := vm.Compute(op, a.v, b.v); ok && a.known && b.known {
		return constant(v)
	}
	return anything
}

// channels is a set of channels: global ones by number, and element 0 for all channels of processes.
type channels [4]uint64

var (
	anyChannel = channels{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	anything   = value{chans: anyChannel}
)

func (a *channels) add(b channels) bool {
	old := *a
	for i, w := range b {
		a[i] |= w
	}
	return *a != old
}

// either returns what is known about a value that is a or b.
func (r *resources) either(a, b value) value {
	if a == b {
		return a
	}
	out := value{chans: r.among(a)}
	out.chans.add(r.among(b))
	return out
}

// among returns the channels whose number a value may be.
func (r *resources) among(v value) channels {
	var c channels
	switch {
	case !v.known:
		return v.chans
	case v.v > 0 && int(v.v) <= r.globals:
		c[v.v>>6] = 1 << (v.v & 63)
	case v.v != 0:
		c[0] = 1
	}
	return c
}

// code interprets code with what is known about a process, and collects its acts.
type code struct {
	*instance
	acts     bitset
	holds    map[int32]bool // addresses of jumps that are not taken
	empty    *[]int32       // if not nil, receives the channels that must be empty
	children *[]int32       // if not nil, receives the proctypes of created processes
	depth    int            // nesting of creations
	keep     bool           // store the stack at the end in kept
	kept     []value
}

// holds returns the addresses of a guard's jumps if it is only true when none of them is taken: its
// conjuncts.
func holds(code []vm.Instr, pc int32) map[int32]bool {
	end := pc
	for code[end].Op != vm.OpTrue {
		if in := &code[end]; in.Op == vm.OpEnd || in.Op == vm.OpJump {
			return nil
		}
		end++
	}
	if code[end+1].Op != vm.OpFalse {
		return nil
	}
	out := map[int32]bool{}
	for past := pc; pc < end; pc++ { // past: the last target of a jump over preceding code
		if in := &code[pc]; in.Op.Jumps() {
			if in.D != end+1 {
				past = max(past, in.D)
			} else if pc >= past {
				out[pc] = true
			}
		}
	}
	return out
}

// path is the state of the interpretation, for all paths at once. All jumps lead forward.
type path struct {
	*resources
	stack   []value
	live    bool              // the present address is reachable
	pending map[int32][]value // stacks of jumps, by target
	results []value
}

func (p *path) jump(to int32) {
	if old, ok := p.pending[to]; ok {
		for i := range old {
			old[i] = p.either(old[i], p.stack[i])
		}
		return
	}
	p.pending[to] = slices.Clone(p.stack)
}

func (p *path) fork(to int32, there, here bool) {
	if there {
		p.jump(to)
	}
	p.live = here
}

func (p *path) pop() value {
	v := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	return v
}

func (p *path) push(v value) { p.stack = append(p.stack, v) }

// at merges the stacks of jumps to an address with the one before it.
func (p *path) at(pc int32) {
	if s, ok := p.pending[pc]; ok {
		if p.live {
			p.jump(pc)
		}
		delete(p.pending, pc)
		p.stack, p.live = s, true
	}
}

// run interprets the code at pc along all possible paths, and returns its value.
func (c *code) run(pc int32, messages []value) value {
	p := &path{resources: &c.r.resources, live: true, pending: map[int32][]value{}}
	for ; p.live || len(p.pending) > 0; pc++ {
		if p.at(pc); p.live {
			c.follow(p, pc, messages)
		}
	}
	var out value
	for i, v := range p.results {
		if i == 0 {
			out = v
		}
		out = p.either(out, v)
	}
	return out
}

// follow interprets an instruction.
func (c *code) follow(p *path, pc int32, messages []value) {
	in := &c.prog.Code[pc]
	switch in.Op {
	case vm.OpEnd:
		p.live = false
		if c.keep {
			c.kept = p.stack
		} else if len(p.stack) > 0 {
			p.results = append(p.results, p.pop())
		}
	case vm.OpTrue, vm.OpFalse:
		p.live = false
		p.results = append(p.results, compute(vm.OpEq, constant(int32(in.Op)), constant(int32(vm.OpTrue))))
	case vm.OpFault:
		p.live = false
	case vm.OpJump:
		p.fork(in.D, true, false)
	case vm.OpJumpZ, vm.OpJumpNZ:
		v := p.pop()
		zero := in.Op == vm.OpJumpZ
		p.fork(in.D, !v.known || (v.v == 0) == zero, !v.known || (v.v == 0) != zero)
	case vm.OpTestC, vm.OpTestV, vm.OpTestS:
		v, w := c.tested(in, p)
		is := compute(in.K, v, w)
		p.fork(in.D, !is.known || is.v == 0, !is.known || is.v != 0)
	case vm.OpTestCh:
		c.test(in, pc)
		p.jump(in.D)
	case vm.OpMsg:
		v := constant(0)
		if int(in.A) < len(messages) {
			v = messages[in.A]
		}
		p.push(v)
	case vm.OpRun:
		n := len(p.stack) - int(in.B)
		c.born(in.A, p.stack[n:])
		p.stack = append(p.stack[:n], anything)
	case vm.OpPrint:
		p.stack = p.stack[:len(p.stack)-int(in.B)]
	default:
		c.step(in, pc, p)
	}
}

// tested returns the operands of a test.
func (c *code) tested(in *vm.Instr, p *path) (value, value) {
	switch in.Op {
	case vm.OpTestC:
		return c.load(in.Base, in.A, in.C), constant(in.B)
	case vm.OpTestV:
		return c.load(in.Base, in.A, in.C), c.load(uint8(in.Mask), in.B, layout.CellU8)
	}
	return p.pop(), constant(in.B)
}

// test interprets a test of a channel.
func (c *code) test(in *vm.Instr, pc int32) {
	v := constant(in.B)
	if in.B == 0 {
		v = c.load(in.Base, in.A, layout.CellU8)
	}
	c.channel(v, c.readActs(v, in.K, in.Mask == 1, c.holds[pc]))
}

// asked returns the looks of a question about a channel. If the answer is known to be true, fewer acts can
// change it: for example, only sends can make an empty channel nonempty.
func (c *code) readActs(v value, k vm.Op, is, holds bool) int {
	if !holds {
		return looks
	}
	if k == vm.OpEmpty && is && c.empty != nil && v.known {
		*c.empty = append(*c.empty, v.v)
	}
	if (k == vm.OpEmpty) == is {
		return 1 << looksAtSends
	}
	return 1 << looksAtReceives
}

// polled is asked for a question whose answer is pushed on the stack.
func (c *code) polled(v value, in *vm.Instr, pc int32) int {
	pc++
	is := true
	if c.prog.Code[pc].Op == vm.OpNot {
		is = false
		pc++
	}
	if c.prog.Code[pc].Op == vm.OpJumpNZ {
		is = !is
	}
	switch in.Op {
	case vm.OpEmpty, vm.OpFull:
		return c.readActs(v, in.Op, is, c.holds[pc])
	case vm.OpPoll:
		if c.holds[pc] && is {
			return 1 << looksAtReceives
		}
	}
	return looks
}

// step interprets an instruction that does not jump.
func (c *code) step(in *vm.Instr, pc int32, p *path) {
	switch in.Op {
	case vm.OpConst:
		p.push(constant(in.A))
	case vm.OpPid:
		p.push(c.ownPid())
	case vm.OpTimeout: // while another process can move
		p.push(constant(0))
	case vm.OpNrPr:
		c.acts.add(c.r.processBit(counts))
		p.push(anything)
	case vm.OpLoad:
		p.push(c.load(in.Base, in.A, in.C))
	case vm.OpLoadV:
		p.push(c.item(in, c.load(uint8(in.K), in.Mask, layout.CellU8)))
	case vm.OpLoadX:
		p.push(c.item(in, p.pop()))
	case vm.OpAddr:
		i, at := p.pop(), p.pop()
		if i.known && at.known {
			p.push(constant(at.v + i.v*in.D))
		} else {
			p.push(anything)
		}
	case vm.OpLoadA:
		if at := p.pop(); at.known {
			p.push(c.load(in.Base, in.A+at.v, in.C))
		} else {
			p.push(c.span(reads, in.Base, in.A, in.B))
		}
	case vm.OpStore:
		c.store(in.Base, in.A, in.C, in.Mask, p.pop())
	case vm.OpStoreX:
		i, v := p.pop(), p.pop()
		c.storeItem(in, in.D, i, v)
	case vm.OpStoreV:
		c.storeItem(in, 1, c.load(uint8(in.K), in.D, layout.CellU8), p.pop())
	case vm.OpStoreA:
		at, v := p.pop(), p.pop()
		if at.known {
			c.store(in.Base, in.A+at.v, in.C, in.Mask, v)
		} else {
			c.flow(in.Base, in.A, in.B, v)
			c.span(writes, in.Base, in.A, in.B)
		}
	case vm.OpCopy:
		c.store(in.Base, in.A, in.C, in.Mask, c.load(uint8(in.K), in.B, layout.CellU8))
	case vm.OpInc:
		c.flow(in.Base, in.A, int32(layout.CellSize(in.C)), anything)
		c.span(adds, in.Base, in.A, int32(layout.CellSize(in.C)))
	case vm.OpPop, vm.OpAssert:
		p.pop()
	case vm.OpLen, vm.OpFull, vm.OpEmpty, vm.OpPoll:
		v := p.pop()
		if in.D > 0 {
			v = constant(in.D)
		}
		c.channel(v, c.polled(v, in, pc))
		if in.Op == vm.OpPoll {
			c.pattern(in.A)
		}
		p.push(anything)
	case vm.OpNeg, vm.OpNot, vm.OpCompl, vm.OpBool:
		p.push(compute(in.Op, p.pop(), constant(0)))
	case vm.OpAddC:
		p.push(compute(vm.OpAdd, p.pop(), constant(in.A)))
	case vm.OpEqC, vm.OpNeC, vm.OpLtC, vm.OpLeC, vm.OpGtC, vm.OpGeC:
		p.push(compute(vm.OpEq+in.Op-vm.OpEqC, p.pop(), constant(in.A)))
	case vm.OpAdd, vm.OpSub, vm.OpMul, vm.OpDiv, vm.OpMod, vm.OpAnd, vm.OpOr, vm.OpXor, vm.OpShl, vm.OpShr,
		vm.OpEq, vm.OpNe, vm.OpLt, vm.OpLe, vm.OpGt, vm.OpGe:
		y, x := p.pop(), p.pop()
		p.push(compute(in.Op, x, y))
	default: // models that have it are not reduced
		panic(fmt.Sprint("no rule for operation ", in.Op))
	}
}

// pattern interprets the expressions that a receive or poll evaluates to match a message.
func (c *code) pattern(n int32) {
	for _, f := range c.prog.Patterns[n].Fields {
		if f.Kind == vm.PatEval {
			sub := code{instance: c.instance, acts: c.acts}
			sub.run(f.A, nil)
		}
	}
}

// item returns the value of an array's element.
func (c *code) item(in *vm.Instr, i value) value {
	size := int32(layout.CellSize(in.C))
	switch {
	case !i.known:
		return c.span(reads, in.Base, in.A, (in.B-1)*in.D+size)
	case uint32(i.v) >= uint32(in.B):
		return constant(0) // a run-time error
	}
	return c.load(in.Base, in.A+i.v*in.D, in.C)
}

func (c *code) storeItem(in *vm.Instr, stride int32, i, v value) {
	size := int32(layout.CellSize(in.C))
	switch {
	case !i.known:
		c.flow(in.Base, in.A, (in.B-1)*stride+size, v)
		c.span(writes, in.Base, in.A, (in.B-1)*stride+size)
	case uint32(i.v) < uint32(in.B):
		c.store(in.Base, in.A+i.v*stride, in.C, in.Mask, v)
	}
}

// load returns the value of a cell.
func (c *code) load(base uint8, at int32, kind uint8) value {
	size := int32(layout.CellSize(kind))
	if v, ok := c.fixed(base, at, size, kind); ok {
		return constant(v)
	}
	if v, ok := c.given[at]; ok && base == vm.BaseSelf {
		return v
	}
	return c.span(reads, base, at, size)
}

// span adds an act on some bytes from an address on. It returns what is known about their values.
func (c *code) span(act int, base uint8, at, n int32) value {
	if base == vm.BaseGlobal {
		for i := at; i < at+n && int(i) < len(c.r.group); i++ {
			if g := c.r.group[i]; g >= 0 {
				c.acts.add(c.r.cellBit(int(g), act))
			}
		}
	}
	return value{chans: c.held(base, at, n)}
}

func (c *code) store(base uint8, at int32, kind uint8, mask int32, v value) {
	if v.known {
		v.v = layout.Truncate(kind, mask, v.v)
	}
	size := int32(layout.CellSize(kind))
	c.flow(base, at, size, v)
	c.span(writes, base, at, size)
}

// channel adds acts on the channel with number v.
func (c *code) channel(v value, acts int) {
	r := &c.r.resources
	mark := func(channel int) {
		acts := acts
		meets := channel >= r.globals && c.r.localMeets
		if channel < r.globals {
			meets = c.r.meets(channel)
		}
		if !meets {
			acts &^= 1<<arrives | 1<<minds
		} else if acts&(1<<sends|1<<receives) != 0 { // both partners move
			acts |= looks
		}
		for act := range chanActs {
			if acts>>act&1 != 0 {
				c.acts.add(r.chanBit(channel, act))
			}
		}
		for act, of := range r.followed {
			if acts>>act&1 != 0 && of[int32(channel)+1] && r.forget&forgetEvents == 0 {
				c.span(reads, vm.BaseGlobal, int32(c.prog.Events.At), 2)
				c.span(writes, vm.BaseGlobal, int32(c.prog.Events.At), 2)
			}
		}
	}
	switch {
	case v.known && v.v > 0 && int(v.v) <= r.globals:
		mark(int(v.v) - 1)
	case v.known && v.v > 0 && r.locals > 0:
		mark(r.globals + (int(v.v)-r.globals-1)%r.locals)
		mark(r.known())
	case !v.known:
		for i := range r.globals {
			if v.chans[(i+1)>>6]>>((i+1)&63)&1 != 0 {
				mark(i)
			}
		}
		if v.chans[0]&1 != 0 {
			mark(r.unknown())
		}
	}
}
