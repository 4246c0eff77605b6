package reason

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gospin/verifier/trail"
	"gospin/vm"
)

// wait is a blocked process with what it waits for.
type wait struct {
	pid  int
	at   string // its place
	file string
	fors []string // alternatives it waits for
	on   []int    // processes that could make one of them happen
}

// Limits of waiting processes, and of statements of one process, in an explanation.
const (
	maxWaiting = 8
	maxChoices = 4
)

// deadlock describes the blocked processes, their places, what they wait for, and why it can't happen.
func (r *run) deadlock() []string {
	s := &r.last
	var waits []*wait
	for pid := range r.p.Layout.ShapeOf(s.Vec).Procs {
		if w := r.waiting(s, pid, false); w != nil {
			waits = append(waits, w)
		}
	}
	var out []string
	file, told := "", map[*wait]bool{}
	for i, w := range waits {
		if told[w] {
			continue
		}
		if len(out) == maxWaiting {
			out = append(out, fmt.Sprintf("and %d processes more", len(waits)-len(told)))
			break
		}
		names := []string{}
		for _, x := range waits[i:] {
			if x.at == w.at && slices.Equal(x.fors, w.fors) {
				told[x] = true
				names = append(names, r.name(s, x.pid))
			}
		}
		at := w.at
		if w.file == file {
			at = at[strings.LastIndexByte(at, ':'):]
		}
		file = w.file
		out = append(out, fmt.Sprintf("%s %s at %s for %s", list(names, "and"),
			map[bool]string{true: "waits", false: "wait"}[len(names) == 1], at, strings.Join(w.fors, ", or for ")))
	}
	if text := r.circle(waits); text != "" {
		out = append(out, text)
	}
	return out
}

// Waiting is a blocked process in the last state of a run.
type Waiting struct {
	Pid int
	For string // what it waits for and why that is missing; alternatives are joined by "or"
}

// Waits returns the processes that are blocked after a trail, with what they wait for. If a process is inside
// an atomic sequence, or has priority, it may be the only reason why others can't move, so these are omitted.
// Processes that only have to end are omitted, too.
func Waits(p *vm.Program, t *trail.Trail) (out []Waiting) {
	if len(t.Steps) > longest || t.Merged {
		return nil
	}
	r := &run{p: p, t: t, m: vm.NewMachine(p), able: map[int]bool{}}
	if !r.follow() || len(r.failed) > 0 {
		return nil
	}
	s := &r.last
	moves, _ := trail.Moves(r.m, s, nil)
	for _, mv := range moves {
		if r.able[int(mv.Pid)] = true; mv.Partner != 0 {
			r.able[int(mv.Peer)] = true
		}
	}
	for pid := range r.p.Layout.ShapeOf(s.Vec).Procs {
		if r.able[pid] || s.Excl >= 0 || len(r.m.MovesOf(s, pid, nil)) > 0 || r.aheadOf(s, pid).ended {
			continue
		}
		if w := r.waiting(s, pid, true); w != nil && len(w.fors) > 0 {
			out = append(out, Waiting{pid, strings.Join(w.fors, ", or for ")})
		}
	}
	return out
}

// waiting returns what a process waits for. It returns nil if there is nothing, or, unless ends is set, if
// the process is in a valid end state.
func (r *run) waiting(s *vm.State, pid int, ends bool) *wait {
	q := r.p.Layout.ShapeOf(s.Vec).Procs[pid]
	pt := &r.p.Procs[q.Type]
	at := r.m.PC(s, pid)
	st := &pt.States[at]
	if st.End && !ends || st.N == 0 {
		return nil
	}
	src := &pt.Sources[at]
	w := &wait{pid: pid, file: src.File, at: fmt.Sprintf("%s:%d", filepath.Base(src.File), src.First)}
	if st.N > 1 && src.First == 0 {
		w.at = fmt.Sprintf("%s:%d", filepath.Base(src.File), src.Line)
	}
	for i := st.First; i < st.First+st.N; i++ {
		if st.N == 1 {
			if line := r.p.Stmts[r.p.Trans[i].Stmt].FirstLine; line > 0 {
				w.at = fmt.Sprintf("%s:%d", filepath.Base(src.File), line)
			}
		}
		text, on := r.waitsFor(s, pid, i)
		for _, pid := range on {
			if !slices.Contains(w.on, pid) {
				w.on = append(w.on, pid)
			}
		}
		if len(w.fors) < maxChoices && text != "" && !slices.Contains(w.fors, text) {
			w.fors = append(w.fors, text)
		}
	}
	if n := int(st.N) - maxChoices; n > 0 {
		w.fors = append(w.fors, fmt.Sprintf("%d others", n))
	}
	return w
}

