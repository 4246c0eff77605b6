package run

import (
	"fmt"
	"slices"
	"time"

	"gospin/verifier/ask"
	"gospin/verifier/findings"
	"gospin/verifier/por"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/way"
	"gospin/vm"
)

// steps searches step by step.
func (a *attempt) steps() (*outcome, error) {
	build := a.build(a.taken)
	st, err := a.plan.Store.Make(build)
	if err != nil {
		return nil, err
	}
	defer st.Free()
	r := a.newReport(way.MachineEngine)
	r.GoesBy = st.By
	task := &search.Task{
		Context:  a.ctx,
		Sys:      a.beside(st.Sys, a.o.Fair.On()),
		Store:    st.Store,
		OnFault:  a.findingsIn(r).Add,
		Taken:    a.taken,
		Limits:   a.limits(r),
		Progress: a.report,
	}
	if a.o.Shuffle {
		task.Shuffle = 2*a.o.Seed + 1
	}
	res, err := a.search(task, st)
	if err != nil {
		return nil, err
	}
	a.tally(r, res, st.Stats())
	st.Report(r, a.o.Split)
	full := st.Err()
	if !res.Stopped && a.plan.Runs > 1 {
		st.Free()
		if err := a.repeat(r, build, task, res); err != nil {
			return nil, err
		}
	}
	if build.Sample != nil {
		r.Sample = build.Sample.Hex()
	}
	return a.conclude(r, res, full), nil
}

// search searches depth first, or in the planned order.
func (a *attempt) search(t *search.Task, st *way.Made) (*search.Result, error) {
	p := a.less.Proviso
	if a.plan.Explores && p > search.SomeOff || a.Part.Claim != "" && p != search.Anywhere {
		return nil, fmt.Errorf("internal error: proviso %d is not for this search", p)
	}
	switch {
	case a.plan.Explores:
		return a.explore(t, st)
	case a.Part.Claim == "":
		return search.DFS(t, search.DFSOptions{Proviso: p})
	}
	return search.Nested(t, search.NestedOptions{Copies: a.o.Fair.On()})
}

// explore searches open states, one at a time.
func (a *attempt) explore(t *search.Task, st *way.Made) (*search.Result, error) {
	open, err := a.frontier()
	if err != nil {
		return nil, err
	}
	decided, free := a.decisions()
	defer free()
	how := search.ExploreOptions{
		Open: open, Decided: decided,
		Caching: search.Caching{Chains: a.o.Chains, MaxVisits: a.o.MaxVisits, Known: a.known.states},
	}
	if a.plan.Lean {
		how.Lean = por.NewLean(a.Prog).Out
	}
	res, err := search.Explore(t, how)
	if a.Part.Claim != "" && !a.plan.Cached {
		res.Visited = res.Stored // like a nested search that finds no accepting state
	}
	if err == nil && a.wrong != nil {
		err = fmt.Errorf("%s=%s: %w", ask.OrderFlag, a.plan.Order, a.wrong)
	}
	return res, err
}

// frontier returns the open states of a search.
func (a *attempt) frontier() (search.Frontier, error) {
	by, err := way.ParseOrder(a.plan.Order)
	if err != nil {
		return nil, err
	}
	m := way.Meaning{Seed: a.o.Seed}
	if by.Expr != "" {
		v := source.ValuesOf(a.Prog, ask.OrderFlag)
		if len(v.Code) != 1 {
			return nil, fmt.Errorf("-order=%s takes one expression, not %d", by.Kind, len(v.Code))
		}
		var dst []int32
		m.Value = func(s *vm.State) int32 {
			if a.wrong != nil {
				return 0
			}
			if dst, a.wrong = v.Of(s, dst[:0]); a.wrong != nil {
				return 0
			}
			return dst[0]
		}
	}
	return by.Frontier(m), nil
}

// repeat makes the searches after the first, with other hash functions, until one is stopped. What the first
// one has left unseen, or what stops them, goes into its result.
func (a *attempt) repeat(r *report.Report, b *way.Build, task *search.Task, first *search.Result) error {
	for n := 1; n < a.plan.Runs && !first.Stopped; n++ {
		b.Run = uint64(n)
		st, err := a.plan.Store.Make(b)
		if err != nil {
			return err
		}
		task.Sys, task.Store = a.beside(st.Sys, a.o.Fair.On()), st.Store
		start := time.Now()
		res, err := a.search(task, st)
		expected := st.Stats().Omissions
		st.Free()
		if err != nil {
			return err
		}
		r.Omitted.Add(report.RunFigures{
			States: findings.Figures(res), Errors: res.Errors, Expected: expected,
			Seconds: time.Since(start).Seconds(),
		})
		r.Errors = max(r.Errors, res.Errors)
		r.Found = r.Errors
		first.Stopped = res.Stopped
		for _, why := range res.Incomplete {
			if !slices.Contains(first.Incomplete, why) {
				first.Incomplete = append(first.Incomplete, why)
			}
		}
		r.Complete = !first.Stopped && len(first.Incomplete) == 0
	}
	return nil
}
