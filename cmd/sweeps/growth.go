package sweeps

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

// minPoints is the number of sizes that a fit requires.
const minPoints = 3

// growth describes how the states of a model grow along an axis of numbers, with everything else fixed.
type growth struct {
	axis   string
	fixed  string // the other values, with the model
	n, of  []float64
	exact  []bool // the cell holds, so all its states were seen
	step   float64
	factor float64 // per step of n, or the exponent of n
	power  bool
}

// growths returns the growth along each axis of numbers.
func (s *Sweep) growths(cells []*Cell) (out []*growth) {
	for i := range s.Axes {
		if s.Swarm != nil {
			break // its searches do not see all states
		}
		known := map[string]*growth{}
		for _, c := range cells {
			n, err := strconv.ParseFloat(c.Values[i], 64)
			if err != nil || c.Report == nil || c.Report.Verdict == report.Inconclusive {
				continue
			}
			fixed := strings.Join(s.labels(c, i), " ")
			g := known[fixed]
			if g == nil {
				g = &growth{axis: s.Axes[i].Name, fixed: fixed}
				known[fixed] = g
				out = append(out, g)
			}
			g.n, g.of = append(g.n, n), append(g.of, float64(c.States()))
			g.exact = append(g.exact, c.Report.Verdict == report.Holds)
		}
	}
	seen := map[string]bool{} // growth is the same with every store
	return slices.DeleteFunc(out, func(g *growth) bool {
		key := fmt.Sprint(g.axis, g.n, g.of)
		repeated := seen[key]
		seen[key] = true
		return repeated || !g.fit()
	})
}

// Labels returns the cell's values with their names.
func (s *Sweep) Labels(c *Cell) (out []string) {
	for i, v := range c.Values {
		out = append(out, s.Axes[i].Name+"="+v)
	}
	return out
}

// labels returns the cell's values with their names, except for one axis.
func (s *Sweep) labels(c *Cell, without int) (out []string) {
	if len(s.Models) > 1 {
		out = append(out, c.Model)
	}
	for i, v := range c.Values {
		if i != without {
			out = append(out, s.Axes[i].Name+"="+v)
		}
	}
	return out
}

// fit fits an exponential and a power to the states of the cells that hold, and selects the better one. It
// reports whether enough cells grow.
func (g *growth) fit() bool {
	var n, logN, logOf []float64
	for i, x := range g.n {
		if g.exact[i] && g.of[i] > 0 {
			n, logN, logOf = append(n, x), append(logN, math.Log(x)), append(logOf, math.Log(g.of[i]))
		}
	}
	if len(n) < minPoints || !slices.IsSorted(n) {
		return false
	}
	g.step = n[len(n)-1] - n[len(n)-2]
	slope, miss := line(n, logOf)
	g.factor = math.Exp(slope)
	if n[0] > 0 {
		if power, other := line(logN, logOf); other < miss {
			g.factor, g.power = power, true
		}
	}
	return g.step > 0 && slope > 0
}

// line fits y = a + b x by least squares, and returns b and the sum of the squares.
func line(x, y []float64) (b, miss float64) {
	mx, my, n := 0.0, 0.0, float64(len(x))
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	xy, xx := 0.0, 0.0
	for i := range x {
		xy, xx = xy+(x[i]-mx)*(y[i]-my), xx+(x[i]-mx)*(x[i]-mx)
	}
	b = xy / xx
	for i := range x {
		d := y[i] - my - b*(x[i]-mx)
		miss += d * d
	}
	return b, miss
}

// String describes how the states grow, and estimates the next size.
func (g *growth) String() string {
	last := len(g.n) - 1
	for !g.exact[last] {
		last--
	}
	next, how := g.n[last]+g.step, ""
	more := math.Pow(g.factor, g.step)
	if g.power {
		more = math.Pow(next/g.n[last], g.factor)
		how = fmt.Sprintf("grow as %s to the power of %.1f", g.axis, g.factor)
	} else {
		how = fmt.Sprintf("grow %.2g times with each %s", g.factor, g.axis)
	}
	some := fmt.Sprintf("%.1e", g.of[last]*more)
	if v := g.of[last] * more; v < 1e6 {
		digits := math.Pow(10, max(0, math.Floor(math.Log10(v))-1))
		some = fmt.Sprint(math.Round(v/digits) * digits)
	}
	text := fmt.Sprintf("states %s (fitted to %d sizes); %s=%g would have some %s", how, len(g.n), g.axis,
		next, some)
	if g.fixed != "" {
		text = g.fixed + ": " + text
	}
	return text
}

// chart draws the growths along one axis.
func chart(axis string, all []*growth) tables.Chart {
	c := tables.Chart{Title: "States over " + axis, XName: axis, YName: "states", LogY: true}
	for _, g := range all {
		if g.axis != axis {
			continue
		}
		s := tables.Series{Name: g.fixed, Joined: true}
		if s.Name == "" {
			s.Name = "states"
		}
		for i, x := range g.n {
			if g.exact[i] && g.of[i] > 0 {
				s.Points = append(s.Points, tables.Point{X: x, Y: g.of[i]})
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}
