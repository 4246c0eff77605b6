package papers

import (
	"fmt"
	"strings"

	"gospin/verifier"
	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

var differencePaper = &paper{
	name: "difference",
	source: "A. Mukherjee, Z. Tari, P. Bertok: Memory efficient state-space analysis in software " +
		"model-checking, 2010",
	models: []string{"tokens", "dbm", "sieve", "ring", "mutex", "dining", "peterson", "server"},
	sheets: (*maker).difference,
}

// intervals are the paper's δ: after this many steps, a state is stored whole; 0: the method is not used.
var intervals = [6]int{0, 1, 2, 3, 7, 20}

func needDiff(r *report.Report) string {
	if r.Diff == nil {
		return "the states were not stored as differences"
	}
	return ""
}

// differences runs a model with differences; interval 0 is mask.
func (p *maker) differences(o verifier.Options, interval int, cells string) outcome {
	if interval == 0 {
		return p.verifyOnce(inMode("mask", o), nil)
	}
	o = inMode("diff", o)
	o.KDiff, o.DiffCells, o.Diffs.Paper = interval, cells, true
	return p.verifyOnce(o, needDiff)
}

// tokens returns the options of a search that moves a net's tokens, for its first states.
func (p *maker) tokens(n line) verifier.Options {
	o := p.raw("tokens", []string{"M=" + n["tokens"], "N=" + n["places"]})
	o.States = walkStates
	return o
}

func (p *maker) difference() {
	if p.wants("tokens") {
		p.differenceBytes()
		p.differenceTrue()
		p.differenceTimes()
	}
	p.differenceMethods()
	p.differenceExhaustive()
	p.differenceCharts()
}

// netSheet makes a sheet with a column for each interval, and a line for each net.
func (p *maker) netSheet(s Sheet, entry func(n line, k, interval int) Entry) {
	s.Head, s.lead = []string{"places", "tokens"}, 2
	for _, d := range intervals {
		s.Head = append(s.Head, fmt.Sprintf("δ=%d", d))
	}
	for _, n := range figures("difference_nets") {
		line := []Entry{{Ours: n["places"]}, {Ours: n["tokens"]}}
		for k, d := range intervals {
			line = append(line, entry(n, k, d))
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

const notExhaustive = "These are the first 500 states that are met, not a search of all."

// differenceBytes makes table 1 by the paper's accounting.
func (p *maker) differenceBytes() {
	s := Sheet{
		Title: "Table 1: bytes of the first states of a random walk, and what is saved",
		Notes: []string{
			notExhaustive,
			"By the paper's accounting: 499 states; four bytes for a token, its place only; a difference is one token. " +
				"Predecessors, the hash table, and its lists are not counted. All the paper's figures " +
				"are ceil(499/δ) * 4m + (499 - ceil(499/δ)) * 4.",
		},
		Head: []string{"places", "tokens"},
		lead: 2,
	}
	for _, d := range intervals[1:] {
		s.Head = append(s.Head, fmt.Sprintf("δ=%d", d))
		if d > 1 {
			s.Head = append(s.Head, "saved")
		}
	}
	for _, n := range figures("difference_nets") {
		line := []Entry{{Ours: n["places"]}, {Ours: n["tokens"]}}
		whole := tokenWalk(n, 1, 1)
		theirs, saved := strings.Fields(n["bytes"]), strings.Fields(n["saved"])
		for k, d := range intervals {
			if d == 0 {
				continue // as 1
			}
			bytes := tokenWalk(n, d, 1)
			line = append(line, Entry{Ours: fmt.Sprint(bytes), Paper: theirs[k]})
			if d > 1 {
				line = append(line, Entry{Ours: share(whole-bytes, whole), Paper: saved[k] + " %"})
			}
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// differenceTrue makes the table of all bytes of a search that moves the same number of tokens.
func (p *maker) differenceTrue() {
	p.netSheet(Sheet{
		Title: "Table 1 with all bytes per state: tokens.pml, its first 500 states depth first",
		Notes: []string{
			"With predecessors, slots and whole vectors; in parentheses the records alone. δ=0: the method is not used.",
			notExhaustive,
		},
	}, func(n line, _, d int) Entry {
		return p.entry(p.differences(p.tokens(n), d, ""), func(r *report.Report) string {
			bytes, places := int64(r.States.Stored)*int64(r.Memory.StateVector), slots(r)
			if d := r.Diff; d != nil {
				bytes, places = d.WholeBytes+d.DiffBytes, d.SlotBytes
			}
			n := float64(r.States.Stored)
			return fmt.Sprintf("%.1f (%.1f)", float64(bytes+places)/n, float64(bytes)/n)
		}, "")
	})
}

// differenceTimes makes table 2.
func (p *maker) differenceTimes() {
	p.netSheet(Sheet{
		Title: "Table 2: milliseconds for the first 500 states",
		Notes: []string{
			"Ours of tokens.pml depth first; below 50 ms no time is told.",
			notExhaustive,
			"By the last row of the paper's table, time triples at δ=20; its abstract says that it doubles.",
		},
	}, func(n line, k, d int) Entry {
		return p.entry(p.differences(p.tokens(n), d, ""), func(r *report.Report) string {
			if r.Time.Search < minSeconds {
				return tables.Nothing
			}
			return fmt.Sprintf("%.0f", 1000*r.Time.Search)
		}, strings.Fields(n["ms"])[k])
	})
}

// differenceMethods makes table 3, on the average of the exhaustive searches.
func (p *maker) differenceMethods() {
	s := Sheet{
		Title: "Table 3: methods, relative to none",
		Notes: []string{
			"Ours: averages over searches of all states of the models of the next table, in all bytes; of some of " +
				"them where others were not searched, or too quickly to have a time. The paper quotes others' figures, " +
				"and of its own the memory of the largest model.",
		},
		Head: []string{"method", "time", "memory"},
	}
	for _, m := range figures("difference_methods") {
		line := []Entry{{Ours: m["title"]}, {Paper: m["time"]}, {Paper: m["memory"]}}
		if m["mode"] != "" {
			line[1], line[2] = p.methodAverages(m["mode"], m["time"], m["memory"])
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// methodAverages returns the average time and memory of a mode, relative to no compression.
func (p *maker) methodAverages(mode, time, memory string) (Entry, Entry) {
	const interval = 20
	var times, bytes []float64
	var failed outcome
	all := 0
	for _, o := range p.wanted("difference_models") {
		all++
		none := p.verifyOnce(inMode("none", o), nil)
		var run outcome
		switch mode {
		case "delta":
			run = p.deltas(o, interval, "")
		case "diff":
			run = p.differences(o, interval, "")
		case "collapse1997":
			o.IndexBytes = 3 // as wide as all these models need
			fallthrough
		default:
			run = p.verifyOnce(inMode(mode, o), nil)
		}
		if both := either(run, none); both.why != "" {
			failed = both
			continue
		}
		bytes = append(bytes, float64(run.Memory.Store)/float64(none.Memory.Store))
		if min(run.Time.Search, none.Time.Search) >= minSeconds {
			times = append(times, run.Time.Search/none.Time.Search)
		}
	}
	tell := func(v []float64, theirs string) Entry {
		switch {
		case len(v) == all && all > 0:
			return Entry{Ours: fmt.Sprintf("%.0f %%", 100*mean(v)), Paper: theirs}
		case len(v) > 0:
			return Entry{Ours: fmt.Sprintf("%.0f %% (%d of %d)", 100*mean(v), len(v), all), Paper: theirs}
		case failed.why != "":
			return Entry{Paper: theirs, Why: p.reason(failed.why)}
		}
		return Entry{Ours: tables.Nothing, Paper: theirs}
	}
	return tell(times, time), tell(bytes, memory)
}

// differenceExhaustive makes a table of what the paper does not measure.
func (p *maker) differenceExhaustive() {
	s := Sheet{
		Title: "All states: bytes per state and time relative to mask, not in the paper",
		Notes: []string{
			"All bytes: differences, whole vectors, predecessors and slots; as the paper: δ=7 by its accounting. Saved: " +
				"of the bytes with δ=1. Whole and the columns after it: with δ=7; back: steps for a comparison; early: " +
				"comparisons decided before a whole record was reached.",
		},
		Head: strings.Split("model,mask,δ=1,δ=7,components,as the paper,T,δ=20,saved,T,whole,bytes a difference,back,"+
			"longest,early,secondary", ","),
	}
	for m, o := range p.wanted("difference_models") {
		mask := p.differences(o, 0, "")
		seven, parts := p.differences(o, 7, ""), p.differences(o, 7, "components")
		one, twenty := p.differences(o, 1, ""), p.differences(o, 20, "")
		line := []Entry{
			{Ours: m["model"]}, p.entry(mask, bytesPerState, ""), p.entry(one, bytesPerState, ""),
			p.entry(seven, bytesPerState, ""), p.entry(parts, bytesPerState, ""),
			p.entry(seven, func(r *report.Report) string {
				return each(float64(r.Diff.Paper), r.States.Stored)
			}, ""),
			p.timeBeside(seven, mask, ""), p.entry(twenty, bytesPerState, ""),
			p.entry(either(twenty, one), func(*report.Report) string {
				return share(one.Memory.Store-twenty.Memory.Store, one.Memory.Store)
			}, ""),
			p.timeBeside(twenty, mask, ""),
		}
		for _, of := range []func(d *report.Diff) string{
			func(d *report.Diff) string { return share(d.Whole, d.Whole+d.Differences) },
			func(d *report.Diff) string { return each(float64(d.DiffBytes), d.Differences) },
			func(d *report.Diff) string { return each(float64(d.Back), d.Comparisons) },
			func(d *report.Diff) string { return fmt.Sprint(d.Longest) },
			func(d *report.Diff) string { return share(d.Early, d.Comparisons) },
			func(d *report.Diff) string { return fmt.Sprint(d.Secondary) },
		} {
			line = append(line, p.entry(seven, func(r *report.Report) string { return of(r.Diff) }, ""))
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// differenceCharts draws the paper's figures 8 and 9: bytes and time over δ.
func (p *maker) differenceCharts() {
	if !p.Charts {
		return
	}
	theirs := tables.Chart{
		Title: "Bytes of a walk's first states against δ, by the paper's accounting (its figure 8), for places and tokens",
		XName: "δ",
		YName: "bytes",
		LogY:  true,
	}
	bytes := tables.Chart{Title: "All bytes per state against δ, all states", XName: "δ", YName: "bytes per state"}
	times := tables.Chart{Title: "Time relative to mask against δ, all states (the paper's figure 9 has walks)",
		XName: "δ", YName: "times mask"}
	for _, n := range figures("difference_nets") {
		s := tables.Series{Name: n["places"] + ", " + n["tokens"] + " tokens", Joined: true}
		for _, d := range intervals[1:] {
			y := tokenWalk(n, d, 1)
			s.Points = append(s.Points, tables.Point{X: float64(d), Y: float64(y)})
		}
		theirs.Series = append(theirs.Series, s)
	}
	for m, o := range p.wanted("difference_models") {
		mask := p.differences(o, 0, "")
		b, t := against(m["model"], mask, intervals[1:], func(d int) outcome { return p.differences(o, d, "") })
		bytes.Series, times.Series = append(bytes.Series, b), append(times.Series, t)
	}
	p.out.Charts = append(p.out.Charts, theirs, bytes, times)
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}
