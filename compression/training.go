package compression

import "gospin/vm/layout"

// ValueStats is what a training run saw of the components of one class or seat.
type ValueStats struct {
	Values [][]byte `json:"values"` // by byte position: the different values, in order
	// different values of the whole component; 0 for too many to count
	Distinct int `json:"distinct"`
	Grown    int `json:"grown,omitempty"` // those of Distinct that came late, so that more are to be expected
	// different values of each piece of PartLen bytes; 0 for too many; nil for short components
	Parts []int `json:"parts,omitempty"`
}

// PartLen is the length of the pieces of a component that is not numbered as a whole.
const PartLen = 8

// Seat is what was learnt about the components of one class at one position of the vectors.
type Seat struct {
	Comp  int `json:"comp"`  // index of the component
	Class int `json:"class"` // of its type
	ValueStats
}

// Training is what a training run saw. The classes are the globals, the proctypes and the channel types.
type Training struct {
	Classes  []ValueStats `json:"classes"`
	Seats    []Seat       `json:"seats,omitempty"`
	Shapes   [][]int      `json:"shapes"` // the shapes seen, as sequences of proctypes
	States   uint64       `json:"states"`
	Complete bool         `json:"complete"` // there are no other states
}

// Classes returns the number of types of components: the globals, the proctypes, the channel types.
func Classes(l *layout.Layout) int { return 1 + len(l.Procs) + len(l.Chans) }

// ClassOf returns the class of a component.
func ClassOf(l *layout.Layout, x *layout.Comp) int {
	switch x.Kind {
	case layout.Process:
		return 1 + x.Type
	case layout.Channel:
		return 1 + len(l.Procs) + x.Type
	}
	return 0
}

// ClassLen returns the length of the components of a class.
func ClassLen(l *layout.Layout, class int) int {
	switch {
	case class == 0:
		return l.Globals
	case class <= len(l.Procs):
		return l.Procs[class-1].Size
	}
	return l.Chans[class-1-len(l.Procs)].Size
}

// classesOf returns the classes of the components for a sequence of processes, or nil if the sequence is
// impossible.
func classesOf(l *layout.Layout, procs []int) []int {
	classes := []int{0}
	for _, t := range l.Global {
		classes = append(classes, 1+len(l.Procs)+t)
	}
	for _, p := range procs {
		if p < 0 || p >= len(l.Procs) {
			return nil
		}
		classes = append(classes, 1+p)
		for _, t := range l.Procs[p].Chans {
			classes = append(classes, 1+len(l.Procs)+t)
		}
	}
	return classes
}
