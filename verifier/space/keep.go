package space

import (
	"cmp"
	"maps"
	"slices"

	"gospin/verifier/checkpoint"
	"gospin/vm"
	"gospin/vm/layout"
)

// A checkpoint has what roots mean: shapes, classes and their values in the order of their numbers, and the
// current packing. It does not have what engines have learnt, since they learn it again. But it has which
// transitions were taken, or cut a value, since that might not be learnt again.

// keptGrain begins the checkpoint of a space.
const keptGrain = "grain"

// mostKept is a bound for numbers that are read.
const mostKept = 1 << 32

// Keep implements batch.Lasting.
func (s *Space) Keep(w *checkpoint.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Begin(keptGrain)
	w.Uint(uint64(s.grain))
	w.Begin("shapes")
	w.Uint(uint64(s.l.Shapes()))
	for id := 1; id < s.l.Shapes(); id++ {
		sh := s.l.ShapeByID(uint32(id))
		w.Uint(uint64(sh.Parent.ID))
		w.Uint(uint64(sh.Procs[len(sh.Procs)-1].Type))
	}
	w.Begin("classes")
	w.Uint(uint64(len(s.classes)))
	for _, c := range s.classes {
		w.Text(c.name)
		w.Uint(uint64(c.size))
		w.Uint(uint64(c.values.Len()))
		value := make([]byte, c.size)
		for n := range c.values.Len() {
			clear(value)
			c.values.Copy(value, uint32(n))
			w.Bytes(value)
		}
	}
	w.Uint(uint64(len(s.classAt)))
	byClass := func(x, y layout.Comp) int { return cmp.Compare(s.classAt[x], s.classAt[y]) }
	for _, key := range slices.SortedFunc(maps.Keys(s.classAt), byClass) {
		w.Uint(uint64(key.Kind))
		w.Uint(uint64(key.Type))
		w.Uint(uint64(key.Off))
		w.Uint(uint64(s.classAt[key]))
	}
	s.keepPacking(w)
	s.keepMarks(w)
}

func (s *Space) keepPacking(w *checkpoint.Writer) {
	p := s.pack
	w.Begin("packing")
	w.Uint(uint64(p.shapeBits))
	w.Uint(uint64(p.words))
	w.Uint(uint64(len(p.widths)))
	for _, n := range p.widths {
		w.Uint(uint64(n))
	}
	w.Uint(uint64(s.shapes))
	w.Uint(uint64(s.keyLen))
	w.Bool(s.symmetric != nil)
	if s.symmetric != nil {
		views := s.symmetric.views
		w.Uint(uint64(len(views)))
		byNumber := func(x, y string) int { return cmp.Compare(views[x], views[y]) }
		for _, key := range slices.SortedFunc(maps.Keys(views), byNumber) {
			w.Text(key)
			w.Uint(uint64(views[key]))
		}
	}
}

// keepMarks writes what was recorded of transitions. No engine may be in use.
func (s *Space) keepMarks(w *checkpoint.Writer) {
	for _, e := range s.engines {
		s.mark(e)
	}
	w.Begin("marks")
	w.Bytes(s.taken)
	cuts := []byte{}
	if s.cuts != nil {
		for _, c := range s.Cuts() {
			cuts = append(cuts, byte(c))
		}
	}
	w.Bytes(cuts)
}

// resume reads a space from a checkpoint into a new one. What is read fits the program, unless the reader has
// an error. The grain has been read.
func (s *Space) resume(r *checkpoint.Reader) error {
	s.resumeShapes(r)
	s.resumeClasses(r)
	s.resumePacking(r)
	s.resumeMarks(r)
	return r.Err()
}

func (s *Space) resumeShapes(r *checkpoint.Reader) {
	r.Begin("shapes")
	n := r.Int(1 << 24)
	for id := 1; id < n && r.Err() == nil; id++ {
		parent, proctype := r.Int(id-1), r.Int(len(s.l.Procs)-1)
		if r.Err() == nil && s.l.Child(s.l.ShapeByID(uint32(parent)), proctype).ID != uint32(id) {
			r.Fail("processes come in another order")
		}
	}
}

func (s *Space) resumeClasses(r *checkpoint.Reader) {
	s.classAt, s.classes = map[layout.Comp]int{}, s.classes[:0:0]
	s.cells = cells(s.l, s.grain, s.cutAt, s.newClass)
	ofCells := len(s.classes)
	r.Begin("classes")
	n := r.Int(1 << 24)
	for i := 0; i < n && r.Err() == nil; i++ {
		name, size := r.Text(), r.Int(mostKept)
		if i >= ofCells {
			s.newClass(name, size)
		}
		c := s.classes[i]
		if c.name != name || c.size != size {
			r.Fail("%s is not %s", name, c.name)
		}
		for v := range r.Int(mostKept) {
			value := r.Bytes()
			if r.Err() == nil && (len(value) != size || c.values.Index(value) != uint32(v)) {
				r.Fail("value %d of %s does not fit", v, name)
			}
			if r.Err() != nil {
				break
			}
		}
	}
	for range r.Int(1 << 24) {
		key := layout.Comp{Kind: layout.CompKind(r.Int(int(layout.Channel)))}
		key.Type, key.Off = r.Int(1<<24), r.Int(1<<24)
		class := r.Int(max(0, len(s.classes)-1))
		if key.Kind == layout.Channel && key.Type >= len(s.l.Chans) {
			r.Fail("there is no channel of type %d", key.Type)
		}
		if r.Err() != nil {
			return
		}
		s.classAt[key] = class
		if key.Kind == layout.Channel {
			s.classes[class].channel = &s.l.Chans[key.Type]
		}
	}
}

func (s *Space) resumePacking(r *checkpoint.Reader) {
	r.Begin("packing")
	p := &packing{shapeBits: uint(r.Int(32)), words: r.Int(64)}
	p.shapeMask = 1<<p.shapeBits - 1
	for range r.Int(1 << 24) {
		if p.widths = append(p.widths, uint(r.Int(64))); r.Err() != nil {
			return
		}
	}
	s.shapes, s.keyLen = r.Int(1<<24), r.Int(mostKept)
	if had := r.Bool(); had != (s.symmetric != nil) {
		r.Fail("which states are taken for the same has changed")
	}
	if r.Err() == nil && s.symmetric != nil {
		for range r.Int(mostKept) {
			key := r.Text()
			if s.symmetric.views[key] = uint32(r.Int(mostKept - 1)); r.Err() != nil {
				return
			}
		}
	}
	s.pack, s.old, s.moves = p, nil, nil
}

func (s *Space) resumeMarks(r *checkpoint.Reader) {
	r.Begin("marks")
	taken, cuts := r.Bytes(), r.Bytes()
	if len(taken) != len(s.taken) || s.cuts != nil && len(cuts) != len(s.cuts.of) {
		r.Fail("there are other transitions")
		return
	}
	copy(s.taken, taken)
	for i := range cuts {
		s.cuts.of[i] |= vm.Cut(cuts[i])
	}
}
