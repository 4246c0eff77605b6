package story

import (
	"slices"

	"gospin/vm"
)

// Event is one of the types of this file whose comments say "an event".
type Event interface{ event() }

// Process identifies a process in events.
type Process struct {
	Pid      int
	Name     string // of its proctype, as SPIN prints it
	Priority int
}

// Place is the place of a statement or of a control state.
type Place struct {
	File  string
	Line  int
	State int
	End   bool      // a valid end state
	Calls []vm.Call // inline calls from which it was expanded, the innermost first
}

// Fault is an error of the machine.
type Fault struct {
	File    string // the model's file if Line is 0
	Line    int    // 0 if unknown
	Msg     string
	Assert  string // text of the failed assertion; "" for other faults
	Written string // the assertion as in the source
}

// Plain is the message, in plain words for a value that did not fit.
func (f *Fault) Plain() string { return vm.Truncation(f.Msg) }

// Value is the value of a variable or an array element.
type Value struct {
	Name     string
	Text     string   // "" for a channel
	Queue    int      // number of the channel; 0 if the variable is no channel
	Messages []string // in the channel, oldest first
}

// Message is the message of a send or receive.
type Message struct {
	File      string
	Line      int
	Receive   bool
	Copy      bool // the receive leaves the message in the channel
	Handshake bool // the send is to a rendezvous channel
	Text      string
	Queue     int    // number of the channel
	Name      string // the process's name for the channel
}

// Part is the part of one process in a step.
type Part struct {
	Process
	Place
	First   int    // line where the statement begins, which may differ from Place's
	Column  int    // of the statement
	Begins  int    // the column where it begins in line First; 0 if unknown
	Number  int    // the step's number; in a trail, a rendezvous's receiver has the next one
	Text    string // the statement in SPIN's words
	Written string // the statement as in the source
	Dies    bool   // the process ends, without a statement
	Message *Message

	Globals, Locals []Value // the values that SPIN prints after the step
}

// Whole is a complete state.
type Whole struct {
	Globals   []Value
	Processes []Standing
}

// Start is an event: the initial state with its processes.
type Start struct {
	Processes []Process
	After     *Whole  // the initial state, if Options.Whole is set
	Shown     []Value // values of Options.Show
}

// Step is an event: a move of the model, or a statement within a d_step. If a d_step breaks off, its last
// step may have no parts.
type Step struct {
	Number     int
	Pid        int       // the process that moves; for a rendezvous, the sender
	Printed    []string  // the model's output, a text per statement
	Started    []Process // processes that this step starts
	Faults     []Fault
	Marks      []Fault   // values that did not fit into their variables
	Priorities []Process // processes whose priority the step sets
	Parts      []Part    // one, or a sender's and a receiver's
	After      *Whole    // the state after the step, if Options.Whole is set
	Shown      []Value   // values of Options.Show after the step
}

// Failure is an event: an error outside a step, at the start or in a guard.
type Failure struct{ Faults []Fault }

// Cycle is an event: the cycle of a lasso begins.
type Cycle struct{}

// Blocked is an event: there are processes, but none can move.
type Blocked struct{}

// LimitReached is an event: a simulation has taken its maximum of steps.
type LimitReached struct{ Steps int }

// ClaimStart is an event: a claim runs beside the model.
type ClaimStart struct {
	Number int
	Known  bool // the claim is one of the model's
}

// ClaimStep is an event: a move of the claim.
type ClaimStep struct {
	Number  int
	Unfit   bool // the claim cannot take it and is ignored from here on; the fields below are not set
	Faults  []Fault
	Text    string
	Written string // Text as in the source
	Formula bool   // the claim is a formula's automaton, and At one of its states, not a line
	At      int
	Stays   bool // At is the same as in the step before
	Printed []string
}

// Standing is the place of a process in the last state.
type Standing struct {
	Process
	Place
	Locals []Value
}

// ClaimStanding is the place of the claim in the last state. A formula's automaton has no lines.
type ClaimStanding struct {
	Name    string
	Formula bool
	Place
	Locals []Value
}

// End is the last event: the last state.
type End struct {
	Number    int // of the last step
	Processes []Standing
	Globals   []Value
	Claim     *ClaimStanding // nil if there is no claim, or it was not followed to the end
	Created   int            // number of processes created
	Claimed   bool           // SPIN counts the claim among the processes
	Faults    int            // number of faults
	Erring    bool           // the run shows an error
	Invalid   bool           // no process can move, and some are not in valid end states
}

func (*Start) event()        {}
func (*Step) event()         {}
func (*Failure) event()      {}
func (*Cycle) event()        {}
func (*Blocked) event()      {}
func (*LimitReached) event() {}
func (*ClaimStart) event()   {}
func (*ClaimStep) event()    {}
func (*End) event()          {}

// Texts describes faults, with the texts of failed assertions.
func Texts(list []Fault) []string {
	var out []string
	for _, f := range list {
		text := f.Msg
		if f.Assert != "" {
			text += ": " + f.Assert
		}
		out = append(out, text)
	}
	return out
}

// WrittenTexts is like Texts, with assertions as in the source.
func WrittenTexts(list []Fault) []string {
	list = slices.Clone(list)
	for i := range list {
		list[i].Assert = list[i].Written
	}
	return Texts(list)
}
