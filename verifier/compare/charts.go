package compare

import (
	"fmt"
	"slices"
)

// drawing is a chart with what is said of it.
type drawing struct {
	chart chart
	says  string
	more  bool // one of many of a kind
}

// drawings are the charts of a table: memory against time, of all models together and of each, memory against
// the vector, and growth.
func (t *Table) drawings() []drawing {
	var out []drawing
	list := models(t.Rows)
	if len(list) > 1 {
		out = append(out, t.meansChart(list))
	}
	for _, m := range list {
		d := t.scatter(m)
		d.more = len(list) > 1
		out = append(out, d)
	}
	if t.subject.vectors && len(list) > 0 {
		out = append(out, t.vectorChart(list))
	}
	for _, c := range t.growthCharts() {
		out = append(out, drawing{chart: c})
	}
	return slices.DeleteFunc(out, func(d drawing) bool { return d.chart.empty() })
}

// empty says whether nothing is to be drawn.
func (c *chart) empty() bool {
	return !slices.ContainsFunc(c.series, func(s series) bool { return len(s.points) > 0 })
}

// hollowMeans is what is said of hollow points.
const hollowMeans = " Hollow: the search is too quick for its time to mean much."

// scatter is memory against time of all modes on a model.
func (t *Table) scatter(m *Row) drawing {
	c := chart{
		title: "Memory against time: " + m.title(),
		xName: "time of the search (s)",
		yName: "bytes per state",
		logX:  true,
		logY:  true,
		apart: true,
	}
	any := false
	for _, mode := range t.Modes {
		s := series{name: mode, label: true}
		if r := rowOf(t.Rows, m, mode); r != nil && r.Note == "" && r.PerState() > 0 && r.Seconds > 0 {
			s.points, s.hollow = []point{{x: r.Seconds, y: r.PerState()}}, r.Vague
			s.titles = []string{
				fmt.Sprintf("%s: %.1f bytes per state, %.3f s", mode, r.PerState(), r.Seconds),
			}
			any = any || r.Vague
		}
		c.series = append(c.series, s)
	}
	d := drawing{
		chart: c,
		says:  "Each point is a mode; best is below on the left. Both axes are logarithmic.",
	}
	if any {
		d.says += hollowMeans
	}
	return d
}

// meansChart is memory against time, both relative to the baseline, as means over all models.
func (t *Table) meansChart(list []*Row) drawing {
	base := t.subject.baseline
	c := chart{title: "Memory against time, relative to " + base, xName: "time, times that of " + base,
		yName: "memory, times that of " + base, logX: true, logY: true, apart: true}
	any := false
	for _, mode := range t.Modes {
		s := series{name: mode, label: true}
		var times, memory []float64
		for _, m := range list {
			r, b := rowOf(t.Rows, m, mode), rowOf(t.Rows, m, base)
			if r == nil || b == nil || r.Note != "" || b.Note != "" || r.Seconds*b.Seconds == 0 ||
				r.Bytes*b.Bytes == 0 {
				continue
			}
			times = append(times, r.Seconds/b.Seconds)
			memory = append(memory, float64(r.Bytes)/float64(b.Bytes))
			s.hollow = s.hollow || r.Vague || b.Vague
		}
		if len(times) > 0 {
			s.points = []point{{x: geometric(times), y: geometric(memory)}}
			any = any || s.hollow
		}
		c.series = append(c.series, s)
	}
	d := drawing{
		chart: c,
		says: fmt.Sprintf("Each point is a mode: geometric means over the models, up to %d, that it "+
			"has been run on to the end. Best is below on the left; %s is at 1, 1.", len(list), base),
	}
	if any {
		d.says += " Hollow: some of the searches are too quick for their times to mean much."
	}
	return d
}

// vectorChart is the paper's figure: for every model and mode the memory per state against the length
// of the vector. The vertical line above a point is the overhead: what the process needs beyond the
// tables.
func (t *Table) vectorChart(list []*Row) drawing {
	c := chart{title: "Memory and overhead against the state vector", xName: "state vector (bytes)",
		yName: "bytes per state", logY: true, spread: true}
	for _, mode := range t.Modes {
		s := series{name: mode}
		for _, m := range list {
			if r := rowOf(t.Rows, m, mode); r != nil && r.Note == "" && r.PerState() > 0 {
				with := float64(r.PeakRSS) / float64(r.Stored)
				s.points = append(s.points, point{float64(r.Vector), r.PerState(), with})
				s.titles = append(
					s.titles,
					fmt.Sprintf("%s, %s: %.1f bytes per state, %.1f with all memory", mode,
						m.title(), r.PerState(), with),
				)
			}
		}
		c.series = append(c.series, s)
	}
	return drawing{
		chart: c,
		says: "Each point is a mode on a model: the bytes of tables and arenas for a state, above the " +
			"length of the model's state vector. The line above it goes up to all memory that the process has had, for a " +
			"state, too: what lies between is the search's path, the program itself, and tables on the move. Modes of one model stand side by side. After a " +
			"figure of G. Holzmann, State Compression in SPIN (1997).",
	}
}
