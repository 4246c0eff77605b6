package chart

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gospin/verifier/trail/story"
)

// Log is the log of a run with vector clocks, as ShiViz reads it. A process knows what happened before it was
// started, before what it received was sent, and, of a rendezvous, what the partner knows. What processes
// learn through variables does not count.
type Log struct {
	clocks map[int]map[string]int // by pid: the events of each process that happened before
	names  map[int]string
	sent   []map[string]int // clocks of sends
	pairs  story.Pairs
	lines  []string
	n      int
}

// logHead is the expression by which ShiViz takes events apart, and an empty line: there is one run.
const logHead = `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)` + "\n\n"

// Event adds an event to the log.
func (l *Log) Event(e story.Event) {
	switch e := e.(type) {
	case *story.Start:
		l.start(e.Processes, nil)
	case *story.Step:
		if len(e.Parts) > 0 {
			l.step(e)
		}
	}
}

// start adds processes that know what their creator knows.
func (l *Log) start(list []story.Process, known map[string]int) {
	if l.names == nil {
		l.names, l.clocks = map[int]string{}, map[int]map[string]int{}
	}
	for _, q := range list {
		name := fmt.Sprintf("%s(%d)", strings.Trim(q.Name, ":"), q.Pid)
		own := l.clocks[q.Pid][name] // of an earlier process with its number
		l.names[q.Pid], l.clocks[q.Pid] = name, map[string]int{}
		learn(l.clocks[q.Pid], known)
		if own > 0 {
			l.clocks[q.Pid][name] = own
		}
	}
}

// learn adds what another clock knows.
func learn(clock, other map[string]int) {
	for name, n := range other {
		clock[name] = max(clock[name], n)
	}
}

func (l *Log) step(e *story.Step) {
	l.n++
	both := len(e.Parts) == 2
	for i := range e.Parts {
		p := &e.Parts[i]
		clock := l.clocks[p.Pid]
		if clock == nil {
			continue
		}
		clock[l.names[p.Pid]]++
		switch m := p.Message; {
		case both && i == 1:
			learn(clock, l.clocks[e.Parts[0].Pid])
		case m == nil || both:
		default:
			if at := l.pairs.Match(m, len(l.sent)); at >= 0 {
				learn(clock, l.sent[at])
			}
			if !m.Receive {
				now := map[string]int{}
				learn(now, clock)
				l.sent = append(l.sent, now)
			}
		}
		text := p.Written
		if p.Dies {
			text = "ends"
		}
		known, _ := json.Marshal(clock)
		l.lines = append(l.lines, fmt.Sprintf("%s %s\n%d: %s", l.names[p.Pid], known, l.n, text))
	}
	l.start(e.Started, l.clocks[e.Parts[0].Pid])
}

// WriteText writes the log.
func (l *Log) WriteText(w io.Writer) error {
	_, err := io.WriteString(w, logHead+strings.Join(l.lines, "\n")+"\n")
	return err
}
