package papers

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier"
	"gospin/verifier/report"
)

// cachingSwept makes table 3: the sweep-line without a cache and with one.
func (p *maker) cachingSwept() {
	s := Sheet{
		Title: "Table 3: the sweep-line alone (SL) and with a cache (SC), in per cent of the states",
		Notes: []string{
			"S: states in memory at most, V: visited, P: persistent. The paper's progress is derived from all states, " +
				"finer from level to level; here the column has it, and the paper's row next to it is of the same kind. " +
				"A cache is tried in steps of 5 %.",
		},
		Head: []string{"model", "progress", "SL S", "V", "P", "SC S/V"},
	}
	for c, o := range p.wanted("caching_swept") {
		title, theirs := c["model"], line{}
		for _, t := range figures("caching_sweeps") {
			if isSweepOf(t, c) {
				title += fmt.Sprintf(" [%s, level %s]", t["instance"], t["level"])
				theirs = t
			}
		}
		all := p.verifyOnce(o, nil)
		run := all
		if all.why == "" {
			run = p.sweep(o, c["progress"], "")
		}
		states := uint64(0)
		if all.why == "" {
			states = all.States.Stored
		}
		line := []Entry{{Ours: title}, {Ours: c["progress"]}}
		add := func(theirs string, of func(*report.Sweep) uint64) {
			line = append(line, p.entry(run, func(r *report.Report) string {
				return strings.TrimSuffix(tenthPercent(of(r.Sweep), states), " %")
			}, theirs))
		}
		add(theirs["stored"], func(s *report.Sweep) uint64 { return s.Peak })
		add(theirs["visited"], func(s *report.Sweep) uint64 { return s.Nodes })
		add(theirs["persistent"], func(s *report.Sweep) uint64 { return s.Persistent })
		e := Entry{Paper: theirs["SC"]}
		if f, why := p.smallestSwept(o, c["progress"], states, run.why); f != nil {
			e.Ours = fmt.Sprintf("%d/%d", f.percent, 100*f.visits/states)
		} else {
			e.Why = p.reason(why)
		}
		s.Lines = append(s.Lines, append(line, e))
	}
	p.add(s)
	p.sweptOthers()
}

// smallestSwept finds the smallest cache for a sweep-line search.
func (p *maker) smallestSwept(
	o verifier.Options, progress string, states uint64, why string,
) (*found, string) {
	if why != "" {
		return nil, why
	}
	o.Sweep, o.Order = progress, ""
	o.Evict, o.MaxVisits = []string{"strata:5"}, maxVisits
	for percent := cacheStep; percent <= 100; percent += cacheStep {
		o.Cache = fmt.Sprint(cacheOf(states, percent))
		run := p.verifyOnce(o, needCache)
		if run.why == "" && run.Cache.Visits <= maxVisits*states {
			return &found{percent: percent, visits: run.Cache.Visits}, ""
		}
		if why = run.why; run.Verdict != report.Inconclusive {
			break
		}
	}
	return nil, why
}

// sweptOthers repeats the rest of the paper's table 3.
func (p *maker) sweptOthers() {
	if len(p.Models) > 0 {
		return
	}
	s := Sheet{
		Title: "Table 3, the paper's other rows",
		Notes: []string{"L: the largest class of states with the same progress."},
		Head:  []string{"instance, level", "states", "SL S", "V", "P", "L", "SC S/V"},
	}
	for _, t := range figures("caching_sweeps") {
		paired := func(c line) bool { return isSweepOf(t, c) }
		if slices.ContainsFunc(figures("caching_swept"), paired) {
			continue
		}
		line := []Entry{{Ours: t["instance"] + ", " + t["level"]}}
		for _, column := range []string{"states", "stored", "visited", "persistent", "largest", "SC"} {
			line = append(line, Entry{Paper: t[column]})
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// isSweepOf reports whether a row of the paper belongs to a model here.
func isSweepOf(t, model line) bool {
	return t["instance"] == model["instance"] && t["level"] == model["level"]
}