// waitsFor describes what must happen before a process can take a transition, and why it can't, and returns
// the processes that might have made it happen.
func (r *run) waitsFor(s *vm.State, pid int, trans uint32) (text string, on []int) {
	t := &r.p.Trans[trans]
	st := &r.p.Stmts[t.Stmt]
	text = st.Written()
	why := ""
	switch t.Guard {
	case vm.GuardSend, vm.GuardRecv:
		why, on = r.channel(s, pid, trans)
	case vm.GuardDie:
		return "the end of the processes that are younger", nil
	case vm.GuardFalse:
		why = "never true"
	case vm.GuardExpr, vm.GuardCmpC:
		if st.Cond != nil {
			why, on = r.condition(s, pid, st.Cond)
		}
	}
	if r.p.Procs[t.Proc].Provided >= 0 {
		why = strings.TrimPrefix(why+"; it has a provided clause", "; ")
	}
	if why != "" {
		text += " (" + why + ")"
	}
	return text, on
}

// condition explains why a condition is false, and returns the processes that could make it true.
func (r *run) condition(s *vm.State, pid int, x *vm.Expr) (why string, on []int) {
	for _, part := range r.falseParts(s, pid, x) {
		var subjects []*subject
		for k := range part.Vars {
			subjects = append(subjects, r.about(s, pid, &part.Vars[k]))
		}
		r.trace(subjects, s)
		var told []string
		for _, v := range subjects {
			if v.value == "" {
				continue
			}
			text := v.text + " = " + v.value
			writers := r.writers(s, pid, v.expr)
			switch {
			case writers == nil && v.expr.Cells.Len > 0:
				text += r.nobodyWrites(s, pid, v)
			case v.step > 0:
				text += " " + r.since(v)
			}
			if v.step > 0 && slices.Contains(writers, v.by) {
				writers = []int{v.by} // the process that set it last is the likeliest to reset it
			}
			on = append(on, writers...)
			told = append(told, text)
		}
		return strings.Join(told, ", "), on
	}
	return "", nil
}

// writers returns the processes, except one, that may still write a variable. Nobody can write the variables
// of another process.
func (r *run) writers(s *vm.State, pid int, x *vm.Expr) []int {
	if x.Cells.Len == 0 || x.Cells.Base != vm.BaseGlobal {
		return nil
	}
	return r.helpers(s, pid, func(a *ahead) bool { return a.writes(&x.Cells) })
}

// nobodyWrites returns the sentence that no process will write a variable any more, or "".
func (r *run) nobodyWrites(s *vm.State, pid int, v *subject) string {
	if v.expr.Cells.Base != vm.BaseGlobal {
		return "" // a local variable
	}
	who := "nobody alive"
	if r.aheadOf(s, pid).writes(&v.expr.Cells) {
		who = "nobody else alive"
	}
	what := ", and " + who + " writes " + base(v.expr.Text)
	if gone := r.ended(s, func(a *ahead) bool { return a.writes(&v.expr.Cells) }); len(gone) > 0 {
		what += fmt.Sprintf(": no %s is running", list(gone, "or"))
	}
	return what
}

// base returns the name of a variable without index or field.
func base(text string) string {
	if i := strings.IndexAny(text, "[."); i > 0 {
		return text[:i]
	}
	return text
}

// circle names processes that wait for each other, or is "".
func (r *run) circle(waits []*wait) string {
	next := map[int]int{}
	for _, w := range waits {
		if len(w.on) == 1 {
			next[w.pid] = w.on[0]
		}
	}
	for _, w := range waits {
		path := []int{w.pid}
		for {
			n, waits := next[path[len(path)-1]]
			if !waits {
				break
			}
			if n == w.pid {
				return r.ring(path)
			}
			if slices.Contains(path, n) {
				break
			}
			path = append(path, n)
		}
	}
	return ""
}

// ring names the processes of a circle.
func (r *run) ring(path []int) string {
	var names []string
	for _, pid := range path {
		names = append(names, r.name(&r.last, pid))
	}
	switch len(names) {
	case 1:
		return ""
	case 2:
		return names[0] + " and " + names[1] + " wait for each other"
	}
	return "a circle of waiting: " + strings.Join(append(names, names[0]), " → ")
}
