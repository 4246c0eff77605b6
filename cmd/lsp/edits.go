package lsp

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"

	"gospin/cmd/lsp/protocol"
	"gospin/promela/expr"
	"gospin/promela/format"
	"gospin/promela/resolve"
)

// refuse returns the error for a request that can't be fulfilled.
func refuse(format string, args ...any) error {
	return jsonrpc2.NewError(protocol.RequestFailed, fmt.Sprintf(format, args...))
}

// Formatting formats a document. A document with errors stays as it is.
func (s *server) Formatting(
	_ context.Context,
	p *protocol.DocumentParams,
) ([]protocol.TextEdit, error) {
	s.mu.Lock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		s.mu.Unlock()
		return nil, nil
	}
	read, was := reader(s.texts(d), map[string]*text{}), d.text
	ctx, stop := s.budget(d)
	defer stop()
	s.mu.Unlock()
	before, after, err := format.Model(ctx, d.path, resolve.Options{Defines: s.o.Verify.Defines,
		Undefs: s.o.Verify.Undefs, ReadFile: read})
	if err != nil {
		return nil, refuse("%s", err)
	}
	if string(before) == string(after) {
		return []protocol.TextEdit{}, nil
	}
	return edits(was, string(after)), nil
}

// edits replaces the lines between the first and the last difference.
func edits(t *text, after string) []protocol.TextEdit {
	from, to := 0, len(t.s)
	for from < to && from < len(after) && t.s[from] == after[from] {
		from++
	}
	from = strings.LastIndexByte(t.s[:from], '\n') + 1
	end := len(after)
	for to > from && end > from && t.s[to-1] == after[end-1] {
		to, end = to-1, end-1
	}
	for to > 0 && to < len(t.s) && t.s[to-1] != '\n' {
		to, end = to+1, end+1
	}
	return []protocol.TextEdit{{Range: t.span(from, to), NewText: after[from:end]}}
}

var identifier = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z_]\w*$`)
})

// renamed returns the symbol to rename at a place, or the reason why it can't be renamed.
func (s *server) renamed(u uri.URI, p protocol.Position) (*document, *mark, error) {
	d, r := s.about(u)
	if d == nil {
		return nil, nil, refuse("the document is not open")
	}
	m := r.names.find(d.path, d.text.offset(p))
	switch {
	case m == nil:
		return nil, nil, refuse("there is no name to rename")
	case m.symbol.declared() == nil || m.symbol.name == "init":
		return nil, nil, refuse("%s belongs to the language", m.symbol.name)
	case r.model == nil:
		return nil, nil, refuse("the model has errors")
	}
	for _, o := range m.symbol.places {
		if !o.written {
			return nil, nil, refuse(
				"%s stands in a macro that is used at line %s: rename it by hand",
				m.symbol.name,
				r.place(o),
			)
		}
	}
	// Text that is not read, such as an inline that is never called, may refer to the same name.
	for _, path := range r.paths() {
		t := r.files[path]
		for _, k := range t.tokens() {
			if k.Type == expr.Name && k.Text == m.symbol.name && r.names.find(path, k.Start) == nil {
				return nil, nil, refuse(
					"%s stands at line %s, too, which is not read: rename it by hand",
					k.Text,
					r.place(occurrence{path: path, from: k.Start}),
				)
			}
		}
	}
	return d, m, nil
}

func (s *server) PrepareRename(_ context.Context,
	p *protocol.TextDocumentPositionParams) (*protocol.PrepareRenamePlaceholder, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, m, err := s.renamed(p.TextDocument.URI, p.Position)
	if err != nil {
		return nil, err
	}
	return &protocol.PrepareRenamePlaceholder{Range: d.text.span(m.from, m.to),
		Placeholder: m.symbol.name}, nil
}

func (s *server) Rename(_ context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, m, err := s.renamed(p.TextDocument.URI, p.Position)
	if err != nil {
		return nil, err
	}
	toks := expr.Lex([]byte(p.NewName))
	switch {
	case !identifier().MatchString(p.NewName) || toks[0].Type != expr.Name:
		return nil, refuse("%q is no name", p.NewName)
	case len(d.now.names.named(p.NewName)) > 0:
		return nil, refuse("%s is the name of something else", p.NewName)
	}
	e := &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{}}
	for _, o := range m.symbol.places {
		u := uri.File(absolute(o.path))
		if o.path == d.path {
			u = d.uri
		}
		e.Changes[u] = append(e.Changes[u],
			protocol.TextEdit{Range: d.now.files[o.path].span(o.from, o.to), NewText: p.NewName})
	}
	return e, nil
}
