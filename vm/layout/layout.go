package layout

import (
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"
)

// CompKind is the kind of a component.
type CompKind uint8

const (
	Globals CompKind = iota
	Process
	Channel
)

// Comp is a component of the vectors of a Shape: the bytes Vec[Off:Off+Len].
type Comp struct {
	Kind CompKind
	Type int // proctype or channel type; 0 for globals. Components of one Kind and Type have the same Len.
	Off  int
	Len  int
}

// ProcAt locates a process in the vectors of a Shape.
type ProcAt struct {
	Type  int // proctype
	Off   int
	Comp  int // index into Shape.Comps
	Chans int // number of channels before the process's own
}

// ChanAt locates a channel (its index is id-1) in the vectors of a Shape.
type ChanAt struct {
	Type int // channel type
	Off  int
	Comp int
}

// Shape is the arrangement of components for a sequence of processes. Only the youngest process may end, and
// its channels with it, so the shapes form a tree: a run leads to a child, an end to the parent.
type Shape struct {
	ID     uint32
	Parent *Shape
	Size   int // length of the vector, with the hidden prefix
	Procs  []ProcAt
	Chans  []ChanAt
	Comps  []Comp
	next   []atomic.Pointer[Shape] // by proctype
}

// ShapeBytes is the width of the shape number in a vector.
const ShapeBytes = 3

// Layout defines the bytes of state vectors. A vector is
//
//	hidden variables | shape number | globals | global channels | process 0 | its channels | process 1 | ...
//
// The stored part (the key) is Vec[Hidden:].
type Layout struct {
	Hidden   int  // number of bytes at the beginning that are not stored
	Unstored bool // some of the hidden bytes change; otherwise all are constants
	Padded   bool
	Globals  int // length of the globals component
	Procs    []ProcType
	Chans    []ChanType
	Global   []int    // channel types of the global channels, in order of their ids
	Fields   []*Field // globals, for inspection
	// known shapes, by number; several machines may add shapes concurrently
	shapes atomic.Pointer[[]*Shape]
	grow   sync.Mutex
}

// ProcType is the layout of a proctype's component. Offsets are relative to its start.
type ProcType struct {
	Name   string
	PC     int // offset of the control state
	PCWide bool
	Prio   int // offset of the priority byte, or -1
	Size   int
	Chans  []int // channel types of the local channels, in order of creation
	Fields []*Field
}

// State returns the control state in a component of the type.
func (t *ProcType) State(component []byte) uint32 {
	n := uint32(component[t.PC])
	if t.PCWide {
		n |= uint32(component[t.PC+1]) << 8
	}
	return n
}

// ChanType is the layout of a channel's component.
type ChanType struct {
	Slots   int // 0 for rendezvous
	LenWide bool
	Head    int // offset of slot 0; the length is at 0
	Msg     int // length of a slot
	Fields  []Elem
	Size    int
}

// Elem is a scalar cell: its place and representation.
type Elem struct {
	Off  int
	Cell uint8
	Mask int32
}

// Field names bytes for inspection.
type Field struct {
	Name   string
	Elem   Elem
	Len    int // number of elements; 1 for a scalar
	Stride int
	Hidden bool
}

// ShapeID reads the shape number of a vector.
func (l *Layout) ShapeID(vec []byte) uint32 {
	h := l.Hidden
	_ = vec[h+2]
	return uint32(binary.LittleEndian.Uint16(vec[h:])) | uint32(vec[h+2])<<16
}

// ShapeOf returns the shape of a vector.
func (l *Layout) ShapeOf(vec []byte) *Shape { return (*l.shapes.Load())[l.ShapeID(vec)] }

// SetShape writes the shape number into a vector.
func (l *Layout) SetShape(vec []byte, s *Shape) {
	h := l.Hidden
	_ = vec[h+2]
	vec[h], vec[h+1], vec[h+2] = byte(s.ID), byte(s.ID>>8), byte(s.ID>>16)
}

// Key returns the stored part of a vector.
func (l *Layout) Key(vec []byte) []byte { return vec[l.Hidden:] }

// KeyWithout is Key as if the globals of these names were 0.
func (l *Layout) KeyWithout(vec []byte, names []string) []byte {
	if len(names) == 0 {
		return l.Key(vec)
	}
	vec = slices.Clone(vec)
	for _, f := range l.Fields {
		if !slices.Contains(names, f.Name) {
			continue
		}
		for i := range f.Len {
			Store(vec, f.Elem.Cell, int32(f.Elem.Off+i*f.Stride), f.Elem.Mask, 0)
		}
	}
	return l.Key(vec)
}

// Shapes returns the number of known shapes, whose numbers are dense.
func (l *Layout) Shapes() int {
	if known := l.shapes.Load(); known != nil {
		return len(*known)
	}
	return 0
}

// ShapeByID returns a known shape.
func (l *Layout) ShapeByID(id uint32) *Shape { return (*l.shapes.Load())[id] }

func (l *Layout) pad(n int) int {
	if l.Padded {
		return (n + 7) &^ 7
	}
	return n
}

// Root returns the shape without processes.
func (l *Layout) Root() *Shape {
	l.grow.Lock()
	defer l.grow.Unlock()
	if l.Shapes() > 0 {
		return l.ShapeByID(0)
	}
	s := &Shape{Size: l.Hidden + ShapeBytes}
	s.Comps = append(s.Comps, Comp{Kind: Globals, Off: s.Size, Len: l.Globals})
	s.Size += l.Globals
	for _, t := range l.Global {
		l.addChan(s, t)
	}
	l.add(s)
	return s
}

// Child returns the shape after the creation of a process.
func (l *Layout) Child(s *Shape, proctype int) *Shape {
	if c := s.next[proctype].Load(); c != nil {
		return c
	}
	l.grow.Lock()
	defer l.grow.Unlock()
	if c := s.next[proctype].Load(); c != nil {
		return c
	}
	c := &Shape{Parent: s, Size: l.pad(s.Size)}
	c.Procs = append(
		append(c.Procs, s.Procs...),
		ProcAt{Type: proctype, Off: c.Size, Comp: len(s.Comps), Chans: len(s.Chans)},
	)
	c.Chans = append(c.Chans, s.Chans...)
	c.Comps = append(
		append(c.Comps, s.Comps...),
		Comp{Kind: Process, Type: proctype, Off: c.Size, Len: l.Procs[proctype].Size},
	)
	c.Size += l.Procs[proctype].Size
	for _, t := range l.Procs[proctype].Chans {
		l.addChan(c, t)
	}
	l.add(c)
	s.next[proctype].Store(c)
	return c
}

func (l *Layout) addChan(s *Shape, t int) {
	s.Size = l.pad(s.Size)
	s.Chans = append(s.Chans, ChanAt{Type: t, Off: s.Size, Comp: len(s.Comps)})
	s.Comps = append(s.Comps, Comp{Kind: Channel, Type: t, Off: s.Size, Len: l.Chans[t].Size})
	s.Size += l.Chans[t].Size
}

func (l *Layout) add(s *Shape) {
	s.ID = uint32(l.Shapes())
	s.next = make([]atomic.Pointer[Shape], len(l.Procs))
	var known []*Shape
	if now := l.shapes.Load(); now != nil {
		known = *now
	}
	known = append(known, s) // holders of the old list do not read that far
	l.shapes.Store(&known)
}
