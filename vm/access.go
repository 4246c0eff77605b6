package vm

import "slices"

// Access is what code, or the guard or effect of a transition, looks at and changes, beside the control state
// of its own process. It follows from the table of operations.
type Access struct {
	ReadsAll  bool // it may read anything, of other processes, too
	WritesAll bool
	Timeout   bool // it asks for timeout; then ReadsAll holds

	Reads, Writes []Cells
	Sends         []Channel // in a guard: looks at whether there is room
	// in a guard: looks at the messages. A receive that leaves the message where it is counts, too
	Recvs  []Channel
	Polls  []Poll
	Labels []Label // control states of other processes that it asks for

	Meets   bool // a channel of Sends or Recvs may be a rendezvous: what a partner does comes to it
	Counts  bool // it depends on how many processes there are
	Creates bool // it creates a process
	Ends    bool // it ends the process, and its channels with it
}

// Cells are bytes of variables: Len from Off on, in the globals, the process, or (Base is BaseOther) some
// process of type Proc. If Stride is not 0, a cell somewhere in them is meant, and which one is known at run
// time only: those of an array are this many bytes apart.
type Cells struct {
	Base   uint8
	Proc   int32
	Off    int32
	Len    int32
	Stride int32
	Index  Index
}

// Index tells which element of an array is meant, as things are before the move.
type Index struct {
	Known Indexed
	Base  uint8 // of InCell: where the byte cell is
	Off   int32
}

// Indexed says what is known of an index.
type Indexed uint8

const (
	AnyIndex Indexed = iota
	InCell           // it is in a byte cell
	OwnPid           // it is the process's number
)

// Channel tells which channel is used: the one with the number ID, if that is a global's which nothing
// assigns; the process's own number Own (from 1 on, in order of creation), if nothing assigns the variable;
// else one whose number is in In. It may be any if In is empty, or if it is Assigned before the channel is
// used.
type Channel struct {
	ID, Own  int32
	In       Cells
	Assigned bool
}

// PollKind is what a poll asks for.
type PollKind uint8

const (
	PollMessage PollKind = iota // q?[...]
	PollLen
	PollFull
	PollNFull
	PollEmpty
	PollNEmpty
)

// Poll is a question about the messages in a channel.
type Poll struct {
	Channel
	Kind PollKind
}

// Label is a control state of the processes of a type.
type Label struct {
	Proc  int32
	State uint32
}

// Accesses are those of a transition.
type Accesses struct {
	// Guard is what its being executable depends on: also what the guards of the escapes that come before it
	// look at, and for else those of all transitions of the control state.
	Guard  Access
	Effect Access
	Blocks bool // it may be unexecutable where its process is at its control state
}

// Exclusive are the channels, by the cells that hold their numbers, that a proctype says it alone receives
// from (XR) or sends to (XS).
type Exclusive struct{ XR, XS []Cells }

// fewCells is how many elements a list has that is looked through before one is added.
const fewCells = 64

// insert appends x unless it is there. A list that has grown long, as that of a chain of many statements, may
// have elements twice until it is compacted, so that adding n of them takes no time proportional to n².
func insert[T comparable](list []T, x T) []T {
	n := len(list)
	if n < fewCells {
		if slices.Contains(list, x) {
			return list
		}
	} else if n == cap(list) {
		list = compacted(list)
		list = slices.Grow(list, len(list)+1)
	}
	return append(list, x)
}

// compacted leaves the first of equal elements.
func compacted[T comparable](list []T) []T {
	if len(list) <= fewCells {
		return list
	}
	seen := make(map[T]bool, len(list))
	return slices.DeleteFunc(list, func(x T) bool {
		was := seen[x]
		seen[x] = true
		return was
	})
}

// compact makes long lists sets again.
func (a *Access) compact() {
	a.Reads, a.Writes = compacted(a.Reads), compacted(a.Writes)
	a.Sends, a.Recvs = compacted(a.Sends), compacted(a.Recvs)
	a.Polls, a.Labels = compacted(a.Polls), compacted(a.Labels)
}

func insertAll[T comparable](list, more []T) []T {
	for _, x := range more {
		list = insert(list, x)
	}
	return list
}

// Add makes a the union of both.
func (a *Access) Add(b *Access) {
	a.ReadsAll = a.ReadsAll || b.ReadsAll
	a.WritesAll = a.WritesAll || b.WritesAll
	a.Timeout = a.Timeout || b.Timeout
	a.Reads = insertAll(a.Reads, b.Reads)
	a.Writes = insertAll(a.Writes, b.Writes)
	a.Sends = insertAll(a.Sends, b.Sends)
	a.Recvs = insertAll(a.Recvs, b.Recvs)
	a.Polls = insertAll(a.Polls, b.Polls)
	a.Labels = insertAll(a.Labels, b.Labels)
	a.Meets = a.Meets || b.Meets
	a.Counts = a.Counts || b.Counts
	a.Creates = a.Creates || b.Creates
	a.Ends = a.Ends || b.Ends
}

// meets reports whether some cell may be meant by both.
func (c *Cells) meets(d *Cells) bool {
	return c.Base == d.Base && c.Off < d.Off+d.Len && d.Off < c.Off+c.Len &&
		(c.Base != BaseOther || c.Proc == d.Proc)
}

// settle drops what is known of indices and channels by cells that the access writes itself: when they are
// read, it may be another value that is there.
func (a *Access) settle() {
	writes := slices.Clone(a.Writes)
	changed := func(c Cells) bool {
		return slices.ContainsFunc(writes, func(w Cells) bool { return w.meets(&c) })
	}
	cells := func(c *Cells) {
		if x := c.Index; x.Known == InCell && changed(byteCell(x.Base, x.Off)) {
			c.Index = Index{}
		}
	}
	channel := func(c *Channel) {
		c.Assigned = c.Assigned || c.ID == 0 && c.Own == 0 && changed(c.In)
		cells(&c.In)
	}
	for i := range a.Reads {
		cells(&a.Reads[i])
	}
	for i := range a.Writes {
		cells(&a.Writes[i])
	}
	for i := range a.Sends {
		channel(&a.Sends[i])
	}
	for i := range a.Recvs {
		channel(&a.Recvs[i])
	}
	for i := range a.Polls {
		channel(&a.Polls[i].Channel)
	}
}

// byteCell is a cell of one byte.
func byteCell(base uint8, at int32) Cells { return Cells{Base: base, Off: at, Len: 1} }
