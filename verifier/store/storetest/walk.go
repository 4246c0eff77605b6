package storetest

import (
	"math/rand/v2"

	"gospin/vm"
	"gospin/vm/layout"
)

// Layout is a layout with components of several lengths, padded or not.
func Layout(padded bool) *layout.Layout {
	return &layout.Layout{
		Hidden:  5,
		Padded:  padded,
		Globals: 11,
		Procs: []layout.ProcType{
			{Size: 3, Prio: -1},
			{Size: 9, Prio: -1, Chans: []int{0, 1}},
			{Size: 0, Prio: -1},
		},
		Chans:  []layout.ChanType{{Size: 4}, {Size: 21}},
		Global: []int{1},
	}
}

// Walk is a random walk over vectors: components change, processes come and go.
type Walk struct {
	r     *rand.Rand
	l     *layout.Layout
	Shape *layout.Shape
	State vm.State
	rng   int // number of values of a byte
}

// NewWalk begins a walk at the root; bytes have rng values.
func NewWalk(seed uint64, l *layout.Layout, rng int) *Walk {
	w := &Walk{r: rand.New(rand.NewPCG(seed, 1)), l: l, Shape: l.Root(), rng: rng}
	w.State.Vec = make([]byte, w.Shape.Size)
	w.l.SetShape(w.State.Vec, w.Shape)
	return w
}

// Step changes a component, or has a process begin or end.
func (w *Walk) Step() {
	switch n := w.r.IntN(10); {
	case n == 0 && len(w.Shape.Procs) < 30:
		was := len(w.Shape.Comps)
		w.Shape = w.l.Child(w.Shape, w.r.IntN(len(w.l.Procs)))
		w.State.Vec = append(w.State.Vec, make([]byte, w.Shape.Size-len(w.State.Vec))...)
		w.l.SetShape(w.State.Vec, w.Shape)
		for i := was; i < len(w.Shape.Comps); i++ {
			w.write(i)
		}
	case n == 1 && w.Shape.Parent != nil:
		w.Shape = w.Shape.Parent
		w.State.Vec = w.State.Vec[:w.Shape.Size]
		w.l.SetShape(w.State.Vec, w.Shape)
	default:
		w.State.Vec[w.r.IntN(w.l.Hidden)] = byte(w.r.IntN(256))
		w.write(w.r.IntN(len(w.Shape.Comps)))
	}
}

func (w *Walk) write(i int) {
	w.State.Dirty |= 1 << min(i, 63)
	if c := w.Shape.Comps[i]; c.Len > 0 {
		w.State.Vec[c.Off+w.r.IntN(c.Len)] = byte(w.r.IntN(w.rng))
	}
}
