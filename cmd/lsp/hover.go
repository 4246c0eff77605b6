package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gospin/cmd/gospin/manual"
	"gospin/cmd/lsp/protocol"
	"gospin/promela"
	"gospin/promela/expr"
	"gospin/promela/resolve"
)

func (s *server) Hover(_ context.Context, p *protocol.TextDocumentPositionParams) (*protocol.Hover, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, _ := s.about(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	m, r := d.lookup(d.text.offset(p.Position))
	if m == nil {
		return d.word(d.text.offset(p.Position)), nil
	}
	code, about := r.describe(m.symbol)
	value := "```promela\n" + code + "\n```"
	for _, a := range about {
		value += "\n\n" + a
	}
	at := d.text.span(m.from, m.to)
	return &protocol.Hover{
		Contents: protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: value},
		Range:    &at,
	}, nil
}

// word returns the manual's explanation of the word at a place, or nil if there is none.
func (d *document) word(offset int) *protocol.Hover {
	name, from := d.text.word(offset)
	i := slices.IndexFunc(d.text.tokens(), func(t expr.Token) bool {
		return t.Start == from && t.Text == name && t.Type != expr.Name
	})
	if i < 0 || name == "" {
		return nil
	}
	text, found := strings.CutPrefix(manual.Find("promela", name), "## ")
	if !found {
		return nil
	}
	head, rest, _ := strings.Cut(text, "\n")
	at := d.text.span(from, from+len(name))
	return &protocol.Hover{
		Contents: protocol.MarkupContent{
			Kind: protocol.MarkupKindMarkdown, Value: "**" + head + "**\n" + strings.TrimRight(rest, "\n"),
		},
		Range: &at,
	}
}

// describe returns a symbol's declaration, and sentences about it.
func (r *reading) describe(s *symbol) (code string, about []string) {
	switch of := s.of.(type) {
	case *promela.Var:
		code, about = r.variable(of)
	case *promela.Const:
		list := "mtype"
		if of.Sub != "" {
			list += ":" + of.Sub
		}
		code, about = list+" "+of.Name, []string{fmt.Sprintf("A constant, %d.", of.Val)}
	case *promela.Typedef:
		code = "typedef " + of.Name + " {\n"
		for _, f := range of.Fields {
			code += "\t" + declaration(f) + ";\n"
		}
		code += "}"
	case *promela.Proc:
		code = process(of)
	case *promela.LTL:
		code = "ltl " + of.Name + " { " + of.Text + " }"
	case resolve.Label:
		code = of.Name + ":"
		if of.Proc != nil {
			about = append(about, "A label of "+of.Proc.Name+".")
		}
	case *macro:
		code = of.text
	case *inline:
		code = of.head
	}
	return code, append(about, r.placesOf(s)...)
}

// variable returns a variable's declaration, and sentences about it.
func (r *reading) variable(v *promela.Var) (code string, about []string) {
	where := "Global"
	switch {
	case v.Special != promela.NotSpecial:
		return declaration(v), []string{special[v.Special]}
	case v.Param:
		where = "A parameter of " + v.Proc.Name
	case v.Proc != nil:
		where = "Local to " + v.Proc.Name
	default:
		for _, s := range r.names.symbols {
			if t, ok := s.of.(*promela.Typedef); ok && slices.Contains(t.Fields, v) {
				where = "A field of " + t.Name
			}
		}
	}
	return declaration(v), []string{where + "; " + values(v.Type) + "."}
}

var special = map[promela.Special]string{
	promela.Scratch:     "Takes what nobody wants; it cannot be read.",
	promela.PidVar:      "The number of the process itself.",
	promela.NrPr:        "How many processes run.",
	promela.Last:        "The process that made the last step.",
	promela.PriorityVar: "The priority of the process itself.",
}

var kinds = map[promela.Kind]string{
	promela.Unsigned: "unsigned", promela.Bit: "bit", promela.Byte: "byte", promela.Pid: "pid",
	promela.Chan: "chan", promela.Mtype: "mtype", promela.Short: "short", promela.Int: "int",
}

