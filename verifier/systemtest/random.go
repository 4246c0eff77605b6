package systemtest

import (
	"math/rand/v2"

	"gospin/vm/layout"
)

// Random returns a random system. Equal seeds give equal systems.
func Random(seed uint64) *Toy {
	r := rand.New(rand.NewPCG(seed, 0x746f79))
	t := &Toy{Max: 2 + r.IntN(3), L: &layout.Layout{
		Hidden:  1 + r.IntN(3),
		Padded:  r.IntN(2) == 0,
		Globals: 2 + r.IntN(12),
		Chans:   []layout.ChanType{{Size: 3 + r.IntN(4)}, {Size: 9 + r.IntN(20)}},
		Global:  []int{r.IntN(2)},
	}}
	for range 1 + r.IntN(3) {
		p := layout.ProcType{Prio: -1, Size: 3 + r.IntN(9), Chans: []int{r.IntN(2)}}
		t.L.Procs = append(t.L.Procs, p)
	}
	for range t.L.Procs {
		t.Types = append(t.Types, steps(r, t))
	}
	if seed%3 != 0 { // two globals have names
		at := t.L.Hidden + layout.ShapeBytes
		for i := range 2 {
			t.L.Fields = append(t.L.Fields, &layout.Field{Elem: layout.Elem{Off: at + i}, Len: 1, Stride: 1})
		}
	}
	for range 1 + r.IntN(2) {
		t.Start = append(t.Start, r.IntN(len(t.L.Procs)))
	}
	return t.Prepare()
}

func steps(r *rand.Rand, t *Toy) []Step {
	states := 2 + r.IntN(4)
	place := func(write bool) Place {
		in := r.IntN(5)
		if in == Hidden && (!write || r.IntN(3) > 0) {
			in = Global
		}
		n := []int{t.L.Hidden, 2, 2, 3, 3}[in]
		return Place{In: in, At: r.IntN(n)}
	}
	test := func() *Test { return &Test{Place: place(false), Not: r.IntN(2) == 0, Val: byte(r.IntN(3))} }
	var out []Step
	for from := range states {
		for range 1 + r.IntN(3) {
			s := Step{From: byte(from), To: byte(r.IntN(states + 1)), Name: "(toy)"}
			if int(s.To) == states {
				s.To = End
			}
			if r.IntN(2) == 0 {
				s.If = test()
			}
			for range r.IntN(3) {
				s.Set = append(
					s.Set,
					Set{
						Place: place(true),
						Mul:   byte(r.IntN(3)),
						Add:   byte(r.IntN(3)),
						Mod:   byte(2 + r.IntN(2)),
					},
				)
			}
			switch r.IntN(8) {
			case 0:
				s.Run = 1 + r.IntN(len(t.L.Procs))
			case 1:
				s.Send = 1 + r.IntN(2)
			case 2:
				s.Recv = 1 + r.IntN(2)
			}
			// Atomic sequences only go forward, so that they end.
			s.Atomic = s.To != End && s.To > s.From && r.IntN(3) == 0
			switch r.IntN(20) {
			case 0:
				s.Fail = test()
			case 1:
				s.Crash = test()
			}
			out = append(out, s)
		}
	}
	return out
}
