package component

import (
	"math/bits"

	"gospin/compression"
	"gospin/verifier/system"
	"gospin/vm"
)

// shape is what the engine knows of the roots of a shape.
type shape struct {
	fields []compression.Field // by component
	procs  []proc
	keyLen int
	claim  [2]proc // the second where the system is blocked
}

// proc is where the number of a process's component lies in a root, and on which bits of the root its moves
// depend.
type proc struct {
	word     int
	shift    uint8
	mask     uint64
	comp     int
	proctype int
	classes  []uint32 // by the component's number, each plus one; 0: not known yet
	masks    []uint64 // by the lowest bits of the component's number; words of a root each; 0: none yet
}

// maxMasks bounds the masks of a process: numbers that are equal modulo it share one.
const maxMasks = 1 << 10

// shape returns what is known of the shape of a root with this first word.
func (e *Engine) shape(first uint64) *shape {
	if first&e.shapeMask != e.hereID {
		e.hereID, e.here = first&e.shapeMask, e.findShape(first)
	}
	return e.here
}

func (e *Engine) findShape(first uint64) *shape {
	id := e.codec.Shape(first)
	if int(id) < len(e.shapes) && e.shapes[id] != nil {
		return e.shapes[id]
	}
	for int(id) >= len(e.shapes) {
		e.shapes = append(e.shapes, nil)
	}
	sh := e.l.ShapeByID(id)
	x := &shape{fields: e.codec.Fields(id), procs: make([]proc, len(sh.Procs)), keyLen: sh.Size - e.l.Hidden}
	for i, q := range sh.Procs {
		f := x.fields[q.Comp]
		x.procs[i] = proc{word: f.Word, shift: f.Shift, mask: f.Mask, comp: q.Comp, proctype: q.Type}
	}
	f := x.fields[0]
	x.claim[0] = proc{word: f.Word, shift: f.Shift, mask: f.Mask}
	x.claim[1] = x.claim[0]
	e.shapes[id] = x
	return x
}

// find returns what the memo has for a process of the state under way; 0: nothing.
func (e *Engine) find(p *proc, pid int) uint64 {
	i := int(e.root[p.word]>>(p.shift&63)&p.mask) & (maxMasks - 1) * e.words
	if i >= len(p.masks) {
		return 0
	}
	if e.words == 1 {
		if mask := p.masks[i]; mask != 0 {
			return e.memo.findWord(e.root[0]&mask, pid)
		}
		return 0
	}
	mask := p.masks[i : i+e.words]
	if mask[0] == 0 {
		return 0
	}
	return e.memo.find(e.root, mask, pid)
}

// outcome says what came of an attempt to learn.
type outcome uint8

const (
	learnt  outcome = iota // the memo has an entry
	fails                  // something fails: the machine is to be asked
	renewed                // a generation has begun
)

// learn finds out what the moves of a process in the state under way are, and what they do.
func (e *Engine) learn(sh *shape, p *proc, pid int) (uint64, outcome) {
	full := e.unpacked()
	var eff vm.Effect
	var reads uint64
	if pid < claimPid {
		e.found, eff, reads = e.in.Alone(full, pid, e.found[:0])
	} else {
		e.found, eff, reads = e.in.ClaimAlone(full, e.found[:0], pid != claimPid)
	}
	if eff&^vm.Attempted != 0 {
		return 0, fails
	}
	if e.overfull() {
		e.renew()
		return 0, renewed
	}
	from := len(e.memo.moves)
	for _, m := range e.found {
		r, what := e.learnMove(sh, full, m)
		if what == fails {
			e.memo.moves = e.memo.moves[:from]
		}
		if what != learnt {
			return 0, what
		}
		reads |= r
	}
	if (len(e.memo.moves)-from)/(e.words+1) > mostMoves {
		e.memo.moves = e.memo.moves[:from]
		return 0, fails
	}
	e.store.beside = e.memo.bytes()
	return e.memo.add(e.root, e.widen(sh, p, reads), pid, eff != 0, from), learnt
}

// mostLeaves is how many moves one step may begin.
const mostLeaves = 1 << 8

// learnMove has the memo remember a move: several, if it begins an atomic sequence that ends in several
// states. It returns the components that they depend on. What can't be remembered is left to the machine.
func (e *Engine) learnMove(sh *shape, full *vm.State, m vm.Move) (uint64, outcome) {
	from, leaves := len(e.memo.moves), 0
	w := &e.walk
	w.comps = len(sh.fields)
	more, ok := true, w.begin(full, m, !e.stepwise && m.Pid != vm.ClaimPid, true)
	if !ok && w.fails() {
		return 0, fails
	}
	c := system.ChoiceOf(m)
	for reads := uint64(0); ok; more, ok = w.next() {
		if !more {
			return reads, learnt
		}
		step, told := w.result()
		if !told || step.Effect&vm.Transient != 0 || leaves == mostLeaves {
			break
		}
		reads |= w.reads | w.state.Dirty
		root := e.store.Encode(w.state.Vec, w.state.Dirty, e.root)
		if e.codec.Version() != e.packed {
			e.renew()
			return 0, renewed
		}
		c.Leaf = uint8(leaves)
		e.memo.remember(c, e.root, root, step, w.state.Excl)
		leaves++
	}
	c.Leaf = 0
	e.memo.moves = e.memo.moves[:from]
	e.memo.unknown(c)
	return 0, learnt
}

// widen adds components to the mask of a process in the state under way.
func (e *Engine) widen(sh *shape, p *proc, reads uint64) []uint64 {
	i := int(e.root[p.word]>>(p.shift&63)&p.mask) & (maxMasks - 1) * e.words
	if n := i + e.words - len(p.masks); n > 0 {
		p.masks = append(p.masks, make([]uint64, n)...)
	}
	mask := p.masks[i : i+e.words]
	mask[0] |= e.shapeMask
	mask[p.word] |= p.mask << (p.shift & 63)
	for ; reads != 0; reads &= reads - 1 {
		c := bits.TrailingZeros64(reads)
		last := c
		if c == 63 {
			last = len(sh.fields) - 1
		}
		for ; c <= last && c < len(sh.fields); c++ {
			f := &sh.fields[c]
			mask[f.Word] |= f.Mask << (f.Shift & 63)
		}
	}
	return mask
}

// overfull tells if the memo has outgrown its share of the memory: a quarter of what the states take, and a
// little. On the way there the table grows as it needs to.
func (e *Engine) overfull() bool {
	room := e.store.Bytes()/4 + 1<<19
	if e.memo.crowded() && e.memo.bytes()+int64(8*len(e.memo.slots)) < room {
		e.memo.grow()
	}
	return int64(8*len(e.memo.moves)+8*len(e.memo.slots)) > room && len(e.memo.moves) > 1<<10
}
