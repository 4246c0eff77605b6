package systemtest

import "gospin/vm/layout"

func plain(globals int, procs int, types ...[]Step) *Toy {
	t := &Toy{L: &layout.Layout{Hidden: 1, Globals: globals}, Max: procs, Types: types}
	for range types {
		t.L.Procs = append(t.L.Procs, layout.ProcType{Prio: -1, Size: 8})
	}
	return t
}

// Counters returns a number of processes that count modulo mod for ever: mod^procs states, and procs times as
// many moves.
func Counters(procs, mod int) *Toy {
	t := plain(3, procs, []Step{{Set: []Set{{Place: Place{In: Local}, Mul: 1, Add: 1, Mod: byte(mod)}}}})
	for range procs {
		t.Start = append(t.Start, 0)
	}
	return t.Prepare()
}

// Endless returns a process that sets a global in an atomic sequence and then cycles in it, with a number of
// ways. Another process makes one step.
func Endless(ways int) *Toy {
	loop := []Step{{From: 0, To: 1, Atomic: true}}
	for i := range ways {
		loop = append(
			loop,
			Step{
				From:   1,
				To:     1,
				Atomic: true,
				Set:    []Set{{Place: Place{In: Global}, Add: byte(i), Mod: 255}},
			},
		)
	}
	t := plain(1, 2, loop, []Step{{From: 0, To: End}})
	t.Start = []int{0, 1}
	return t.Prepare()
}

// Asserting returns a process whose first step fails its assertion and which then blocks.
func Asserting() *Toy {
	t := plain(1, 1, []Step{{From: 0, To: 1, Fail: &Test{Place: Place{In: Global}}, Name: "(x==1)"}})
	t.Start = []int{0}
	return t.Prepare()
}

// Blocked returns a process that cannot move.
func Blocked() *Toy {
	t := plain(1, 1, []Step{{From: 1}})
	t.Start = []int{0}
	return t.Prepare()
}

// Spawning returns a process that creates another one like it, up to n, or ends; the youngest dies first.
// With up to n processes, of which the youngest has ended or not, and with none, there are 2n+1 states.
func Spawning(n int) *Toy {
	t := plain(1, n, []Step{{From: 0, To: End, Run: 1}, {From: 0, To: End}})
	t.Start = []int{0}
	return t.Prepare()
}

// Sequence returns two processes. One makes three atomic steps, of which the second is a rendezvous that does
// not pass the turn, and a last step that leaves the sequence; the other one receives, and continues the
// sequence.
func Sequence() *Beside {
	sender := []Step{{From: 0, To: 1, Atomic: true}, {From: 1, To: 2, Atomic: true, Send: 1}}
	receiver := []Step{
		{From: 0, To: 1, Atomic: true, Recv: 1},
		{From: 1, To: 2, Atomic: true},
		{From: 2, To: 3},
	}
	t := plain(3, 2, receiver, sender)
	t.Start = []int{0, 1}
	return unclaimed(t)
}

// FailingSequence returns a process whose third atomic step fails its assertion.
func FailingSequence() *Beside {
	zero := &Test{Place: Place{In: Global}}
	t := plain(3, 1, []Step{{From: 0, To: 1, Atomic: true}, {From: 1, To: 2, Atomic: true},
		{From: 2, To: 3, Atomic: true, Fail: zero, Name: "(x==1)"}, {From: 3, To: End}})
	t.Start = []int{0}
	return unclaimed(t)
}

// unclaimed adds a claim to a toy that accepts nothing.
func unclaimed(t *Toy) *Beside {
	return &Beside{Toy: t.Prepare(), Claim: [][]Edge{{{To: 0}}}, Final: []bool{false}}
}
