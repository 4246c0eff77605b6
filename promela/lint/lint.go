package lint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gospin/promela"
	"gospin/promela/diag"
)

// Lint is a kind of finding.
type Lint struct {
	Name    string // as in -W
	Says    string // what it finds, in one line
	Example string // a model with this finding and no other
	Off     bool   // it is off if no level is given
}

// All are all lints, sorted by name.
var All = slices.SortedFunc(
	slices.Values(slices.Concat(readingLints, nameLints, valueLints, channelLints, flowLints, portableLints)),
	func(a, b Lint) int { return strings.Compare(a.Name, b.Name) },
)

// The levels.
const (
	Off     = "off"
	Warning = "warning"
	Error   = "error"
)

// Levels has the level of each lint by name: off, warning or error. Without one, it is off for a few lints,
// and warning for all others.
type Levels map[string]string

// of returns the level of a lint: off, warning or error.
func (l Levels) of(name string) string {
	if level := l[name]; level != "" {
		return level
	}
	if slices.ContainsFunc(All, func(x Lint) bool { return x.Name == name && x.Off }) {
		return Off
	}
	return Warning
}

// Set sets NAME=off, NAME=warning or NAME=error, as after -W. The name all means all lints.
func (l Levels) Set(spec string) error {
	name, level, _ := strings.Cut(spec, "=")
	if !slices.Contains([]string{Off, Warning, Error}, level) {
		return fmt.Errorf("-W takes NAME=off, NAME=warning or NAME=error, not %q", spec)
	}
	if name == "all" {
		for _, x := range All {
			l[x.Name] = level
		}
		return nil
	}
	if !slices.ContainsFunc(All, func(x Lint) bool { return x.Name == name }) {
		known := make([]string, len(All))
		for i, x := range All {
			known[i] = x.Name
		}
		hint := diag.DidYouMean(name, known)
		if hint == "" {
			hint = "gospin lint -list has their names"
		}
		return fmt.Errorf("no lint is called %q: %s", name, hint)
	}
	l[name] = level
	return nil
}

// Check returns the findings in a model, and the warnings from reading it, in source order. A finding is
// reported once for each place, even if an inline is expanded several times, and not if its line has a
// comment with "lint: NAME=off". If ctx is done, the error is its cause.
func Check(ctx context.Context, m *promela.Model, levels Levels) (found diag.List, err error) {
	defer func() {
		if r := recover(); r == errEnded {
			found, err = nil, context.Cause(ctx)
		} else if r != nil {
			panic(r)
		}
	}()
	p := &pass{ctx: ctx, m: m, levels: levels, reported: map[place]bool{}}
	p.chans = p.channels()
	for _, d := range m.Warnings {
		p.add(d)
	}
	for _, check := range checks {
		check(p)
	}
	return p.found.Sorted(), nil
}

// errEnded is the panic value of look.
var errEnded = errors.New("ended")

// look ends the run if its context is done. It is called for each statement, and for each round of an
// iteration.
func (p *pass) checkContext() {
	if p.ctx.Err() != nil {
		panic(errEnded)
	}
}

// checks find one or a few lints each.
var checks = []func(*pass){
	unused, unrun, priorities, labels, ranges, mtypes, messages, branches, elses, branchLabels, timeouts,
	unreached, portable,
}

// pass is a run over one model.
type pass struct {
	ctx      context.Context
	m        *promela.Model
	levels   Levels
	chans    channels
	found    diag.List
	reported map[place]bool
}

// place identifies a finding, so that it is reported once.
type place struct {
	name string
	pos  promela.Pos
}

// report adds a finding.
func (p *pass) report(name string, pos promela.Pos, hint, format string, args ...any) {
	d := diag.Warningf(pos, format, args...)
	d.Name, d.Hint = name, hint
	if p.m.Line != nil {
		d.Source = p.m.Line(pos)
	}
	p.add(d)
}

func (p *pass) add(d *diag.Diagnostic) {
	at := place{d.Name, d.Pos}
	level := p.levels.of(d.Name)
	if level == Off || d.Name != "" && (p.reported[at] || strings.Contains(d.Source, "lint: "+d.Name+"=off")) {
		return
	}
	p.reported[at] = true
	if level == Error {
		d = new(*d)
		d.Severity = diag.Error
	}
	p.found.Add(d)
}
