package chart

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteMermaid writes the chart as a sequence diagram of Mermaid, which many pages with Markdown draw. A
// message through a buffer is an arrow where it is received, with the step in which it was sent.
func (c *Chart) WriteMermaid(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "sequenceDiagram")
	if why := c.empty(); why != "" {
		fmt.Fprintf(w, "    participant run\n    Note over run: %s\n", why)
	}
	for i, l := range c.lanes {
		fmt.Fprintf(w, "    participant p%d as %s\n", i, asMermaid(l.title()))
	}
	received := map[int]bool{} // rows of sends
	for i := range c.rows {
		received[c.rows[i].sent] = true
	}
	for i := range c.rows {
		r := &c.rows[i]
		text := fmt.Sprintf("%d: %s", r.step, asMermaid(r.text))
		switch {
		case r.remark && len(c.lanes) > 0:
			fmt.Fprintf(w, "    Note over p0,p%d: %s\n", len(c.lanes)-1, text)
		case r.remark:
			fmt.Fprintf(w, "    Note over run: %s\n", text)
		case r.from != none && r.to != none:
			fmt.Fprintf(w, "    p%d->>p%d: %s\n", r.from, r.to, text)
		case r.from != none && !received[i]:
			fmt.Fprintf(w, "    Note over p%d: %s, not received\n", r.from, text)
		case r.from != none: // drawn where it is received
		case r.sent != none:
			s := &c.rows[r.sent]
			fmt.Fprintf(w, "    p%d-)p%d: %s (sent in %d)\n", s.from, r.to, text, s.step)
		default:
			fmt.Fprintf(w, "    Note over p%d: %s\n", r.to, text)
		}
	}
	return w.Flush()
}

// asMermaid replaces what would end a text.
func asMermaid(text string) string {
	return strings.NewReplacer("#", "#35;", ";", "#59;", "\n", " ").Replace(text)
}
