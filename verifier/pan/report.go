package pan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Report is what a run of pan tells.
type Report struct {
	Stored      uint64 // states
	Visited     uint64 // by a nested search: what both of its searches stored; else as Stored
	Matched     uint64
	Transitions uint64
	Atomic      uint64 // steps in atomic sequences
	Depth       uint64
	Errors      uint64
	Rounded     bool // a number above is

	Vector  int     // bytes of a state
	Seconds float64 // of the search
	Memory  Memory

	Components string // the counts of a collapse, such as [ 1:2 2:3 ]
	DepthLimit bool   // the search reached it
	Incomplete bool   // the search gave up: for an error, the depth limit, or want of something

	Text    string // everything that pan printed
	Process *os.ProcessState
	Elapsed time.Duration // of the process, with its start
}

// Memory is in bytes.
type Memory struct {
	States    int64 // with the overhead of each
	HashTable int64
	Stack     int64
	Total     int64
}

// Run runs a verifier that Compile has made. It fails if pan prints no figures.
func Run(ctx context.Context, dir, name string, flags ...string) (*Report, error) {
	path, err := filepath.Abs(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	ran, err := start(ctx, dir, "pan", path, flags...)
	if ctx.Err() != nil {
		return ran, err
	}
	r, missing := Parse(ran.Text)
	r.Process, r.Elapsed = ran.Process, ran.Elapsed
	switch {
	case missing == nil:
		return r, nil // whatever its exit code is: the figures are there
	case err == nil:
		err = &Error{"pan", ran.Text, missing}
	}
	return r, err
}

// RunDeepening runs a verifier with a stack of depth steps and, while the search reaches its limit, of
// ten times as many, up to most.
func RunDeepening(
	ctx context.Context,
	dir, name string,
	depth, most int,
	flags ...string,
) (*Report, error) {
	for ; ; depth *= 10 {
		r, err := Run(ctx, dir, name, append(slices.Clone(flags), fmt.Sprintf("-m%d", depth))...)
		if r == nil || !r.DepthLimit || depth*10 > most {
			return r, err
		}
	}
}

// Patterns of the figures are compiled when they are looked for: most runs of gospin read no report of pan.
const (
	stored      = `(?m)^\s*(\S+) states, stored`
	visited     = `(?m)^\s*\S+ states, stored \((\S+) visited\)`
	matched     = `(?m)^\s*(\S+) states, matched`
	transitions = `(?m)^\s*(\S+) transitions \(= `
	atomic      = `(?m)^\s*(\S+) atomic steps`
	depth       = `depth reached (\S+), errors`
	failures    = `errors: (\S+)`
	vector      = `State-vector (\S+) byte`
	elapsed     = `elapsed time (\S+) seconds`
	memStates   = `(?m)^\s*(\S+)\s+actual memory usage for states`
	memTable    = `(?m)^\s*(\S+)\s+memory used for hash table`
	memStack    = `(?m)^\s*(\S+)\s+memory used for DFS stack`
	memTotal    = `(?m)^\s*(\S+)\s+(?:total actual memory usage|memory usage \(Mbyte\))`
	components  = `collapse counts: (\[.*\])`
)

// roundedFrom is where pan begins to round numbers.
const roundedFrom = 1e8

// Parse reads what pan has printed. It fails if a figure of the search is missing.
func Parse(text string) (*Report, error) {
	r := &Report{
		Text: text, DepthLimit: strings.Contains(text, "max search depth too small"),
		Incomplete: strings.Contains(text, "Search not completed"),
		Vector:     int(figure(text, vector)), Seconds: figure(text, elapsed),
		Memory: Memory{
			bytes(text, memStates),
			bytes(text, memTable),
			bytes(text, memStack),
			bytes(text, memTotal),
		},
	}
	var missing error
	for _, f := range []struct {
		where string
		to    *uint64
	}{
		{stored, &r.Stored}, {matched, &r.Matched}, {transitions, &r.Transitions},
		{atomic, &r.Atomic}, {depth, &r.Depth}, {failures, &r.Errors},
	} {
		if !regexp.MustCompile(f.where).MatchString(text) {
			missing = errors.New("no figures")
		}
		v := figure(text, f.where)
		*f.to = uint64(v)
		r.Rounded = r.Rounded || v >= roundedFrom
	}
	r.Visited = max(r.Stored, uint64(figure(text, visited)))
	if found := regexp.MustCompile(components).FindStringSubmatch(text); found != nil {
		r.Components = found[1]
	}
	return r, missing
}

// figure is a number in the text, 0 if it is not there.
func figure(text string, where string) float64 {
	found := regexp.MustCompile(where).FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	v, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		return 0
	}
	return v
}

// bytes is a number of bytes, which the text has in megabytes.
func bytes(text string, where string) int64 { return int64(figure(text, where) * (1 << 20)) }
