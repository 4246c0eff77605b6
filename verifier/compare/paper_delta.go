package compare

import (
	"fmt"
	"strings"

	"gospin/verifier"
	"gospin/verifier/report"
)

var deltaPaper = &paper{
	name: "delta",
	source: "S. Evangelista, J.-F. Pradat-Peyre: Memory efficient state space storage in explicit software model " +
		"checking, 2005",
	models: []string{"dbm", "sieve", "peterson", "mutex", "ring", "dining", "server"},
	sheets: (*paperRun).delta,
}

// deltaSteps are the paper's k: every so many steps a state is stored whole.
var deltaSteps = [4]int{5, 10, 20, 50}

// academic is a row of table 1: time and space for each of deltaSteps, in per cent of no compression.
type academic struct {
	title, model string
	small, large string
	states       uint64
	time, space  [4]int
}

// Their last row has averages: of space 56, where the rows give 48.
var academics = []academic{
	{"Dbm 12", "dbm", "N=6", "N=12", 2125765, [4]int{109, 119, 171, 173}, [4]int{24, 16, 5, 4}},
	{"Eratos 70", "sieve", "N=20", "N=40", 3177699, [4]int{123, 148, 198, 340}, [4]int{40, 33, 29, 27}},
	{"Peterson 4", "peterson", "N=3", "N=4", 3407946, [4]int{131, 151, 191, 316}, [4]int{64, 60, 58, 57}},
	{"Mutex 17", "mutex", "N=8", "N=17", 5701632, [4]int{130, 148, 176, 249}, [4]int{58, 53, 50, 48}},
	{"Leader 16", "ring", "N=8", "N=16", 10475430, [4]int{137, 176, 231, 329}, [4]int{46, 39, 37, 32}},
	{"Dining 13", "dining", "N=6", "N=13", 14741195, [4]int{137, 155, 181, 218}, [4]int{54, 48, 45, 44}},
}

// program is a part of table 2: for each way to store, megabytes (2^20 bytes), time, and bytes per state; 0
// and –: it ran out of memory, or cannot be read.
type program struct {
	title, model string
	small, large string
	states       uint64
	megabytes    [8]float64
	times        string
	perState     [8]float64
}

var programs = []program{
	{
		"client/server 4", "server", "N=2", "N=3", 34731,
		[8]float64{9.45, 1.37, 1.89, 1.42, 1.15, 0.36, 0.30, 0.26},
		"0:02 0:03 0:03 0:03 0:06 0:03 0:04 0:07",
		[8]float64{285.17, 41.26, 56.93, 42.71, 34.61, 11.01, 9.10, 8.00},
	},
	{
		"client/server 5", "server", "N=3", "N=4", 635463,
		[8]float64{205.63, 28.37, 36.80, 21.94, 20.96, 6.84, 4.98, 4.85},
		"0:51 1:54 1:11 1:44 2:54 1:18 1:52 3:04",
		[8]float64{339.31, 46.82, 60.73, 36.20, 34.59, 11.29, 8.21, 8.00},
	},
	{
		"client/server 6", "server", "", "N=5", 13805931,
		[8]float64{0, 684.41, 1035.15, 962.489, 447.73, 176.90, 167.85, 105.33},
		"– 26:04 – 44:20 1:36:33 38:43 48:59 1:38:17",
		[8]float64{0, 51.98, 78.62, 73.10, 34.01, 13.44, 12.75, 8.00},
	},
	{
		"Eratosthenes 20", "sieve", "N=15", "N=30", 3599634,
		[8]float64{698.74, 214.51, 130.70, 100.72, 78.67, 46.15, 37.28, 30.75},
		"7:10 8:05 9:37 12:05 20:25 11:07 14:11 22:34",
		[8]float64{203.54, 62.49, 38.06, 29.34, 22.92, 13.44, 10.86, 8.96},
	},
	{
		"Eratosthenes 25", "sieve", "N=20", "N=40", 24884738,
		[8]float64{0, 0, 933.75, 676.24, 539.47, 334.79, 260.289, 220.77},
		"– – 1:30:13 1:53:50 3:06:11 1:45:05 2:07:02 3:22:54",
		[8]float64{0, 0, 39.35, 28.49, 22.73, 14.11, 10.97, 9.30},
	},
	{
		"Eratosthenes 30", "sieve", "", "N=45", 96566610,
		[8]float64{0, 0, 0, 0, 0, 1331.37, 1026.89, 843.32},
		"– – – – – 10:21:50 12:25:40 17:17:31",
		[8]float64{0, 0, 0, 0, 0, 14.46, 11.15, 9.16},
	},
}

// needDelta says that a report must tell of Δ-states.
func needDelta(r *report.Report) string {
	if r.Delta == nil {
		return "the states were not stored as Δ-states"
	}
	return ""
}

