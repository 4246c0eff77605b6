package compare

import (
	"fmt"
	"html"
	"math"
	"strings"
)

const (
	chartWidth, chartHeight = 860, 420
	left, right, top, under = 70, 170, 20, 50
)

var colours = []string{
	"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#e377c2", "#7f7f7f", "#bcbd22",
	"#393b79", "#637939", "#843c39", "#7b4173",
}

// point is a place in a chart; to is the upper end of a vertical line that starts there, if it is
// larger than y.
type point struct{ x, y, to float64 }

type series struct {
	name   string
	points []point
	joined bool
}

// chart draws series; a logarithmic axis is one that starts above 0.
type chart struct {
	title, xName, yName string
	series              []series
	logX, logY          bool
}

func (c *chart) bounds() (x0, x1, y0, y1 float64) {
	x0, y0 = math.Inf(1), math.Inf(1)
	for _, s := range c.series {
		for _, p := range s.points {
			x0, x1 = min(x0, p.x), max(x1, p.x)
			y0, y1 = min(y0, p.y), max(y1, p.y, p.to)
		}
	}
	if !c.logY {
		y0 = 0
	}
	if x1 <= x0 {
		x0, x1 = x0/2, x0*2
	}
	if y1 <= y0 {
		y1 = y0 + 1
	}
	return
}

// canvas is a chart that is being drawn as SVG, and where its values lie.
type canvas struct {
	strings.Builder
	x0, x1, y0, y1 float64
	logX, logY     bool
}

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(c, format, args...) }

// x is where a value of the horizontal axis lies.
func (c *canvas) x(v float64) float64 {
	f := (v - c.x0) / (c.x1 - c.x0)
	if c.logX {
		f = math.Log(v/c.x0) / math.Log(c.x1/c.x0)
	}
	return left + f*(chartWidth-left-right)
}

// y is where a value of the vertical axis lies.
func (c *canvas) y(v float64) float64 {
	f := (v - c.y0) / (c.y1 - c.y0)
	if c.logY {
		f = math.Log(v/c.y0) / math.Log(c.y1/c.y0)
	}
	return chartHeight - under - f*(chartHeight-under-top)
}

// draw returns the chart as SVG.
func (c *chart) draw() string {
	x0, x1, y0, y1 := c.bounds()
	if math.IsInf(x0, 0) {
		return "<p>Nothing to draw.</p>"
	}
	b := &canvas{x0: x0, x1: x1, y0: y0, y1: y1, logX: c.logX, logY: c.logY}
	b.printf(`<svg viewBox="0 0 %d %d" width="%d" height="%d" role="img" `,
		chartWidth, chartHeight, chartWidth, chartHeight)
	b.printf(`font-family="sans-serif" font-size="12">`)
	b.drawAxes()
	b.printf(`<text x="%d" y="%d" text-anchor="middle">%s</text>`,
		(left+chartWidth-right)/2, chartHeight-10, html.EscapeString(c.xName))
	b.printf(`<text transform="rotate(-90)" x="%d" y="16" text-anchor="middle">%s</text>`,
		-(top+chartHeight-under)/2, html.EscapeString(c.yName))
	for i := range c.series {
		b.drawSeries(&c.series[i], i)
	}
	b.WriteString("</svg>")
	return b.String()
}