func typeName(t promela.Type) string {
	switch {
	case t.Kind == promela.Struct:
		return t.Struct.Name
	case t.Sub != "":
		return "mtype:" + t.Sub
	}
	return kinds[t.Kind]
}

// declaration returns a declaration of a variable.
func declaration(v *promela.Var) string {
	out := typeName(v.Type) + " " + v.Name
	if v.Type.Kind == promela.Unsigned {
		out += fmt.Sprintf(" : %d", v.Type.Width)
	}
	if v.Len > 0 {
		out += fmt.Sprintf("[%d]", v.Len)
	}
	switch {
	case v.Chan != nil:
		out += fmt.Sprintf(" = [%d] of { %s }", v.Chan.Slots, fields(v.Chan.Fields))
	case v.Init != nil:
		out += " = " + promela.ExprText(v.Init)
	}
	return out
}

func fields(list []promela.Type) string {
	var out []string
	for _, t := range list {
		out = append(out, typeName(t))
	}
	return strings.Join(out, ", ")
}

// values describes the values of a type.
func values(t promela.Type) string {
	switch t.Kind {
	case promela.Unsigned:
		return fmt.Sprintf("0 to %d", 1<<t.Width-1)
	case promela.Bit:
		return "0 or 1"
	case promela.Byte, promela.Pid:
		return "0 to 255"
	case promela.Short:
		return "-32768 to 32767"
	case promela.Int:
		return "-2147483648 to 2147483647"
	case promela.Mtype:
		return "0 or one of the constants of " + typeName(t)
	case promela.Chan:
		return "a channel"
	}
	return "a record"
}

// process returns the head of a process.
func process(q *promela.Proc) string {
	switch q.Kind {
	case promela.Init:
		return "init"
	case promela.Never:
		return "never " + q.Name
	case promela.Trace:
		return "trace " + q.Name
	case promela.Notrace:
		return "notrace " + q.Name
	}
	out := "proctype " + q.Name + "("
	for i, v := range q.Params {
		if i > 0 {
			out += "; "
		}
		out += declaration(v)
	}
	switch {
	case q.Active > 1:
		out = fmt.Sprintf("active [%d] ", q.Active) + out
	case q.Active == 1:
		out = "active " + out
	}
	return out + ")"
}

// actions names the uses of a symbol, in the order in which they are listed.
var actions = []struct {
	as   resolve.Access
	text string
}{
	{resolve.Declares, "Declared"}, {resolve.Writes, "Written"}, {resolve.Reads, "Read"},
	{resolve.Sends, "Sent to"}, {resolve.Receives, "Received from"}, {resolve.Jumps, "Jumped to"},
	{resolve.Runs, "Run"},
}

// maxPlaces limits the listed places of one kind.
const maxPlaces = 8

// placesOf lists the places where a symbol is declared, written, read and so on.
func (r *reading) placesOf(s *symbol) []string {
	var out []string
	for _, a := range actions {
		var at []string
		for _, o := range s.places {
			if o.as == a.as {
				at = append(at, r.place(o))
			}
		}
		at = slices.Compact(at)
		if len(at) == 0 {
			continue
		}
		verb := a.text
		switch s.of.(type) {
		case *macro, *inline, *promela.Typedef:
			if a.as == resolve.Reads {
				verb = "Used"
			}
		}
		word := "line"
		if len(at) > 1 {
			word = "lines"
		}
		if n := len(at) - maxPlaces; n > 0 {
			at = append(at[:maxPlaces], fmt.Sprintf("and %d more", n))
		}
		out = append(out, verb+" at "+word+" "+strings.Join(at, ", ")+".")
	}
	return out
}

// place formats a line number, with the file's name if it is not the document's.
func (r *reading) place(o occurrence) string {
	t := r.files[o.path]
	n := fmt.Sprint(t.lineOf(o.from) + 1)
	if t != r.text {
		n += " of " + filepath.Base(o.path)
	}
	return n
}
