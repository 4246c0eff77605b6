package train

import (
	"fmt"

	"gospin/compression"
	"gospin/vm/layout"
)

const (
	// maxSeats limits the components of a vector that are recorded separately, and not only by type.
	maxSeats = 1024
	// maxShapes limits the shapes in a profile.
	maxShapes = 4096
	// DefaultMemory limits the tables of a sampler, in bytes.
	DefaultMemory = 256 << 20
)

// Sampler records the values of every byte position in state vectors, by class of components and by seat, the
// component's place in the vector, since processes of one proctype often have different values.
type Sampler struct {
	l       *layout.Layout
	limit   int64
	classes []*values
	seats   []*values // in order of appearance
	byComp  [][]int32 // by component: its seats
	shapes  []bool    // by number
	n       uint64
}

// NewSampler returns an empty sampler. Its tables take at most memory bytes, or, for 0, DefaultMemory.
func NewSampler(l *layout.Layout, memory int64) *Sampler {
	if memory <= 0 {
		memory = DefaultMemory
	}
	s := &Sampler{l: l, limit: memory, classes: make([]*values, compression.Classes(l))}
	for k := range s.classes {
		s.classes[k] = newValues(-1, k, compression.ClassLen(l, k))
	}
	return s
}

// Add records a vector.
func (s *Sampler) Add(vec []byte) {
	s.n++
	if s.n&(s.n-1) == 0 {
		s.each(func(v *values) { v.early, v.late = v.late, v.len() })
	}
	if s.n&1023 == 0 {
		s.bound()
	}
	shape := s.l.ShapeOf(vec)
	for int(shape.ID) >= len(s.shapes) {
		s.shapes = append(s.shapes, false)
	}
	s.shapes[shape.ID] = true
	for i := range shape.Comps {
		x := &shape.Comps[i]
		class, b := compression.ClassOf(s.l, x), vec[x.Off:x.Off+x.Len]
		if v := s.seat(i, class); v == nil || v.add(b) {
			s.classes[class].add(b)
		}
	}
}

// seat returns the seat of component i, or nil if there are too many.
func (s *Sampler) seat(i, class int) *values {
	for i >= len(s.byComp) {
		s.byComp = append(s.byComp, nil)
	}
	for _, k := range s.byComp[i] {
		if s.seats[k].class == class {
			return s.seats[k]
		}
	}
	if len(s.seats) >= maxSeats {
		return nil
	}
	v := newValues(i, class, compression.ClassLen(s.l, class))
	s.byComp[i] = append(s.byComp[i], int32(len(s.seats)))
	s.seats = append(s.seats, v)
	return v
}

func (s *Sampler) each(f func(*values)) {
	for _, v := range s.classes {
		f(v)
	}
	for _, v := range s.seats {
		f(v)
	}
}

// bound discards the largest tables until the rest fits the memory.
func (s *Sampler) bound() {
	for {
		sum, most := int64(0), s.classes[0]
		s.each(func(v *values) {
			sum += v.bytes()
			if v.bytes() > most.bytes() {
				most = v
			}
		})
		if sum <= s.limit || most.bytes() == 0 {
			return
		}
		most.giveUp()
	}
}

// Profile returns the results; complete means that there are no other states.
func (s *Sampler) Profile(model string, complete bool) *Profile {
	p := &Profile{Model: model, States: s.n}
	t := &p.Training
	t.States, t.Complete = s.n, complete
	for k, v := range s.classes {
		t.Classes = append(t.Classes, v.stats(complete))
		p.Names = append(p.Names, s.name(k))
	}
	for _, v := range s.seats {
		seat := compression.Seat{Comp: v.comp, Class: v.class, ValueStats: v.stats(complete)}
		t.Seats = append(t.Seats, seat)
	}
	for id, met := range s.shapes {
		if met && len(t.Shapes) < maxShapes {
			procs := []int{}
			for _, q := range s.l.ShapeByID(uint32(id)).Procs {
				procs = append(procs, q.Type)
			}
			t.Shapes = append(t.Shapes, procs)
		}
	}
	c := compression.NewTrained(s.l, t)
	defer c.Free()
	p.RootBits, p.RootBytes = c.Bits(), c.RootBytes()
	return p
}

func (s *Sampler) name(k int) string {
	switch {
	case k == 0:
		return "globals"
	case k <= len(s.l.Procs):
		return "process " + s.l.Procs[k-1].Name
	}
	t := &s.l.Chans[k-1-len(s.l.Procs)]
	return fmt.Sprintf("channels of %d slots of %d bytes", t.Slots, t.Msg)
}

// Free releases the sampler.
func (s *Sampler) Free() { s.each((*values).free) }
