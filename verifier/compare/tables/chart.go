package tables

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"
)

// A chart has this width, and is scaled: on a narrow screen, its text still has 10 pixels.
const (
	chartWidth, plotHeight = 520, 350 // without the legend
	left, right, top       = 72, 14, 14
	under                  = 50
	fontSize               = 15
	letter                 = 8.2 // approximate width of a letter
)

// colours can be seen on light and dark backgrounds, and be distinguished by people who confuse red and
// green. The numbers of colours and shapes have no common divisor, so combining them gives the product of
// both.
var colours = []string{"#2f7fd1", "#d9730d", "#1f9e77", "#c94f7c", "#8a63d2", "#8d7a1f", "#7d8590"}

// shapes are paths around a point, of size 1.
var shapes = []string{
	"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z", "M-3.6-3.6h7.2v7.2h-7.2Z", "M0-4.8L4.6 3.4H-4.6Z", "M0-5L5 0L0 5L-5 0Z",
	"M0 4.8L4.6-3.4H-4.6Z",
}

// Point is a point of a chart. If To is larger than Y, a vertical line leads from Y to To.
type Point struct{ X, Y, To float64 }

// Series are points that belong together.
type Series struct {
	Name   string
	Points []Point
	Joined bool     // connected by a line
	Hollow bool     // the points are uncertain
	Titles []string // texts shown when the pointer is on a point; may be nil
	Label  bool     // the points are labelled with the name, and the legend omits it
}

// Chart draws series. An axis that starts above 0 is logarithmic.
type Chart struct {
	Title, XName, YName string
	Says                string // text below it
	Series              []Series
	LogX, LogY          bool
	Apart               bool // keep points away from the axes, which are logarithmic
	Spread              bool // draw points of several series at the same place side by side
}

// IsEmpty reports whether there is nothing to draw.
func (c Chart) IsEmpty() bool {
	return !slices.ContainsFunc(c.Series, func(s Series) bool { return len(s.Points) > 0 })
}

func (c *Chart) bounds() (x0, x1, y0, y1 float64) {
	x0, y0 = math.Inf(1), math.Inf(1)
	for _, s := range c.Series {
		for _, p := range s.Points {
			x0, x1 = min(x0, p.X), max(x1, p.X)
			y0, y1 = min(y0, p.Y), max(y1, p.Y, p.To)
		}
	}
	if !c.LogY {
		y0 = 0
	}
	if x1 <= x0 {
		x0, x1 = x0/2, x0*2
	}
	if y1 <= y0 {
		y1 = y0 + 1
	}
	if c.Spread {
		x0, x1 = x0-.06*(x1-x0), x1+.06*(x1-x0)
	}
	if c.Apart {
		margin := math.Pow(x1/x0, .06)
		x0, x1 = x0/margin, x1*margin
		margin = math.Pow(y1/y0, .08)
		y0, y1 = y0/margin, y1*margin
	}
	return
}

// canvas is a chart that is being drawn as SVG, with its scale.
type canvas struct {
	strings.Builder
	x0, x1, y0, y1 float64
	logX, logY     bool
	aside          float64 // horizontal offset of points
}

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(c, format, args...) }

// x maps a value to the horizontal axis.
func (c *canvas) x(v float64) float64 {
	f := (v - c.x0) / (c.x1 - c.x0)
	if c.logX {
		f = math.Log(v/c.x0) / math.Log(c.x1/c.x0)
	}
	return left + f*(chartWidth-left-right)
}

// y maps a value to the vertical axis.
func (c *canvas) y(v float64) float64 {
	f := (v - c.y0) / (c.y1 - c.y0)
	if c.logY {
		f = math.Log(v/c.y0) / math.Log(c.y1/c.y0)
	}
	return plotHeight - under - f*(plotHeight-under-top)
}

// SVG draws the chart, with its legend below. It escapes names.
func (c *Chart) SVG() template.HTML {
	x0, x1, y0, y1 := c.bounds()
	if math.IsInf(x0, 0) {
		return "<p>Nothing to draw.</p>"
	}
	b := &canvas{x0: x0, x1: x1, y0: y0, y1: y1, logX: c.LogX, logY: c.LogY}
	legend, height := c.legend()
	b.printf(`<svg viewBox="0 0 %d %d" width="%d" role="img" aria-label="%s" fill="currentColor" `,
		chartWidth, height, chartWidth, html.EscapeString(c.Title))
	b.printf(`font-family="system-ui, sans-serif" font-size="%d">`, fontSize)
	b.drawAxes()
	b.printf(`<text x="%d" y="%d" text-anchor="middle">%s</text>`,
		(left+chartWidth-right)/2, plotHeight-8, html.EscapeString(c.XName))
	b.printf(`<text transform="rotate(-90)" x="%d" y="14" text-anchor="middle">%s</text>`,
		-(top+plotHeight-under)/2, html.EscapeString(c.YName))
	for i := range c.Series {
		if c.Spread {
			b.aside = 2.4 * (float64(i) - float64(len(c.Series)-1)/2)
		}
		b.drawSeries(&c.Series[i], i)
	}
	b.drawLabels(c.Series)
	b.WriteString(legend + "</svg>")
	return template.HTML(b.String())
}

