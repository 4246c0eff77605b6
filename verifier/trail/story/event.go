package story

import (
	"slices"

	"gospin/vm"
)

// Event is one of the types below that have it in their comments.
type Event interface{ event() }

// Process is a process as events name it.
type Process struct {
	Pid      int
	Name     string // of its proctype, as SPIN prints it
	Priority int
}

// Place is where a statement stands, or a control state.
type Place struct {
	File  string
	Line  int
	State int
	End   bool      // a valid end state
	Calls []vm.Call // of the inlines that brought it, the innermost first
}

// Fault is an error that the machine has met.
type Fault struct {
	File    string // the model's, if Line is 0
	Line    int    // 0 for none
	Msg     string
	Assert  string // the text of a failed assertion, "" for other faults
	Written string // the same as it stands in the source
}

// Value is what a variable holds, or an element of an array.
type Value struct {
	Name     string
	Text     string   // "" for a channel
	Queue    int      // number of the channel, 0 if the variable is none
	Messages []string // in the channel, oldest first
}

// Message is what a send or receive passes.
type Message struct {
	File      string
	Line      int
	Receive   bool
	Copy      bool // the receive leaves the message in the channel
	Handshake bool // the send is to a rendezvous channel
	Text      string
	Queue     int    // number of the channel
	Name      string // that the process has for it
}

// Part is what one process does in a step.
type Part struct {
	Process
	Place
	First   int    // the line where the statement begins; that of Place may be another
	Column  int    // of the statement
	Begins  int    // the column where it begins, in line First; 0: not known
	Number  int    // of the step; the receiver's half of a rendezvous in a trail has the next one
	Text    string // of the statement, as SPIN has it
	Written string // as it stands in the source
	Dies    bool   // the process ends; there is no statement then
	Message *Message

	Globals, Locals []Value // that SPIN shows after it
}

// Whole is a state.
type Whole struct {
	Globals   []Value
	Processes []Standing
}

// Start are the processes of the initial state: an event.
type Start struct {
	Processes []Process
	After     *Whole  // the initial state, if Options.Whole asks for it
	Shown     []Value // of Options.Show
}

// Step is a move of the model, or a statement within a d_step: an event. A d_step that breaks off may
// have one without parts at its end.
type Step struct {
	Number     int
	Pid        int       // of the process that moves; of the sender, for a rendezvous
	Printed    []string  // by the model, a text for each statement
	Started    []Process // by this step
	Faults     []Fault
	Marks      []Fault   // values that did not fit into what they were put into
	Priorities []Process // whose priority the step has set
	Parts      []Part    // one, or the sender's and the receiver's
	After      *Whole    // the state behind it, if Options.Whole asks for it
	Shown      []Value   // of Options.Show, behind it
}

// Failure is what fails outside a step, at the start or in a guard: an event.
type Failure struct{ Faults []Fault }

// Cycle says that the cycle of a lasso begins: an event.
type Cycle struct{}

// Blocked says that no process can move, though there are some: an event.
type Blocked struct{}

// LimitReached says that a simulation has taken as many steps as it may: an event.
type LimitReached struct{ Steps int }

// ClaimStart says that a claim runs beside the model: an event.
type ClaimStart struct {
	Number int
	Known  bool // the model has it
}

// ClaimStep is a move of the claim: an event.
type ClaimStep struct {
	Number  int
	Unfit   bool // the claim cannot take it, and is left out from here on; nothing else is told then
	Faults  []Fault
	Text    string
	Written string // Text as one would write it
	Formula bool   // the claim is a formula's automaton: At is a state of it, else a line of the model
	At      int
	Stays   bool // At is where the step before was
	Printed []string
}

// Standing is where a process is in the last state.
type Standing struct {
	Process
	Place
	Locals []Value
}

// ClaimStanding is where the claim is in the last state. The automaton of a formula has no lines.
type ClaimStanding struct {
	Name    string
	Formula bool
	Place
	Locals []Value
}

// End is the last state: an event, and the last one.
type End struct {
	Number    int // of the last step
	Processes []Standing
	Globals   []Value
	Claim     *ClaimStanding // nil: there is none, or it was not followed to the end
	Created   int            // processes in all
	Claimed   bool           // SPIN counts the claim among the processes
	Faults    int            // in all
	Erring    bool           // the run has come to an error, as far as can be seen
	Invalid   bool           // no process can move, and not all are in valid end states
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

// Texts say what is wrong, with the assertion that fails.
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

// WrittenTexts are Texts with the assertions as they stand in the source.
func WrittenTexts(list []Fault) []string {
	list = slices.Clone(list)
	for i := range list {
		list[i].Assert = list[i].Written
	}
	return Texts(list)
}
