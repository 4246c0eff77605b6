package vm

import (
	"cmp"
	"slices"
)

// Access describes what code, or the guard or effect of a transition, reads and writes, apart from the
// control state of its own process. It is derived from the table of operations.
type Access struct {
	ReadsAll  bool // it may read anything, including other processes, as enabled and pc_value do
	WritesAll bool
	Timeout   bool // it evaluates timeout, which depends on everything

	Reads, Writes []Cells
	Sends         []Channel // in a guard: whether there is room
	// in a guard: the messages, even if a receive leaves the message in the channel
	Recvs  []Channel
	Polls  []Poll
	Labels []Label // control states of other processes that it reads

	Meets   bool // a channel of Sends or Recvs may be a rendezvous, so the partner's actions are part of it
	Counts  bool // it depends on the number of processes
	Creates bool // it creates a process
	Ends    bool // it ends the process and removes its channels
}

// Cells are bytes of variables: Len bytes from Off on, in the globals, in the process, or (if Base is
// BaseOther) in some process of type Proc. If Stride is not 0, only one cell of the range is accessed,
// determined at run time: the elements of an array are this many bytes apart.
type Cells struct {
	Base   uint8
	Proc   int32
	Off    int32
	Len    int32
	Stride int32
	Index  Index
}

// Index is the index of an array access, evaluated before the move.
type Index struct {
	Known Indexed
	Base  uint8 // for InCell: base of the byte cell
	Off   int32
}

// Indexed is what is known about an index.
type Indexed uint8

const (
	AnyIndex Indexed = iota
	InCell           // the value of a byte cell
	OwnPid           // the process's number
)

// Channel determines which channel is used: the one with number ID, if a global that is never assigned holds
// it; the process's own channel Own (from 1 on, in order of creation), if the variable is never assigned;
// otherwise the one whose number is in In. It may be any channel if In is empty, or if In is Assigned before
// the channel is used.
type Channel struct {
	ID, Own  int32
	In       Cells
	Assigned bool
}

// PollKind is the kind of a poll.
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

// Accesses are the accesses of a transition.
type Accesses struct {
	// Guard has everything that decides whether it is executable, including the guards of escapes tried
	// before it, and, for else, the guards of all transitions of the control state.
	Guard  Access
	Effect Access
	Blocks bool // it may not be executable in its control state
}

// Exclusive has the channels, as the cells that hold their numbers, for which a proctype claims to be the
// only receiver (XR) or sender (XS).
type Exclusive struct{ XR, XS []Cells }

// fewCells is the length up to which a list is searched before an element is added.
const fewCells = 64

// insert appends x unless the list has it. A long list, as from a chain of many statements, may contain
// duplicates until it is compacted, so that adding n elements does not take quadratic time.
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

// compacted removes duplicates.
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

// compact removes duplicates from long lists.
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

// Add sets a to the union of both.
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

// spans are cells that do not overlap, in order.
type spans []Cells

// spansOf gives the cells that some of cells mean.
func spansOf(cells []Cells) spans {
	list := slices.Clone(cells)
	for i := range list {
		if list[i].Base != BaseOther {
			list[i].Proc = 0
		}
	}
	slices.SortFunc(list, func(c, d Cells) int {
		return cmp.Or(cmp.Compare(c.Base, d.Base), cmp.Compare(c.Proc, d.Proc), cmp.Compare(c.Off, d.Off))
	})
	n := 0
	for _, c := range list {
		if n > 0 {
			d := &list[n-1]
			if d.Base == c.Base && d.Proc == c.Proc && c.Off <= d.Off+d.Len {
				d.Len = max(d.Len, c.Off+c.Len-d.Off)
				continue
			}
		}
		list[n] = c
		n++
	}
	return list[:n]
}

// meets reports whether some cell is one of c.
func (s spans) meets(c Cells) bool {
	if c.Base != BaseOther {
		c.Proc = 0
	}
	i, _ := slices.BinarySearchFunc(s, c, func(d, c Cells) int {
		ends := cmp.Compare(d.Off+d.Len, c.Off+1)
		return cmp.Or(cmp.Compare(d.Base, c.Base), cmp.Compare(d.Proc, c.Proc), ends)
	})
	return i < len(s) && s[i].Base == c.Base && s[i].Proc == c.Proc && s[i].Off < c.Off+c.Len
}

// settle removes assumptions about indices and channels that are based on cells which the access itself
// writes, since the value may have changed when it is read.
func (a *Access) settle() {
	changed := spansOf(a.Writes).meets
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

// byteCell returns a cell of one byte.
func byteCell(base uint8, at int32) Cells { return Cells{Base: base, Off: at, Len: 1} }
