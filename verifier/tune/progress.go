package tune

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gospin/promela"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/compile"
)

// Levels are percentages: a proposal contains the components that decrease on at most this share of the edges
// (Evangelista, Kristensen, "Search-order independent state caching", 2010).
var Levels = []float64{0, 1, 2, 5, 10, 20}

const (
	progressFlag  = "-progress"
	shortRun      = 20000    // number of states of a run by which components are judged
	shortMemory   = 64 << 20 // its memory; edges of long atomic sequences take far more than states
	maxComponents = 100
	maxElements   = 16 // of an array
)

// component is an expression that may measure progress.
type component struct {
	text    string
	counter bool // it is only ever incremented
	back    int  // number of edges on which it decreases
	values  map[int32]struct{}
}

// proposal is a measure made of several components.
type proposal struct {
	name   string
	parts  []*component
	back   int // number of edges on which it decreases
	values int // number of different values
}

func (p *proposal) text() string {
	var texts []string
	for _, c := range p.parts {
		texts = append(texts, c.text)
	}
	return strings.Join(texts, ",")
}

// progressRun is a short run of a model, with its results.
type progressRun struct {
	components []*component
	nodes      [][]int32 // values of all components by node
	v          *source.Values
	edges      int
	from, to   []uint32
	whole      bool // the run has seen all states
}

// Node implements search.Graph.
func (r *progressRun) Node(s *vm.State, _ uint32) error {
	all, err := r.v.Of(s, nil)
	if err != nil {
		return err
	}
	for i, c := range r.components {
		c.values[all[i]] = struct{}{}
	}
	r.nodes = append(r.nodes, all)
	return nil
}

// Edges implements search.Graph.
func (r *progressRun) Edges(number uint32, edges []search.Edge, _ bool) error {
	for _, e := range edges {
		r.edges++
		r.from, r.to = append(r.from, number), append(r.to, e.To)
		for i, c := range r.components {
			if r.nodes[e.To][i] < r.nodes[number][i] {
				c.back++
			}
		}
	}
	return nil
}

// progressComponents returns the expressions that may measure progress: globals, and, for processes that
// exist from the start, their variables and control states.
func progressComponents(m *promela.Model) (out []*component) {
	counters := compile.Counters(m)
	add := func(counter bool, format string, a ...any) {
		if len(out) < maxComponents {
			c := &component{text: fmt.Sprintf(format, a...), counter: counter, values: map[int32]struct{}{}}
			out = append(out, c)
		}
	}
	each := func(prefix string, v *promela.Var) {
		switch {
		case v.Hidden || v.Special != promela.NotSpecial || v.Type.Kind == promela.Struct:
		case v.Type.Kind == promela.Chan && prefix == "" && v.Len == 0 && v.Chan != nil && v.Chan.Slots > 0:
			add(false, "len(%s)", v.Name)
		case v.Type.Kind == promela.Chan:
		case v.Len == 0:
			add(counters[v], "%s%s", prefix, v.Name)
		default:
			for i := range min(v.Len, maxElements) {
				add(counters[v], "%s%s[%d]", prefix, v.Name, i)
			}
		}
	}
	for _, v := range m.Globals {
		each("", v)
	}
	add(false, "_nr_pr")
	pid := 0
	for _, p := range m.Procs {
		for range p.Active {
			if p.Kind == promela.Proctype {
				for i, v := range p.Locals {
					same := func(w *promela.Var) bool { return w.Name == v.Name }
					if slices.IndexFunc(p.Locals, same) == i && !slices.ContainsFunc(p.Locals[i+1:], same) {
						each(fmt.Sprintf("%s[%d]:", p.Name, pid), v)
					}
				}
			}
			add(false, "pc_value(%d)", pid)
			pid++
		}
	}
	return out
}

// progressOfModel makes a short run of a model, and judges the components.
func progressOfModel(ctx context.Context, s source.Source) (*progressRun, error) {
	plain := s
	plain.Measures = nil
	m, err := plain.Open(ctx)
	if err != nil {
		return nil, err
	}
	r := &progressRun{components: progressComponents(m.Tree)}
	texts := (&proposal{parts: r.components}).text()
	plain.Measures = []source.Measure{{Name: progressFlag, Text: texts}}
	prog, err := plain.Program(ctx, source.Aim{})
	if err != nil {
		return nil, err
	}
	r.v = source.ValuesOf(prog, progressFlag)
	st := store.NewSweep(prog.Layout, 0)
	defer st.Free()
	res, err := search.Sweep(&search.Task{
		Context: ctx, Sys: system.Of(vm.NewMachine(prog)),
		Limits: search.Limits{States: shortRun, Memory: shortMemory, NoAssert: true, NoEnd: true},
	}, &search.Line{
		Value:  func(_ *vm.State, dst []int32) ([]int32, error) { return dst, nil },
		States: st,
		Graph:  r,
	})
	if err != nil {
		return nil, err
	}
	r.whole = len(res.Incomplete) == 0
	return r, context.Cause(ctx)
}

