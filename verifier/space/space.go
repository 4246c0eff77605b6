package space

import (
	"fmt"
	"sync"
	"sync/atomic"

	"gospin/compression/firstfit"
	"gospin/compression/intern"
	"gospin/verifier/batch"
	"gospin/verifier/por"
	"gospin/verifier/roots"
	"gospin/vm"
	"gospin/vm/layout"
)

// Space is what the engines of a search share: the values of components and their numbers, and the packing of
// roots.
type Space struct {
	machine func() Noted
	l       *layout.Layout
	cells   []cell
	first   int      // where the globals begin in the vector
	cellAt  []uint16 // by address in the vector: the cell
	shared  []bool   // by address: several cells of the machine share one here
	consts  []byte   // the part of all vectors that is not stored
	widest  int      // most words of a root
	choices []int    // widths to choose from
	rule    por.Rule // of reduced searches; nil: none
	taken   []byte   // a byte for each transition, set when it is known to be taken; may be nil
	cuts    *cuts    // of a search by Search

	grain     int   // how globals are divided
	cutAt     []int // where else they are divided
	symmetric *symmetric

	claimAt int         // place of a claim's control state in the vector; 0: none
	decided []vm.Effect // by the control states of a claim; nil: there is none
	judge   *judge      // of accepting cycles; nil: they are not looked for

	mu      sync.Mutex // protects all fields below
	classes []*class
	classAt map[layout.Comp]int // of processes and channels: by kind, type, and (as Off) place in the shape
	pack    *packing
	old     *packing // the one before
	moves   [][]move // by shape, from old to pack; nil: not yet compared
	engines []counted
	keyLen  int
	shapes  int   // number of shapes at the last packing
	past    Stats // of engines that are no longer used
}

// Coarsest is the last of the grains, from 0 on, by which globals are divided into components.
const Coarsest = coarsest

// wide is the greatest number of words of a root with a fine grain.
const wide = 4

// class is a set of components whose values share numbers: those of a proctype or channel type, or of a
// global variable.
type class struct {
	name    string
	values  *intern.Table
	size    int
	channel *layout.ChanType // of channels
}

// counted is an engine of any width.
type counted interface {
	stats() *Stats
	bytes() *atomic.Int64
	marks() []byte
	kinds(all *kinds)
}

// Stats count what engines do.
type Stats struct {
	Finds    uint64 // look-ups in memos
	Misses   uint64 // look-ups that found nothing
	Direct   uint64 // processes in states whose moves are always the same
	Hashed   uint64 // processes in states whose moves depend on more
	Apart    uint64 // processes in states that were expanded transition by transition
	Split    uint64 // numbers of processes that were split
	Learnt   uint64 // evaluations by the machine that were remembered
	Fallback uint64 // evaluations by the machine that were not
	Ends     uint64 // states without choices, of which the machine was asked
	Forgot   uint64 // memos dropped for lack of room
	Repacks  int
	Words    int // of a root
	Entries  int // of memos
}

func (s *Stats) add(t *Stats) {
	s.Finds += t.Finds
	s.Misses += t.Misses
	s.Direct += t.Direct
	s.Hashed += t.Hashed
	s.Apart += t.Apart
	s.Split += t.Split
	s.Learnt += t.Learnt
	s.Fallback += t.Fallback
	s.Ends += t.Ends
	s.Forgot += t.Forgot
	s.Entries += t.Entries
}

// Takes returns why the states of a program can't be searched as roots, or "" if they can.
func Takes(p *vm.Program) string {
	switch {
	case p.Layout.Unstored:
		return "the values of hidden variables depend on the order of the search"
	}
	return ""
}

// New returns the space of a program's states. If Repack fails, a coarser grain may help, up to Coarsest.
// Unless taken is nil, the transitions that are taken are marked in it when Stats is called.
func New(machine func() Noted, grain int, taken []byte) *Space {
	s := newSpace(machine, grain, taken)
	s.begin(grain)
	return s
}

func newSpace(machine func() Noted, grain int, taken []byte) *Space {
	s := &Space{machine: machine, taken: taken, widest: wide, choices: roots.Widths}
	if grain == Coarsest {
		s.widest = roots.Widths[len(roots.Widths)-1]
	}
	return s
}

// begin finds the components.
func (s *Space) begin(grain int, cuts ...int) {
	machine := s.machine
	s.grain, s.cutAt = grain, cuts
	s.classAt = map[layout.Comp]int{}
	first := machine()
	s.l = first.Layout()
	var st vm.State
	first.Initial(&st)
	s.consts = append(s.consts, st.Vec[:s.l.Hidden]...)
	s.cells = cells(s.l, grain, cuts, s.newClass)
	s.first = s.l.Root().Comps[0].Off
	s.cellAt = make([]uint16, s.l.Root().Comps[0].Off+s.l.Root().Comps[0].Len)
	s.shared = make([]bool, len(s.cellAt))
	for i, c := range s.cells {
		for b := range c.len {
			s.cellAt[c.off+b], s.shared[c.off+b] = uint16(i), c.shared
		}
	}
	s.pack = s.packed()
}

func (s *Space) newClass(name string, size int) int {
	s.classes = append(s.classes, &class{name: name, values: intern.New(size), size: size})
	return len(s.classes) - 1
}

// fields returns the fields of a shape, without places in roots.
func (s *Space) fields(sh *layout.Shape) []field {
	out := make([]field, 0, len(s.cells)+len(sh.Comps)-1)
	for _, c := range s.cells {
		out = append(out, field{class: c.class, off: c.off, len: c.len})
	}
	for i, c := range sh.Comps[1:] {
		class := s.classOf(c, i+1)
		out = append(out, field{class: class, channel: s.classes[class].channel, off: c.Off, len: c.Len})
	}
	return out
}

