package compare

import (
	"fmt"
	"strings"

	"gospin/verifier"
	"gospin/verifier/report"
)

var differencePaper = &paper{
	name: "difference",
	source: "A. Mukherjee, Z. Tari, P. Bertok: Memory efficient state-space analysis in software " +
		"model-checking, 2010",
	models: []string{"tokens", "dbm", "sieve", "ring", "mutex", "dining", "peterson", "server"},
	sheets: (*paperRun).difference,
}

// intervals are the paper's δ: every so many steps a state is stored whole; 0: the method is not used.
var intervals = [6]int{0, 1, 2, 3, 7, 20}

// net is a row of tables 1 and 2: bytes, what they save in per cent, and milliseconds, for each of intervals.
type net struct {
	places, tokens             int
	bytes, saved, milliseconds [6]int
}

var nets = []net{
	{4, 5, [6]int{9980, 9980, 5996, 4668, 3148, 2396}, [6]int{0, 0, 40, 53, 68, 76},
		[6]int{0, 20, 90, 160, 430, 1490}},
	{60, 90, [6]int{179640, 179640, 90996, 61448, 27628, 10896}, [6]int{0, 0, 49, 66, 85, 94},
		[6]int{20, 40, 80, 100, 210, 570}},
	{200, 400, [6]int{798400, 798400, 400996, 268528, 116908, 41896}, [6]int{0, 0, 50, 66, 85, 95},
		[6]int{80, 130, 170, 200, 320, 680}},
	{400, 700, [6]int{1397200, 1397200, 700996, 468928, 203308, 71896}, [6]int{0, 0, 50, 66, 85, 95},
		[6]int{140, 220, 260, 290, 410, 770}},
	{800, 1000, [6]int{1996000, 1996000, 1000996, 669328, 289708, 101896}, [6]int{0, 0, 50, 66, 85, 95},
		[6]int{200, 310, 350, 380, 500, 850}},
	{1500, 2000, [6]int{3992000, 3992000, 2000996, 1337328, 577708, 201896}, [6]int{0, 0, 50, 67, 86, 95},
		[6]int{400, 620, 660, 680, 820, 1200}},
}

// otherMethods is table 3: time and memory in per cent of no method, as the paper quotes them.
var otherMethods = []struct {
	title        string
	time, memory string
	mode         string // of ours; "": there is none
	k            int
}{
	{"none", "100 %", "100 %", "none", 0},
	{"Schmidt 2003", "130 %", "60 %", "", 0},
	{"Evangelista, Pradat-Peyre 2005", "300 %", "5 %", "delta", 20},
	{"Holzmann 1997", "280 %", "18.3 %", "collapse1997", 0},
	{"this paper", "200 %", "5 %", "diff", 20},
}

// exhaustives are the models of which all states are searched.
var exhaustives = []struct{ model, small, large string }{
	{"dbm", "N=6", "N=12"}, {"sieve", "N=20", "N=40"}, {"ring", "N=8", "N=14"}, {"mutex", "N=8", "N=17"},
	{"dining", "N=6", "N=12"}, {"peterson", "N=3", "N=4"}, {"server", "N=3", "N=4"},
}

func needDiff(r *report.Report) string {
	if r.Diff == nil {
		return "the states were not stored as differences"
	}
	return ""
}

// differences runs a model with differences; interval 0 is mask.
func (p *paperRun) differences(o verifier.Options, interval int, cells string) outcome {
	if interval == 0 {
		return p.verifyOnce(inMode("mask", o), nil)
	}
	o = inMode("diff", o)
	o.KDiff, o.DiffCells = interval, cells
	return p.verifyOnce(o, needDiff)
}

// tokens are the options of the first states of a search that moves tokens.
func (p *paperRun) tokens(n *net) verifier.Options {
	o := p.raw("tokens", []string{fmt.Sprintf("M=%d", n.tokens), fmt.Sprintf("N=%d", n.places)})
	o.States = walkStates
	return o
}

