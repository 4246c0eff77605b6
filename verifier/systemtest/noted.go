package systemtest

import (
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// Noted is a toy that also records what moves read and write, for an engine that remembers them. A coarse one
// records that everything was read, and lists moves neither by halves nor one by one. Otherwise it records
// each byte of the globals, and each other component, and lists moves both ways if possible.
type Noted struct {
	*Toy
	Coarsely bool
	// numbers of moves listed by halves, and one by one
	Offers, Ones *int
}

// ShowBytes makes each byte of the globals a variable, whose accesses can be recorded.
func (t *Toy) ShowBytes() {
	globals := t.L.Root().Comps[0]
	t.L.Fields = []*layout.Field{{
		Name: "bytes", Elem: layout.Elem{Off: globals.Off, Cell: layout.CellU8}, Len: globals.Len, Stride: 1,
	}}
}

// Again returns an equal toy, for another goroutine.
func (t *Toy) Again() *Toy {
	c := *t
	c.fault, c.seen, c.reads = nil, nil, 0
	return &c
}

// Observe starts recording in seen, or, with nil, stops it.
func (n Noted) Observe(seen *vm.Seen) {
	if n.seen = seen; seen == nil {
		return
	}
	globals := n.L.Root().Comps[0]
	for len(seen.Globals) < globals.Off+globals.Len {
		seen.Globals = append(seen.Globals, 0)
	}
	n.all()
}

// all records, if it is coarse, that everything was read.
func (n Noted) all() {
	if n.seen != nil && n.Coarsely {
		n.seen.All = true
	}
}

// Alone appends the moves of one process.
func (n Noted) Alone(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, uint64) {
	n.all()
	var x system.Expansion
	eff := vm.Effect(0)
	if n.choicesOf(s, pid, &x) {
		eff = vm.Attempted
	}
	return append(dst, moves(&x)...), eff, 0
}

// Apart makes a step.
func (n Noted) Apart(s *vm.State, m vm.Move) (vm.Effect, uint64) {
	n.all()
	c := system.ChoiceOf(m)
	return n.Do(s, &c, 0).Effect, 0
}

// Receives reports whether a process may receive what is on offer.
func (n Noted) Receives(s *vm.State, pid int) bool {
	p := n.L.ShapeOf(s.Vec).Procs[pid]
	for _, i := range n.first[p.Type] {
		if st := n.trans[i]; st.Recv != 0 && st.From == s.Vec[p.Off] {
			return true
		}
	}
	return false
}

// Halves appends the moves of one process, with rendezvous as offers to vm.AnyPartner.
func (n Noted) Halves(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, bool) {
	p := n.L.ShapeOf(s.Vec).Procs[pid]
	if n.Coarsely || s.Vec[p.Off] == End {
		return dst, 0, false
	}
	eff := vm.Effect(0)
	for _, i := range n.first[p.Type] {
		var e vm.Effect
		dst, e = n.one(s, pid, uint32(i), dst)
		eff |= e
	}
	return dst, eff, true
}

func (n Noted) one(s *vm.State, pid int, trans uint32, dst []vm.Move) ([]vm.Move, vm.Effect) {
	st := n.trans[trans]
	if st.Recv != 0 || !n.can(s, pid, st) {
		return dst, 0
	}
	m := vm.Move{Trans: trans, Pid: uint8(pid)}
	if st.Send == 0 {
		return append(dst, m), 0
	}
	m.Partner = vm.AnyPartner
	*n.Offers++
	return append(dst, m), vm.Attempted
}

// Give makes the sender's half of a rendezvous, unless the receiver might notice.
func (n Noted) Give(s *vm.State, m vm.Move) (id int32, msg []int32, eff vm.Effect, ok bool) {
	st := n.trans[m.Trans]
	if len(st.Set) > 0 || st.Run > 0 || st.Fail != nil || st.Crash != nil {
		return 0, nil, 0, false
	}
	n.apply(s, int(m.Pid), m.Trans, st)
	return int32(st.Send), nil, 0, true
}

// Takers appends the steps of a process that receive an offer.
func (n Noted) Takers(s *vm.State, peer int, id int32, _ []int32, dst []vm.Move) ([]vm.Move, vm.Effect) {
	p := n.L.ShapeOf(s.Vec).Procs[peer]
	for _, i := range n.first[p.Type] {
		if r := n.trans[i]; s.Vec[p.Off] != End && r.Recv == int(id) && n.can(s, peer, r) {
			dst = append(dst, vm.Move{Partner: uint32(i), Peer: uint8(peer)})
		}
	}
	return dst, 0
}

// Take makes the receiver's half of a rendezvous.
func (n Noted) Take(s *vm.State, m vm.Move, _ int32, _ []int32) vm.Effect {
	n.fault = n.fault[:0]
	s.Excl = -1
	st := n.trans[m.Partner]
	eff := vm.Handshake | n.apply(s, int(m.Peer), m.Partner, st)
	if st.Atomic {
		s.Excl = int16(m.Peer)
		eff |= vm.Transient | vm.AtomicStep
	}
	return eff
}

// Separable reports whether the steps of a process can be examined one by one.
func (n Noted) Separable(s *vm.State, pid int) (first, count uint32, ok bool) {
	p := n.L.ShapeOf(s.Vec).Procs[pid]
	of := n.first[p.Type]
	if n.Coarsely || s.Vec[p.Off] == End || len(of) == 0 {
		return 0, 0, false
	}
	return uint32(of[0]), uint32(len(of)), true
}

// One appends the moves of one step, like Halves.
func (n Noted) One(s *vm.State, pid int, trans uint32, dst []vm.Move) ([]vm.Move, vm.Effect, bool) {
	*n.Ones++
	dst, eff := n.one(s, pid, trans, dst)
	return dst, eff, true
}
