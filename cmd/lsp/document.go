package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"go.lsp.dev/uri"

	"gospin/cmd/lsp/protocol"
	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/lint"
	"gospin/promela/preproc"
	"gospin/promela/resolve"
	"gospin/verifier/limit"
)

// document is a text that the client has open.
type document struct {
	uri     uri.URI
	path    string
	version int32
	text    *text
	timer   *time.Timer
	now     *reading         // of this version; nil: not read yet
	good    *reading         // of the last version without errors
	told    map[uri.URI]bool // where diagnostics are shown
	lenses  map[string]*verdict
}

// reading is what is known of a version of a document.
type reading struct {
	text  *text
	model *promela.Model // nil if there are errors
	found diag.List
	names *names
	files map[string]*text // all that were read, by path
}

// forget ends what goes on for a document.
func (d *document) forget() {
	if d.timer != nil {
		d.timer.Stop()
	}
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
	s.tellDiagnostics(d)
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
	d.timer = time.AfterFunc(s.o.Still, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.docs[d.uri] == d && d.now == nil { // else it has changed again, or was asked about
			s.tellDiagnostics(d)
		}
	})
	return nil
}

// DidSave reads all documents again: they may include the one that was saved.
func (s *server) DidSave(context.Context, *protocol.DocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.docs {
		d.now = nil
		s.tellDiagnostics(d)
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

// about is a document and what is known of it as it stands; nil if it is not open. The server is locked.
func (s *server) about(u uri.URI) (*document, *reading) {
	d := s.docs[u]
	if d == nil {
		return nil, nil
	}
	if d.now == nil {
		s.tellDiagnostics(d)
	}
	return d, d.now
}

// What a check of a document may take. A text that needs more gets a diagnostic that says so.
const (
	checkTime   = 5 * time.Second
	checkMemory = 1 << 30
)

// readAll reads a document and what it includes, from other documents where they are open.
func (s *server) readAll(d *document) *reading {
	r := &reading{text: d.text, files: map[string]*text{d.path: d.text}}
	found := &collector{uses: map[resolve.Use]bool{}}
	func() {
		defer func() {
			if p := recover(); p != nil {
				r.found.Add(diag.Errorf(diag.Pos{File: d.path}, "internal error: %v", p))
			}
		}()
		ctx, stop := limit.Watch(s.ctx, limit.Budget{Time: checkTime, Memory: checkMemory})
		defer stop()
		m, err := resolve.ParseFile(ctx, d.path, resolve.Options{Defines: s.o.Verify.Defines,
			Undefs: s.o.Verify.Undefs, Uses: found.add, ReadFile: s.reader(d, r.files)})
		switch {
		case err == nil:
			r.model, r.found = m, lint.Check(m, s.o.Lints)
		case !errors.As(err, &r.found):
			r.found.Add(diag.Errorf(diag.Pos{File: d.path}, "%s", err))
		}
	}()
	r.names = found.names(r)
	d.now = r
	if r.model != nil {
		d.good = r
	}
	return r
}

// reader reads files for a document, and keeps what it has read.
func (s *server) reader(d *document, kept map[string]*text) func(path string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		if path == d.path {
			return []byte(d.text.s), nil
		}
		for _, o := range s.docs {
			if o.path == filepath.Clean(path) {
				kept[path] = o.text
				return []byte(o.text.s), nil
			}
		}
		b, err := preproc.ReadFile(path)
		if err == nil {
			kept[path] = newText(string(b))
		}
		return b, err
	}
}