func (p *paperRun) difference() {
	if p.wanted("tokens") {
		p.differenceBytes()
		p.differenceTrue()
		p.differenceTimes()
	}
	p.differenceMethods()
	p.differenceExhaustive()
	p.differenceCharts()
}

// netSheet makes a sheet with a column for each interval, and a line for each net.
func (p *paperRun) netSheet(s Sheet, entry func(n *net, k, interval int) Entry) {
	s.Head, s.lead = []string{"places", "tokens"}, 2
	for _, d := range intervals {
		s.Head = append(s.Head, fmt.Sprintf("δ=%d", d))
	}
	for i := range nets {
		n := &nets[i]
		line := []Entry{{Ours: fmt.Sprint(n.places)}, {Ours: fmt.Sprint(n.tokens)}}
		for k, d := range intervals {
			line = append(line, entry(n, k, d))
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

const notExhaustive = "These are the first 500 states that are met, not a search of all."

// differenceBytes makes table 1 by the paper's accounting.
func (p *paperRun) differenceBytes() {
	s := Sheet{
		Title: "Table 1: bytes of the first states of a random walk, and what is saved",
		Notes: []string{
			notExhaustive,
			"By the paper's accounting: 499 states; four bytes for a token, its place only; a difference is one token. " +
				"Which state comes before which, the hash table, and its lists are not counted. All the paper's figures " +
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
	for i := range nets {
		n := &nets[i]
		line := []Entry{{Ours: fmt.Sprint(n.places)}, {Ours: fmt.Sprint(n.tokens)}}
		whole := tokenWalk(n.tokens, n.places, 1, walkStates, 1)
		for k, d := range intervals {
			if d == 0 {
				continue // as 1
			}
			bytes := tokenWalk(n.tokens, n.places, d, walkStates, 1)
			line = append(line, Entry{Ours: fmt.Sprint(bytes), Paper: fmt.Sprint(n.bytes[k])})
			if d > 1 {
				line = append(
					line,
					Entry{Ours: share(whole-bytes, whole), Paper: fmt.Sprintf("%d %%", n.saved[k])},
				)
			}
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// differenceTrue tells all bytes of a search that moves as many tokens.
func (p *paperRun) differenceTrue() {
	p.netSheet(Sheet{
		Title: "Table 1 with all bytes per state: tokens.pml, its first 500 states depth first",
		Notes: []string{
			"With predecessors, slots and whole vectors; in parentheses the records alone. δ=0: the method is not used.",
			notExhaustive,
		},
	}, func(n *net, _, d int) Entry {
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
func (p *paperRun) differenceTimes() {
	p.netSheet(Sheet{
		Title: "Table 2: milliseconds for the first 500 states",
		Notes: []string{
			"Ours of tokens.pml depth first; below 50 ms no time is told.",
			notExhaustive,
			"By the last row of the paper's table, time triples at δ=20; its abstract says that it doubles.",
		},
	}, func(n *net, k, d int) Entry {
		return p.entry(p.differences(p.tokens(n), d, ""), func(r *report.Report) string {
			if r.Time.Search < leastSeconds {
				return untold
			}
			return fmt.Sprintf("%.0f", 1000*r.Time.Search)
		}, fmt.Sprint(n.milliseconds[k]))
	})
}

// differenceMethods makes table 3, on the average of the exhaustive searches.
func (p *paperRun) differenceMethods() {
	s := Sheet{
		Title: "Table 3: methods, relative to none",
		Notes: []string{
			"Ours: averages over searches of all states of the models of the next table, in all bytes. The " +
				"paper quotes others' figures, and of its own the largest model's memory.",
		},
		Head: []string{"method", "time", "memory"},
	}
	for _, m := range otherMethods {
		line := []Entry{{Ours: m.title}, {Paper: m.time}, {Paper: m.memory}}
		if m.mode != "" {
			line[1], line[2] = p.methodAverages(m.mode, m.k, m.time, m.memory)
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// methodAverages are those of a mode relative to none.
func (p *paperRun) methodAverages(mode string, k int, time, memory string) (Entry, Entry) {
	var times, bytes []float64
	var failed outcome
	for _, m := range exhaustives {
		if !p.wanted(m.model) {
			continue
		}
		o := p.raw(m.model, p.size(m.small, m.large))
		none := p.verifyOnce(inMode("none", o), nil)
		var run outcome
		switch mode {
		case "delta":
			run = p.deltas(o, k, "")
		case "diff":
			run = p.differences(o, k, "")
		default:
			run = p.verifyOnce(inMode(mode, o), nil)
		}
		if both := either(run, none); both.why != "" {
			failed = both
			continue
		}
		bytes = append(bytes, float64(run.Memory.Store)/float64(none.Memory.Store))
		if min(run.Time.Search, none.Time.Search) >= leastSeconds {
			times = append(times, run.Time.Search/none.Time.Search)
		}
	}
	tell := func(v []float64, theirs string) Entry {
		switch {
		case len(v) > 0:
			return Entry{Ours: fmt.Sprintf("%.0f %%", 100*mean(v)), Paper: theirs}
		case failed.why != "":
			return Entry{Paper: theirs, Why: p.reason(failed.why)}
		}
		return Entry{Ours: untold, Paper: theirs}
	}
	return tell(times, time), tell(bytes, memory)
}

// differenceExhaustive tells what the paper does not measure.
func (p *paperRun) differenceExhaustive() {
	s := Sheet{
		Title: "All states: bytes per state and time relative to mask, not in the paper",
		Notes: []string{
			"All bytes: differences, whole vectors, predecessors and slots; as the paper: δ=7 by its accounting. Saved: " +
				"of the bytes with δ=1. Whole, and what is behind it: with δ=7; back: steps for a comparison; early: " +
				"comparisons decided before a whole record was reached.",
		},
		Head: strings.Split("model,mask,δ=1,δ=7,components,as the paper,T,δ=20,saved,T,whole,bytes a difference,back,"+
			"longest,early,secondary", ","),
	}
	for _, m := range exhaustives {
		if !p.wanted(m.model) {
			continue
		}
		o := p.raw(m.model, p.size(m.small, m.large))
		mask := p.differences(o, 0, "")
		seven, parts := p.differences(o, 7, ""), p.differences(o, 7, "components")
		one, twenty := p.differences(o, 1, ""), p.differences(o, 20, "")
		line := []Entry{
			{Ours: m.model}, p.entry(mask, bytesPerState, ""), p.entry(one, bytesPerState, ""),
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

// differenceCharts draw the paper's figures 8 and 9: bytes and time against δ.
func (p *paperRun) differenceCharts() {
	theirs := chart{
		title: "Bytes of a walk's first states against δ, by the paper's accounting (its figure 8), for places and tokens",
		xName: "δ",
		yName: "bytes",
		logY:  true,
	}
	bytes := chart{title: "All bytes per state against δ, all states", xName: "δ", yName: "bytes per state"}
	times := chart{title: "Time relative to mask against δ, all states (the paper's figure 9 has walks)",
		xName: "δ", yName: "times mask"}
	for i := range nets {
		n := &nets[i]
		s := series{name: fmt.Sprintf("%d, %d tokens", n.places, n.tokens), joined: true}
		for _, d := range intervals[1:] {
			y := tokenWalk(n.tokens, n.places, d, walkStates, 1)
			s.points = append(s.points, point{x: float64(d), y: float64(y)})
		}
		theirs.series = append(theirs.series, s)
	}
	for _, m := range exhaustives {
		if !p.wanted(m.model) {
			continue
		}
		o := p.raw(m.model, p.size(m.small, m.large))
		mask := p.differences(o, 0, "")
		b, t := against(m.model, mask, intervals[1:], func(d int) outcome { return p.differences(o, d, "") })
		bytes.series, times.series = append(bytes.series, b), append(times.series, t)
	}
	p.out.Charts = append(p.out.Charts, theirs, bytes, times)
}
