package papers

import (
	"fmt"
	"slices"

	"gospin/verifier"
	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
	"gospin/verifier/search"
)

// tallyStep is the difference between the sizes of caches that are tallied, in per cent.
const tallyStep = 10

// tally counts runs of an order.
type tally struct {
	runs, short, inTime int // all; whose tree takes more than the cache; of the others, with few visits
	why                 string
	caches, visits      [2]float64 // sums over models of the smallest caches, without and with chains
	models              [2]int
}

// cachingTally counts all runs of table 2, not only the best.
func (p *maker) cachingTally(groups []group) {
	s := Sheet{
		Title: "Table 2: all runs, and averages over the models",
		Notes: []string{
			fmt.Sprintf("Runs: caches of %d, %d, ... 100 %% of the states, every strategy, without and with CR. Short: the "+
				"termination-detection tree takes more than the cache. In time: of the others, those with at most %d times "+
				"the states visited. The paper has 98 %% of the failures breadth first for memory, 2 %% for time.",
				tallyStep, 2*tallyStep, maxVisits),
			"Average: smallest cache / fewest visits there, in per cent. The paper's are of 135 other instances.",
		},
		Head: []string{"order", "runs", "short", "in time", "", "average", "CR"},
	}
	for _, g := range groups {
		t := &tally{}
		for _, o := range p.wanted("caching_models") {
			p.tallied(t, o, g)
		}
		e := []Entry{{Ours: fmt.Sprint(t.runs)}, {Ours: fmt.Sprint(t.short)}, {Ours: fmt.Sprint(t.inTime)},
			{Ours: share(t.inTime, t.runs-t.short)}}
		switch {
		case len(g.orders) > 1:
			e = slices.Repeat([]Entry{{Ours: tables.Nothing}}, 4)
		case t.runs == 0:
			e = slices.Repeat([]Entry{{Why: p.reason(t.why)}}, 4)
		}
		line := append([]Entry{{Ours: g.title}}, e...)
		for k, chains := range []bool{false, true} {
			e := Entry{Paper: instanceOf(average)[chained(g.title, chains)]}
			if n := float64(t.models[k]); n > 0 {
				e.Ours = fmt.Sprintf("%.1f/%.0f", t.caches[k]/n, t.visits[k]/n)
			} else {
				e.Why = p.reason(t.why)
			}
			line = append(line, e)
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// tallied adds the runs of a model to a tally: all runs of groups with one order, the best one of others.
func (p *maker) tallied(t *tally, o verifier.Options, g group) {
	all := p.verifyOnce(o, nil)
	if t.why = all.why; t.why != "" {
		return
	}
	states := all.States.Stored
	for k, chains := range []bool{false, true} {
		f, why := p.smallest(o, states, g, chains)
		if f == nil {
			t.why = why
			continue
		}
		t.models[k]++
		t.caches[k] += float64(f.percent)
		t.visits[k] += 100 * float64(f.visits) / float64(states)
		if len(g.orders) > 1 {
			continue
		}
		for percent := tallyStep; percent <= 100; percent += tallyStep {
			for _, evict := range p.strategies() {
				run := p.leanRun(o, g.orders[0], cacheOf(states, percent), evict, chains)
				late := slices.Contains(run.Incomplete, search.VisitLimit)
				switch {
				case run.why != "" && run.Verdict != report.Inconclusive:
					t.why = run.why
					continue
				case run.why != "" && !late:
					t.short++
				case !late && run.Cache.Visits <= maxVisits*states:
					t.inTime++
				}
				t.runs++
			}
		}
	}
}
