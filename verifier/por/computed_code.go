package por

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// value is what is known of a value: all of it, or which channels it may be the number of.
type value struct {
	known bool
	v     int32
	chans channels
}

func constant(v int32) value { return value{known: true, v: v} }

// channels are those that a value may be the number of: global ones by number, and 0 for all of processes.
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

// either is one of two values.
func (r *resources) either(a, b value) value {
	if a == b {
		return a
	}
	out := value{chans: r.among(a)}
	out.chans.add(r.among(b))
	return out
}

// among are the channels that a value may be the number of.
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

// code runs code with what is known of a process, and collects what it does.
type code struct {
	*instance
	acts     bitset
	holds    map[int32]bool // jumps that are not taken
	empty    *[]int32       // where the channels are noted that have to be empty, or nil
	children *[]int32       // where those that it creates are noted, or nil
	depth    int            // of creations within creations
	keep     bool           // the values that are left on the stack are wanted
	kept     []value
}

// holds are the addresses of the jumps of a guard that is true only if none of them is taken: its conjuncts.
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
	for past := pc; pc < end; pc++ { // past: where others may jump to, over what comes before
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

// run follows the code at pc on all ways that may be taken, and returns its value. Jumps lead forward.
func (c *code) run(pc int32, messages []value) value {
	var (
		stack   []value
		live    = true
		pending = map[int32][]value{}
		results []value
	)
	jump := func(to int32) {
		if old, ok := pending[to]; ok {
			for i := range old {
				old[i] = c.r.either(old[i], stack[i])
			}
			return
		}
		pending[to] = append([]value{}, stack...)
	}
	pop := func() value {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return v
	}
	push := func(v value) { stack = append(stack, v) }
	for ; live || len(pending) > 0; pc++ {
		if s, ok := pending[pc]; ok {
			if live {
				jump(pc)
				s = pending[pc]
			}
			delete(pending, pc)
			stack, live = s, true
		}
		if !live {
			continue
		}
		in := &c.prog.Code[pc]
		switch in.Op {
		case vm.OpEnd, vm.OpTrue, vm.OpFalse:
			live = false
			switch {
			case in.Op != vm.OpEnd:
				results = append(results, constant(truth(in.Op == vm.OpTrue)))
			case c.keep:
				c.kept = stack
			case len(stack) > 0:
				results = append(results, stack[len(stack)-1])
			}
		case vm.OpFault:
			live = false
		case vm.OpJump:
			jump(in.D)
			live = false
		case vm.OpJumpZ, vm.OpJumpNZ:
			v := pop()
			if !v.known || (v.v == 0) == (in.Op == vm.OpJumpZ) {
				jump(in.D)
			}
			live = !v.known || (v.v == 0) != (in.Op == vm.OpJumpZ)
		case vm.OpTestC, vm.OpTestV, vm.OpTestS:
			v, w := c.tested(in, pop)
			holds := value{}
			if v.known && w.known {
				holds = constant(truth(compares(in.K, v.v, w.v)))
			}
			if !holds.known || holds.v == 0 {
				jump(in.D)
			}
			live = !holds.known || holds.v != 0
		case vm.OpTestCh:
			c.test(in, pc)
			jump(in.D)
		case vm.OpMsg:
			if int(in.A) < len(messages) {
				push(messages[in.A])
			} else {
				push(constant(0))
			}
		case vm.OpRun:
			n := int(in.B)
			if in.C == 1 {
				pop()
			}
			c.born(in.A, stack[len(stack)-n:])
			stack = append(stack[:len(stack)-n], anything)
		case vm.OpPrint:
			stack = stack[:len(stack)-int(in.B)]
		default:
			c.step(in, pc, push, pop)
		}
	}
	var out value
	for i, v := range results {
		if i == 0 {
			out = v
		}
		out = c.r.either(out, v)
	}
	return out
}

// tested are the two values that a test compares.
func (c *code) tested(in *vm.Instr, pop func() value) (value, value) {
	switch in.Op {
	case vm.OpTestC:
		return c.load(in.Base, in.A, in.C), constant(in.B)
	case vm.OpTestV:
		return c.load(in.Base, in.A, in.C), c.load(uint8(in.Mask), in.B, layout.CellU8)
	}
	return pop(), constant(in.B)
}

// test is a question about a channel that the code asks by itself.
func (c *code) test(in *vm.Instr, pc int32) {
	v := constant(in.B)
	if in.B == 0 {
		v = c.load(in.Base, in.A, layout.CellU8)
	}
	c.channel(v, c.asked(v, in.K, in.Mask == 1, c.holds[pc]))
}

// asked are the looks of a question about a channel. One that has to be empty is changed by sends only, and so
// on.
func (c *code) asked(v value, k vm.Op, is, holds bool) int {
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

// polled is asked for a question whose answer is on the stack.
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
		return c.asked(v, in.Op, is, c.holds[pc])
	case vm.OpPoll:
		if c.holds[pc] && is {
			return 1 << looksAtReceives
		}
	}
	return looks
}

