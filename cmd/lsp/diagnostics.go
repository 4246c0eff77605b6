package lsp

import (
	"path/filepath"

	"go.lsp.dev/uri"

	"gospin/cmd/lsp/protocol"
	"gospin/promela/diag"
	"gospin/verifier/cover"
	"gospin/verifier/report"
)

// tellDiagnostics publishes the diagnostics of a document and its includes, with the results of
// verifications.
func (s *server) tellDiagnostics(d *document) {
	r := d.now
	if r == nil {
		return // the check will publish them
	}
	by := map[uri.URI][]protocol.Diagnostic{d.uri: {}}
	for u := range d.told {
		by[u] = []protocol.Diagnostic{}
	}
	for _, x := range r.found.Sorted() {
		u := d.uri
		if x.Pos.File != d.path && r.files[x.Pos.File] != nil {
			u = uri.File(absolute(x.Pos.File))
		}
		by[u] = append(by[u], r.diagnostic(x))
	}
	for _, v := range d.lenses {
		if v.coverage != nil {
			d.unexecuted(v.coverage, by)
		}
		if v.wrong == "" {
			continue
		}
		at, u := diag.Pos{File: d.path, Line: 1, Col: 1}, d.uri
		if v.place != nil && r.files[v.place.File] != nil {
			at = diag.Pos{File: v.place.File, Line: v.place.Line, Col: v.place.Column}
		}
		if at.File != d.path {
			u = uri.File(absolute(at.File))
		}
		by[u] = append(by[u], r.diagnostic(diag.Errorf(at, "%s", v.wrong)))
	}
	version := d.version
	for u, list := range by {
		p := &protocol.PublishDiagnosticsParams{URI: u, Diagnostics: list}
		if d.told[u] = len(list) > 0 || u == d.uri; u == d.uri {
			p.Version = &version
		}
		s.publish(p)
	}
}

// unexecuted adds hints about statements that no run executes, which editors show faded.
func (d *document) unexecuted(c *report.Coverage, by map[uri.URI][]protocol.Diagnostic) {
	for file, t := range d.now.files {
		u := d.uri
		if file != d.path {
			u = uri.File(absolute(file))
		}
		for _, l := range cover.Paint(c, file, t.s) {
			for _, m := range l.Marks {
				if m.Taken {
					continue
				}
				by[u] = append(by[u], protocol.Diagnostic{
					Severity: protocol.DiagnosticSeverityHint, Source: "gospin",
					Message: "no run of the model executes " + m.Statement,
					Range:   t.span(t.at(l.Number, m.From+1), t.at(l.Number, m.To+1)),
					Tags:    []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary},
				})
			}
		}
	}
}

func (s *server) publish(p *protocol.PublishDiagnosticsParams) {
	_ = s.client.PublishDiagnostics(s.ctx, p)
}

func (r *reading) diagnostic(x *diag.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Severity: protocol.DiagnosticSeverityError,
		Source:   "gospin",
		Range:    r.extent(x.Pos),
	}
	if x.Severity == diag.Warning {
		out.Severity = protocol.DiagnosticSeverityWarning
	}
	msg := x.Msg
	if x.Hint != "" {
		msg += "\n" + x.Hint
	}
	out.Message = msg
	if x.Name != "" {
		out.Code = x.Name
	}
	for _, n := range x.Notes {
		if r.files[n.Pos.File] == nil {
			continue // a macro from the command line
		}
		at := protocol.Location{URI: uri.File(absolute(n.Pos.File)), Range: r.extent(n.Pos)}
		out.RelatedInformation = append(
			out.RelatedInformation,
			protocol.DiagnosticRelatedInformation{Message: n.Msg, Location: at},
		)
	}
	return out
}

// extent returns the range that a diagnostic's place refers to.
func (r *reading) extent(p diag.Pos) protocol.Range {
	t := r.files[p.File]
	if t == nil || p.Line == 0 {
		return protocol.Range{}
	}
	from := t.at(p.Line, p.Col)
	return t.span(from, t.extent(from))
}

func absolute(path string) string {
	if a, err := filepath.Abs(path); err == nil {
		return a
	}
	return path
}
