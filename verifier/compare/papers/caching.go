package papers

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier"
	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

var cachingPaper = &paper{
	name:   "caching",
	source: "S. Evangelista, L. M. Kristensen: Search-order independent state caching, 2010",
	models: []string{
		"bakery", "brp", "lamport", "ring", "lifts", "peterson", "cell", "lease", "dbm", "dining", "mutex", "sieve",
		"stopwait", "server",
	},
	sheets: (*maker).caching,
}

// Cache sizes are tried in these steps, and a run may visit this many times the states.
const (
	cacheStep = 5 // per cent
	maxVisits = 5
)

// average names the row with the averages of all 135 instances.
const average = "average"

// group is a column of table 2: an order, and the variants of it that are tried.
type group struct {
	title  string
	orders []string
}

// groups are the orders, with fewer variants for small sizes.
func (p *maker) groups() []group {
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

// strategies determine which state a cache forgets first.
var strategies = [][]string{{"random"}, {"depth"}, {"fifo"}, {"lifo"}, {"strata:5"}}

func (p *maker) strategies() [][]string {
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

func (p *maker) caching() {
	p.cachingShapes()
	p.cachingTrees()
	p.cachingTable()
	p.cachingSwept()
	p.cachingChart()
}

// instanceOf returns the paper's instance with a name, or nil if there is none.
func instanceOf(name string) line {
	for _, in := range figures("caching_instances") {
		if in["name"] == name {
			return in
		}
	}
	return nil
}

// chained returns the name of an order's column, with chains or without.
func chained(order string, chains bool) string {
	if chains {
		return order + " CR"
	}
	return order
}

// cacheOf returns the size of a cache for a percentage of the states.
func cacheOf(states uint64, percent int) uint64 { return max(2, (states*uint64(percent)+99)/100) }

// cacheRun searches a model with a cache of a number of states, which may be all of them.
func (p *maker) cacheRun(
	o verifier.Options, order string, states uint64, evict []string, chains bool,
) outcome {
	o.Order, o.Evict, o.Chains = order, evict, chains
	o.Cache, o.MaxVisits = fmt.Sprint(states), maxVisits
	return p.verifyOnce(o, needCache)
}

// leanRun is cacheRun without edges that are not needed to meet all states (search.Lean), as in the paper, if
// the search permits that.
func (p *maker) leanRun(
	o verifier.Options, order string, states uint64, evict []string, chains bool,
) outcome {
	o.Lean = true
	run := p.cacheRun(o, order, states, evict, chains)
	if run.Verdict != "" {
		return run
	}
	o.Lean = false
	return p.cacheRun(o, order, states, evict, chains)
}

// cachingTrees makes the table of the sizes of the termination-detection tree.
func (p *maker) cachingTrees() {
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
	for c, o := range p.wanted("caching_models") {
		all := p.verifyOnce(o, nil)
		line := []Entry{{Ours: c["model"]}, p.entry(all, storedStates, "")}
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

// found is the smallest cache with which a search ends, and the fewest visits with it.
type found struct {
	percent int
	visits  uint64
	order   string
}

// smallest finds the smallest cache, in steps, with all orders of a group and all strategies.
func (p *maker) smallest(o verifier.Options, states uint64, g group, chains bool) (*found, string) {
	why := ""
	for percent := cacheStep; percent <= 100; percent += cacheStep {
		var best *found
		met := false
		for _, order := range g.orders {
			for _, evict := range p.strategies() {
				run := p.leanRun(o, order, cacheOf(states, percent), evict, chains)
				if run.why != "" && run.why == p.ended() {
					return nil, run.why
				}
				if run.why != "" {
					why = run.why
					met = met || run.Verdict == report.Inconclusive
					continue
				}
				visits := run.Cache.Visits
				if met = true; visits > maxVisits*states {
					why = fmt.Sprintf("more than %d times the states visited", maxVisits)
				} else if best == nil || visits < best.visits {
					best = &found{percent, visits, order}
				}
			}
		}
		if best != nil || !met { // no search was made: more states don't help
			return best, why
		}
	}
	return nil, why
}

// cachingTable makes table 2.
func (p *maker) cachingTable() {
	var names []string
	for _, e := range p.strategies() {
		names = append(names, strings.Join(e, ","))
	}
	s := Sheet{
		Title: "Table 2: smallest cache / fewest visits there, in per cent of the states",
		Notes: []string{
			fmt.Sprintf(
				"A cache is tried in steps of %d %% until some run ends with at most %d times the states visited. "+
					"The best run is shown with the options of its order. Strategies: %s; the paper tries 60. Edges without "+
					"which all states are still met are left out (edge-lean), as in the paper, if the search permits that.",
				cacheStep,
				maxVisits,
				strings.Join(names, ", "),
			),
			"The best of many runs is shown, so a single run may need more. Models are of the kind of the paper's " +
				"instances, not the same ones. Averages are over those here that have figures, and over the paper's 135.",
		},
		Head: []string{"model", "CR"},
		lead: 2,
	}
	groups := p.groups()
	for _, g := range groups {
		s.Head = append(s.Head, g.title)
	}
	sums := map[string]*[4]sum{"no": {}, "yes": {}}
	for c, o := range p.wanted("caching_models") {
		all := p.verifyOnce(o, nil)
		for _, chains := range []bool{false, true} {
			line := []Entry{{Ours: c["model"]}, {Ours: yesNo(chains)}}
			for i, g := range groups {
				e := Entry{Paper: instanceOf(c["instance"])[chained(g.title, chains)]}
				f, why := (*found)(nil), all.why
				if why == "" {
					f, why = p.smallest(o, all.States.Stored, g, chains)
				}
				switch {
				case f != nil:
					of := &sums[yesNo(chains)][i]
					of.n++
					of.percent += f.percent
					of.visits += 100 * float64(f.visits) / float64(all.States.Stored)
					_, parameters, _ := strings.Cut(f.order, ":")
					text := fmt.Sprintf("%d/%d %s", f.percent, 100*f.visits/all.States.Stored, parameters)
					e.Ours = strings.TrimSpace(text)
				case why != "":
					e.Why = p.reason(why)
				}
				line = append(line, e)
			}
			s.Lines = append(s.Lines, line)
		}
	}
	for _, chains := range []bool{false, true} {
		line := []Entry{{Ours: "average"}, {Ours: yesNo(chains)}}
		for k, g := range groups {
			theirs := instanceOf(average)[chained(g.title, chains)]
			line = append(line, Entry{Ours: sums[yesNo(chains)][k].String(), Paper: theirs})
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
	p.cachingTally(groups)
	p.cachingOthers()
}

// sum adds up results, for averages.
type sum struct {
	n, percent int
	visits     float64
}

// String formats the averages.
func (s sum) String() string {
	if s.n == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f/%.0f", float64(s.percent)/float64(s.n), s.visits/float64(s.n))
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// cachingOthers repeats the rows of table 2 for instances that have no counterpart among the models here.
func (p *maker) cachingOthers() {
	if len(p.Models) > 0 {
		return
	}
	s := Sheet{
		Title: "Table 2, the paper's other instances",
		Notes: []string{"No models of these are here."},
		Head:  []string{"instance", "states", "CR", "DFS", "BFS", "BBFS", "Alt"},
	}
	for _, in := range figures("caching_instances") {
		paired := func(c line) bool { return c["instance"] == in["name"] }
		if in["name"] == average || slices.ContainsFunc(figures("caching_models"), paired) {
			continue
		}
		for _, chains := range []bool{false, true} {
			line := []Entry{{Ours: in["name"]}, {Paper: in["states"]}, {Ours: yesNo(chains)}}
			for _, order := range s.Head[3:] {
				line = append(line, Entry{Paper: in[chained(order, chains)]})
			}
			s.Lines = append(s.Lines, line)
		}
	}
	p.add(s)
}

// cachingChart draws visits against the size of the cache, breadth first.
func (p *maker) cachingChart() {
	if !p.Charts {
		return
	}
	for _, order := range []string{"bfs", "dfs"} {
		c := tables.Chart{
			Title: "Visits against the size of the cache, " + order,
			XName: "cache, in per cent of the states",
			YName: "visits, in per cent",
		}
		for m, o := range p.wanted("caching_models") {
			all := p.verifyOnce(o, nil)
			if all.why != "" {
				continue
			}
			s := tables.Series{Name: m["model"], Joined: true}
			states := all.States.Stored
			for percent := 2 * cacheStep; percent <= 100; percent += 2 * cacheStep {
				run := p.cacheRun(o, order, cacheOf(states, percent), []string{"random"}, false)
				if run.why == "" && run.Cache.Visits <= maxVisits*states {
					visits := 100 * float64(run.Cache.Visits) / float64(states)
					s.Points = append(s.Points, tables.Point{X: float64(percent), Y: visits})
				} else if run.Verdict != report.Inconclusive {
					break
				}
			}
			c.Series = append(c.Series, s)
		}
		p.out.Charts = append(p.out.Charts, c)
	}
}
