package run

import (
	"context"
	"errors"
	"path/filepath"

	"gospin/verifier/batch"
	"gospin/verifier/certificate"
	"gospin/verifier/check"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/space"
)

// certifiable returns the text of a model for its certificate, or says why it can have none.
func certifiable(ctx context.Context, m *source.Model) (string, error) {
	text, err := m.Source.Text(ctx)
	if err != nil {
		return "", err
	}
	var unable check.Unable
	if err = check.Takes(ctx, text); errors.As(err, &unable) {
		err = plan.Refusal("-certificate is not for this model: what checks it has no rules for " + string(unable))
	}
	return text, err
}

// certifying writes the certificate of a search.
type certifying struct {
	*attempt
	writer *certificate.Writer
	rules  string
	form   func(state []byte) []byte // nil: states are written as they are
	wrong  error
}

// chunkShare is the part of a search's memory that chunks of states may take, and maxChunk the maximum.
const chunkShare, maxChunk = 16, 32 << 20

// certify makes a search list its states, if a certificate was requested; else it returns nil.
func (a *attempt) certify(task *batch.Task) (*certifying, error) {
	if a.o.Certificate == "" {
		return nil, nil
	}
	c := &certifying{attempt: a, rules: certificate.Raw}
	if err := c.symmetric(); err != nil {
		return nil, err
	}
	folder := filepath.Dir(a.o.Certificate)
	c.writer = certificate.New(folder, min(maxChunk, a.o.Memory/chunkShare), c.ended)
	task.All = func(each func(f func(root []uint64))) {
		var state []byte
		l, states := a.Prog.Layout, task.Space.(*space.Space)
		each(func(root []uint64) {
			if c.wrong != nil {
				return
			}
			state = certificate.Canonical(state[:0], l, states.Vector(root))
			if c.form != nil {
				state = append(state[:0], c.form(state)...)
			}
			c.wrong = c.writer.Add(state)
		})
	}
	return c, nil
}

// symmetric settles how states that the search identifies are written. What checks the certificate must be
// able to prove that they have the same future.
func (c *certifying) symmetric() error {
	g := c.group()
	if g == nil {
		return nil
	}
	group, why := g.Describe()
	if why == "" {
		c.rules = check.Symmetric + string(group)
		var err error
		if c.form, err = check.Form(c.ctx, c.text, group); err != nil {
			why = err.Error()
		}
	}
	if why != "" {
		return plan.Refusal("-certificate and -symmetry=" + c.o.Symmetry + " exclude each other for this model, since " +
			"the symmetry can't be checked: " + why + "; leave -symmetry out, and all states are written")
	}
	return nil
}

// ended returns why the run has to end; nil if it continues.
func (c *certifying) ended() error {
	if c.ctx.Err() == nil {
		return nil
	}
	return limit.Cause(c.ctx)
}

// onlyWhatHolds is why there is no certificate of anything else.
const onlyWhatHolds = "only what holds has one"

// end writes the certificate, if all holds that it is about, and reports on it.
func (c *certifying) end(r *report.Report) {
	if c == nil {
		return
	}
	defer c.writer.Discard()
	out := &report.Certificate{File: c.o.Certificate}
	if r.Certificate = out; r.Verdict != report.Holds {
		out.Why = onlyWhatHolds
		return
	}
	if c.wrong == nil {
		about := certificate.About{Model: c.o.Model, Text: c.text, Rules: c.rules}
		out.Bytes, c.wrong = c.writer.Write(out.File, about)
	}
	out.States, out.Symmetric = c.writer.Len(), c.form != nil
	if c.wrong != nil {
		out.Why, out.Cut = c.wrong.Error(), errors.As(c.wrong, new(limit.Reached))
		r.Warnings = append(r.Warnings, "error: no certificate was written: "+out.Why)
	}
}