// classOf returns the class of a process or channel at a place in shapes. Components at different places have
// numbers of their own, so there are fewer of each, and roots are narrower.
func (s *Space) classOf(c layout.Comp, at int) int {
	key := s.symmetric.leader(layout.Comp{Kind: c.Kind, Type: c.Type, Off: at})
	class, met := s.classAt[key]
	if !met {
		name := fmt.Sprintf("channel %d", at)
		if c.Kind == layout.Process {
			name = s.l.Procs[c.Type].Name
		}
		class = s.newClass(name, c.Len)
		if c.Kind == layout.Channel {
			s.classes[class].channel = &s.l.Chans[c.Type]
		}
		s.classAt[key] = class
	}
	return class
}

// form returns the form of a shape in the current packing, or nil if roots are too narrow for it.
func (s *Space) form(id uint32) *form {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.formOf(s.pack, id)
}

func (s *Space) formOf(p *packing, id uint32) *form {
	for int(id) >= len(p.forms) {
		p.forms = append(p.forms, nil)
	}
	if p.forms[id] != nil {
		return p.forms[id]
	}
	sh := s.l.ShapeByID(id)
	f := &form{id: id, fields: s.fields(sh), procs: sh.Procs, size: sh.Size, hidden: s.l.Hidden}
	if uint64(id)+1 > p.shapeMask {
		return nil
	}
	if p.place(f.fields, 8*p.words, &firstfit.Words{}) < 0 {
		return nil
	}
	p.keep(f.fields)
	s.keyLen = max(s.keyLen, sh.Size-s.l.Hidden)
	p.forms[id] = f
	return f
}

// number returns the number of a value. It returns false if that does not fit into the field.
func (s *Space) number(f *field, vec []byte) (uint64, bool) {
	s.mu.Lock()
	defer s.mu.Unlock() // deferred, since memory may run out
	n := uint64(s.classes[f.class].values.Index(vec[f.off : f.off+f.len]))
	return n, n <= f.mask
}

// decode returns the vector of a root.
func (s *Space) decode(dst []byte, f *form, root []uint64) []byte {
	dst = append(dst[:0], s.consts...)
	for len(dst) < f.size {
		dst = append(dst, make([]byte, f.size-len(dst))...)
	}
	s.l.SetShape(dst, s.l.ShapeByID(f.id))
	s.mu.Lock()
	for i := range f.fields {
		x := &f.fields[i]
		s.classes[x.class].values.Copy(dst[x.off:x.off+x.len], x.number(root))
	}
	s.mu.Unlock()
	return dst
}

// encode sets root to the root of a vector. It returns false if a number does not fit.
func (s *Space) encode(root []uint64, vec []byte) bool {
	f := s.form(s.l.ShapeID(vec))
	if f == nil {
		return false
	}
	clear(root)
	root[0] = uint64(f.id) + 1
	all := true
	for i := range f.fields {
		x := &f.fields[i]
		n, ok := s.number(x, vec)
		all = all && ok
		root[x.word] |= n & x.mask << (x.shift & 63)
	}
	return all
}

// Words implements batch.Space.
func (s *Space) Words() int { return s.pack.words }

// Initial implements batch.Space.
func (s *Space) Initial() ([]uint64, vm.Effect) {
	var st vm.State
	eff := s.machine().Initial(&st)
	for {
		root := make([]uint64, s.pack.words)
		if s.encode(root, st.Vec) && canonical[s.pack.words](s)(root) {
			return root, eff
		}
		if !s.Repack() {
			return nil, eff | vm.Abort
		}
	}
}

func anEngine[R roots.Root](s *Space) any { return newEngine[R](s) }

// Engine implements batch.Space.
func (s *Space) Engine() any {
	return engines[s.pack.words](s)
}

// SetWidths sets the widths that roots may have. It must be called before any engine is made.
func (s *Space) SetWidths(widths []int) {
	s.choices, s.pack = widths, nil
	s.pack = s.packed()
}

// Repack implements batch.Space.
func (s *Space) Repack() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.packed()
	if next == nil || next.words > s.widest {
		return false
	}
	s.old, s.pack, s.moves = s.pack, next, nil
	s.past.Repacks++
	s.retire()
	return true
}

// retire adds up what the engines have done, and drops them.
func (s *Space) retire() {
	for _, e := range s.engines {
		s.past.add(e.stats())
		s.mark(e)
	}
	s.engines = nil
}

func (s *Space) mark(e counted) {
	for i, x := range e.marks() {
		if s.taken != nil {
			s.taken[i] |= x
		}
	}
}

func (s *Space) known(p *packing, id uint32) *form {
	if int(id) < len(p.forms) && p.forms[id] != nil {
		return p.forms[id]
	}
	return s.formOf(p, id)
}

// KeyLen implements batch.Space.
func (s *Space) KeyLen() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keyLen
}

// Bytes implements batch.Space.
func (s *Space) Bytes() int64 {
	values, memos := s.Parts()
	return values + memos
}

// Parts returns the bytes of the values of components, and of the memos of engines.
func (s *Space) Parts() (values, memos int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.classes {
		values += c.values.Bytes()
	}
	for _, e := range s.engines {
		memos += e.bytes().Load()
	}
	return values, memos
}

// Stats returns the figures of all engines, none of which may be in use.
func (s *Space) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.past
	for _, e := range s.engines {
		out.add(e.stats())
		s.mark(e)
	}
	out.Words = s.pack.words
	return out
}

// Values calls f with the number of different values of each class.
func (s *Space) Values(f func(name string, n int)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.classes {
		f(c.name, c.values.Len())
	}
}

var _ batch.Space = (*Space)(nil)
