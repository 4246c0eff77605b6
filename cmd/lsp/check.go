package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"go.lsp.dev/uri"

	"gospin/promela/diag"
	"gospin/promela/lint"
	"gospin/promela/preproc"
	"gospin/promela/resolve"
	"gospin/verifier/limit"
)

// checkBudget limits the check of a document. A text that needs more gets a diagnostic that says so.
var checkBudget = limit.Budget{Time: 5 * time.Second, Memory: 1 << 30}

// parse reads a model; tests replace it.
var parse = resolve.ParseFile

// check is the reading of one version of a document, done without the server's lock.
type check struct {
	done chan struct{}
}

// about returns an open document and the reading of its present version, or nil if it is not open. The caller
// holds the server's lock, which is released while the document is read.
func (s *server) about(u uri.URI) (*document, *reading) {
	d := s.docs[u]
	if d == nil {
		return nil, nil
	}
	for d.now == nil {
		if d.check == nil {
			s.begin(d)
		}
		c := d.check
		s.mu.Unlock()
		<-c.done
		s.mu.Lock()
	}
	return d, d.now
}

// later schedules a reading of a document after a pause in its edits.
func (s *server) later(d *document) {
	d.timer = time.AfterFunc(s.o.Still, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		stale := d.check == nil && (d.now == nil || d.now.cut) // otherwise it has been read for a request
		if s.docs[d.uri] == d && stale && s.ctx.Err() == nil {
			s.begin(d)
		}
	})
}

// begin starts to read a document, and publishes the diagnostics. The caller holds the server's lock.
func (s *server) begin(d *document) {
	c := &check{done: make(chan struct{})}
	d.check = c
	texts := s.texts(d)
	of := &reading{text: d.text, files: map[string]*text{d.path: d.text}}
	ctx, stop := s.budget(d)
	s.work.Go(func() {
		s.fill(ctx, of, d.path, reader(texts, of.files))
		cut := ctx.Err() != nil && limit.Cause(ctx) == limit.Interrupt
		stop()
		s.mu.Lock()
		defer s.mu.Unlock()
		defer close(c.done)
		if d.check == c {
			s.end(d, of, cut)
		}
	})
}

// end stores the result of reading a document.
func (s *server) end(d *document, r *reading, cut bool) {
	d.check, d.now, r.cut = nil, r, cut
	switch {
	case cut && s.ctx.Err() == nil:
		s.later(d) // the message that interrupted it may not have changed the text
	case cut:
	default:
		if r.model != nil {
			d.good = r
		}
		s.tellDiagnostics(d)
	}
}

// budget returns the context of a check. The caller must call stop.
func (s *server) budget(d *document) (ctx context.Context, stop func()) {
	if d.ctx == nil || d.ctx.Err() != nil {
		d.ctx, d.cancel = context.WithCancel(s.ctx)
	}
	return limit.Watch(d.ctx, checkBudget)
}

// interrupt stops the reading of a document.
func (d *document) interrupt() {
	if d.cancel != nil {
		d.cancel()
	}
}

// fill reads a document with its includes.
func (s *server) fill(ctx context.Context, r *reading, path string, read func(string) ([]byte, error)) {
	found := &collector{uses: map[resolve.Use]bool{}}
	func() {
		defer func() {
			if p := recover(); p != nil {
				r.found.Add(diag.Errorf(diag.Pos{File: path}, "internal error: %v", p))
			}
		}()
		m, err := parse(ctx, path, resolve.Options{Defines: s.o.Verify.Defines,
			Undefs: s.o.Verify.Undefs, Uses: found.add, ReadFile: read})
		if err == nil {
			r.model = m
			r.found, err = lint.Check(ctx, m, s.o.Lints)
		}
		if err != nil && !errors.As(err, &r.found) {
			r.found.Add(diag.Errorf(diag.Pos{File: path}, "%s", err))
		}
	}()
	r.names = found.names(r)
}

// texts returns the open documents by path. If several have the same path, the one being read takes
// precedence.
func (s *server) texts(d *document) map[string]*text {
	out := map[string]*text{}
	for _, o := range s.docs {
		out[o.path] = o.text
	}
	out[d.path] = d.text
	return out
}

// reader returns a function that reads files, or open documents instead of them, and keeps what it has read.
func reader(open, kept map[string]*text) func(path string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		t := open[path]
		if t == nil {
			t = open[filepath.Clean(path)]
		}
		if t == nil {
			b, err := preproc.ReadFile(path)
			if err != nil {
				return nil, err
			}
			t = newText(string(b))
		}
		kept[path] = t
		return []byte(t.s), nil
	}
}
