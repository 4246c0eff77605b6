package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"gospin/cmd/lsp/protocol"
	"gospin/promela"
	"gospin/promela/expr"
	"gospin/promela/format"
	"gospin/promela/resolve"
)

// tokenTypes and tokenModifiers are the legend of semantic tokens. Responses contain indices of types, and a
// bit per modifier.
var (
	tokenTypes = []string{
		"keyword", "type", "number", "string", "comment", "variable", "parameter", "property", "enumMember",
		"struct", "class", "interface", "function", "macro", "label", "event",
	}
	tokenModifiers = []string{"declaration", "modification"}
)

// SemanticTokens returns the types of a document's words.
func (s *server) SemanticTokens(
	_ context.Context, p *protocol.DocumentParams,
) (*protocol.SemanticTokens, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, _ := s.about(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	type part struct {
		from, to int
		as       string
		bits     uint32
	}
	var parts []part
	for _, c := range format.Comments([]byte(d.text.s)) {
		as, from := "comment", c.Start
		if text := strings.TrimLeft(c.Text, " \t"); strings.HasPrefix(text, "#") {
			as = "macro"
		}
		for line := range strings.Lines(d.text.s[c.Start:c.End]) { // a token may not span lines
			parts = append(parts, part{from, from + len(strings.TrimRight(line, "\r\n")), as, 0})
			from += len(line)
		}
	}
	known := d.meanings()
	for _, t := range d.text.tokens() {
		if as, bits := known.of(&t); as != "" {
			parts = append(parts, part{t.Start, t.End, as, bits})
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.from, b.from) })
	out := &protocol.SemanticTokens{Data: []uint32{}}
	last := protocol.Position{}
	for _, x := range parts {
		at := d.text.span(x.from, x.to)
		if at.Start.Line != at.End.Line || at.Start == at.End {
			continue // such as an unclosed string
		}
		if at.Start.Line != last.Line {
			last.Character = 0
		}
		out.Data = append(out.Data, at.Start.Line-last.Line, at.Start.Character-last.Character,
			at.End.Character-at.Start.Character, uint32(slices.Index(tokenTypes, x.as)), x.bits)
		last = at.Start
	}
	return out, nil
}

// meanings has what a document's names refer to: by place, or by name as in the last version without errors.
type meanings struct {
	at     map[int]*mark
	named  map[string]*symbol
	fields map[*promela.Var]bool
}

func (d *document) meanings() *meanings {
	m := &meanings{map[int]*mark{}, map[string]*symbol{}, map[*promela.Var]bool{}}
	for _, x := range d.now.names.at[d.path] {
		if x.written {
			m.at[x.from] = x
		}
	}
	readings := []*reading{d.now}
	if d.now.model == nil && d.good != nil {
		for _, x := range d.good.names.symbols {
			m.named[x.name] = x
		}
		readings = append(readings, d.good)
	}
	for _, r := range readings {
		for _, x := range r.names.symbols {
			if t, is := x.of.(*promela.Typedef); is {
				for _, f := range t.Fields {
					m.fields[f] = true
				}
			}
		}
	}
	return m
}

// of returns the type of a token, or "", and its modifiers.
func (m *meanings) of(t *expr.Token) (as string, modifiers uint32) {
	switch t.Type {
	case expr.Keyword, expr.Visibility, expr.Embedded:
		return "keyword", 0
	case expr.Basic:
		return "type", 0
	case expr.String:
		return "string", 0
	case expr.Const:
		if t.Text[0] >= '0' && t.Text[0] <= '9' {
			return "number", 0
		}
		return "keyword", 0
	case expr.Name:
	default:
		return "", 0
	}
	symbol := m.named[t.Text]
	if x := m.at[t.Start]; x != nil {
		symbol = x.symbol
		switch x.as {
		case resolve.Declares:
			modifiers = 1
		case resolve.Writes:
			modifiers = 2
		}
	}
	if symbol == nil {
		return "", 0
	}
	switch of := symbol.of.(type) {
	case *promela.Var:
		switch {
		case of.Type.Kind == promela.Chan:
			return "event", modifiers
		case of.Param:
			return "parameter", modifiers
		case m.fields[of]:
			return "property", modifiers
		}
		return "variable", modifiers
	case *promela.Const:
		return "enumMember", modifiers
	case *promela.Typedef:
		return "struct", modifiers
	case *promela.Proc:
		return "class", modifiers
	case *promela.LTL:
		return "interface", modifiers
	case resolve.Label:
		return "label", modifiers
	case *macro:
		return "macro", modifiers
	case *inline:
		return "function", modifiers
	}
	return "", 0
}

// FoldingRange returns what can be folded: braces, selections, loops, and comments of several lines.
func (s *server) FoldingRange(_ context.Context,
	p *protocol.DocumentParams) ([]protocol.FoldingRange, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	out := []protocol.FoldingRange{}
	fold := func(from, to, keep int, kind string) {
		first, last := d.text.lineOf(from), d.text.lineOf(to)-keep
		if last > first {
			out = append(out, protocol.FoldingRange{
				StartLine: uint32(first), EndLine: uint32(last), Kind: kind,
			})
		}
	}
	for _, c := range format.Comments([]byte(d.text.s)) {
		if strings.HasPrefix(c.Text, "/*") {
			fold(c.Start, c.End, 0, "comment")
		}
	}
	var open []expr.Token
	closes := map[string]string{"}": "{", "od": "do", "fi": "if"}
	for _, t := range d.text.tokens() {
		switch {
		case t.Is("{"), t.Is("do"), t.Is("if"):
			open = append(open, t)
		case t.Is("}"), t.Is("od"), t.Is("fi"):
			if n := len(open); n > 0 && open[n-1].Is(closes[t.Text]) {
				fold(open[n-1].Start, t.Start, 1, "") // leaves the closing word visible
				open = open[:n-1]
			}
		}
	}
	return out, nil
}
