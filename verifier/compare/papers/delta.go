package papers

import (
	"fmt"
	"strings"

	"gospin/verifier"
	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

var deltaPaper = &paper{
	name: "delta",
	source: "S. Evangelista, J.-F. Pradat-Peyre: Memory efficient state space storage in explicit software model " +
		"checking, 2005",
	models: []string{"dbm", "sieve", "peterson", "mutex", "ring", "dining", "server"},
	sheets: (*maker).delta,
}

// deltaSteps are the paper's k: after this many steps, a state is stored whole.
var deltaSteps = [4]int{5, 10, 20, 50}

// needDelta returns what a report lacks if it has no figures of Δ-states, else "".
func needDelta(r *report.Report) string {
	if r.Delta == nil {
		return "the states were not stored as Δ-states"
	}
	return ""
}

// deltas runs a model with Δ-states.
func (p *maker) deltas(o verifier.Options, k int, whole string) outcome {
	o = inMode("delta", o)
	o.KDelta, o.WholeStates = k, whole
	return p.verifyOnce(o, needDelta)
}

// records returns the bytes of states, without the tables of their places.
func records(r *report.Report) int64 {
	if d := r.Delta; d != nil {
		return d.WholeBytes + d.DeltaBytes
	}
	return r.Memory.Store - slots(r)
}

func (p *maker) delta() {
	p.deltaAcademic()
	p.deltaPrograms()
	p.deltaChains()
	p.deltaComparisons()
	p.deltaBeside()
	p.deltaCharts()
}

const roomToo = "With small sizes, much of it is allocated and not used."

// recordsOnly is the note that says which bytes are counted.
const recordsOnly = "Space is the size of records, without the tables of their places, for the paper and here; " +
	"the paper's 8.00 bytes are one record. The next table has all bytes."

// deltaAcademic makes table 1.
func (p *maker) deltaAcademic() {
	s := Sheet{
		Title: "Table 1: time T and space S relative to no compression",
		Notes: []string{
			recordsOnly,
			"The paper's last row says 56 % for S at k=5, where its rows give 48 %.",
		},
		Head:  []string{"model", "states"},
		joint: 2,
	}
	all := Sheet{
		Title: "Table 1 with all bytes: tables and records",
		Notes: []string{
			"In bytes per state for none, and relative to that for the others. " + roomToo,
		},
		Head: []string{"model", "none"},
	}
	for _, k := range deltaSteps {
		s.Head = append(s.Head, fmt.Sprintf("k=%d T", k), "S")
		all.Head = append(all.Head, fmt.Sprintf("k=%d", k))
	}
	for a, o := range p.wanted("delta_models") {
		none := p.verifyOnce(inMode("none", o), nil)
		line := []Entry{{titled(&o), a["title"], 0}, p.entry(none, storedStates, a["states"])}
		bytes := []Entry{{Ours: titled(&o)}, p.entry(none, bytesPerState, "")}
		times, spaces := strings.Fields(a["T"]), strings.Fields(a["S"])
		for i, k := range deltaSteps {
			run := p.deltas(o, k, "")
			both := either(run, none)
			line = append(line, p.timeBeside(run, none, times[i]+" %"))
			line = append(line, p.entry(both, func(*report.Report) string {
				return share(records(run.Report), records(none.Report))
			}, spaces[i]+" %"))
			bytes = append(bytes, p.entry(both, func(*report.Report) string {
				return share(run.Memory.Store, none.Memory.Store)
			}, ""))
		}
		s.Lines, all.Lines = append(s.Lines, line), append(all.Lines, bytes)
	}
	p.add(s)
	p.add(all)
}

func storedStates(r *report.Report) string  { return fmt.Sprint(r.States.Stored) }
func bytesPerState(r *report.Report) string { return fmt.Sprintf("%.1f", r.Memory.BytesPerState) }

// deltaPrograms makes table 2. Each program and size has lines for megabytes, time, bytes per state, and
// bytes per state in all tables.
func (p *maker) deltaPrograms() {
	s := Sheet{
		Title: "Table 2: programs",
		Notes: []string{
			"M: megabytes (2^20 bytes) of records; T: seconds; V: bytes of records per state; all: all bytes per " +
				"state. In the paper V = M * 2^20 / states everywhere, so tables are not counted. The paper's programs " +
				"are in Ada, and not published: here are a server and a sieve of their shape.",
		},
		Head: []string{"", "none", "collapse", "Δ 10", "Δ 20", "Δ 50", "Δ+C 10", "Δ+C 20", "Δ+C 50"},
	}
	for a, o := range p.wanted("delta_programs") {
		title := a["title"]
		if len(o.Defines) > 0 {
			title = fmt.Sprintf("%s [%s]", titled(&o), title)
		}
		m, t := []Entry{{Ours: title + " M"}}, []Entry{{Ours: "  T"}}
		v, all := []Entry{{Ours: "  V"}}, []Entry{{Ours: "  all"}}
		megabytes, times, perState := strings.Fields(a["M"]), strings.Fields(a["T"]), strings.Fields(a["V"])
		for way := range 8 {
			run := outcome{why: "not run with small sizes"}
			if len(o.Defines) > 0 {
				run = p.programRun(o, way)
			}
			m = append(m, p.entry(run, func(r *report.Report) string {
				return fmt.Sprintf("%.2f", float64(records(r))/(1<<20))
			}, megabytes[way]))
			t = append(t, p.entry(run, func(r *report.Report) string {
				return inSeconds(r.Time.Search)
			}, times[way]))
			v = append(v, p.entry(run, func(r *report.Report) string {
				return each(float64(records(r)), r.States.Stored)
			}, perState[way]))
			all = append(all, p.entry(run, bytesPerState, ""))
		}
		s.Lines = append(s.Lines, m, t, v, all)
	}
	p.add(s)
}

// programRun runs a model in a column of table 2.
func (p *maker) programRun(o verifier.Options, way int) outcome {
	switch way {
	case 0:
		return p.verifyOnce(inMode("none", o), nil)
	case 1:
		return p.verifyOnce(inMode("collapse", o), nil)
	}
	whole := "" // mask
	if way >= 5 {
		whole = "collapse"
	}
	return p.deltas(o, []int{10, 20, 50}[(way-2)%3], whole)
}

// deltaChains makes the table of what comparisons do.
func (p *maker) deltaChains() {
	s := Sheet{
		Title: "Chains: what comparisons cost, not in the paper",
		Notes: []string{
			"Whole: records that hold a state. Back: moves undone for a comparison. Early: comparisons decided before " +
				"a whole record was reached; this is rare, since bits of a hash in the slots distinguish most records. " +
				"Without them (-slot-hash 0), as in the paper: no hash. Shortened: records that got another " +
				"predecessor, in per cent of all.",
		},
		Head: strings.Split("model,k,whole,bytes a delta,back,longest,early,shortened,moves known,no hash: back,early",
			","),
	}
	for a, o := range p.wanted("delta_models") {
		for _, k := range deltaSteps {
			run := p.deltas(o, k, "")
			line := []Entry{{Ours: a["model"]}, {Ours: fmt.Sprint(k)}}
			for _, of := range []func(d *report.Delta) string{
				func(d *report.Delta) string { return share(d.Whole, d.Whole+d.Deltas) },
				func(d *report.Delta) string { return each(float64(d.DeltaBytes), d.Deltas) },
				func(d *report.Delta) string { return each(float64(d.Back), d.Comparisons) },
				func(d *report.Delta) string { return fmt.Sprint(d.Longest) },
				func(d *report.Delta) string { return share(d.Early, d.Comparisons) },
				func(d *report.Delta) string { return share(d.Shortened, d.Whole+d.Deltas) },
				func(d *report.Delta) string { return fmt.Sprint(d.Moves) },
			} {
				line = append(line, p.entry(run, func(r *report.Report) string { return of(r.Delta) }, ""))
			}
			bare := o
			bare.SlotHash = -1
			plain := p.deltas(bare, k, "")
			line = append(line, p.entry(plain, func(r *report.Report) string {
				return each(float64(r.Delta.Back), r.Delta.Comparisons)
			}, ""), p.entry(plain, func(r *report.Report) string {
				return share(r.Delta.Early, r.Delta.Comparisons)
			}, ""))
			s.Lines = append(s.Lines, line)
		}
	}
	p.add(s)
}

// deltaComparisons compares the paper's two improvements with the search without them.
func (p *maker) deltaComparisons() {
	s := Sheet{
		Title: "Undoing moves, and shortening: time at k=50, relative to neither",
		Notes: []string{"The paper has one figure, of both: 60 % less time on the average."},
		Head:  []string{"model", "neither (s)", "undoing", "shortening", "both"},
	}
	for a, o := range p.wanted("delta_models") {
		var runs []outcome
		for _, compare := range []string{"forward", ""} { // backward
			for _, long := range []bool{true, false} {
				o.Compare, o.NoShorten = compare, long
				runs = append(runs, p.deltas(o, 50, ""))
			}
		}
		neither := runs[0]
		line := []Entry{{Ours: a["model"]}, p.entry(neither, searchTime, "")}
		for i, theirs := range []string{"", "", "40 %"} {
			run := runs[[]int{2, 1, 3}[i]]
			line = append(line, p.timeBeside(run, neither, theirs))
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// timeBeside returns the time of a run relative to that of another one.
func (p *maker) timeBeside(run, other outcome, theirs string) Entry {
	return p.entry(either(run, other), func(*report.Report) string {
		return timeRatio(run.Time.Search, other.Time.Search)
	}, theirs)
}

func searchTime(r *report.Report) string { return inSeconds(r.Time.Search) }

// otherModes are other ways to store states.
var otherModes = []string{"mask", "collapse", "tree", "unmove"}

// deltaBeside compares Δ-states with other modes.
func (p *maker) deltaBeside() {
	s := Sheet{
		Title: "Beside other modes: all bytes per state, and time relative to none",
		Notes: []string{roomToo},
		Head:  []string{"model", "none"},
		joint: 2,
	}
	for _, mode := range append([]string{"Δ 20", "Δ+C 50"}, otherModes...) {
		s.Head = append(s.Head, mode, "T")
	}
	for a, o := range p.wanted("delta_models") {
		none := p.verifyOnce(inMode("none", o), nil)
		runs := []outcome{p.deltas(o, 20, ""), p.deltas(o, 50, "collapse")}
		for _, mode := range otherModes {
			runs = append(runs, p.verifyOnce(inMode(mode, o), nil))
		}
		line := []Entry{{Ours: a["model"]}, p.entry(none, bytesPerState, "")}
		for _, run := range runs {
			line = append(line, p.entry(run, bytesPerState, ""), p.timeBeside(run, none, ""))
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// deltaCharts draws bytes and time over k.
func (p *maker) deltaCharts() {
	bytes := tables.Chart{
		Title: "All bytes per state against k",
		XName: "k (logarithmic)",
		YName: "bytes per state",
		LogX:  true,
	}
	times := tables.Chart{
		Title: "Time relative to none against k",
		XName: "k (logarithmic)",
		YName: "times none",
		LogX:  true,
	}
	for a, o := range p.wanted("delta_models") {
		none := p.verifyOnce(inMode("none", o), nil)
		b, t := against(a["model"], none, deltaSteps[:], func(k int) outcome { return p.deltas(o, k, "") })
		bytes.Series, times.Series = append(bytes.Series, b), append(times.Series, t)
	}
	p.out.Charts = append(p.out.Charts, bytes, times)
}

// against returns the curves of a model: all bytes per state, and time relative to another run, over an
// interval.
func against(
	model string, other outcome, intervals []int, run func(interval int) outcome,
) (bytes, times tables.Series) {
	bytes, times = tables.Series{Name: model, Joined: true}, tables.Series{Name: model, Joined: true}
	for _, k := range intervals {
		x := run(k)
		if x.why != "" {
			continue
		}
		bytes.Points = append(bytes.Points, tables.Point{X: float64(k), Y: x.Memory.BytesPerState})
		if other.why == "" && min(x.Time.Search, other.Time.Search) >= minSeconds {
			y := x.Time.Search / other.Time.Search
			times.Points = append(times.Points, tables.Point{X: float64(k), Y: y})
		}
	}
	return bytes, times
}