// legend names the series without labels, in rows below the plot, and returns its height.
func (c *Chart) legend() (text string, height int) {
	var b canvas
	x, y := 8.0, plotHeight+14
	for i := range c.Series {
		s := &c.Series[i]
		if s.Label || len(s.Points) == 0 {
			continue
		}
		width := 34 + 1.07*letter*float64(len([]rune(s.Name)))
		if x+width > chartWidth && x > 8 {
			x, y = 8, y+22
		}
		b.drawShape(i, x+6, float64(y-4), s.Hollow, 1.2)
		b.printf(`<text x="%.0f" y="%d">%s</text>`, x+17, y+1, html.EscapeString(s.Name))
		x += width
	}
	if b.Len() == 0 {
		return "", plotHeight
	}
	return b.String(), y + 10
}

// drawAxes draws the axes with their ticks.
func (c *canvas) drawAxes() {
	c.printf(`<path d="M%d %dV%dH%d" fill="none" stroke="currentColor"/>`,
		left, top, plotHeight-under, chartWidth-right)
	xs, ys := ticks(c.x0, c.x1), ticks(c.y0, c.y1)
	if c.logX {
		xs = decades(c.x0, c.x1, chartWidth/65)
	}
	if c.logY {
		ys = decades(c.y0, c.y1, plotHeight/28)
	}
	last := math.Inf(-1)
	for _, v := range xs {
		if half := letter * float64(len(short(v))) / 2; c.x(v)-half > last+8 {
			c.printf(`<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, c.x(v), plotHeight-under+17,
				short(v))
			c.printf(`<path d="M%.1f %dv4" stroke="currentColor"/>`, c.x(v), plotHeight-under)
			last = c.x(v) + half
		}
	}
	last = math.Inf(1)
	for _, v := range ys {
		if last-c.y(v) < fontSize {
			continue
		}
		last = c.y(v)
		c.printf(`<path d="M%d %.1fH%d" stroke="currentColor" stroke-opacity=".15"/>`, left, c.y(v),
			chartWidth-right)
		c.printf(`<text x="%d" y="%.1f" text-anchor="end">%s</text>`, left-6, c.y(v)+4, short(v))
	}
}

// drawShape draws the mark of series i.
func (c *canvas) drawShape(i int, x, y float64, hollow bool, size float64) {
	colour := colours[i%len(colours)]
	fill := colour
	if hollow {
		fill = "none"
	}
	c.printf(
		`<path d="%s" transform="translate(%.1f %.1f) scale(%.1f)" fill="%s" stroke="%s" stroke-width="1.4"/>`,
		shapes[i%len(shapes)],
		x,
		y,
		size,
		fill,
		colour,
	)
}

// drawSeries draws series i.
func (c *canvas) drawSeries(s *Series, i int) {
	colour := colours[i%len(colours)]
	var path strings.Builder
	for k, p := range s.Points {
		op := "L"
		if k == 0 {
			op = "M"
		}
		x, y := c.x(p.X)+c.aside, c.y(p.Y)
		fmt.Fprintf(&path, "%s%.1f %.1f", op, x, y)
		if p.To > p.Y {
			c.printf(`<path d="M%.1f %.1fV%.1f" stroke="%s" stroke-opacity=".55" stroke-width="1.4"/>`, x, y,
				c.y(p.To), colour)
		}
	}
	if s.Joined {
		c.printf(`<path d="%s" fill="none" stroke="%s" stroke-width="1.4"/>`, path.String(), colour)
	}
	for k, p := range s.Points {
		size := 1.2
		if len(s.Points) > 12 {
			size = .8
		}
		if c.WriteString("<g>"); k < len(s.Titles) {
			c.printf("<title>%s</title>", html.EscapeString(s.Titles[k]))
		}
		c.drawShape(i, c.x(p.X)+c.aside, c.y(p.Y), s.Hollow, size)
		c.WriteString("</g>")
	}
}

// ticks returns round numbers between two values.
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

// decades returns values for a logarithmic axis: powers of ten, and, if there is room, two and five times
// those.
func decades(lo, hi float64, most int) []float64 {
	var out []float64
	for _, factors := range [][]float64{{1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1}} {
		out = out[:0]
		for x := math.Pow(10, math.Floor(math.Log10(lo))); x <= hi*1.0001; x *= 10 {
			for _, f := range factors {
				if x*f >= lo*.9999 && x*f <= hi*1.0001 {
					out = append(out, x*f)
				}
			}
		}
		if len(out) <= most {
			break
		}
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
