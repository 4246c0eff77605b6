package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gospin/verifier/ask"
	"gospin/verifier/compare/tables"
	"gospin/verifier/pan"
	"gospin/verifier/way"
)

// Subject is a kind of comparison, with its report.
type Subject struct {
	title     string
	baseline  string                     // the way to which others are relative
	differ    func(r, base *Row) string  // how a run's result differs from the baseline's, or ""
	flags     func(mode string) []string // for gospin verify
	options   []string                   // for spin
	pans      []panMode
	ours      string // marked where it stores more states than theirs
	theirs    string
	figures   []figure
	summaries []summary
	growth    []figure
	axes      func(*tables.Chart) // sets the axes of growth charts
	vectors   bool                // plot memory against the length of vectors
	memory    figure              // the memory in charts of memory against time
	about     func(mode string) string
}

// figure is a quantity that a grid or a chart shows for each row.
type figure struct {
	title  string
	of     func(*Row) float64
	format func(float64) string
	to     string             // the way to which it is relative, or ""
	over   func(*Row) float64 // the quantity of that way's row to divide by; nil for the same
	all    bool               // summaries only count models for which all ways have it
	once   bool               // the same for all ways
	states bool               // a number of states
	times  bool               // relative to another way's time, so runs that are too quick have none
}

// summary is a line below the figures of all models.
type summary struct {
	name string
	of   func([]float64) float64 // at least one value
	// only for relative figures
	ratios bool
}

func percent(v float64) string     { return fmt.Sprintf("%.1f %%", 100*v) }
func whole(v float64) string       { return fmt.Sprintf("%.0f", v) }
func tenths(v float64) string      { return fmt.Sprintf("%.1f", v) }
func hundredths(v float64) string  { return fmt.Sprintf("%.2f", v) }
func thousandths(v float64) string { return fmt.Sprintf("%.3f", v) }
func myriads(v float64) string     { return fmt.Sprintf("%.4f", v) }

func states(r *Row) float64      { return float64(r.Stored) }
func transitions(r *Row) float64 { return float64(r.Transitions) }
func seconds(r *Row) float64     { return r.Seconds }
func total(r *Row) float64       { return r.Total }
func stored(r *Row) float64      { return float64(r.Bytes) / 1e6 }

// Stores compares ways of storing states.
var Stores = &Subject{
	title:    "Ways to store states, side by side",
	baseline: "mask",
	differ: func(r, base *Row) string {
		if r.Stored != base.Stored && !inexact(r.Mode) {
			return "stores other states than " + base.Mode
		}
		return ""
	},
	flags:   storeFlags,
	options: pan.Raw,
	pans:    storePans,
	figures: []figure{
		{title: "Memory relative to mask (tables and arenas)", of: func(r *Row) float64 { return r.Memory },
			format: percent},
		{title: "Time relative to mask", of: func(r *Row) float64 { return r.Time }, format: hundredths},
		{title: "Bytes per state", of: (*Row).PerState, format: tenths},
		{title: "Bytes per state, with the path of the search", of: (*Row).withStack, format: tenths},
		{title: "Peak resident memory (MB)", of: func(r *Row) float64 { return float64(r.PeakRSS) / 1e6 },
			format: tenths},
		{title: "Search time (s)", of: seconds, format: thousandths},
	},
	summaries: []summary{{name: "average", of: mean}},
	growth: []figure{
		{title: "states", of: states, format: whole, once: true},
		{title: "memory (MB)", of: stored, format: thousandths},
		{title: "time (s)", of: seconds, format: thousandths},
	},
	axes:    func(c *tables.Chart) { c.LogY = true },
	vectors: true,
	memory:  figure{title: "bytes per state", of: (*Row).PerState, format: tenths},
	about:   aboutStore,
}

// storeFlags returns the flags for a way of storing states. Roots are for searches that need only one error,
// and use one worker like the other ways.
func storeFlags(mode string) []string {
	flags := []string{"-compress=" + mode, "-noreduce", "-o1", "-o2", "-o3"}
	if mode == way.Roots {
		flags = append(flags, "-c1", "-workers=1")
	}
	return flags
}

// Raw is the way of searching without reductions.
const Raw = "raw"

// panDefault is SPIN's verifier as built by spin and gcc without flags for reductions.
const panDefault = "pan"

// Reductions compares reductions.
var Reductions = &Subject{
	title:    "Reductions, side by side",
	baseline: Raw,
	differ: func(r, base *Row) string {
		if r.Verdict != base.Verdict {
			return fmt.Sprintf("%s, but %s is %s", r.Verdict, base.Mode, base.Verdict)
		}
		return ""
	},
	flags:  reductionFlags,
	pans:   reductionPans,
	ours:   "computed",
	theirs: panDefault,
	figures: []figure{
		{title: "States", of: states, format: whole, all: true, states: true},
		{title: "States relative to raw", of: states, to: Raw, format: myriads},
		{title: "States relative to pan", of: states, to: panDefault, format: myriads},
		{title: "Transitions", of: transitions, format: whole, all: true},
		{title: "Memory for states (MB)", of: stored, format: thousandths, all: true},
		{title: "Memory relative to pan", of: stored, to: panDefault, format: myriads},
		{title: "Search time (s)", of: seconds, format: thousandths, all: true},
		{title: "Search time relative to raw", of: seconds, to: Raw, format: hundredths, times: true},
		{title: "From text to verdict (s)", of: total, format: thousandths, all: true},
		{title: "From text to verdict relative to spin, gcc and pan", of: total, to: panDefault, format: myriads},
		{title: "From text to verdict relative to pan's search alone", of: total, to: panDefault, over: seconds,
			format: hundredths, times: true},
	},
	summaries: []summary{{"geometric mean", geometric, false}, {"median", median, true}, {"largest", slices.Max[[]float64], true}},
	growth: []figure{
		{title: "states", of: states, format: whole, states: true},
		{title: "memory (MB)", of: stored, format: thousandths},
		{title: "time (s)", of: seconds, format: thousandths},
	},
	axes: func(c *tables.Chart) {
		c.LogX, c.LogY = true, true
		c.XName = "N (logarithmic, so that a polynomial comes to be a line)"
	},
	memory: figure{title: "memory for states (MB)", of: stored, format: thousandths},
	about:  aboutReduction,
}

// Ways returns the names of the reductions to compare by default.
func Ways() []string { return []string{Raw, "spin", "computed -symmetry=off", "computed"} }

// CheckWay returns an error unless a way is the raw search, or a rule that flags may follow.
func CheckWay(way string) error {
	words := strings.Fields(way)
	names := append([]string{Raw}, ask.Rules...)
	if len(words) == 0 || !slices.Contains(names, words[0]) {
		return fmt.Errorf("unknown reduction %q: there are %s, each with flags of verify behind it if need be",
			way, strings.Join(names, ", "))
	}
	for _, w := range words[1:] {
		if w[0] != '-' {
			return fmt.Errorf("%q of reduction %q is no flag", w, way)
		}
	}
	return nil
}

func reductionFlags(way string) []string {
	words := strings.Fields(way)
	if words[0] == Raw {
		return append([]string{"-noreduce", "-o1", "-o2", "-o3"}, words[1:]...)
	}
	return append([]string{"-por=" + words[0]}, words[1:]...)
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

func geometric(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(v)))
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
