package tables

import (
	"html"
	"math"
)

// box is an occupied part of a chart.
type box struct{ x0, y0, x1, y1 float64 }

// overlap returns the area of the intersection.
func (b box) overlap(c box) float64 {
	w, h := min(b.x1, c.x1)-max(b.x0, c.x0), min(b.y1, c.y1)-max(b.y0, c.y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// around are the possible positions of a label relative to its point: right, left, above, below, and further
// away.
var around = func() (out [][2]float64) {
	for _, far := range []float64{11, 20, 30, 42, 56} {
		for _, at := range [][2]float64{
			{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {.8, -.8}, {-.8, -.8}, {.8, .8}, {-.8, .8},
		} {
			out = append(out, [2]float64{at[0] * far, at[1] * far})
		}
	}
	return out
}()

// drawLabels labels the points of series that have labels, each at the first position where the label covers
// neither a point nor an earlier label, or else where it covers least.
func (c *canvas) drawLabels(list []Series) {
	var taken []box
	for _, s := range list {
		for _, p := range s.Points {
			x, y := c.x(p.X), c.y(p.Y)
			taken = append(taken, box{x - 6, y - 6, x + 6, y + 6})
		}
	}
	plot := box{left, top, chartWidth - 2, plotHeight - under}
	for i, s := range list {
		if !s.Label {
			continue
		}
		for _, p := range s.Points {
			x, y := c.x(p.X), c.y(p.Y)
			width := .93 * letter * float64(len([]rune(s.Name)))
			best, least := box{}, math.Inf(1)
			for _, d := range around {
				at := box{x + d[0], y + d[1] - 8, x + d[0] + width, y + d[1] + 8}
				switch {
				case d[0] < 0:
					at.x0, at.x1 = at.x0-width, at.x1-width
				case d[0] == 0:
					at.x0, at.x1 = at.x0-width/2, at.x1-width/2
				}
				covered := (at.x1-at.x0)*(at.y1-at.y0) - at.overlap(plot)
				for _, b := range taken {
					covered += at.overlap(b)
				}
				if covered < least-.5 {
					best, least = at, covered
				}
				if least <= 0 {
					break
				}
			}
			taken = append(taken, best)
			c.drawLabel(i, s.Name, best, x, y)
		}
	}
}

// drawLabel draws a label, with a line to its point if it is far away.
func (c *canvas) drawLabel(i int, name string, at box, x, y float64) {
	nearX, nearY := min(max(x, at.x0), at.x1), min(max(y, at.y0), at.y1)
	if math.Hypot(nearX-x, nearY-y) > 14 {
		c.printf(`<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-opacity=".6"/>`, x, y, nearX, nearY,
			colours[i%len(colours)])
	}
	anchor, from := "start", at.x0
	switch {
	case at.x1 < x:
		anchor, from = "end", at.x1
	case at.x0 < x:
		anchor, from = "middle", (at.x0+at.x1)/2
	}
	c.printf(`<text x="%.1f" y="%.1f" font-size="14" text-anchor="%s">%s</text>`, from, at.y1-4, anchor,
		html.EscapeString(name))
}