// step is an operation that does not jump.
func (c *code) step(in *vm.Instr, pc int32, push func(value), pop func() value) {
	switch in.Op {
	case vm.OpConst:
		push(constant(in.A))
	case vm.OpPid:
		push(c.ownPid())
	case vm.OpTimeout: // while another process can move
		push(constant(0))
	case vm.OpNrPr:
		c.acts.add(c.r.processBit(counts))
		push(anything)
	case vm.OpLoad:
		push(c.load(in.Base, in.A, in.C))
	case vm.OpLoadV:
		push(c.item(in, c.load(uint8(in.K), in.Mask, layout.CellU8)))
	case vm.OpLoadX:
		push(c.item(in, pop()))
	case vm.OpAddr:
		i, at := pop(), pop()
		if i.known && at.known {
			push(constant(at.v + i.v*in.D))
		} else {
			push(anything)
		}
	case vm.OpLoadA:
		if at := pop(); at.known {
			push(c.load(in.Base, in.A+at.v, in.C))
		} else {
			push(c.span(reads, in.Base, in.A, in.B))
		}
	case vm.OpStore:
		c.store(in.Base, in.A, in.C, in.Mask, pop())
	case vm.OpStoreX:
		i, v := pop(), pop()
		c.storeItem(in, in.D, i, v)
	case vm.OpStoreV:
		c.storeItem(in, 1, c.load(uint8(in.K), in.D, layout.CellU8), pop())
	case vm.OpStoreA:
		at, v := pop(), pop()
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
		pop()
	case vm.OpLen, vm.OpFull, vm.OpEmpty, vm.OpPoll:
		v := pop()
		if in.D > 0 {
			v = constant(in.D)
		}
		c.channel(v, c.polled(v, in, pc))
		if in.Op == vm.OpPoll {
			c.pattern(in.A)
		}
		push(anything)
	case vm.OpNeg, vm.OpNot, vm.OpCompl, vm.OpBool, vm.OpAddC, vm.OpEqC, vm.OpNeC, vm.OpLtC, vm.OpLeC,
		vm.OpGtC, vm.OpGeC:
		push(unary(in, pop()))
	default:
		y, x := pop(), pop()
		push(binary(in.Op, x, y))
	}
}

// pattern is what a receive or poll evaluates to find a message.
func (c *code) pattern(n int32) {
	for _, f := range c.prog.Patterns[n].Fields {
		if f.Kind == vm.PatEval {
			sub := code{instance: c.instance, acts: c.acts}
			sub.run(f.A, nil)
		}
	}
}

// item is an element of an array.
func (c *code) item(in *vm.Instr, i value) value {
	size := int32(layout.CellSize(in.C))
	switch {
	case !i.known:
		return c.span(reads, in.Base, in.A, (in.B-1)*in.D+size)
	case uint32(i.v) >= uint32(in.B):
		return constant(0) // it fails
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

// load reads a cell.
func (c *code) load(base uint8, at int32, kind uint8) value {
	size := int32(layout.CellSize(kind))
	if v, ok := c.fixed(base, at, size, kind); ok {
		return constant(v)
	}
	return c.span(reads, base, at, size)
}

// span does something to some of the bytes from an address on. Of what it reads, it tells what is known.
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

// channel notes acts on the channel whose number is v.
func (c *code) channel(v value, acts int) {
	r := &c.r.resources
	mark := func(channel int) {
		acts := acts
		if channel >= r.globals && c.r.localMeets || channel < r.globals && c.r.meets(channel) {
			if acts&(1<<sends|1<<receives) != 0 { // a rendezvous: both sides move
				acts |= looks
			}
		}
		for act := range chanActs {
			if acts>>act&1 != 0 {
				c.acts.add(r.chanBit(channel, act))
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
