package reason

import (
	"gospin/vm"
)

// ahead has the accesses that a process may still make in guards and effects, from its present control state.
type ahead struct {
	pid      int
	accesses []*vm.Access
	creates  bool
	ended    bool // the process has only to end
}

// aheadOf computes what a process may still do, on any path through its proctype.
func (r *run) aheadOf(s *vm.State, pid int) *ahead {
	q := r.p.Layout.ShapeOf(s.Vec).Procs[pid]
	out := &ahead{pid: pid, ended: true}
	seen := map[uint32]bool{0: true, vm.Exit: true}
	for todo := []uint32{r.m.PC(s, pid)}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		st := &r.p.Procs[q.Type].States[at]
		for i := st.First; i < st.First+st.N; i++ {
			t, a := &r.p.Trans[i], &r.p.Accesses[i]
			out.accesses = append(out.accesses, &a.Guard, &a.Effect)
			out.creates = out.creates || a.Effect.Creates
			out.ended = out.ended && t.Guard == vm.GuardDie
			todo = append(todo, t.To)
		}
	}
	return out
}

// writes reports whether a process may write a global variable.
func (a *ahead) writes(c *vm.Cells) bool {
	for _, x := range a.accesses {
		if x.WritesAll {
			return true
		}
		for i := range x.Writes {
			if x.Writes[i].Meets(c) {
				return true
			}
		}
	}
	return false
}

// uses reports whether a process may send to a channel, or receive from it. With surely, only channels that
// the process names for certain count.
func (r *run) uses(s *vm.State, a *ahead, id int, sends, surely bool) bool {
	for _, x := range a.accesses {
		list := x.Recvs
		if sends {
			list = x.Sends
		}
		for i := range list {
			c := &list[i]
			is, sure := r.m.ChannelIs(s, a.pid, c)
			sure = sure && (c.ID > 0 || c.Own > 0 || c.In.Base == vm.BaseSelf && !a.writes(&c.In))
			if is == id && sure || !sure && !surely {
				return true
			}
		}
	}
	return false
}

// helpers returns the processes, except one, that may do something. The actions of processes that a process
// may create count as its own.
func (r *run) helpers(s *vm.State, but int, does func(a *ahead) bool) (out []int) {
	for pid := range r.p.Layout.ShapeOf(s.Vec).Procs {
		if pid == but {
			continue
		}
		if a := r.aheadOf(s, pid); does(a) || a.creates {
			out = append(out, pid)
		}
	}
	return out
}

// types returns the proctypes of live processes.
func (r *run) types(s *vm.State) map[int]bool {
	out := map[int]bool{}
	for _, q := range r.p.Layout.ShapeOf(s.Vec).Procs {
		out[q.Type] = true
	}
	return out
}

// ended returns the proctypes without a live process whose statements might have done something.
func (r *run) ended(s *vm.State, does func(a *ahead) bool) (out []string) {
	alive := r.types(s)
	for n := range r.p.Procs {
		pt := &r.p.Procs[n]
		if alive[n] || pt.Claim {
			continue
		}
		a := &ahead{pid: -1}
		for k := range pt.States {
			for i := pt.States[k].First; i < pt.States[k].First+pt.States[k].N; i++ {
				a.accesses = append(a.accesses, &r.p.Accesses[i].Guard, &r.p.Accesses[i].Effect)
			}
		}
		if does(a) {
			out = append(out, pt.Name)
		}
	}
	return out
}
