package train

import (
	"fmt"

	"gospin/compression"
	"gospin/compression/intern"
	"gospin/vm/layout"
)

// maxDistinct bounds the values of a component that are told apart.
const maxDistinct = 1 << 20

// Sampler sees state vectors and remembers the values of every byte position, by class of components.
type Sampler struct {
	l       *layout.Layout
	classes []class
	shapes  []bool // by number
	n       uint64
}

type class struct {
	seen   [][4]uint64 // by position: a bit for every value
	values *intern.Table
	many   bool
}

// NewSampler returns a sampler that has seen nothing.
func NewSampler(l *layout.Layout) *Sampler {
	s := &Sampler{l: l, classes: make([]class, 1+len(l.Procs)+len(l.Chans))}
	for k := range s.classes {
		n := s.length(k)
		s.classes[k] = class{seen: make([][4]uint64, n), values: intern.New(n)}
	}
	return s
}

func (s *Sampler) length(k int) int {
	switch {
	case k == 0:
		return s.l.Globals
	case k <= len(s.l.Procs):
		return s.l.Procs[k-1].Size
	}
	return s.l.Chans[k-1-len(s.l.Procs)].Size
}

func (s *Sampler) class(x *layout.Comp) int {
	switch x.Kind {
	case layout.Process:
		return 1 + x.Type
	case layout.Channel:
		return 1 + len(s.l.Procs) + x.Type
	}
	return 0
}

// Add sees a vector.
func (s *Sampler) Add(vec []byte) {
	s.n++
	shape := s.l.ShapeOf(vec)
	for int(shape.ID) >= len(s.shapes) {
		s.shapes = append(s.shapes, false)
	}
	s.shapes[shape.ID] = true
	for i := range shape.Comps {
		x := &shape.Comps[i]
		c := &s.classes[s.class(x)]
		b := vec[x.Off : x.Off+x.Len]
		for j, v := range b {
			c.seen[j][v>>6] |= 1 << (v & 63)
		}
		if !c.many {
			c.values.Index(b)
			c.many = c.values.Len() >= maxDistinct
		}
	}
}

// Profile returns what was seen.
func (s *Sampler) Profile(model string) *Profile {
	p := &Profile{Model: model, States: s.n}
	for k := range s.classes {
		c := &s.classes[k]
		learnt := compression.Learnt{Values: make([][]byte, len(c.seen))}
		for j := range c.seen {
			for v := range 256 {
				if c.seen[j][v>>6]>>(v&63)&1 != 0 {
					learnt.Values[j] = append(learnt.Values[j], byte(v))
				}
			}
		}
		if !c.many {
			learnt.Distinct = c.values.Len()
		}
		p.Training.Classes = append(p.Training.Classes, learnt)
		p.Names = append(p.Names, s.name(k))
	}
	for id, met := range s.shapes {
		if met && len(p.Training.Shapes) < maxShapes {
			procs := []int{}
			for _, q := range s.l.ShapeByID(uint32(id)).Procs {
				procs = append(procs, q.Type)
			}
			p.Training.Shapes = append(p.Training.Shapes, procs)
		}
	}
	return p
}

// maxShapes bounds the shapes that a profile lists.
const maxShapes = 4096

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
func (s *Sampler) Free() {
	for i := range s.classes {
		s.classes[i].values.Free()
	}
}
