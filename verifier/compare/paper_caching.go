package compare

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier"
	"gospin/verifier/inspect"
	"gospin/verifier/report"
)

var cachingPaper = &paper{
	name:   "caching",
	source: "S. Evangelista, L. M. Kristensen: Search-order independent state caching, 2010",
	models: cachedModels(),
	sheets: (*paperRun).caching,
}

func cachedModels() (names []string) {
	for _, c := range cached {
		names = append(names, c.model)
	}
	return names
}

// cached are the models, and the instance of the paper whose kind each is of; "": there is none.
var cached = []struct{ model, small, large, instance string }{
	{"bakery", "N=2", "N=3 TICKETS=6", "bakery.4"},
	{"brp", "FILES=6", "N=20 TRIES=10 FILES=80", "brp.3"},
	{"lamport", "N=3", "N=4", "lamport_nonatomic.3"},
	{"ring", "N=8", "N=12", "leader_election.4"},
	{"lifts", "N=4", "N=6 TOP=3", "lifts.6"},
	{"peterson", "N=3", "N=4", "peterson.3"},
	{"cell", "N=2", "N=6", "production_cell.4"},
	{"lease", "N=4", "N=8 SLOTS=5 LEASES=4", "rether.3"},
	{"dbm", "N=6", "N=10", ""},
	{"dining", "N=6", "N=9", ""},
	{"mutex", "N=8", "N=12", ""},
	{"sieve", "N=15", "N=30", ""},
	{"stopwait", "N=20", "N=1000", ""},
	{"server", "N=3", "N=4", ""},
}

// Cache sizes are tried in these steps, and a run may visit so many times the states.
const (
	cacheStep  = 5 // per cent
	mostVisits = 5
)

// mostShaped is how many states a model may have whose levels are told.
const mostShaped = 2000000

// group is a column of table 2: an order with all that it may be told.
type group struct {
	title  string
	orders []string
}

// groups are the orders, with fewer variants for small sizes.
func (p *paperRun) groups() []group {
	depths := []int{1, 8}
	if p.Large {
		depths = []int{1, 4, 8}
	}
	bounded, alternating := group{title: "BBFS"}, group{title: "Alt"}
	for _, w := range []int{4, 16, 256} {
		bounded.orders = append(bounded.orders, fmt.Sprintf("bbfs:%d", w))
	}
	for _, b := range depths {
		for _, d := range depths {
			alternating.orders = append(alternating.orders, fmt.Sprintf("alt:%d,%d", b, d))
		}
	}
	return []group{{"DFS", []string{"dfs"}}, {"BFS", []string{"bfs"}}, bounded, alternating}
}

// strategies are those that say what is forgotten first.
var strategies = [][]string{{"random"}, {"depth"}, {"fifo"}, {"lifo"}, {"strata:5"}}

func (p *paperRun) strategies() [][]string {
	if p.Large {
		return strategies
	}
	return strategies[:3]
}

func needCache(r *report.Report) string {
	if r.Cache == nil {
		return "no states were forgotten: the search has no cache"
	}
	return ""
}

func (p *paperRun) caching() {
	p.cachingShapes()
	p.cachingTrees()
	p.cachingTable()
	p.cachingSwept()
	p.cachingChart()
}

// shape is a model's, nil if it has none.
func (p *paperRun) shape(model string, defines []string) (*inspect.Shape, string) {
	o := p.raw(model, defines)
	p.tell(strings.Join(append([]string{model}, defines...), " ") + ", levels")
	if p.verify != nil { // there are no models
		return nil, "no model"
	}
	s, err := inspect.ShapeOf(p.ctx, o.Source, mostShaped)
	if err != nil {
		return nil, strings.Join(strings.Fields(err.Error()), " ")
	}
	return s, ""
}

// cachingShapes tells of levels, and charts them (the paper's figure 7).
func (p *paperRun) cachingShapes() {
	s := Sheet{
		Title: "Models: states, degree, and levels breadth first",
		Notes: []string{
			"Degree: transitions per state. Backward: transitions to a level that is no further away, in per " +
				"cent. Single: states that one transition leaves. In brackets: the paper's instance of that kind.",
		},
		Head: []string{"model", "states", "degree", "levels", "widest", "backward", "single"},
	}
	levels := chart{
		title: "States per level (the paper's figure 7)",
		xName: "level, in per cent of all levels",
		yName: "states, in per cent",
	}
	for _, c := range cached {
		if !p.wanted(c.model) {
			continue
		}
		states, degree := "", ""
		title := c.model
		if i := instanceOf(c.instance); i != nil {
			title += " [" + i.name + "]"
			states, degree = fmt.Sprint(i.states), fmt.Sprintf("%.1f", i.degree)
		}
		shape, why := p.shape(c.model, p.size(c.small, c.large))
		if why != "" {
			e := Entry{Why: p.reason(why)}
			s.Lines = append(
				s.Lines,
				[]Entry{{Ours: title}, {Paper: states, Why: e.Why}, {Paper: degree, Why: e.Why},
					e, e, e, e},
			)
			continue
		}
		s.Lines = append(s.Lines, []Entry{
			{Ours: title}, {Ours: fmt.Sprint(shape.States), Paper: states},
			{Ours: fmt.Sprintf("%.1f", float64(shape.Transitions)/float64(shape.States)), Paper: degree},
			{Ours: fmt.Sprint(len(shape.Levels))}, {Ours: tenthPercent(shape.Widest(), shape.States)},
			{Ours: share(shape.Backward, shape.Transitions)}, {Ours: share(shape.Single, shape.States)},
		})
		levels.series = append(levels.series, levelSeries(c.model, shape))
	}
	p.add(s)
	p.out.Charts = append(p.out.Charts, levels)
}

