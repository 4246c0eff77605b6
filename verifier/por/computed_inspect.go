package por

import (
	"fmt"

	"gospin/vm"
)

// Safety is what a rule says of a control state of a process.
type Safety struct {
	Proc      int // proctype
	Pid       int // -1: of any process of the type
	State     uint32
	Safe      bool // its moves suffice wherever they are all that it may have, whatever others do
	Sticky    bool // it is left out for the sake of cycles
	Conflicts []Conflict
}

// Conflict is why a control state is not safe. Where Other is -1, no other process is in the way.
type Conflict struct {
	Trans   uint32 // of the process
	Visible bool   // the claim may see it
	Enables bool   // what the other does may enable the move, where it is blocked
	Room    bool   // it is in the way only where a channel has too little room
	Other   int    // proctype of the process in the way
	Pid     int    // its number; -1: any
	With    uint32 // its transition
	On      string // what both use
	Cure    string // what would help; "": nothing simple
}

// Inspect tells of the control states that processes may come to: of those that run at the start, and of all
// that others may create, by type.
func (r *ComputedRule) Inspect() []Safety {
	var all []*inspected
	for _, x := range r.instances() {
		a := &analysis{instance: x, states: make([]stateActs, len(r.prog.Procs[x.proctype].States))}
		for k := range a.states {
			a.state(uint32(k))
		}
		a.close()
		all = append(all, &inspected{a, a.comesTo()})
	}
	var out []Safety
	for i, x := range all {
		for k := range x.states {
			if x.met[k] && len(x.table(uint32(k))) > 0 {
				out = append(out, x.safety(uint32(k), i, all))
			}
		}
	}
	return out
}

// Matrix says of each two proctypes whether some move of one conflicts with one of the other.
func (r *ComputedRule) Matrix() [][]bool {
	n := len(r.prog.Layout.Procs)
	out := make([][]bool, n)
	for i := range out {
		out[i] = make([]bool, n)
	}
	for _, s := range r.Inspect() {
		for _, c := range s.Conflicts {
			if c.Other >= 0 {
				out[s.Proc][c.Other], out[c.Other][s.Proc] = true, true
			}
		}
	}
	return out
}

// instances are the processes at the start, and any of the types that are created.
func (r *ComputedRule) instances() []*instance {
	var out []*instance
	created := map[int32]bool{}
	for _, x := range r.generic {
		for k := range r.prog.Procs[x.proctype].States {
			for _, t := range x.table(uint32(k)) {
				var children []int32
				x.effect(&t, r.set(), &children)
				for _, c := range children {
					created[c] = true
				}
			}
		}
	}
	for pid, t := range r.prog.Order {
		out = append(out, r.met[int(t)*vm.MaxProcs+pid][0])
	}
	for i, x := range r.generic {
		if created[int32(i)] {
			out = append(out, x)
		}
	}
	return out
}

// inspected is an instance with the control states that it comes to.
type inspected struct {
	*analysis
	met []bool
}

func (a *analysis) comesTo() []bool {
	met := make([]bool, len(a.states))
	work := []uint32{a.prog.Procs[a.proctype].Start}
	for ; len(work) > 0; work = work[1:] {
		if k := work[0]; k != vm.Exit && !met[k] {
			met[k] = true
			for i, t := range a.table(k) {
				if !a.states[k].trans[i].dead {
					work = append(work, t.To)
				}
			}
		}
	}
	return met
}

// safety holds a control state against all that the others may ever do.
func (x *inspected) safety(k uint32, me int, all []*inspected) Safety {
	c := x.r.classes[x.first+k]
	s := Safety{Proc: x.proctype, Pid: x.pid, State: k, Sticky: c.sticky, Safe: !c.sticky && !c.never}
	for i := range c.moves {
		m := &c.moves[i]
		if m.dead {
			continue
		}
		if m.visible {
			s.Conflicts = append(s.Conflicts, Conflict{Trans: m.trans, Visible: true, Other: -1, Pid: -1,
				On: "what the claim looks at"})
		}
		for j, y := range all {
			if j == me && x.pid >= 0 {
				continue
			}
			y.against(m.trans, m.against, Conflict{}, &s)
			y.against(m.trans, m.enabled, Conflict{Enables: true}, &s)
			for _, room := range m.rooms {
				y.against(m.trans, room.against, Conflict{Room: true}, &s)
			}
		}
	}
	for _, c := range s.Conflicts {
		s.Safe = s.Safe && c.Room
	}
	return s
}

// against adds the first transition of y that does one of the acts.
func (y *inspected) against(trans uint32, acts bitset, like Conflict, s *Safety) {
	for k := range y.states {
		for i := range y.states[k].trans {
			t := &y.states[k].trans[i]
			if !y.met[k] || t.dead || !acts.meets(t.first) {
				continue
			}
			like.Trans, like.With = trans, y.index(uint32(k), i)
			like.Other, like.Pid = y.proctype, y.pid
			both := append(bitset{}, acts...)
			both.keep(t.first)
			like.On, like.Cure = y.r.told(both)
			s.Conflicts = append(s.Conflicts, like)
			return
		}
	}
}

// told names the thing of the first of some acts, and says what would keep it from conflicts.
func (r *ComputedRule) told(acts bitset) (what, cure string) {
	for i := range r.words * 64 {
		if acts[i>>6]>>(i&63)&1 == 0 {
			continue
		}
		channel := (i - r.groups*cellActs) / chanActs
		switch {
		case i < r.groups*cellActs:
			return r.groupName(i / cellActs), "a local variable, or an index that is _pid or a parameter"
		case i >= r.processBit(0):
			return "the number of processes", "processes that run from the start"
		case channel < r.globals:
			return r.channelName(channel + 1), "a channel for each two processes"
		case channel < r.unknown():
			return fmt.Sprintf("channel %d", channel+1), "a channel for each two processes"
		}
		return "channels in variables", "a channel that is a parameter, or that nothing assigns"
	}
	return "", ""
}

func (r *ComputedRule) channelName(id int) string {
	return r.variable(int(r.prog.ChanVars[id-1].A))
}

func (r *ComputedRule) groupName(group int) string {
	for at, g := range r.group {
		if int(g) == group {
			return r.variable(at)
		}
	}
	return ""
}

// variable names the global at an address.
func (r *ComputedRule) variable(at int) string {
	for i := range r.prog.Shown {
		v := &r.prog.Shown[i]
		if k := at - v.Elem.Off; k >= 0 && k < v.Len*max(1, v.Stride) {
			return v.Item(k / max(1, v.Stride))
		}
	}
	return fmt.Sprintf("globals+%d", at)
}
