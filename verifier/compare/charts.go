package compare

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier/compare/tables"
)

// charts returns the charts of a table: memory against time, for all models together and for each, memory
// against the length of the vector, and growth. If there are several models, the charts of single models are
// in more.
func (t *Table) charts() (first, more []tables.Chart) {
	list := models(t.Rows)
	if len(list) > 1 {
		first = append(first, t.meansChart(list))
	}
	for _, m := range list {
		if c := t.scatter(m); len(list) > 1 {
			more = append(more, c)
		} else {
			first = append(first, c)
		}
	}
	if t.subject.vectors && len(list) > 1 { // with one model, it only repeats memory against time
		first = append(first, t.vectorChart(list))
	}
	first = append(first, t.growthCharts()...)
	return slices.DeleteFunc(first, tables.Chart.IsEmpty), slices.DeleteFunc(more, tables.Chart.IsEmpty)
}

// scatter plots memory against time for all modes on a model.
func (t *Table) scatter(m *Row) tables.Chart {
	c := tables.Chart{
		Title: "Memory against time: " + m.title(),
		XName: "time of the search (s)",
		YName: t.subject.memory.title,
		LogX:  true,
		LogY:  true,
		Apart: true,
		Says:  "Each point is a mode; best is below on the left. Both axes are logarithmic.",
	}
	any := false
	for _, mode := range t.Modes {
		s := tables.Series{Name: mode, Label: true}
		f := &t.subject.memory
		if r := rowOf(t.Rows, m, mode); r != nil && r.Note == "" && f.of(r) > 0 && r.Seconds > 0 {
			s.Points, s.Hollow = []tables.Point{{X: r.Seconds, Y: f.of(r)}}, r.Vague
			s.Titles = []string{
				fmt.Sprintf("%s: %s %s, %.3f s", mode, f.format(f.of(r)), f.title, r.Seconds),
			}
			any = any || r.Vague
		}
		c.Series = append(c.Series, s)
	}
	if any {
		c.Says += " Hollow: the search is too quick for its time to mean much."
	}
	return c
}

// meansChart plots mean memory against mean time over all models, both relative to the baseline.
func (t *Table) meansChart(list []*Row) tables.Chart {
	base := t.subject.baseline
	c := tables.Chart{Title: "Memory against time, relative to " + base, XName: "time, times that of " + base,
		YName: "memory, times that of " + base, LogX: true, LogY: true, Apart: true,
		Says: fmt.Sprintf("Each point is a mode: geometric means over the models, up to %d, that it "+
			"has been run on to the end. Best is below on the left; %s is at 1, 1.", len(list), base)}
	any := false
	for _, mode := range t.Modes {
		s := tables.Series{Name: mode, Label: true}
		var times, memory []float64
		for _, m := range list {
			r, b := rowOf(t.Rows, m, mode), rowOf(t.Rows, m, base)
			if r == nil || b == nil || r.Note != "" || b.Note != "" || r.Seconds*b.Seconds == 0 ||
				r.Bytes*b.Bytes == 0 {
				continue
			}
			times = append(times, r.Seconds/b.Seconds)
			memory = append(memory, float64(r.Bytes)/float64(b.Bytes))
			s.Hollow = s.Hollow || r.Vague || b.Vague
		}
		if len(times) > 0 {
			s.Points = []tables.Point{{X: geometric(times), Y: geometric(memory)}}
			any = any || s.Hollow
		}
		c.Series = append(c.Series, s)
	}
	if any {
		c.Says += " Hollow: some of the searches are too quick for their times to mean much."
	}
	return c
}

// vectorChart is the paper's figure: memory per state against the length of the vector, for every model and
// mode. The vertical line above a point is the overhead, the process's memory beyond the tables.
func (t *Table) vectorChart(list []*Row) tables.Chart {
	c := tables.Chart{Title: "Memory and overhead against the state vector", XName: "state vector (bytes)",
		YName: "bytes per state", LogY: true, Spread: true,
		Says: "Each point is a mode on a model: the bytes of tables and arenas for a state, above the length of " +
			"the model's state vector. The line above it goes up to all memory that the process has had, for a " +
			"state, too: what lies between is the search's path, the program itself, and tables on the move. " +
			"Modes of one model stand side by side. After a figure of G. Holzmann, State Compression in SPIN (1997)."}
	for _, mode := range t.Modes {
		s := tables.Series{Name: mode}
		for _, m := range list {
			if r := rowOf(t.Rows, m, mode); r != nil && r.Note == "" && r.PerState() > 0 {
				with := float64(r.PeakRSS) / float64(r.Stored)
				s.Points = append(s.Points, tables.Point{X: float64(r.Vector), Y: r.PerState(), To: with})
				s.Titles = append(
					s.Titles,
					fmt.Sprintf("%s, %s: %.1f bytes per state, %.1f with all memory", mode,
						m.title(), r.PerState(), with),
				)
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// growthCharts plots states, memory and time of scaled models over their parameter.
func (t *Table) growthCharts() []tables.Chart {
	var names []string
	for i := range t.Growth {
		if n := t.Growth[i].Model; len(names) == 0 || names[len(names)-1] != n {
			names = append(names, n)
		}
	}
	var out []tables.Chart
	for _, name := range names {
		for _, f := range t.subject.growth {
			c := tables.Chart{Title: name + ": " + f.title, XName: "N", YName: f.title}
			t.subject.axes(&c)
			if f.once {
				s := t.growth(name, t.Growth[0].Mode, f.of)
				s.Name = "all modes"
				c.Series = []tables.Series{s}
			} else {
				for _, mode := range t.Modes {
					c.Series = append(c.Series, t.growth(name, mode, f.of))
				}
			}
			out = append(out, c)
		}
	}
	return out
}

// growth returns the series of a figure for a scaled model in one mode.
func (t *Table) growth(model, mode string, figure func(*Row) float64) tables.Series {
	s := tables.Series{Name: mode, Joined: true}
	for i := range t.Growth {
		r := &t.Growth[i]
		if r.Model == model && r.Mode == mode && r.Note == "" && figure(r) > 0 {
			s.Points = append(s.Points, tables.Point{X: parameter(r.Defines), Y: figure(r)})
		}
	}
	return s
}

// parameter returns the number at the end of macros such as ROOM=3 N=5.
func parameter(defines string) float64 {
	value := defines[strings.LastIndexByte(defines, '=')+1:]
	n := 0.0
	_, _ = fmt.Sscan(value, &n)
	return n
}
