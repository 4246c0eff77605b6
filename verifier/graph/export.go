package graph

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Formats are the export formats by their names on the command line: Graphviz, Aldébaran's (which CADP and
// mCRL2 read), JSON, and a table of edges.
var Formats = []string{"dot", "aut", "json", "csv"}

// Names names nodes and moves.
type Names struct {
	Move func(row uint32) string // nil for numbers
	Node func(i uint32) string   // text after a node's number; nil for none
}

// Export writes a graph in a format.
func (g *Graph) Export(w io.Writer, format string, n Names) error {
	write := map[string]func(*bufio.Writer, Names){
		"dot": g.dot, "aut": g.aut, "json": g.json, "csv": g.csv,
	}[format]
	if write == nil {
		return fmt.Errorf("unknown format %q: there are %s", format, strings.Join(Formats, ", "))
	}
	if n.Move == nil {
		n.Move = g.plain
	}
	b := bufio.NewWriter(w)
	write(b, n)
	return b.Flush()
}

// plain names a row of moves by transitions and processes.
func (g *Graph) plain(row uint32) string {
	var parts []string
	for _, m := range g.moves[row] {
		if m.Partner != 0 {
			parts = append(parts, fmt.Sprintf("p%d.t%d/p%d.t%d", m.Pid, m.Trans, m.Peer, m.Partner))
		} else {
			parts = append(parts, fmt.Sprintf("p%d.t%d", m.Pid, m.Trans))
		}
	}
	return strings.Join(parts, ";")
}

// each calls a function for every edge, ordered by source.
func (g *Graph) each(do func(from uint32, t Target)) {
	for i := range uint32(g.Nodes) {
		out := g.Out(i)
		for k := range out.N {
			do(i, g.Edge(&out, k))
		}
	}
}

// atomsOf lists the conditions that hold in a node.
func (g *Graph) atomsOf(i uint32) []string {
	out := []string{}
	for k, a := range g.Atoms {
		if g.Label(i, k) {
			out = append(out, a)
		}
	}
	return out
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", "").Replace(s) + `"`
}

func (n *Names) node(i uint32) string {
	if n.Node == nil {
		return ""
	}
	return n.Node(i)
}

func (g *Graph) dot(w *bufio.Writer, n Names) {
	shape := "circle"
	if n.Node != nil {
		shape = "ellipse" // fits texts, which are wider than numbers
	}
	fmt.Fprintf(w, "digraph %s {\n\tnode [shape=%s];\n", quoted(g.Model), shape)
	for i := range uint32(g.Nodes) {
		label := fmt.Sprint(i)
		if text := n.node(i); text != "" {
			label += "\n" + text
		}
		if a := g.atomsOf(i); len(a) > 0 {
			label += "\n" + strings.Join(a, "\n")
		}
		out, more := g.Out(i), ""
		switch {
		case !g.Expanded(i):
			more = ", style=dashed"
		case g.Dead(i):
			more = ", shape=octagon, color=red"
		case out.N == 0:
			more = ", shape=doublecircle"
		}
		if i == 0 {
			more += ", penwidth=2"
		}
		fmt.Fprintf(w, "\t%d [label=%s%s];\n", i, quoted(label), more)
	}
	g.each(func(i uint32, t Target) {
		fmt.Fprintf(w, "\t%d -> %d [label=%s];\n", i, t.To, quoted(n.Move(t.Move)))
	})
	fmt.Fprintln(w, "}")
}

func (g *Graph) aut(w *bufio.Writer, n Names) {
	fmt.Fprintf(w, "des (0, %d, %d)\n", g.Edges, g.Nodes)
	g.each(func(i uint32, t Target) {
		label := strings.ReplaceAll(strings.ReplaceAll(n.Move(t.Move), `"`, "'"), "\n", " ")
		fmt.Fprintf(w, "(%d, \"%s\", %d)\n", i, label, t.To)
	})
}

func (g *Graph) json(w *bufio.Writer, n Names) {
	object := func(v any) []byte {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err) // cannot happen with strings and numbers
		}
		return b
	}
	fmt.Fprintf(w, "{\"head\":%s,\n\"tail\":%s,\n\"moves\":[", object(g.Head), object(g.Tail))
	comma := ""
	for i := range g.moves {
		fmt.Fprintf(w, "%s\n%s", comma, object(n.Move(uint32(i))))
		comma = ","
	}
	fmt.Fprint(w, "],\n\"nodes\":[")
	comma = ""
	for i := range uint32(g.Nodes) {
		node := struct {
			State    string      `json:"state,omitempty"`
			Atoms    []string    `json:"atoms,omitempty"`
			Expanded bool        `json:"expanded"`
			Dead     bool        `json:"invalid_end"`
			Edges    [][2]uint32 `json:"edges"` // move and target
		}{Atoms: g.atomsOf(i), Expanded: g.Expanded(i), Dead: g.Dead(i), Edges: [][2]uint32{}}
		if n.Node != nil {
			node.State = n.Node(i)
		}
		out := g.Out(i)
		for k := range out.N {
			t := g.Edge(&out, k)
			node.Edges = append(node.Edges, [2]uint32{t.Move, t.To})
		}
		fmt.Fprintf(w, "%s\n%s", comma, object(node))
		comma = ","
	}
	fmt.Fprintln(w, "]}")
}

func (g *Graph) csv(w *bufio.Writer, n Names) {
	field := func(s string) string {
		if !strings.ContainsAny(s, "\",\n\r;") {
			return s
		}
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	fmt.Fprintln(w, "from,move,to")
	g.each(func(i uint32, t Target) { fmt.Fprintf(w, "%d,%s,%d\n", i, field(n.Move(t.Move)), t.To) })
}

// Values returns the label bits of a node, for tests and printing.
func (g *Graph) Values(i uint32) []bool {
	out := make([]bool, len(g.Atoms))
	for k := range out {
		out[k] = g.Label(i, k)
	}
	return slices.Clip(out)
}
