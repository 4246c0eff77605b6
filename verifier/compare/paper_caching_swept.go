package compare

import (
	"fmt"
	"strings"

	"gospin/verifier"
	"gospin/verifier/report"
)

// swepts are the models of table 3: what progress is, and the row of the paper that is beside it, with its
// level; 0: there is none.
var swepts = []struct {
	model, small, large string
	progress            string
	instance            string
	level               int
}{
	{"brp", "FILES=6", "N=20 TRIES=10 FILES=80", "sent", "brp.3", 2},
	{"brp", "FILES=6", "N=20 TRIES=10 FILES=80", "sent, arrived", "brp.3", 3},
	{"cell", "N=2", "N=6", "waiting", "production_cell.4", 4},
	{"lease", "N=4", "N=8 SLOTS=5 LEASES=4", "leases", "rether.3", 4},
	{"lifts", "N=4", "N=6 TOP=3", "height[0]", "lifts.4", 5},
	{"server", "N=3", "N=4", "served", "", 0},
	{"stopwait", "N=20", "N=1000", "received", "", 0},
	{"dining", "N=6", "N=9", "chairs", "", 0},
}

// cachingSwept makes table 3: the sweep-line alone, and with a cache.
func (p *paperRun) cachingSwept() {
	s := Sheet{
		Title: "Table 3: the sweep-line alone (SL) and with a cache (SC), in per cent of the states",
		Notes: []string{
			"S: states in memory at most, V: visited, P: persistent. The paper's progress is derived from all states, " +
				"level by level the finer; here it is what the column says, and the paper's row beside it is of the same kind. " +
				"A cache is tried in steps of 5 %.",
		},
		Head: []string{"model", "progress", "SL S", "V", "P", "SC S/V"},
	}
	for _, c := range swepts {
		if !p.wanted(c.model) {
			continue
		}
		title := c.model
		theirs := [4]string{}
		for _, t := range sweptWithCache {
			if t.name == c.instance && t.level == c.level {
				title += fmt.Sprintf(" [%s, level %d]", t.name, t.level)
				theirs = [4]string{fmt.Sprint(t.stored), fmt.Sprint(t.visited), fmt.Sprint(t.persistent),
					fmt.Sprintf("%g/%g", t.cached, t.again)}
			}
		}
		o := p.raw(c.model, p.size(c.small, c.large))
		all := p.verifyOnce(o, nil)
		run := all
		if all.why == "" {
			run = p.sweep(o, c.progress, "")
		}
		states := uint64(0)
		if all.why == "" {
			states = all.States.Stored
		}
		line := []Entry{{Ours: title}, {Ours: c.progress}}
		for i, of := range []func(*report.Sweep) uint64{
			func(s *report.Sweep) uint64 { return s.Peak },
			func(s *report.Sweep) uint64 { return s.Nodes },
			func(s *report.Sweep) uint64 { return s.Persistent },
		} {
			line = append(line, p.entry(run, func(r *report.Report) string {
				return strings.TrimSuffix(tenthPercent(of(r.Sweep), states), " %")
			}, theirs[i]))
		}
		e := Entry{Paper: theirs[3]}
		if f, why := p.smallestSwept(o, c.progress, states, run.why); f != nil {
			e.Ours = fmt.Sprintf("%d/%d", f.percent, 100*f.visits/states)
		} else {
			e.Why = p.reason(why)
		}
		s.Lines = append(s.Lines, append(line, e))
	}
	p.add(s)
	p.sweptOthers()
}

// smallestSwept looks for the smallest cache of a sweep-line search.
func (p *paperRun) smallestSwept(
	o verifier.Options,
	progress string,
	states uint64,
	why string,
) (*found, string) {
	if why != "" {
		return nil, why
	}
	o.Sweep, o.Order = progress, ""
	o.Evict, o.MaxVisits = []string{"strata:5"}, mostVisits
	for percent := cacheStep; percent <= 100; percent += cacheStep {
		o.Cache = fmt.Sprint(max(2, (states*uint64(percent)+99)/100))
		run := p.verifyOnce(o, needCache)
		if run.why == "" && run.Cache.Visits <= mostVisits*states {
			return &found{percent: percent, visits: run.Cache.Visits}, ""
		}
		if why = run.why; run.Verdict != report.Inconclusive {
			break
		}
	}
	return nil, why
}

// sweptOthers repeats the rest of the paper's table 3.
func (p *paperRun) sweptOthers() {
	if len(p.Models) > 0 {
		return
	}
	s := Sheet{
		Title: "Table 3, the paper's other rows",
		Notes: []string{"L: the largest class of states with the same progress."},
		Head:  []string{"instance, level", "states", "SL S", "V", "P", "L", "SC S/V"},
	}
	for _, t := range sweptWithCache {
		paired := false
		for _, c := range swepts {
			paired = paired || c.instance == t.name && c.level == t.level
		}
		if paired {
			continue
		}
		s.Lines = append(s.Lines, []Entry{
			{
				Ours: fmt.Sprintf("%s, %d", t.name, t.level),
			}, {Paper: fmt.Sprint(t.states)}, {Paper: fmt.Sprint(t.stored)},
			{Paper: fmt.Sprint(t.visited)}, {Paper: fmt.Sprint(t.persistent)}, {Paper: fmt.Sprint(t.largest)},
			{Paper: fmt.Sprintf("%g/%g", t.cached, t.again)},
		})
	}
	p.add(s)
}