// drawAxes draws the axes with their ticks.
func (c *canvas) drawAxes() {
	c.printf(`<path d="M%d %dV%dH%d" fill="none" stroke="#444"/>`,
		left, top, chartHeight-under, chartWidth-right)
	for _, v := range ticks(c.x0, c.x1) {
		c.printf(`<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, c.x(v), chartHeight-under+18, short(v))
	}
	ys := ticks(c.y0, c.y1)
	if c.logY {
		ys = decades(c.y0, c.y1)
	}
	for _, v := range ys {
		c.printf(`<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`,
			left, c.y(v), chartWidth-right, left-6, c.y(v)+4, short(v))
	}
}

// drawSeries draws series number i, and its line of the legend.
func (c *canvas) drawSeries(s *series, i int) {
	colour := colours[i%len(colours)]
	var path strings.Builder
	for k, p := range s.points {
		op := "L"
		if k == 0 {
			op = "M"
		}
		x, y := c.x(p.x), c.y(p.y)
		fmt.Fprintf(&path, "%s%.1f %.1f", op, x, y)
		c.printf(`<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, x, y, colour)
		if p.to > p.y {
			c.printf(`<path d="M%.1f %.1fV%.1f" stroke="%s" stroke-opacity=".5"/>`, x, y, c.y(p.to), colour)
		}
	}
	if s.joined {
		c.printf(`<path d="%s" fill="none" stroke="%s"/>`, path.String(), colour)
	}
	y := top + 8 + 17*i
	c.printf(`<circle cx="%d" cy="%d" r="4" fill="%s"/><text x="%d" y="%d">%s</text>`,
		chartWidth-right+16, y, colour, chartWidth-right+26, y+4, html.EscapeString(s.name))
}

// ticks are round numbers between two values.
func ticks(lo, hi float64) []float64 {
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/2)))
	for _, f := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(step*f) <= 8 {
			step *= f
			break
		}
	}
	var out []float64
	for x := math.Ceil(lo/step) * step; x <= hi+step/1e6; x += step {
		out = append(out, x)
	}
	return out
}

func decades(lo, hi float64) []float64 {
	var out []float64
	for x := math.Pow(10, math.Ceil(math.Log10(lo)-1e-9)); x <= hi*1.0001; x *= 10 {
		out = append(out, x)
	}
	if len(out) < 2 {
		out = []float64{lo, hi}
	}
	return out
}

func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.3gM", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%.3gk", v/1e3)
	}
	return fmt.Sprintf("%.3g", v)
}

// vectorChart is the paper's figure: for every model and mode the memory per state against the length
// of the vector. The vertical line above a point is the overhead: what the process needs beyond the
// tables.
func (t *Table) vectorChart() string {
	c := chart{xName: "state vector (bytes)", yName: "bytes per state", logY: true}
	for _, mode := range t.Modes {
		s := series{name: mode}
		for _, m := range models(t.Rows) {
			if r := rowOf(t.Rows, m, mode); r != nil && r.Note == "" && r.PerState() > 0 {
				with := float64(r.PeakRSS) / float64(r.Stored)
				s.points = append(s.points, point{float64(m.Vector), r.PerState(), with})
			}
		}
		c.series = append(c.series, s)
	}
	return c.draw()
}

// growthCharts are states, memory and time of every scaled model over its parameter.
func (t *Table) growthCharts() []chart {
	var names []string
	for i := range t.Growth {
		if n := t.Growth[i].Model; len(names) == 0 || names[len(names)-1] != n {
			names = append(names, n)
		}
	}
	var out []chart
	for _, name := range names {
		for _, f := range t.subject.growth {
			c := chart{title: name + ": " + f.title, xName: "N", yName: f.title}
			t.subject.axes(&c)
			if f.once {
				s := t.growth(name, t.Growth[0].Mode, f.of)
				s.name = "all modes"
				c.series = []series{s}
			} else {
				for _, mode := range t.Modes {
					c.series = append(c.series, t.growth(name, mode, f.of))
				}
			}
			out = append(out, c)
		}
	}
	return out
}

// growth is a figure of a scaled model in one mode.
func (t *Table) growth(model, mode string, figure func(*Row) float64) series {
	s := series{name: mode, joined: true}
	for i := range t.Growth {
		r := &t.Growth[i]
		if r.Model == model && r.Mode == mode && r.Note == "" && figure(r) > 0 {
			s.points = append(s.points, point{x: parameter(r.Defines), y: figure(r)})
		}
	}
	return s
}

// parameter is the number at the end of macros such as ROOM=3 N=5.
func parameter(defines string) float64 {
	value := defines[strings.LastIndexByte(defines, '=')+1:]
	n := 0.0
	_, _ = fmt.Sscan(value, &n)
	return n
}
