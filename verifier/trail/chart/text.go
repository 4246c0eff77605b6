package chart

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Widths of a chart in text, in columns.
const (
	stepWidth = 6
	whole     = 100 // the longest line
	roomy     = 12  // a lane that is wide enough for texts
	widest    = 24
	narrowest = 3
)

// grid is one line.
type grid []rune

// put writes a text at a column, and stops before another.
func (g *grid) put(at int, text string, to int) {
	for _, r := range cut(text, to-at) {
		for len(*g) <= at {
			*g = append(*g, ' ')
		}
		(*g)[at] = r
		at++
	}
}

// cut shortens a text to a number of columns.
func cut(text string, room int) string {
	if utf8.RuneCountInString(text) <= room {
		return text
	}
	if room <= 1 {
		return string([]rune("…")[:max(0, room)])
	}
	return string([]rune(text)[:room-1]) + "…"
}

// drawing is a chart with its lane width.
type drawing struct {
	c      *Chart
	pitch  int
	beside bool // texts stand right of the lanes
}

func (d *drawing) x(lane int) int { return stepWidth + 2 + d.pitch*lane + 1 }

// right returns the first column to the right of the lanes.
func (d *drawing) right() int { return d.x(len(d.c.lanes)-1) + 3 }

// WriteText draws the chart as text of at most 100 columns. If there are too many processes, it says so.
func (c *Chart) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	if why := c.empty(); why != "" {
		fmt.Fprintln(w, why)
		c.remarks(w)
		return w.Flush()
	}
	d := &drawing{c: c, pitch: min((whole-stepWidth-2)/len(c.lanes), widest)}
	if d.beside = d.pitch < roomy; d.beside {
		d.pitch = max(narrowest, min(8, (whole-stepWidth-32)/len(c.lanes)))
	}
	d.heads(w)
	for i := range c.rows {
		fmt.Fprintln(w, strings.TrimRight(d.row(&c.rows[i]), " "))
	}
	if left := c.arrange(); left > 0 {
		fmt.Fprintf(w, "%s without messages: %s\n", strings.Repeat(" ", stepWidth), c.silent())
	}
	return w.Flush()
}

// remarks prints the remarks of a chart without lanes.
func (c *Chart) remarks(w io.Writer) {
	for i := range c.rows {
		if r := &c.rows[i]; r.remark {
			fmt.Fprintf(w, "%*d  %s\n", stepWidth, r.step, r.text)
		}
	}
}

// silent names the processes without a lane.
func (c *Chart) silent() string {
	var out []string
	for pid, name := range c.named {
		if _, has := c.of[pid]; !has && name != "" {
			out = append(out, lane{pid, name}.title())
		}
	}
	return strings.Join(out, ", ")
}

// heads prints the names of the lanes above them. If lanes are narrow, it prints pids, with a list of names
// first.
func (d *drawing) heads(w io.Writer) {
	var names, lines grid
	names.put(stepWidth-4, "step", stepWidth)
	for i, l := range d.c.lanes {
		title := l.title()
		if d.beside && utf8.RuneCountInString(title) >= d.pitch {
			title = fmt.Sprint(l.pid)
		}
		names.put(max(stepWidth+1, d.x(i)-utf8.RuneCountInString(cut(title, d.pitch-1))/2), title,
			max(stepWidth+1, d.x(i)-utf8.RuneCountInString(cut(title, d.pitch-1))/2)+d.pitch-1)
		lines.put(d.x(i), "│", 1<<20)
	}
	if d.beside {
		fmt.Fprintf(w, "processes: %s\n", d.c.list())
	}
	fmt.Fprintln(w, strings.TrimRight(string(names), " "))
	fmt.Fprintln(w, string(lines))
}

// list names the processes with lanes, grouped by proctype.
func (c *Chart) list() string {
	var names []string
	pids := map[string][]string{}
	for _, l := range c.lanes {
		if pids[l.name] == nil {
			names = append(names, l.name)
		}
		pids[l.name] = append(pids[l.name], fmt.Sprint(l.pid))
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s(%s)", name, strings.Join(pids[name], " "))
	}
	return strings.Join(names, ", ")
}

// row draws one row.
func (d *drawing) row(r *row) string {
	var g grid
	const far = 1 << 20
	g.put(0, fmt.Sprintf("%*d", stepWidth, r.step), stepWidth)
	for i := range d.c.lanes {
		g.put(d.x(i), "│", far)
	}
	switch {
	case r.remark && r.wrong:
		g.put(d.right(), "✗ "+r.text, far)
	case r.remark:
		for at := stepWidth + 1; at < d.right()-1; at++ {
			if at >= len(g) || g[at] == ' ' {
				g.put(at, "┄", far)
			}
		}
		g.put(d.right(), "<<<<<"+r.text+">>>>>", far)
	case r.from != none && r.to != none:
		d.arrow(&g, r)
	case r.from != none:
		g.put(d.x(r.from), "├", far)
		d.label(&g, r.from, "▷ "+r.text)
	default:
		g.put(d.x(r.to), "◀", far)
		text := "─ " + r.text
		if r.sent != none {
			text += fmt.Sprintf(" (%d)", d.c.rows[r.sent].step)
		}
		d.label(&g, r.to, text)
	}
	return string(g)
}

// label writes a text to the right of a lane, or, if lanes are narrow, to the right of all lanes.
func (d *drawing) label(g *grid, lane int, text string) {
	at := d.x(lane) + 1
	if d.beside {
		g.put(at, string([]rune(text)[:1]), at+1)
		at, text = d.right(), string([]rune(text)[2:])
	}
	g.put(at, text+" ", 1<<20)
}

// arrow draws a handshake.
func (d *drawing) arrow(g *grid, r *row) {
	from, to := d.x(r.from), d.x(r.to)
	start, head, first, last := "├", "▶", from+1, to-1
	if from > to {
		start, head, first, last = "┤", "◀", to+1, from-1
	}
	g.put(from, start, 1<<20)
	for at := first; at <= last; at++ {
		g.put(at, "─", 1<<20)
	}
	if from < to {
		g.put(last, head, 1<<20)
	} else {
		g.put(first, head, 1<<20)
	}
	if d.beside {
		g.put(d.right(), r.text, 1<<20)
		return
	}
	text := cut(r.text, last-first-3)
	g.put((first+last-utf8.RuneCountInString(text))/2+1, text, 1<<20)
}
