package batch

import (
	"unsafe"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/compression/probe"
	"gospin/verifier/roots"
)

// forest judges, whatever the order of a search, the sets of choices that are less than all: every state
// whose set is accepted must have a way, by such sets, to a state with all its choices. Else what is put off
// might be put off for ever.
//
// For every state whose set is accepted it has a certificate: one of the states that it leads to. From
// certificate to certificate leads a chain, up to a state that has none: one that has all its choices, or
// is still to be expanded. A set of v is accepted if from one of the states that it leads to, the chain ends
// in another state than v; that one becomes v's certificate. So no chain comes back to where it was: v had
// no certificate, and the chain that v is linked to does not end in v. When the search is over, no state is
// still to be expanded: every chain is a way, by choices of accepted sets, to a state with all its choices.
// From there it follows as for search.Proviso: by induction over the length of the chain, what is enabled
// and put off at its beginning stays enabled along it, for the choices of a set are independent of all
// others, and is taken at its end.
//
// States stand in the forest by hashes of 32 bits, so that one takes a slot of 8 bytes, however wide roots
// are. If two have the same hash, at most one is accepted: the set of the other is not, as its hash has a
// certificate. So every accepted state is the only one with its hash. A chain of hashes, none of which comes
// back, is that of the states as long as they are accepted; and one that is not has all its choices in the
// end, and ends the chain before. Where hashes are equal by chance, more choices are made than need be, never
// less.
type forest struct {
	slots  []uint64 // the hash, and in the lower half that of the certificate or of one after it; 0: free
	memory offheap.Block[uint64]
	n      int
}

const (
	firstTrees = 1 << 10 // slots
	// grounded is no state's hash. Where it is the certificate, the state is to have all its choices.
	grounded = 0
)

// hashOf is written so that the width decides when it is compiled.
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

// touch has the place brought near where a state is or would be.
func (f *forest) touch(h uint32) {
	if f.n > 0 {
		offheap.Prefetch((*byte)(unsafe.Pointer(&f.slots[f.place(h)])))
	}
}

// find returns the slot of a hash: a free one, if it has none.
func (f *forest) find(h uint32) *uint64 {
	at, _ := probe.Find(f.slots, f.place(h), uint64(h)<<32, probe.Tag)
	return &f.slots[at]
}

func (f *forest) has(h uint32) bool { return f.n > 0 && *f.find(h) != 0 }

// end is where the chain from a state ends; grounded, if that is known to have all its choices.
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
		if *next != 0 { // halve the way for who comes next
			*x = *x>>32<<32 | uint64(uint32(*next))
		}
		x = next
	}
	return h
}

// accepts reports whether the set of a state is accepted, which has no certificate, because of one of the
// states behind it. If so, that is the certificate.
func (f *forest) accepts(own, behind uint32) bool {
	end := f.end(behind)
	if end == own {
		return false
	}
	f.link(own, end)
	return true
}

// link gives a state that has no certificate one.
func (f *forest) link(h, certificate uint32) {
	if (f.n+1)*5 > len(f.slots)*4 {
		f.grow()
	}
	*f.find(h) = uint64(h)<<32 | uint64(certificate)
	f.n++
}

// ground has a state make all its choices, if it is still to be expanded.
func (f *forest) ground(h uint32) {
	if !f.has(h) {
		f.link(h, grounded)
	}
}

// grow moves all to a larger table, in the order in which they lie, which stays.
func (f *forest) grow() {
	f.memory = probe.Grow(f.memory, f.larger(), probe.Tag)
	f.slots = f.memory.Data
}

func (f *forest) bytes() int64 { return f.memory.Bytes() }

// coming is what the forest takes soon: its next table if the present one is nearly full.
func (f *forest) coming() int64 {
	if f.n*4 > len(f.slots)*3 {
		return int64(f.larger()) * 8
	}
	return f.bytes()
}

// larger is how many slots the next table has.
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
