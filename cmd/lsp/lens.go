package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"

	"gospin/cmd/lsp/protocol"
	"gospin/promela"
	"gospin/promela/resolve"
	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
)

// Commands of lenses. Their arguments are a document's URI and a property's name.
const (
	verifyCommand = "gospin.verify"
	stopCommand   = "gospin.stop"
	replayCommand = "gospin.replay"
)

var commands = []string{verifyCommand, stopCommand, replayCommand}

// safety is the name for assertions and end states together.
const safety = ask.OnlySafety

// verdict is the result of verifying a property of a document.
type verdict struct {
	cancel context.CancelFunc
	done   bool
	title  string
	detail string        // shown when the lens is chosen again
	wrong  string        // the violation with its reason, or ""
	trail  string        // the file with the run of the violation, or ""
	place  *report.Place // of the failing statement or the formula; may be nil
	// what was executed, if the search was completed; may be nil
	coverage *report.Coverage
}

// CodeLens offers to verify each formula, and, above the first process, assertions and end states.
func (s *server) CodeLens(_ context.Context, p *protocol.DocumentParams) ([]protocol.CodeLens, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, r := s.about(p.TextDocument.URI)
	if d == nil || r.model == nil {
		return nil, nil
	}
	out := []protocol.CodeLens{}
	first := true
	for _, m := range r.names.at[d.path] {
		if m.as != resolve.Declares || !m.written && !strings.HasPrefix(d.text.s[m.from:], "ltl") {
			continue
		}
		switch of := m.symbol.of.(type) {
		case *promela.LTL:
			out = append(out, d.lens(m.from, of.Name, "verify "+of.Name))
		case *promela.Proc:
			if first && (of.Kind == promela.Proctype || of.Kind == promela.Init) {
				first = false
				out = append(out, d.lens(m.from, safety, "verify assertions and end states"))
			}
		}
	}
	return out, nil
}

// lens returns the lens of a property, on the line of an offset.
func (d *document) lens(at int, name, title string) protocol.CodeLens {
	command := verifyCommand
	if v := d.lenses[name]; v != nil {
		title = v.title
		switch {
		case !v.done:
			command = stopCommand
		case v.detail != "":
			command = replayCommand
		}
	}
	return protocol.CodeLens{
		Range: d.text.span(at, d.text.extent(at)),
		Command: protocol.Command{Title: title,
			Command:   command,
			Arguments: []jsontext.Value{quoted(d.uri.String()), quoted(name)}},
	}
}

func quoted(s string) jsontext.Value {
	b, err := json.Marshal(s)
	if err != nil { // impossible: the document came as JSON
		return jsontext.Value(strconv.Quote(""))
	}
	return b
}

// ExecuteCommand performs a lens's command. For a violation, gospin.replay returns the model and the trail of
// its run, for clients that can show runs.
func (s *server) ExecuteCommand(
	_ context.Context,
	p *protocol.ExecuteCommandParams,
) (jsontext.Value, error) {
	var u, name string
	if len(p.Arguments) != 2 || json.Unmarshal(p.Arguments[0], &u) != nil ||
		json.Unmarshal(p.Arguments[1], &name) != nil || !slices.Contains(commands, p.Command) {
		return nil, jsonrpc2.NewError(
			jsonrpc2.InvalidParams,
			fmt.Sprintf("%s takes a document and the name of "+
				"a property; there are %s", p.Command, strings.Join(commands, ", ")),
		)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := uri.Parse(u)
	if err != nil || s.docs[id] == nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, u+" is not open")
	}
	d, _ := s.about(id)
	v := d.lenses[name]
	switch {
	case p.Command == verifyCommand && (v == nil || v.done):
		s.verify(d, name)
	case p.Command == stopCommand && v != nil:
		v.cancel()
	case p.Command == replayCommand && v != nil && v.done:
		s.showMessage(protocol.MessageTypeInfo, "%s", v.detail)
		if v.trail != "" {
			run, err := json.Marshal(map[string]string{"model": d.path, "trail": v.trail})
			return jsontext.Value(run), err
		}
	}
	return nil, nil
}