// proposals returns measures made of components that change: the counters, and for each level all components
// that rarely decrease.
func (r *progressRun) proposals() (out []*proposal) {
	add := func(name string, fits func(*component) bool) {
		p := &proposal{name: name}
		for _, c := range r.components {
			if len(c.values) > 1 && fits(c) {
				p.parts = append(p.parts, c)
			}
		}
		slices.SortStableFunc(p.parts, func(a, b *component) int {
			if a.counter != b.counter {
				return map[bool]int{true: -1, false: 1}[a.counter]
			}
			return a.back - b.back
		})
		known := slices.ContainsFunc(out, func(q *proposal) bool { return q.text() == p.text() })
		if len(p.parts) > 0 && !known {
			r.judge(p)
			out = append(out, p)
		}
	}
	add("counters", func(c *component) bool { return c.counter })
	for _, level := range Levels {
		add(fmt.Sprintf("%g %%", level), func(c *component) bool {
			return float64(c.back)*100 <= level*float64(r.edges)
		})
	}
	return out
}

// judge counts a proposal's values, and the edges on which it decreases.
func (r *progressRun) judge(p *proposal) {
	var at []int
	for _, c := range p.parts {
		at = append(at, slices.Index(r.components, c))
	}
	value := func(n uint32) []int32 {
		out := make([]int32, len(at))
		for i, k := range at {
			out[i] = r.nodes[n][k]
		}
		return out
	}
	seen := map[string]struct{}{}
	for n := range r.nodes {
		seen[fmt.Sprint(value(uint32(n)))] = struct{}{}
	}
	p.values = len(seen)
	for i := range r.from {
		if slices.Compare(value(r.to[i]), value(r.from[i])) < 0 {
			p.back++
		}
	}
}

// PickSweep returns the options with the measure for -sweep auto: the first proposal that never decreases in
// a short run.
func PickSweep(ctx context.Context, o ask.Options) (ask.Options, error) {
	if o.Sweep != ask.AutoSweep {
		return o, nil
	}
	r, err := progressOfModel(ctx, o.Source)
	if err != nil {
		return o, err
	}
	for _, p := range r.proposals() {
		if p.back == 0 {
			o.Sweep = p.text()
			o.Measures = append(slices.Clip(o.Measures), source.Measure{Name: ask.SweepFlag, Text: o.Sweep})
			return o, nil
		}
	}
	return o, fmt.Errorf("-sweep auto: each variable of the model goes back in a short run, so there is no measure "+
		"of progress to be had for nothing; gospin inspect -progress %s tells how often", o.Model)
}

// ProgressMeasures prints expressions that may measure progress, and how often they decrease in a short run.
func ProgressMeasures(ctx context.Context, w io.Writer, s source.Source) error {
	r, err := progressOfModel(ctx, s)
	if err != nil {
		return err
	}
	share := func(back int) string {
		percent := 100 * float64(back) / float64(max(1, r.edges))
		if back > 0 && percent < 0.1 {
			return " <0.1 %"
		}
		return fmt.Sprintf("%5.1f %%", percent)
	}
	which := "the first"
	if r.whole {
		which = "all"
	}
	fmt.Fprintf(w, "%s %d states, %d edges; components that change, and edges that lead to smaller values:\n",
		which, len(r.nodes), r.edges)
	order := slices.Clone(r.components)
	slices.SortStableFunc(order, func(a, b *component) int { return a.back - b.back })
	for _, c := range order {
		if len(c.values) < 2 {
			continue
		}
		note := ""
		if c.counter {
			note = ", only ever counted up"
		}
		fmt.Fprintf(w, "  %s  %s: %s%s\n", share(c.back), c.text, report.Count(uint64(len(c.values)), "value"), note)
	}
	list := r.proposals()
	if len(list) == 0 {
		fmt.Fprintf(w, "no component goes back with less than %g %% of the edges\n", Levels[len(Levels)-1])
		return nil
	}
	fmt.Fprintln(w, "measures of those that go back with at most so many edges; together:")
	for _, p := range list {
		fmt.Fprintf(w, "  %-9s -sweep '%s': %s back, %s\n", p.name+":", p.text(), strings.TrimSpace(share(p.back)),
			report.Count(uint64(p.values), "value"))
	}
	return nil
}
