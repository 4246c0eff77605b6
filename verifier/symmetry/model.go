package symmetry

import (
	"fmt"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// model is a program in the states of one shape.
type model struct {
	prog  *vm.Program
	shape *layout.Shape
	vec   []byte // of a state of the shape

	cells     map[place]layout.Elem
	constants map[place]int32 // cells that are not written in these states
	own       map[place]bool  // those of processes, whose values depend on the start of the processes
	rests     map[place]bool  // those that only steps write that restore them
	held      map[int32]place // by channel: the constant with its number
	settled   [][]bool        // by process and control state: from here on, no process starts or ends
	decided   map[step]*node
	restless  map[place]bool // those among them that some step does not restore
	used      []*uses        // by process; the claim is last
	numbered  bool           // some variables of processes seem to hold ranks
	known     [][]values     // by process and control state: known values of cells
	steps     *int           // left for the evaluation of all transitions
	overlook  overlook
}

// step is a transition of a process.
type step struct {
	pid   int
	trans uint32
}

// newModel examines the shape of a state. It returns why the shape can't be symmetric; "" if it may be.
func newModel(prog *vm.Program, vec []byte, steps *int, over overlook) (*model, string) {
	m := &model{
		prog: prog, shape: prog.Layout.ShapeOf(vec), vec: vec, cells: map[place]layout.Elem{},
		constants: map[place]int32{}, held: map[int32]place{},
		own: map[place]bool{}, rests: map[place]bool{}, restless: map[place]bool{},
		decided: map[step]*node{}, steps: steps, overlook: over,
	}
	if why := m.settle(); why != "" {
		return nil, why
	}
	for _, f := range prog.Layout.Fields {
		if !f.Hidden {
			m.addField(ofGlobals, f)
			continue
		}
		for i := range f.Len { // hidden cells do not change
			at := int32(f.Elem.Off + i*f.Stride)
			m.constants[place{ofGlobals, at}] = layout.Load(vec, f.Elem.Cell, at)
		}
	}
	assigned := m.writes(vm.BaseGlobal, 0, len(prog.Trans))
	for i, in := range prog.ChanVars {
		if !writes(assigned, in.A) {
			m.holdsChannel(place{ofGlobals, in.A}, i+1)
		}
	}
	for pid, q := range m.shape.Procs {
		for _, f := range prog.Layout.Procs[q.Type].Fields {
			m.addField(pid, f)
		}
		m.addParameters(pid, q)
		m.addResting(pid, q)
	}
	return m, ""
}

// holdsChannel makes a cell with the number of a channel a constant.
func (m *model) holdsChannel(p place, c int) {
	m.constants[p], m.held[int32(c)] = int32(c), p
}

func (m *model) addField(of int, f *layout.Field) {
	for i := range f.Len {
		e := f.Elem
		e.Off += i * f.Stride
		m.cells[place{of, int32(e.Off)}] = e
	}
}

// addParameters makes the parameters and channels of a process that are never assigned constants.
func (m *model) addParameters(pid int, q layout.ProcAt) {
	pt := &m.prog.Procs[q.Type]
	var assigned []vm.Cells
	for _, st := range pt.States {
		assigned = append(assigned, m.writes(vm.BaseSelf, int(st.First), int(st.First+st.N))...)
	}
	for i, in := range pt.ChanVars {
		if !writes(assigned, in.A) {
			m.holdsChannel(place{pid, in.A}, q.Chans+i+1)
		}
	}
	for _, in := range pt.Params {
		p := place{pid, in.A}
		if _, is := m.constants[p]; !is && !writes(assigned, in.A) {
			m.constants[p] = layout.Load(m.vec, in.C, int32(q.Off)+in.A)
			m.own[p] = true
		}
	}
}

// addResting makes the cells of a process that may have the same value between all steps constants: only
// d_steps write other values.
func (m *model) addResting(pid int, q layout.ProcAt) {
	pt := &m.prog.Procs[q.Type]
	tried := map[place]int32{}
	for p, e := range m.cells {
		if _, is := m.constants[p]; p.of == pid && !is {
			tried[p] = layout.Load(m.vec, e.Cell, int32(q.Off)+p.at)
		}
	}
	for s, is := range reached(m.prog, pt) {
		if !is || !m.settled[pid][s] {
			continue
		}
		for i := pt.States[s].First; i < pt.States[s].First+pt.States[s].N; i++ {
			if m.prog.Trans[i].Effect == vm.EffectDStep {
				continue
			}
			assigned := m.writes(vm.BaseSelf, int(i), int(i)+1)
			for p := range tried {
				if writes(assigned, p.at) {
					delete(tried, p)
				}
			}
		}
	}
	for p, k := range tried {
		m.constants[p], m.own[p], m.rests[p] = k, true, true
	}
}

// unrest handles cells that some step does not restore as ordinary ones.
func (m *model) unrest() bool {
	if len(m.restless) == 0 {
		return false
	}
	for p := range m.restless {
		delete(m.constants, p)
		delete(m.own, p)
		delete(m.rests, p)
	}
	clear(m.restless)
	m.used = nil
	return true
}

// writes returns the cells of a base that some transitions may write.
func (m *model) writes(base uint8, from, to int) (out []vm.Cells) {
	for i := from; i < to; i++ {
		a := &m.prog.Accesses[i].Effect
		if a.WritesAll && m.prog.Trans[i].Effect != vm.EffectNone {
			return []vm.Cells{{Base: base, Len: 1 << 30}}
		}
		for _, w := range a.Writes {
			if w.Base == base || w.Base == vm.BaseOther {
				out = append(out, w)
			}
		}
	}
	return out
}

func writes(all []vm.Cells, at int32) bool {
	return slices.ContainsFunc(all, func(w vm.Cells) bool {
		return w.Base == vm.BaseOther || w.Off <= at && at < w.Off+w.Len
	})
}

// elem returns a cell that code accesses as one of a kind, or of another kind with the same values.
func (m *model) elem(p place, c uint8) layout.Elem {
	e, known := m.cells[p]
	bytes := c == layout.CellU8 && (e.Cell == layout.CellBit || e.Cell == layout.CellU8M)
	if !known || e.Cell != c && !bytes {
		refuse("a variable that symmetry does not know")
	}
	return e
}

func (m *model) channelType(c int32) *layout.ChanType {
	return &m.prog.Layout.Chans[m.shape.Chans[c-1].Type]
}

func (m *model) slots(c int32) int { return m.channelType(c).Slots }

// atLabel returns the term for whether a process of a type is in a control state.
func (m *model) atLabel(pid, proctype, state int32) *term {
	if int(pid) >= len(m.shape.Procs) || m.shape.Procs[pid].Type != int(proctype) {
		return konst(0)
	}
	return (&term{kind: other, op: vm.OpRemPC, k: pid, name: fmt.Sprint("at ", state)}).keyed()
}

// pc returns the control state of a process.
func (m *model) pc(pid int) int { return m.pcIn(pid, m.vec[m.shape.Procs[pid].Off:]) }

// pcIn returns the control state in the bytes of a process.
func (m *model) pcIn(pid int, bytes []byte) int {
	t := &m.prog.Layout.Procs[m.shape.Procs[pid].Type]
	v := int(bytes[t.PC])
	if t.PCWide {
		v |= int(bytes[t.PC+1]) << 8
	}
	return v
}

// settle finds the control states after which no process starts or ends: the youngest would have to end
// first.
func (m *model) settle() string {
	last := len(m.shape.Procs) - 1
	for pid, q := range m.shape.Procs {
		pt := &m.prog.Procs[q.Type]
		ok := make([]bool, len(pt.States))
		ends := false
		for i := range ok {
			ok[i] = true
		}
		for again := true; again; {
			again = false
			for s := range pt.States {
				for i := pt.States[s].First; i < pt.States[s].First+pt.States[s].N && ok[s]; i++ {
					t, a := &m.prog.Trans[i], &m.prog.Accesses[i]
					if t.Guard == vm.GuardFalse {
						continue
					}
					dies := t.Guard == vm.GuardDie
					on := t.To == vm.Exit || dies || ok[t.To]
					stops := a.Effect.Creates || a.Guard.Creates || dies && pid == last || !on
					if stops && m.looks(deaths) {
						ok[s], again, ends = false, true, ends || dies
					}
				}
			}
		}
		m.settled = append(m.settled, ok)
		if !ok[m.pc(pid)] {
			if ends {
				return fmt.Sprintf("%s may end: processes end in the order of their births", pt.Name)
			}
			return fmt.Sprintf("%s still starts processes", pt.Name)
		}
	}
	return ""
}

// follow evaluates the transitions of all processes. It returns what is not supported; "" if everything is.
func (m *model) follow() (why string, at *vm.Trans) {
	for pid, q := range m.shape.Procs {
		m.used = append(m.used, newUses())
		pt := &m.prog.Procs[q.Type]
		if pt.Provided >= 0 {
			return "the model has provided clauses", nil
		}
		if why, at = m.followAll(pid, pt, m.settled[pid], m.used[pid]); why != "" {
			return why, at
		}
	}
	if m.prog.Claim == nil {
		return "", nil
	}
	m.used = append(m.used, newUses())
	return m.followAll(claimPid, m.prog.Claim, nil, m.used[len(m.used)-1])
}

const claimPid = vm.ClaimPid

func (m *model) followAll(pid int, pt *vm.Proctype, only []bool, used *uses) (string, *vm.Trans) {
	states, met := pt.States, reached(m.prog, pt)
	for s := range states {
		if only != nil && !only[s] || !met[s] {
			continue
		}
		for i := states[s].First; i < states[s].First+states[s].N; i++ {
			t := &m.prog.Trans[i]
			if t.Guard == vm.GuardDie {
				continue
			}
			used.state = s
			n, why := m.followOne(pid, s, states, t, used)
			if why != "" {
				return why, t
			}
			m.decided[step{pid, i}] = n
		}
	}
	return "", nil
}

// reached returns the control states of a process outside d_steps.
func reached(prog *vm.Program, pt *vm.Proctype) []bool {
	out := make([]bool, len(pt.States))
	open := []uint32{pt.Start}
	for len(open) > 0 {
		s := open[len(open)-1]
		if open = open[:len(open)-1]; out[s] {
			continue
		}
		out[s] = true
		for _, t := range prog.Trans[pt.States[s].First : pt.States[s].First+pt.States[s].N] {
			if t.To != vm.Exit && t.Guard != vm.GuardFalse {
				open = append(open, t.To)
			}
		}
	}
	return out
}
