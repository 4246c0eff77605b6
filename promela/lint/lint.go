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

// Lint is one kind of finding.
type Lint struct {
	Name    string // as -W takes it
	Says    string // what is found, in one line
	Example string // a model that has it, and no other
}

// All are the lints there are, sorted by name.
var All = slices.SortedFunc(
	slices.Values(slices.Concat(told, nameLints, valueLints, channelLints, flowLints)),
	func(a, b Lint) int { return strings.Compare(a.Name, b.Name) },
)

// What Levels say of a lint.
const (
	Off     = "off"
	Warning = "warning"
	Error   = "error"
)

// Levels say by the names of lints what becomes of their findings: off, warning or error. What is missing
// is a warning.
type Levels map[string]string

// Set takes NAME=off, NAME=warning or NAME=error, as after -W; the name all stands for all lints.
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

// Check gives what is found in a model, and the warnings that reading it gave, in the order of the source. A
// finding is reported once for each place, however often an inline is expanded, and not where its line has a
// comment with "lint: NAME=off". The error is the cause of ctx where that is done.
func Check(ctx context.Context, m *promela.Model, levels Levels) (found diag.List, err error) {
	defer func() {
		if r := recover(); r == errEnded {
			found, err = nil, context.Cause(ctx)
		} else if r != nil {
			panic(r)
		}
	}()
	p := &pass{ctx: ctx, m: m, levels: levels, said: map[place]bool{}}
	p.chans = p.channels()
	for _, d := range m.Warnings {
		p.add(d)
	}
	for _, check := range checks {
		check(p)
	}
	return p.found.Sorted(), nil
}

// errEnded is what look panics with.
var errEnded = errors.New("ended")

// look ends the run when its context is done. It is asked for each statement, and for each round of what goes
// on in rounds.
func (p *pass) look() {
	if p.ctx.Err() != nil {
		panic(errEnded)
	}
}

// checks look for lints, one or a few each.
var checks = []func(*pass){
	unused, unrun, priorities, labels, ranges, mtypes, messages, branches, elses, timeouts, unreached,
}

// pass is one run over a model.
type pass struct {
	ctx    context.Context
	m      *promela.Model
	levels Levels
	chans  channels
	found  diag.List
	said   map[place]bool
}

// place is what is reported once.
type place struct {
	name string
	pos  promela.Pos
}

// say adds a finding.
func (p *pass) say(name string, pos promela.Pos, hint, format string, args ...any) {
	d := diag.Warningf(pos, format, args...)
	d.Name, d.Hint = name, hint
	if p.m.Line != nil {
		d.Source = p.m.Line(pos)
	}
	p.add(d)
}

func (p *pass) add(d *diag.Diagnostic) {
	at := place{d.Name, d.Pos}
	level := p.levels[d.Name]
	if level == Off || d.Name != "" && (p.said[at] || strings.Contains(d.Source, "lint: "+d.Name+"=off")) {
		return
	}
	p.said[at] = true
	if level == Error {
		d = new(*d)
		d.Severity = diag.Error
	}
	p.found.Add(d)
}
