package chart

import (
	"fmt"
	"strings"

	"gospin/verifier/trail/story"
)

// Options returns the options with which a chart's events have to be computed.
func Options() story.Options { return story.Options{Sends: true, Receives: true} }

// Chart is the messages of a run.
type Chart struct {
	lanes []lane
	of    map[int]int // lane of each pid
	rows  []row
	last  int // number of the last step
	pairs story.Pairs
	named []string // names of processes, by pid
}

type lane struct {
	pid  int
	name string
}

// row is a message or a remark. A remark names an error, or marks the beginning of the cycle.
type row struct {
	step     int
	from, to int // lanes; a handshake has both, otherwise one is none
	text     string
	remark   bool
	wrong    bool
	sent     int // the row of a received message's send, or none if not known
}

const none = -1

// Event adds an event to the chart.
func (c *Chart) Event(e story.Event) {
	switch e := e.(type) {
	case *story.Start:
		c.processes(e.Processes)
	case *story.Step:
		if len(e.Parts) > 0 {
			c.last++
		}
		c.processes(e.Started)
		c.step(e)
		c.faults(e.Faults)
	case *story.Failure:
		c.faults(e.Faults)
	case *story.ClaimStep:
		c.faults(e.Faults)
	case *story.Cycle:
		c.rows = append(c.rows, row{step: c.last, from: none, to: none, remark: true, sent: none,
			text: "START OF CYCLE"})
	case *story.Blocked:
		c.remark("no process can move")
	}
}

func (c *Chart) processes(list []story.Process) {
	for _, q := range list {
		for len(c.named) <= q.Pid {
			c.named = append(c.named, "")
		}
		if c.named[q.Pid] == "" {
			c.named[q.Pid] = strings.Trim(q.Name, ":")
		}
	}
}

func (c *Chart) faults(list []story.Fault) {
	for _, f := range list {
		text := f.Msg
		if f.Written != "" {
			text += ": " + f.Written
		}
		c.remark(text)
	}
}

func (c *Chart) remark(text string) {
	c.rows = append(c.rows,
		row{step: c.last, from: none, to: none, remark: true, wrong: true, sent: none, text: text})
}

// lane returns the lane of a process, and marks that the process needs one.
func (c *Chart) lane(pid int) int {
	if c.of == nil {
		c.of = map[int]int{}
	}
	if _, known := c.of[pid]; !known {
		c.of[pid] = 0 // arrange assigns the number
	}
	return pid
}

// step adds the messages of a step. Until arrange is called, lanes are pids.
func (c *Chart) step(e *story.Step) {
	if len(e.Parts) == 2 && e.Parts[0].Message != nil && e.Parts[1].Message != nil {
		m := e.Parts[0].Message
		c.rows = append(c.rows, row{step: c.last, from: c.lane(e.Parts[0].Pid), to: c.lane(e.Parts[1].Pid),
			text: m.Name + "!" + m.Text, sent: none})
		return
	}
	for i := range e.Parts {
		p := &e.Parts[i]
		m := p.Message
		if m == nil {
			continue
		}
		r := row{step: c.last, from: none, to: none, sent: c.pairs.Match(m, len(c.rows))}
		switch {
		case m.Copy:
			r.to, r.text = c.lane(p.Pid), m.Name+"?<"+m.Text+">"
		case m.Receive:
			r.to, r.text = c.lane(p.Pid), m.Name+"?"+m.Text
		default:
			r.from, r.text = c.lane(p.Pid), m.Name+"!"+m.Text
		}
		c.rows = append(c.rows, r)
	}
}

// arrange assigns lanes to processes with messages and returns the number of processes without any.
func (c *Chart) arrange() (left int) {
	if c.lanes != nil {
		return len(c.named) - len(c.lanes)
	}
	for pid, name := range c.named {
		if _, has := c.of[pid]; has {
			c.of[pid] = len(c.lanes)
			c.lanes = append(c.lanes, lane{pid, name})
		}
	}
	for i := range c.rows {
		r := &c.rows[i]
		if r.from != none {
			r.from = c.of[r.from]
		}
		if r.to != none {
			r.to = c.of[r.to]
		}
	}
	return len(c.named) - len(c.lanes)
}

func (l lane) title() string { return fmt.Sprintf("%s(%d)", l.name, l.pid) }

// empty returns why there is nothing to draw, or "".
func (c *Chart) empty() string {
	if c.arrange(); len(c.lanes) == 0 {
		return "no messages are sent in this run"
	}
	return ""
}
