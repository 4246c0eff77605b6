package lsp

import (
	"context"
	"path/filepath"
	"time"

	"go.lsp.dev/uri"

	"gospin/cmd/lsp/protocol"
	"gospin/promela"
	"gospin/promela/diag"
)

// document is a text that the client has open.
type document struct {
	uri     uri.URI
	path    string
	version int32
	text    *text
	timer   *time.Timer
	ctx     context.Context  // for reading this version; canceled by the next edit
	cancel  func()           // ends ctx
	check   *check           // running for this version; may be nil
	now     *reading         // of this version; nil until it is read
	good    *reading         // of the last version without errors
	told    map[uri.URI]bool // documents with published diagnostics
	lenses  map[string]*verdict
}

// reading is the result of reading a version of a document.
type reading struct {
	text  *text
	model *promela.Model // nil if there are errors
	found diag.List
	names *names
	files map[string]*text // all files read, by path
	cut   bool             // stopped by an edit or a limit
}

// forget stops everything that is running for a document.
func (d *document) forget() {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.interrupt()
	d.check = nil
	for _, v := range d.lenses {
		v.cancel()
	}
	d.lenses = map[string]*verdict{}
}

func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := p.TextDocument.URI
	if old := s.docs[u]; old != nil {
		old.forget()
	}
	d := &document{
		uri:     u,
		path:    u.String(),
		version: p.TextDocument.Version,
		text:    newText(p.TextDocument.Text),
		told:    map[uri.URI]bool{},
		lenses:  map[string]*verdict{},
	}
	if u.IsFile() {
		d.path = filepath.Clean(u.FsPath())
	}
	s.docs[u] = d
	s.begin(d)
	return nil
}

func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil
	}
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			d.text = newText(c.Text)
			continue
		}
		from, to := d.text.offset(c.Range.Start), d.text.offset(c.Range.End)
		d.text = newText(d.text.s[:from] + c.Text + d.text.s[max(from, to):])
	}
	d.version, d.now = p.TextDocument.Version, nil
	d.forget()
	s.later(d)
	return nil
}

// DidSave reads all documents again, since they may include the saved one.
func (s *server) DidSave(context.Context, *protocol.DocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.docs {
		d.interrupt()
		d.now = nil
		s.begin(d)
	}
	return nil
}

func (s *server) DidClose(_ context.Context, p *protocol.DocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil
	}
	d.forget()
	delete(s.docs, d.uri)
	for u := range d.told {
		s.publish(&protocol.PublishDiagnosticsParams{URI: u, Diagnostics: []protocol.Diagnostic{}})
	}
	return nil
}
