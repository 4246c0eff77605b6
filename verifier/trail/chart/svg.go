package chart

import (
	"bytes"
	"fmt"
	"html"
	"io"
)

// Sizes of a chart in SVG, in pixels.
const (
	svgLeft = 64
	svgTop  = 56
	svgRow  = 30
	svgEdge = 24
)

// hues are the colours of lanes, the same as the page's.
var hues = []int{212, 20, 145, 285, 45, 175, 335, 95, 250, 0}

// svgStyle has colours for light and dark schemes.
const svgStyle = `text{font:13px ui-monospace,Menlo,Consolas,monospace;fill:#1c2024}` +
	`.n{fill:#5a626a;text-anchor:end}.h{font-weight:600;text-anchor:middle}.m{text-anchor:middle}` +
	`.t{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}.bad{fill:#b00020;font-weight:600}` +
	`.back{fill:#fff}.l{stroke-width:1.5;stroke-opacity:.45}.a{stroke-width:1.8;fill:none}.c{stroke:#5a626a}` +
	`@media(prefers-color-scheme:dark){text{fill:#e6e9ec}.n{fill:#a3abb3}.back{fill:#15181b}.t{stroke:#15181b}` +
	`.bad{fill:#ff8a95}.c{stroke:#a3abb3}}`

// WriteSVG draws the chart as a picture.
func (c *Chart) WriteSVG(w io.Writer) error {
	var b bytes.Buffer
	why := c.empty()
	pitch := 150
	if len(c.lanes) > 6 {
		pitch = 96
	}
	width := svgLeft + max(2, len(c.lanes))*pitch + 180
	height := svgTop + len(c.rows)*svgRow + svgEdge
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" `+
		`aria-label="message sequence chart"><style>%s</style><rect class="back" width="%d" height="%d"/>`+"\n",
		width, height, width, height, svgStyle, width, height)
	for i, h := range hues {
		fmt.Fprintf(&b, `<marker id="h%d" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" `+
			`orient="auto"><path d="M0 0L10 5L0 10z" fill="%s"/></marker>`, i, hue(h))
	}
	x := func(lane int) int { return svgLeft + lane*pitch + pitch/2 }
	y := func(row int) int { return svgTop + row*svgRow + svgRow/2 }
	for i, l := range c.lanes {
		title := cut(l.title(), pitch/8)
		fmt.Fprintf(&b, `<text class="h" x="%d" y="26">%s</text><line class="l" x1="%d" x2="%d" y1="36" y2="%d" stroke="%s"/>`+
			"\n", x(i), html.EscapeString(title), x(i), x(i), height-svgEdge/2, hue(hues[i%len(hues)]))
	}
	if why != "" {
		fmt.Fprintf(&b, `<text x="%d" y="26">%s</text>`, svgLeft, why)
	}
	sent := map[int]int{} // the receive's row, by the send's
	for i := range c.rows {
		if r := &c.rows[i]; r.sent != none {
			sent[r.sent] = i
		}
	}
	for i := range c.rows {
		r := &c.rows[i]
		fmt.Fprintf(&b, `<text class="n" x="%d" y="%d">%d</text>`, svgLeft-22, y(i)+4, r.step)
		c.svgRow(&b, r, i, sent, x, y)
		fmt.Fprintln(&b)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func hue(h int) string { return fmt.Sprintf("hsl(%d 62%% 46%%)", h) }

// svgRow draws one row.
func (c *Chart) svgRow(b *bytes.Buffer, r *row, i int, sent map[int]int, x, y func(int) int) {
	text := html.EscapeString(r.text)
	switch {
	case r.remark && r.wrong:
		fmt.Fprintf(b, `<text class="bad t" x="%d" y="%d">✗ %s</text>`, svgLeft, y(i)+4, text)
	case r.remark:
		end := x(max(0, len(c.lanes)-1)) + 40
		fmt.Fprintf(b, `<line class="c" x1="%d" x2="%d" y1="%d" y2="%d" stroke-dasharray="4 4"/>`, svgLeft, end, y(i), y(i))
		fmt.Fprintf(b, `<text class="t" x="%d" y="%d">%s</text>`, end+6, y(i)+4, "cycle begins")
	case r.from != none && r.to != none:
		svgArrow(b, r.from, x(r.from), y(i), x(r.to), y(i))
		fmt.Fprintf(b, `<text class="m t" x="%d" y="%d">%s</text>`, (x(r.from)+x(r.to))/2, y(i)-5, text)
	case r.from != none:
		if to, got := sent[i]; got {
			at := x(c.rows[to].to)
			if c.rows[to].to == r.from { // to itself
				fmt.Fprintf(b, `<path class="a" d="M%d %dc40 0 40 %d 0 %d" stroke="%s" marker-end="url(#h%d)"/>`, at,
					y(i), y(to)-y(i), y(to)-y(i), hue(hues[r.from%len(hues)]), r.from%len(hues))
			} else {
				svgArrow(b, r.from, x(r.from), y(i), at, y(to))
			}
		}
		fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="4" fill="%s"/>`, x(r.from), y(i), hue(hues[r.from%len(hues)]))
		fmt.Fprintf(b, `<text class="t" x="%d" y="%d">%s</text>`, x(r.from)+9, y(i)-5, text)
	default:
		fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="3" fill="%s"/>`, x(r.to), y(i), hue(hues[r.to%len(hues)]))
		if r.sent == none {
			fmt.Fprintf(b, `<text class="t" x="%d" y="%d">%s</text>`, x(r.to)+9, y(i)+4, text)
		}
	}
}

func svgArrow(b *bytes.Buffer, lane, x1, y1, x2, y2 int) {
	fmt.Fprintf(b, `<line class="a" x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" marker-end="url(#h%d)"/>`, x1, y1, x2, y2,
		hue(hues[lane%len(hues)]), lane%len(hues))
}
