package batch

import (
	"unsafe"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/compression/probe"
	"gospin/verifier/roots"
)

// forest decides which sufficient sets of choices are accepted, in any order of the search. Every state whose
// set is accepted must have a path, by such sets, to a state with all its choices. Otherwise, postponed
// choices might be postponed for ever.
//
// Every state whose set is accepted has a certificate: one of its successors by the set. A chain leads from
// certificate to certificate, up to a state that has none: one with all its choices, or one that is still to
// be expanded. A set of v is accepted if, for one of its successors, the chain ends in another state than v;
// that successor becomes v's certificate. So chains have no cycles: v had no certificate, and the chain to
// which v is linked does not end in v. When the search is over, no state is still to be expanded, so every
// chain is a path, by choices of accepted sets, to a state with all its choices. The rest is as for
// search.Proviso, by induction over the length of the chain: a choice that is enabled and postponed at the
// beginning of the chain stays enabled along it, since the choices of a set are independent of all others;
// and it is made at the end.
//
// The forest identifies states by hashes of 32 bits, so each takes a slot of 8 bytes, however wide roots are.
// If two states have the same hash, the set of at most one is accepted, since the hash then has a
// certificate. So every accepted state is the only one with its hash. A chain of hashes without a repetition
// is a chain of states as long as these are accepted; the first one that is not has all its choices in the
// end, and so ends the chain early. So equal hashes only cause more choices than necessary, never fewer.
type forest struct {
	slots  []uint64 // hash; in the lower half, that of the certificate or of a later one; 0: free
	memory offheap.Block[uint64]
	n      int
}

const (
	firstTrees = 1 << 10 // slots
	// grounded is the hash of no state. As a certificate, it means that the state makes all its choices.
	grounded = 0
)

// hashOf switches on the width, which is a constant when it is compiled.
func hashOf[R roots.Root](r *R) uint32 {
	switch len(*r) {
	case 1:
		return max(1, uint32(mix.Word((*r)[0])))
	case 2:
		return max(1, uint32(mix.Pair((*r)[0], (*r)[len(*r)-1])))
	}
	return max(1, uint32(mix.Words(roots.Words(r))))
}

func hashOfWords(root []uint64) uint32 {
	switch len(root) {
	case 1:
		return hashOf((*[1]uint64)(root))
	case 2:
		return hashOf((*[2]uint64)(root))
	}
	return max(1, uint32(mix.Words(root)))
}

func (f *forest) place(h uint32) int { return mix.Slot(uint64(h)<<32, len(f.slots)) }

// touch prefetches the slot of a state.
func (f *forest) touch(h uint32) {
	if f.n > 0 {
		offheap.Prefetch((*byte)(unsafe.Pointer(&f.slots[f.place(h)])))
	}
}

// find returns the slot of a hash, or a free one if it has none.
func (f *forest) find(h uint32) *uint64 {
	at, _ := probe.Find(f.slots, f.place(h), uint64(h)<<32, probe.Tag)
	return &f.slots[at]
}

func (f *forest) has(h uint32) bool { return f.n > 0 && *f.find(h) != 0 }

// end returns the state where the chain from a state ends, or grounded if that state is known to make all its
// choices.
func (f *forest) end(h uint32) uint32 {
	if f.n == 0 {
		return h
	}
	x := f.find(h)
	for *x != 0 {
		h = uint32(*x)
		if h == grounded {
			return grounded
		}
		next := f.find(h)
		if *next != 0 { // halve the chain for later look-ups
			*x = *x>>32<<32 | uint64(uint32(*next))
		}
		x = next
	}
	return h
}

// accepts reports whether the set of a state without a certificate is accepted because of one of its
// successors. If so, that becomes the certificate.
func (f *forest) accepts(own, successor uint32) bool {
	end := f.end(successor)
	if end == own {
		return false
	}
	f.link(own, end)
	return true
}

// link gives a state without a certificate one.
func (f *forest) link(h, certificate uint32) {
	if (f.n+1)*5 > len(f.slots)*4 {
		f.grow()
	}
	*f.find(h) = uint64(h)<<32 | uint64(certificate)
	f.n++
}

// ground makes a state make all its choices, if it is still to be expanded.
func (f *forest) ground(h uint32) {
	if !f.has(h) {
		f.link(h, grounded)
	}
}

// grow moves all to a larger table, in the same order.
func (f *forest) grow() {
	f.memory = probe.Grow(f.memory, f.larger(), probe.Tag)
	f.slots = f.memory.Data
}

func (f *forest) bytes() int64 { return f.memory.Bytes() }

// nextBytes returns the memory that the forest will take soon: that of its next table, if the current one is
// nearly full.
func (f *forest) nextBytes() int64 {
	if f.n*4 > len(f.slots)*3 {
		return int64(f.larger()) * 8
	}
	return f.bytes()
}

// larger returns the number of slots of the next table.
func (f *forest) larger() int {
	switch n := len(f.slots); {
	case n == 0:
		return firstTrees
	case n < 1<<20:
		return 2 * n
	default:
		return n + n/2
	}
}

func (f *forest) free() {
	f.memory.Free()
	*f = forest{}
}