func tenthPercent(part, whole uint64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// mostPoints are those of a line of a chart.
const mostPoints = 50

// levelSeries are the states per level, of many levels some.
func levelSeries(name string, shape *inspect.Shape) series {
	out := series{name: name, joined: true}
	n := len(shape.Levels)
	step := max(1, n/mostPoints)
	for i := 0; i < n; i += step {
		out.points = append(out.points, point{
			x: 100 * float64(i) / float64(max(n-1, 1)),
			y: 100 * float64(shape.Levels[i]) / float64(shape.States),
		})
	}
	return out
}

func instanceOf(name string) *instance {
	i := slices.IndexFunc(instances, func(i instance) bool { return i.name == name })
	if i < 0 {
		return nil
	}
	return &instances[i]
}

// cacheRun is a search with a cache of some states, which may take all of a model.
func (p *paperRun) cacheRun(
	o verifier.Options,
	order string,
	states uint64,
	evict []string,
	chains bool,
) outcome {
	o.Order, o.Evict, o.Chains = order, evict, chains
	o.Cache, o.MaxVisits = fmt.Sprint(states), mostVisits
	return p.verifyOnce(o, needCache)
}

// leanRun is cacheRun without edges that lead nowhere else, as the paper has it, where that can be.
func (p *paperRun) leanRun(
	o verifier.Options,
	order string,
	states uint64,
	evict []string,
	chains bool,
) outcome {
	o.Lean = true
	run := p.cacheRun(o, order, states, evict, chains)
	if run.Verdict != "" {
		return run
	}
	o.Lean = false
	return p.cacheRun(o, order, states, evict, chains)
}

// cachingTrees tells how large the termination-detection tree gets.
func (p *paperRun) cachingTrees() {
	s := Sheet{
		Title: "Largest termination-detection tree, in per cent of the states, with room for all; not in the paper",
		Notes: []string{
			"No cache may be smaller at that time. With CR: chains of states with one successor leave the tree. All " +
				"edges are followed here: edge-lean searches may need less.",
		},
		Head:  []string{"model", "states"},
		joint: 2,
		lead:  2,
	}
	orders := []string{"dfs", "bfs", "bbfs:16", "alt:8,8"}
	for _, o := range orders {
		s.Head = append(s.Head, o, "CR")
	}
	for _, c := range cached {
		if !p.wanted(c.model) {
			continue
		}
		o := p.raw(c.model, p.size(c.small, c.large))
		all := p.verifyOnce(o, nil)
		line := []Entry{{Ours: c.model}, p.entry(all, storedStates, "")}
		for _, order := range orders {
			for _, chains := range []bool{false, true} {
				run := all
				if all.why == "" {
					run = p.cacheRun(o, order, all.States.Stored, nil, chains)
				}
				line = append(line, p.entry(run, func(r *report.Report) string {
					return share(r.Cache.Tree, all.States.Stored)
				}, ""))
			}
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// found is the smallest cache at which a search comes to its end, and the fewest visits there.
type found struct {
	percent int
	visits  uint64
	order   string
}

// smallest looks for the smallest cache: in steps, with all orders of a group and all strategies.
func (p *paperRun) smallest(o verifier.Options, states uint64, g group, chains bool) (*found, string) {
	why := ""
	for percent := cacheStep; percent <= 100 && p.ctx.Err() == nil; percent += cacheStep {
		var best *found
		met := false
		for _, order := range g.orders {
			for _, evict := range p.strategies() {
				size := max(2, (states*uint64(percent)+99)/100)
				run := p.leanRun(o, order, size, evict, chains)
				if run.why != "" {
					why = run.why
					met = met || run.Verdict == report.Inconclusive
					continue
				}
				visits := run.Cache.Visits
				if met = true; visits > mostVisits*states {
					why = fmt.Sprintf("more than %d times the states visited", mostVisits)
				} else if best == nil || visits < best.visits {
					best = &found{percent, visits, order}
				}
			}
		}
		if best != nil || !met { // nothing is searched at all: more states don't help
			return best, why
		}
	}
	return nil, why
}

// cachingTable makes table 2.
func (p *paperRun) cachingTable() {
	var names []string
	for _, e := range p.strategies() {
		names = append(names, strings.Join(e, ","))
	}
	s := Sheet{
		Title: "Table 2: smallest cache / fewest visits there, in per cent of the states",
		Notes: []string{
			fmt.Sprintf(
				"A cache is tried in steps of %d %% until some run ends with at most %d times the states visited. "+
					"What is best is told with what the order was told. Strategies: %s; the paper tries 60. Edges that lead "+
					"nowhere else are left out (edge-lean), as in the paper, where that can be.",
				cacheStep,
				mostVisits,
				strings.Join(names, ", "),
			),
			"The best of many runs is told, so this is not what one run needs. Models are of the kind of the paper's " +
				"instances, not those themselves.",
		},
		Head: []string{"model", "CR"},
		lead: 2,
	}
	groups := p.groups()
	for _, g := range groups {
		s.Head = append(s.Head, g.title)
	}
	for _, c := range cached {
		if !p.wanted(c.model) {
			continue
		}
		o := p.raw(c.model, p.size(c.small, c.large))
		all := p.verifyOnce(o, nil)
		for _, chains := range []bool{false, true} {
			line := []Entry{{Ours: c.model}, {Ours: yesNo(chains)}}
			for i, g := range groups {
				e := Entry{}
				if in := instanceOf(c.instance); in != nil {
					e.Paper = in.best(i, chains).String()
				}
				f, why := (*found)(nil), all.why
				if why == "" {
					f, why = p.smallest(o, all.States.Stored, g, chains)
				}
				switch {
				case f != nil:
					e.Ours = best{
						f.percent,
						int(100 * f.visits / all.States.Stored),
						parameters(f.order),
					}.String()
				case why != "":
					e.Why = p.reason(why)
				}
				line = append(line, e)
			}
			s.Lines = append(s.Lines, line)
		}
	}
	p.add(s)
	p.cachingOthers()
}

// best is the paper's for an order.
func (i *instance) best(order int, chains bool) best {
	if chains {
		return i.chains[order]
	}
	return i.plain[order]
}

func (b best) String() string {
	s := fmt.Sprintf("%d/%d", b.cache, b.visits)
	if b.order != "" {
		s += " " + b.order
	}
	return s
}

// parameters are what an order is told.
func parameters(order string) string {
	_, p, _ := strings.Cut(order, ":")
	return p
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// cachingOthers repeats what table 2 has of instances that no model here is of the kind of.
func (p *paperRun) cachingOthers() {
	if len(p.Models) > 0 {
		return
	}
	s := Sheet{
		Title: "Table 2, the paper's other instances, and its average of 135",
		Notes: []string{"No models of these are here."},
		Head:  []string{"instance", "states", "CR", "DFS", "BFS", "BBFS", "Alt"},
	}
	for i := range instances {
		in := &instances[i]
		paired := false
		for _, c := range cached {
			paired = paired || c.instance == in.name
		}
		if paired {
			continue
		}
		for _, chains := range []bool{false, true} {
			line := []Entry{{Ours: in.name}, {Paper: fmt.Sprint(in.states)}, {Ours: yesNo(chains)}}
			for k := range 4 {
				line = append(line, Entry{Paper: in.best(k, chains).String()})
			}
			s.Lines = append(s.Lines, line)
		}
	}
	for i, chains := range []bool{false, true} {
		line := []Entry{{Ours: "average"}, {}, {Ours: yesNo(chains)}}
		for _, a := range averages[i] {
			line = append(line, Entry{Paper: fmt.Sprintf("%.1f/%.0f", a[0], a[1])})
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// cachingChart draws visits against the size of the cache, breadth first.
func (p *paperRun) cachingChart() {
	for _, order := range []string{"bfs", "dfs"} {
		c := chart{
			title: "Visits against the size of the cache, " + order,
			xName: "cache, in per cent of the states",
			yName: "visits, in per cent",
		}
		for _, m := range cached {
			if !p.wanted(m.model) {
				continue
			}
			o := p.raw(m.model, p.size(m.small, m.large))
			all := p.verifyOnce(o, nil)
			if all.why != "" {
				continue
			}
			s := series{name: m.model, joined: true}
			states := all.States.Stored
			for percent := 2 * cacheStep; percent <= 100; percent += 2 * cacheStep {
				run := p.cacheRun(
					o,
					order,
					max(2, (states*uint64(percent)+99)/100),
					[]string{"random"},
					false,
				)
				if run.why == "" && run.Cache.Visits <= mostVisits*states {
					s.points = append(
						s.points,
						point{x: float64(percent), y: 100 * float64(run.Cache.Visits) / float64(states)},
					)
				} else if run.Verdict != report.Inconclusive {
					break
				}
			}
			c.series = append(c.series, s)
		}
		p.out.Charts = append(p.out.Charts, c)
	}
}
