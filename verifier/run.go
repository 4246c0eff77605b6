package verifier

import (
	"fmt"
	"strings"
	"time"

	"gospin/promela"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/trail"
	"gospin/vm"
	"gospin/vm/compile"
)

// Load reads and compiles a model.
func Load(o *Options) (*promela.Model, *vm.Program, error) {
	m, err := promela.ParseFile(o.Model, promela.Options{Defines: o.Defines, Undefs: o.Undefs})
	if err != nil {
		return nil, nil, err
	}
	p, err := compile.Compile(m, compile.Options{Padded: o.Compress == "none", Lossy: o.Lossy, Strict: o.Strict})
	return m, p, err
}

// Run verifies a model. An error is about the options or the model; whatever the search finds is in the Report.
func Run(o Options) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	start := time.Now()
	model, prog, err := Load(&o)
	if err != nil {
		return nil, err
	}
	compiled := time.Now()
	limit := o.Memory
	if limit <= 0 {
		limit = machineMemory() / 4 * 3
	}
	var st store.Store
	if o.Compress == "collapse" {
		st = store.NewCollapse(prog.Layout, limit)
	} else {
		st = store.NewPlain(prog.Layout, limit)
	}
	defer st.Free()
	r := &Report{Model: o.Model, Compress: o.Compress, Options: o.asMap()}
	for _, w := range model.Warnings {
		r.Warnings = append(r.Warnings, w.String())
	}
	f := &findings{o: &o, prog: prog, r: r, seen: map[string]bool{}}
	task := &search.Task{Sys: vm.NewMachine(prog), Store: st, OnFault: f.fault,
		Limits: search.Limits{Depth: o.Depth, Errors: o.Errors, NoAssert: o.NoAssert, NoEnd: o.NoEnd}}
	if o.Time > 0 {
		task.Limits.Deadline = compiled.Add(o.Time)
	}
	if o.Progress != nil {
		task.Progress = progress(o.Progress, compiled)
	}
	res, err := search.DFS(task)
	if err != nil {
		return nil, err
	}
	r.Time = Times{Compile: compiled.Sub(start).Seconds(), Search: time.Since(compiled).Seconds()}
	stats := st.Stats()
	r.States = States{res.Stored, res.Matched, res.Transitions(), res.AtomicSteps, res.Depth}
	r.Errors, r.Stopped, r.Incomplete = res.Errors, res.Stopped, res.Incomplete
	r.Memory = Memory{StateVector: res.MaxVector, Store: stats.Bytes, PeakRSS: peakRSS()}
	if res.Stored > 0 {
		r.Memory.BytesPerState = float64(stats.Bytes) / float64(res.Stored)
	}
	r.conclude(&o, model)
	return r, nil
}

// conclude draws the verdict.
func (r *Report) conclude(o *Options, m *promela.Model) {
	reasons := append([]string{}, r.Incomplete...)
	if !o.NoClaim && len(m.Claims)+len(m.LTL) > 0 {
		for _, c := range m.Claims {
			r.Properties = append(r.Properties, Property{Name: c.Name, Kind: "never", Verdict: Inconclusive, Message: "claims are not checked by this version"})
		}
		for _, l := range m.LTL {
			r.Properties = append(r.Properties, Property{Name: l.Name, Kind: "ltl", Verdict: Inconclusive, Message: "formulas are not checked by this version"})
		}
		reasons = append(reasons, "the model's claims were not checked (-noclaim leaves them out)")
	}
	complete := len(r.Incomplete) == 0 && !r.Stopped
	safety := Holds
	if !complete {
		safety = Inconclusive
	}
	for _, k := range []string{"end-state", "assertion"} {
		found := false
		for _, p := range r.Properties {
			found = found || p.Kind == k
		}
		off := k == "assertion" && o.NoAssert || k == "end-state" && o.NoEnd
		if !found && !off {
			r.Properties = append([]Property{{Name: k, Kind: k, Verdict: safety}}, r.Properties...)
		}
	}
	switch {
	case r.Errors > 0:
		r.Verdict = Violated
	case len(reasons) > 0 || !complete:
		r.Verdict = Inconclusive
		r.Reason = strings.Join(reasons, "; ")
	default:
		r.Verdict = Holds
	}
	r.Exit = r.Verdict.ExitCode()
}

// findings turns the faults of a search into messages, properties and trails.
type findings struct {
	o    *Options
	prog *vm.Program
	r    *Report
	last string
	n    int
	seen map[string]bool
}

func (f *findings) fault(ft *search.Fault) error {
	f.n++
	kind, msg := "assertion", ft.Msg
	if ft.EndState {
		kind, msg = "end-state", "invalid end state"
	}
	if line := fmt.Sprintf("pan:1: %s (at depth %d)", msg, ft.Depth); msg != f.last {
		f.last = msg
		f.r.Messages = append(f.r.Messages, line)
	}
	if f.seen[kind] && !f.o.AllTrail {
		return nil
	}
	if err := f.replay(ft); err != nil {
		return err
	}
	p := Property{Name: kind, Kind: kind, Verdict: Violated, Message: msg}
	if f.o.Trails && (f.o.AllTrail || len(f.seen) == 0) {
		p.Trail = f.o.Model + ".trail"
		if f.o.AllTrail && f.n > 1 {
			p.Trail = fmt.Sprintf("%s%d.trail", f.o.Model, f.n-1)
		}
		if err := trail.WriteFile(p.Trail, trail.FromMoves(f.prog, ft.Moves)); err != nil {
			return err
		}
		f.r.Messages = append(f.r.Messages, "pan: wrote "+p.Trail)
	}
	if !f.seen[kind] {
		f.r.Properties = append(f.r.Properties, p)
	}
	f.seen[kind] = true
	return nil
}

// replay takes the moves on a fresh machine, without the search's store; the error must come back.
func (f *findings) replay(ft *search.Fault) error {
	_, prog, err := Load(f.o)
	if err != nil {
		return err
	}
	m := vm.NewMachine(prog)
	var s vm.State
	eff := m.Initial(&s)
	for i, mv := range ft.Moves {
		moves, e := m.Moves(&s, nil)
		if e&vm.Released != 0 {
			moves, _ = m.Moves(&s, nil)
		}
		ok := false
		for _, x := range moves {
			ok = ok || x == mv
		}
		if !ok {
			return fmt.Errorf("internal error: the counterexample does not replay at move %d", i+1)
		}
		eff = m.Do(&s, mv)
	}
	switch {
	case ft.EndState:
		if _, eff = m.Moves(&s, nil); eff&vm.Released != 0 {
			_, eff = m.Moves(&s, nil)
		}
		if eff&vm.InvalidEnd == 0 {
			return fmt.Errorf("internal error: the counterexample does not end in an invalid end state")
		}
	case eff&vm.Failed == 0:
		if _, eff = m.Moves(&s, nil); eff&vm.Released != 0 {
			_, eff = m.Moves(&s, nil)
		}
		if eff&vm.Failed == 0 && ft.Kind != vm.EndlessAtomic {
			return fmt.Errorf("internal error: the counterexample does not fail at its end")
		}
	}
	return nil
}

func (o *Options) asMap() map[string]any {
	return map[string]any{"compress": o.Compress, "depth": o.Depth, "errors": o.Errors, "reductions": []string{}, "defines": append([]string{}, o.Defines...)}
}