// verify starts to verify a property of a document. The trail refers to the file, which must have the same
// text.
func (s *server) verify(d *document, name string) {
	if b, err := os.ReadFile(d.path); err != nil || string(b) != d.text.s {
		s.showMessage(protocol.MessageTypeWarning, "save %s first: a trail would be about another text", d.path)
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	v := &verdict{cancel: cancel, title: name + ": being verified; choose to stop"}
	d.lenses[name] = v
	o := s.o.Verify
	o.Model, o.Only = d.path, []string{name}
	texts := map[string]*text{}
	for path, t := range d.now.files {
		texts[path] = t
	}
	o.Read = func(path string) ([]byte, error) {
		if t := texts[path]; t != nil {
			return []byte(t.s), nil
		}
		return os.ReadFile(path)
	}
	s.work.Go(func() {
		defer cancel()
		s.verifying.Lock()
		defer s.verifying.Unlock()
		r, err := s.verified(ctx, o)
		s.mu.Lock()
		current := s.docs[d.uri] == d && d.lenses[name] == v
		if current {
			v.settle(name, r, err)
			s.announce(v)
			s.tellDiagnostics(d)
		}
		refresh := current && s.refresh && s.ctx.Err() == nil
		s.mu.Unlock()
		if refresh {
			_ = s.client.CodeLensRefresh(s.ctx)
		}
	})
	if s.refresh {
		s.work.Go(func() { _ = s.client.CodeLensRefresh(s.ctx) })
	}
}

// verified runs the verifier and converts panics to errors. Each run's trails get a folder of their own until
// the server ends, since their names would be the same.
func (s *server) verified(ctx context.Context, o verifier.Options) (r *report.Report, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	if s.trails == "" {
		if s.trails, err = os.MkdirTemp("", "gospin-lsp-"); err != nil {
			return nil, err
		}
	}
	if o.Trail, err = os.MkdirTemp(s.trails, ""); err != nil {
		return nil, err
	}
	if r, err = verifier.Run(ctx, o); err == nil && r.Verdict != report.Violated {
		_ = os.Remove(o.Trail) // fails unless it is empty
	}
	return r, err
}

// announce shows a verdict to the user.
func (s *server) announce(v *verdict) {
	kind := protocol.MessageTypeInfo
	if v.detail != "" {
		kind = protocol.MessageTypeWarning
	}
	text := v.title
	if v.detail != "" {
		text = v.detail
	}
	s.showMessage(kind, "%s", text)
}

// settle sets the verdict from a run's result.
func (v *verdict) settle(name string, r *report.Report, err error) {
	if v.done = true; err != nil {
		v.title, v.detail = name+": not verified", name+": "+err.Error()
		return
	}
	title := name
	if name == safety {
		title = "assertions and end states"
	}
	if c := r.Coverage; c != nil && c.Cut == "" {
		v.coverage = c
	}
	switch r.Verdict {
	case report.Holds:
		v.title = fmt.Sprintf("%s: holds, %d states", title, r.States.Stored)
	case report.Violated:
		v.violated(title, name, r.Properties)
	default:
		v.title = title + ": inconclusive: " + r.Reason
		v.detail = v.title
	}
}

// violated sets the violation: that of the property itself, or of another one that ended its search.
func (v *verdict) violated(title, name string, all []report.Property) {
	for _, p := range all {
		if p.Verdict != report.Violated {
			continue
		}
		if v.title = title + ": violated"; name != safety && p.Name != name {
			v.title = title + ": inconclusive: " + p.Name + " violated"
		}
		v.detail, v.place = p.Name+": violated: "+p.What(), p.Place
		v.wrong = p.Name + ": violated: " + p.What()
		v.trail = p.Trail
		if p.Formula != "" {
			v.wrong = p.Name + ": violated: " + p.Formula
		}
		v.wrong = strings.Join(append([]string{v.wrong}, p.Why...), "\n")
		if p.Replay != "" {
			v.wrong += "\n" + p.Replay
			v.detail += "; to see it: " + p.Replay
			v.title += "; choose to see the run"
		}
		if p.Name == name {
			return
		}
	}
}
