package lsp

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/uri"

	"gospin/cmd/lsp/protocol"
	"gospin/promela"
	"gospin/promela/expr"
	"gospin/promela/resolve"
)

func (r *reading) location(o occurrence) protocol.Location {
	return protocol.Location{URI: uri.File(absolute(o.path)), Range: r.files[o.path].span(o.from, o.to)}
}

var include = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]`)
})

func (s *server) Definition(
	_ context.Context,
	p *protocol.TextDocumentPositionParams,
) ([]protocol.Location, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, _ := s.about(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	if m := include().FindStringSubmatch(d.text.line(int(p.Position.Line))); m != nil {
		path := filepath.Join(filepath.Dir(d.path), m[1])
		if d.now.files[path] == nil {
			return nil, nil
		}
		return []protocol.Location{{URI: uri.File(path)}}, nil
	}
	m, r := d.lookup(d.text.offset(p.Position))
	if m == nil || m.symbol.declared() == nil {
		return nil, nil
	}
	return []protocol.Location{r.location(*m.symbol.declared())}, nil
}

func (s *server) References(_ context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, _ := s.about(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	m, r := d.lookup(d.text.offset(p.Position))
	if m == nil {
		return nil, nil
	}
	var out []protocol.Location
	for _, o := range m.symbol.places {
		if p.Context.IncludeDeclaration || o.as != resolve.Declares {
			out = append(out, r.location(o))
		}
	}
	return out, nil
}

// DocumentHighlight marks the occurrences of a name.
func (s *server) DocumentHighlight(_ context.Context,
	p *protocol.TextDocumentPositionParams) ([]protocol.DocumentHighlight, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, _ := s.about(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	m := d.now.names.find(d.path, d.text.offset(p.Position))
	if m == nil {
		return nil, nil
	}
	var out []protocol.DocumentHighlight
	for _, o := range m.symbol.places {
		if o.path != d.path {
			continue
		}
		kind := protocol.DocumentHighlightKindRead
		if o.as == resolve.Writes || o.as == resolve.Declares {
			kind = protocol.DocumentHighlightKindWrite
		}
		out = append(out, protocol.DocumentHighlight{Range: d.text.span(o.from, o.to), Kind: kind})
	}
	return out, nil
}

// DocumentSymbol lists the declarations of a document. Locals and labels are nested in their process.
func (s *server) DocumentSymbol(_ context.Context,
	p *protocol.DocumentParams) ([]protocol.DocumentSymbol, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, r := s.about(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	var out []protocol.DocumentSymbol
	at := map[*promela.Proc]int{}
	fields := map[*promela.Var]bool{}
	for _, m := range r.names.at[d.path] {
		if t, ok := m.symbol.of.(*promela.Typedef); ok {
			for _, f := range t.Fields {
				fields[f] = true
			}
		}
	}
	for _, m := range r.names.at[d.path] {
		kind, _ := shown(m.symbol.of)
		if m.as != resolve.Declares || !m.written || kind == 0 {
			continue
		}
		code, _ := r.describe(m.symbol)
		code, _, _ = strings.Cut(code, "\n")
		sym := protocol.DocumentSymbol{Name: m.symbol.name, Kind: kind, Detail: code,
			Range: d.text.span(m.from, m.to), SelectionRange: d.text.span(m.from, m.to)}
		var owner *promela.Proc
		switch of := m.symbol.of.(type) {
		case *promela.Proc:
			at[of] = len(out)
			if t := r.files[of.End.File]; t == d.text && of.End.Line > 0 {
				if end := t.at(of.End.Line, of.End.Col) + 1; end > m.to {
					sym.Range = t.span(t.starts[t.lineOf(m.from)], end)
				}
			}
		case *promela.Var:
			if fields[of] {
				continue
			}
			owner = of.Proc
		case resolve.Label:
			owner = of.Proc
		}
		if i, ok := at[owner]; ok && owner != nil {
			out[i].Children = append(out[i].Children, sym)
		} else {
			out = append(out, sym)
		}
	}
	return out, nil
}

// WorkspaceSymbol lists the declarations in open documents and their includes whose names contain a text,
// ignoring case.
func (s *server) WorkspaceSymbol(
	_ context.Context, p *protocol.WorkspaceSymbolParams,
) ([]protocol.SymbolInformation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out, seen := []protocol.SymbolInformation{}, map[protocol.Location]bool{}
	for _, u := range slices.SortedFunc(maps.Keys(s.docs), cmp.Compare) {
		_, r := s.about(u)
		if r == nil {
			continue // closed since
		}
		for _, x := range r.names.symbols {
			kind, _ := shown(x.of)
			o := x.declared()
			if kind == 0 || o == nil || !strings.Contains(strings.ToLower(x.name), strings.ToLower(p.Query)) {
				continue
			}
			if at := r.location(*o); !seen[at] {
				seen[at] = true
				out = append(out, protocol.SymbolInformation{Name: x.name, Kind: kind, Location: at})
			}
		}
	}
	return out, nil
}

// SignatureHelp returns the parameters of the process or inline that is called at a place.
func (s *server) SignatureHelp(
	_ context.Context, p *protocol.TextDocumentPositionParams,
) (*protocol.SignatureHelp, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, _ := s.about(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	at, toks := d.text.offset(p.Position), d.text.tokens()
	depth, commas := 0, uint32(0)
	for i := len(toks) - 1; i > 0; i-- {
		switch t := &toks[i]; {
		case t.End > at || t.Type == expr.EOF:
		case t.Is(")"), t.Is("]"):
			depth++
		case depth > 0 && (t.Is("(") || t.Is("[")):
			depth--
		case depth > 0:
		case t.Is(","):
			commas++
		case t.Is("(") && toks[i-1].Type == expr.Name:
			return d.signature(toks[i-1].Start, commas), nil
		case t.Type == expr.Separator, t.Is("{"), t.Is("}"), t.Is("::"):
			return nil, nil
		}
	}
	return nil, nil
}

// signature returns the signature of the name at a place, or nil if it has none.
func (d *document) signature(at int, active uint32) *protocol.SignatureHelp {
	m, _ := d.lookup(at)
	if m == nil {
		return nil
	}
	one := protocol.Signature{Parameters: []protocol.Parameter{}}
	switch of := m.symbol.of.(type) {
	case *promela.Proc:
		for _, v := range of.Params {
			one.Parameters = append(one.Parameters, protocol.Parameter{Label: declaration(v)})
		}
	case *inline:
		_, list, _ := strings.Cut(of.head, "(")
		for name := range strings.SplitSeq(strings.TrimSuffix(list, ")"), ",") {
			if name = strings.TrimSpace(name); name != "" {
				one.Parameters = append(one.Parameters, protocol.Parameter{Label: name})
			}
		}
	default:
		return nil
	}
	var labels []string
	for _, p := range one.Parameters {
		labels = append(labels, p.Label)
	}
	one.Label = m.symbol.name + "(" + strings.Join(labels, ", ") + ")"
	return &protocol.SignatureHelp{Signatures: []protocol.Signature{one}, ActiveParameter: active}
}

// shown returns the kinds of a symbol in an outline, 0 if it is not listed, and in completions.
func shown(of any) (protocol.SymbolKind, protocol.CompletionItemKind) {
	switch of := of.(type) {
	case *promela.Var:
		as := protocol.SymbolKindVariable
		switch {
		case of.Special != promela.NotSpecial:
			as = 0
		case of.Type.Kind == promela.Chan:
			as = protocol.SymbolKindEvent
		}
		return as, protocol.CompletionItemKindVariable
	case *promela.Const:
		return protocol.SymbolKindEnumMember, protocol.CompletionItemKindEnumMember
	case *promela.Typedef:
		return protocol.SymbolKindStruct, protocol.CompletionItemKindStruct
	case *promela.Proc:
		return protocol.SymbolKindClass, protocol.CompletionItemKindClass
	case *promela.LTL:
		return protocol.SymbolKindInterface, protocol.CompletionItemKindText
	case resolve.Label:
		return protocol.SymbolKindKey, protocol.CompletionItemKindReference
	case *macro:
		return protocol.SymbolKindConstant, protocol.CompletionItemKindConstant
	case *inline:
		return protocol.SymbolKindFunction, protocol.CompletionItemKindFunction
	}
	return 0, protocol.CompletionItemKindText
}
