package vm

// Access is what code, or the guard or effect of a transition, looks at and changes, beside the control state of its own
// process. It follows from the table of operations.
type Access struct {
	ReadsAll  bool // it may read anything, of other processes, too
	WritesAll bool
	Timeout   bool // it asks for timeout; then ReadsAll holds

	Reads, Writes []Cells
	Sends         []Channel // in a guard: looks at whether there is room
	Recvs         []Channel // in a guard: looks at the messages. A receive that leaves the message where it is counts, too
	Polls         []Poll
	Labels        []Label // control states of other processes that it asks for

	Meets   bool // a channel of Sends or Recvs may be a rendezvous: what a partner does comes to it
	Counts  bool // it depends on how many processes there are
	Creates bool // it creates a process
	Ends    bool // it ends the process, and its channels with it
}

// Cells are bytes of variables: Len from Off on, in the globals, the process, or (Base is BaseOther) some processes of
// type Proc. If Stride is not 0, it is one of the elements of that size that is meant, but which one is known at run
// time only.
type Cells struct {
	Base   uint8
	Proc   int32
	Off    int32
	Len    int32
	Stride int32
	Index  Index
}

// Index tells which element of an array is meant.
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

// Channel tells which channel is used: the one with the number ID, if that is a global's which nothing assigns; else one
// whose number is in In. If In is empty, it may be any.
type Channel struct {
	ID int32
	In Cells
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
	// Guard is what its being executable depends on: also what the guards of the escapes that come before it look at, and
	// for else those of all transitions of the control state.
	Guard  Access
	Effect Access
	Blocks bool // it may be unexecutable where its process is at its control state
}

// Exclusive are the channels, by the cells that hold their numbers, that a proctype says it alone receives from (XR) or
// sends to (XS).
type Exclusive struct{ XR, XS []Cells }

// insert appends x unless it is there.
func insert[T comparable](list []T, x T) []T {
	for _, y := range list {
		if x == y {
			return list
		}
	}
	return append(list, x)
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

// byteCell is a cell of one byte.
func byteCell(base uint8, at int32) Cells { return Cells{Base: base, Off: at, Len: 1} }
