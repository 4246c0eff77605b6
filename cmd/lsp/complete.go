package lsp

import (
	"context"
	"strings"

	"gospin/cmd/lsp/protocol"
	"gospin/promela"
	"gospin/promela/expr"
	"gospin/promela/resolve"
)

// Completion offers fields after a dot, labels after goto and @, processes after run, and otherwise the names
// that are visible in the process, with the words of the language.
func (s *server) Completion(
	_ context.Context,
	p *protocol.TextDocumentPositionParams,
) (*protocol.CompletionList, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, _ := s.about(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	at := d.text.offset(p.Position)
	_, from := d.text.word(at)
	before := d.text.tokens()
	for len(before) > 0 && (before[len(before)-1].Start >= from || before[len(before)-1].Type == expr.EOF) {
		before = before[:len(before)-1]
	}
	list := &offer{r: d.now, seen: map[string]bool{}}
	list.of(d.now, before)
	if d.good != nil && d.now.model == nil {
		list.of(d.good, before)
	}
	if !list.narrow {
		for _, w := range expr.Keywords() {
			list.put(w, protocol.CompletionItemKindKeyword, "")
		}
	}
	return &protocol.CompletionList{Items: list.items}, nil
}

// offer collects completions of a name.
type offer struct {
	r      *reading
	seen   map[string]bool
	items  []protocol.CompletionItem
	narrow bool // the context only allows some kinds of names
}

func (l *offer) put(name string, kind protocol.CompletionItemKind, detail string) {
	if l.seen[name] {
		return
	}
	l.seen[name] = true
	it := protocol.CompletionItem{Label: name, Kind: kind}
	if detail != "" {
		detail, _, _ = strings.Cut(detail, "\n")
		it.Detail = detail
	}
	if l.items = append(l.items, it); l.items == nil {
		l.items = []protocol.CompletionItem{}
	}
}

// of adds a reading's names that fit after some tokens.
func (l *offer) of(r *reading, before []expr.Token) {
	last := func(n int) string {
		if n > len(before) {
			return ""
		}
		return before[len(before)-n].Text
	}
	owner := enclosing(before)
	var record *promela.Typedef
	switch last(1) {
	case ".":
		l.narrow = true
		if record = r.record(before[:len(before)-1], owner); record == nil {
			return
		}
		for _, f := range record.Fields {
			l.put(f.Name, protocol.CompletionItemKindField, declaration(f))
		}
		return
	case "goto", "@", "run":
		l.narrow = true
	}
	for _, s := range r.names.symbols {
		_, label := s.of.(resolve.Label)
		q, proc := s.of.(*promela.Proc)
		switch last(1) {
		case "goto":
			if !label || s.of.(resolve.Label).Proc == nil || s.of.(resolve.Label).Proc.Name != owner {
				continue
			}
		case "@":
			if !label {
				continue
			}
		case "run":
			if !proc || q.Kind != promela.Proctype {
				continue
			}
		default:
			if v, ok := s.of.(*promela.Var); ok && (v.Proc != nil && v.Proc.Name != owner || r.field(v)) ||
				label {
				continue
			}
		}
		code, _ := r.describe(s)
		_, kind := shown(s.of)
		l.put(s.name, kind, code)
	}
}

// field reports whether a variable is a field.
func (r *reading) field(v *promela.Var) bool {
	for _, s := range r.names.symbols {
		if t, ok := s.of.(*promela.Typedef); ok {
			for _, f := range t.Fields {
				if f == v {
					return true
				}
			}
		}
	}
	return false
}

// enclosing returns the process in which a sequence of tokens ends.
func enclosing(before []expr.Token) string {
	depth, name := 0, ""
	for i, t := range before {
		switch {
		case t.Is("{"):
			depth++
		case t.Is("}"):
			depth = max(0, depth-1)
		case depth > 0:
		case t.Is("init"):
			name = "init"
		case t.Type == expr.Name && i > 0 && (before[i-1].Is("proctype") || before[i-1].Is("D_proctype") ||
			before[i-1].Is("never") || before[i-1].Is("trace") || before[i-1].Is("notrace")):
			name = t.Text
		}
	}
	return name
}

// record returns the typedef of the variable at the end of a sequence of tokens: a, a[i] or a.b.
func (r *reading) record(before []expr.Token, owner string) *promela.Typedef {
	var path []string
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].Is("]") {
			for depth := 0; i >= 0; i-- {
				if before[i].Is("]") {
					depth++
				}
				if before[i].Is("[") {
					if depth--; depth == 0 {
						i--
						break
					}
				}
			}
		}
		if i < 0 || before[i].Type != expr.Name {
			return nil
		}
		path = append([]string{before[i].Text}, path...)
		if i--; i < 0 || !before[i].Is(".") {
			break
		}
	}
	if len(path) == 0 {
		return nil
	}
	var at *promela.Typedef
	for _, s := range r.names.named(path[0]) {
		if v, ok := s.of.(*promela.Var); ok && !r.field(v) && (v.Proc == nil || v.Proc.Name == owner) {
			at = v.Type.Struct
		}
	}
	for _, name := range path[1:] {
		if at == nil {
			return nil
		}
		var next *promela.Typedef
		for _, f := range at.Fields {
			if f.Name == name {
				next = f.Type.Struct
			}
		}
		at = next
	}
	return at
}