// deltas runs a model with Δ-states.
func (p *paperRun) deltas(o verifier.Options, k int, whole string) outcome {
	o = inMode("delta", o)
	o.KDelta, o.WholeStates = k, whole
	return p.verifyOnce(o, needDelta)
}

// records are the bytes of states, without the tables that say where they are.
func records(r *report.Report) int64 {
	if d := r.Delta; d != nil {
		return d.WholeBytes + d.DeltaBytes
	}
	return r.Memory.Store - slots(r)
}

func (p *paperRun) delta() {
	p.deltaAcademic()
	p.deltaPrograms()
	p.deltaChains()
	p.deltaComparisons()
	p.deltaBeside()
	p.deltaCharts()
}

const roomToo = "In small sizes much of it is room that was made and not used."

// recordsOnly says what is counted.
const recordsOnly = "Space is that of records: states without the tables that say where they are, on both sides; " +
	"the paper's 8.00 bytes are a record alone. The next table has all bytes."

// deltaAcademic makes table 1.
func (p *paperRun) deltaAcademic() {
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
	for _, a := range academics {
		if !p.wanted(a.model) {
			continue
		}
		o := p.raw(a.model, p.size(a.small, a.large))
		none := p.verifyOnce(inMode("none", o), nil)
		line := []Entry{{titled(&o), a.title, 0}, p.entry(none, storedStates, fmt.Sprint(a.states))}
		bytes := []Entry{{Ours: titled(&o)}, p.entry(none, bytesPerState, "")}
		for i, k := range deltaSteps {
			run := p.deltas(o, k, "")
			both := either(run, none)
			line = append(line, p.timeBeside(run, none, fmt.Sprintf("%d %%", a.time[i])))
			line = append(line, p.entry(both, func(*report.Report) string {
				return share(records(run.Report), records(none.Report))
			}, fmt.Sprintf("%d %%", a.space[i])))
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

// deltaPrograms makes table 2: of each program and size a line each for megabytes, time, bytes per state, and
// bytes per state in all tables.
func (p *paperRun) deltaPrograms() {
	s := Sheet{
		Title: "Table 2: programs",
		Notes: []string{
			"M: megabytes (2^20 bytes) of records; T: seconds; V: bytes of records per state; all: all bytes per state. In the paper V = M * 2^20 / states everywhere, so that tables are not counted. The paper's programs " +
				"are in Ada, and can't be had: here are a server and a sieve of their shape.",
		},
		Head: []string{"", "none", "collapse", "Δ 10", "Δ 20", "Δ 50", "Δ+C 10", "Δ+C 20", "Δ+C 50"},
	}
	for i := range programs {
		a := &programs[i]
		if !p.wanted(a.model) {
			continue
		}
		size := p.size(a.small, a.large)
		title := a.title
		if len(size) > 0 {
			title = fmt.Sprintf("%s %s [%s]", a.model, size[0], a.title)
		}
		m, t := []Entry{{Ours: title + " M"}}, []Entry{{Ours: "  T"}}
		v, all := []Entry{{Ours: "  V"}}, []Entry{{Ours: "  all"}}
		theirs := strings.Fields(a.times)
		for way := range 8 {
			run := outcome{why: "not run with small sizes"}
			if len(size) > 0 {
				run = p.programRun(p.raw(a.model, size), way)
			}
			m = append(m, p.entry(run, func(r *report.Report) string {
				return fmt.Sprintf("%.2f", float64(records(r))/(1<<20))
			}, positive(a.megabytes[way])))
			t = append(t, p.entry(run, func(r *report.Report) string {
				return inSeconds(r.Time.Search)
			}, theirs[way]))
			v = append(v, p.entry(run, func(r *report.Report) string {
				return each(float64(records(r)), r.States.Stored)
			}, positive(a.perState[way])))
			all = append(all, p.entry(run, bytesPerState, ""))
		}
		s.Lines = append(s.Lines, m, t, v, all)
	}
	p.add(s)
}

// programRun runs a model in a column of table 2.
func (p *paperRun) programRun(o verifier.Options, way int) outcome {
	switch way {
	case 0:
		return p.verifyOnce(inMode("none", o), nil)
	case 1:
		return p.verifyOnce(inMode("collapse", o), nil)
	}
	whole := "mask"
	if way >= 5 {
		whole = "collapse"
	}
	return p.deltas(o, []int{10, 20, 50}[(way-2)%3], whole)
}

// positive is a figure of the paper, which has none where it ran out of memory.
func positive(v float64) string {
	if v == 0 {
		return untold
	}
	return fmt.Sprintf("%.2f", v)
}

// deltaChains tells what comparisons do.
func (p *paperRun) deltaChains() {
	s := Sheet{
		Title: "Chains: what comparisons cost, not in the paper",
		Notes: []string{
			"Whole: records that hold a state. Back: moves undone for a comparison. Early: comparisons decided before " +
				"a whole record was reached; it is rare, for bits of a hash in the slots tell most records apart. " +
				"Without them (-slot-hash 0), as in the paper: no hash. Shortened: records that got another " +
				"predecessor, in per cent of all.",
		},
		Head: strings.Split("model,k,whole,bytes a delta,back,longest,early,shortened,moves known,no hash: back,early",
			","),
	}
	for _, a := range academics {
		if !p.wanted(a.model) {
			continue
		}
		for _, k := range deltaSteps {
			run := p.deltas(p.raw(a.model, p.size(a.small, a.large)), k, "")
			line := []Entry{{Ours: a.model}, {Ours: fmt.Sprint(k)}}
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
			o := p.raw(a.model, p.size(a.small, a.large))
			o.SlotHash = -1
			plain := p.deltas(o, k, "")
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

// deltaComparisons sets the paper's two improvements beside the search without.
func (p *paperRun) deltaComparisons() {
	s := Sheet{
		Title: "Undoing moves, and shortening: time at k=50, relative to neither",
		Notes: []string{"The paper has one figure, of both: 60 % less time on the average."},
		Head:  []string{"model", "neither (s)", "undoing", "shortening", "both"},
	}
	for _, a := range academics {
		if !p.wanted(a.model) {
			continue
		}
		var runs []outcome
		for _, compare := range []string{"forward", "backward"} {
			for _, long := range []bool{true, false} {
				o := p.raw(a.model, p.size(a.small, a.large))
				o.Compare, o.NoShorten = compare, long
				runs = append(runs, p.deltas(o, 50, ""))
			}
		}
		neither := runs[0]
		line := []Entry{{Ours: a.model}, p.entry(neither, searchTime, "")}
		for i, theirs := range []string{"", "", "40 %"} {
			run := runs[[]int{2, 1, 3}[i]]
			line = append(line, p.timeBeside(run, neither, theirs))
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// timeBeside is the time of a run relative to another's.
func (p *paperRun) timeBeside(run, other outcome, theirs string) Entry {
	return p.entry(either(run, other), func(*report.Report) string {
		return timeRatio(run.Time.Search, other.Time.Search)
	}, theirs)
}

func searchTime(r *report.Report) string { return inSeconds(r.Time.Search) }

// besides are other ways to store states.
var besides = []string{"mask", "collapse", "tree", "unmove"}

// deltaBeside sets Δ-states beside other modes.
func (p *paperRun) deltaBeside() {
	s := Sheet{
		Title: "Beside other modes: all bytes per state, and time relative to none",
		Notes: []string{roomToo},
		Head:  []string{"model", "none"},
		joint: 2,
	}
	for _, mode := range append([]string{"Δ 20", "Δ+C 50"}, besides...) {
		s.Head = append(s.Head, mode, "T")
	}
	for _, a := range academics {
		if !p.wanted(a.model) {
			continue
		}
		o := p.raw(a.model, p.size(a.small, a.large))
		none := p.verifyOnce(inMode("none", o), nil)
		runs := []outcome{p.deltas(o, 20, ""), p.deltas(o, 50, "collapse")}
		for _, mode := range besides {
			runs = append(runs, p.verifyOnce(inMode(mode, o), nil))
		}
		line := []Entry{{Ours: a.model}, p.entry(none, bytesPerState, "")}
		for _, run := range runs {
			line = append(line, p.entry(run, bytesPerState, ""), p.timeBeside(run, none, ""))
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}

// deltaCharts draw bytes and time against k.
func (p *paperRun) deltaCharts() {
	bytes := chart{
		title: "All bytes per state against k",
		xName: "k (logarithmic)",
		yName: "bytes per state",
		logX:  true,
	}
	times := chart{
		title: "Time relative to none against k",
		xName: "k (logarithmic)",
		yName: "times none",
		logX:  true,
	}
	for _, a := range academics {
		if !p.wanted(a.model) {
			continue
		}
		o := p.raw(a.model, p.size(a.small, a.large))
		none := p.verifyOnce(inMode("none", o), nil)
		b, t := against(a.model, none, deltaSteps[:], func(k int) outcome { return p.deltas(o, k, "") })
		bytes.series, times.series = append(bytes.series, b), append(times.series, t)
	}
	p.out.Charts = append(p.out.Charts, bytes, times)
}

// against are the curves of a model: all bytes per state, and time relative to another run, against an
// interval.
func against(
	model string, other outcome, intervals []int, run func(interval int) outcome,
) (bytes, times series) {
	bytes, times = series{name: model, joined: true}, series{name: model, joined: true}
	for _, k := range intervals {
		x := run(k)
		if x.why != "" {
			continue
		}
		bytes.points = append(bytes.points, point{x: float64(k), y: x.Memory.BytesPerState})
		if other.why == "" && min(x.Time.Search, other.Time.Search) >= leastSeconds {
			times.points = append(times.points, point{x: float64(k), y: x.Time.Search / other.Time.Search})
		}
	}
	return bytes, times
}
