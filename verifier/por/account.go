package por

import (
	"fmt"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// Account lists what prevents processes from moving alone under a computed rule, counting everything that
// other processes may do from their start on.
type Account struct {
	Things []Thing
	Actors []Actor // in the initial state; then one for each proctype whose processes are created later
}

// Thing is something that processes may share: an element of a global variable, a channel, or the set of
// processes.
type Thing struct {
	Name  string // with the index of an element; "" for the set of processes
	Array string // the variable, without an index
	Meets bool   // it is a rendezvous channel
}

// Act is something done to a thing.
type Act string

// Acts, as verbs before the thing's name.
const (
	Reads      Act = "reads"
	Writes     Act = "writes"
	Adds       Act = "adds to"
	Sends      Act = "sends to"
	Receives   Act = "receives from"
	Looks      Act = "looks at"
	Arrives    Act = "comes to receive from"
	Minds      Act = "needs that nobody receives from"
	Creates    Act = "creates a process"
	Ends       Act = "ends a process"
	CountsThem Act = "depends on the number of processes"
)

var (
	cellActNames = [cellActs]Act{reads: Reads, writes: Writes, adds: Adds}
	chanActNames = [chanActs]Act{sends: Sends, receives: Receives, looksAtSends: Looks,
		looksAtReceives: Looks, arrives: Arrives, minds: Minds}
	processActNames = [processActs]Act{births: Creates, deaths: Ends, counts: CountsThem}
)

// Use is an act on a thing, by its index in the account.
type Use struct {
	Thing int
	Act   Act
}

// Actor is a process, or all processes of a proctype.
type Actor struct {
	Proctype int
	Pid      int        // -1: any
	Created  bool       // by another process
	Uses     []Use      // all its acts
	States   []Standing // by control state
	Trans    map[uint32][]Use
}

// Alone classifies control states by whether a process may move alone there.
type Alone uint8

const (
	Unreached Alone = iota // no transition leads to the state
	Always                 // it may move alone
	Sometimes              // depending on which of its transitions are enabled, or on free slots in channels
	Later                  // once the other processes have passed the conflicting statements
	Never
)

// Standing describes a control state.
type Standing struct {
	Alone     Alone
	Visible   bool // a claim may distinguish the states before and after its moves
	Conflicts []Conflict
}

// Conflict is a dependence between a transition of one actor and a transition of another.
type Conflict struct {
	Trans   uint32
	Enables bool // the other transition may enable this one; otherwise they don't commute
	Passes  bool // the other process may reach a state after which it never takes its transition again
	Slots   int  // the conflict vanishes if Channel has this many free slots; 0 if it never does
	Channel int  // index of the thing
	Other   int  // index of the actor
	By      uint32
	Uses    []Use // acts of the other transition
}

// accountant builds an account.
type accountant struct {
	r      *ComputedRule
	actors []*acting
	create [][]bool // by proctype: the proctypes of its descendants
	out    Account
}

// Account returns what the rule knows. For processes that are created later, the account has those that a
// search has met so far.
func (r *ComputedRule) Account() *Account {
	a := &accountant{r: r, create: make([][]bool, len(r.generic))}
	a.findThings()
	procs := r.prog.Layout.ShapeOf(r.initial).Procs
	for pid, q := range procs {
		a.add(r.instances[q.Type*vm.MaxProcs+pid][0], false)
	}
	done := make([]bool, len(r.generic))
	for i := 0; i < len(a.actors); i++ { // created processes are appended
		for _, child := range slices.Concat(a.actors[i].children...) {
			if done[child] {
				continue
			}
			done[child] = true
			from, to := int(child)*vm.MaxProcs+len(procs), int(child+1)*vm.MaxProcs
			found := slices.Concat(r.instances[from:to]...)
			if len(found) == 0 || len(found) > maxListed {
				found = r.generic[child : child+1]
			}
			for _, x := range found {
				a.add(x, true)
			}
		}
	}
	a.findDescent()
	for _, x := range a.actors {
		a.out.Actors = append(a.out.Actors, a.actor(x))
	}
	return &a.out
}

// maxListed limits the created processes of one type that are listed separately.
const maxListed = 16

// findThings names the things in the order of their bits in sets.
func (a *accountant) findThings() {
	r, l := a.r, a.r.prog.Layout
	for g := range r.groups {
		first := slices.Index(r.group, int16(g))
		last := first
		for last+1 < len(r.group) && r.group[last+1] == int16(g) {
			last++
		}
		name, array := element(l.Fields, first)
		if other, of := element(l.Fields, last); of != array {
			name += ".." + other
		}
		a.out.Things = append(a.out.Things, Thing{Name: name, Array: array})
	}
	for id := range r.channels() {
		t := Thing{Name: "a process's channel", Array: "a process's channel", Meets: r.localMeets}
		if id < r.globals {
			t.Name, t.Array = element(l.Fields, int(r.prog.ChanVars[id].A))
			t.Meets = r.meets(id)
		}
		a.out.Things = append(a.out.Things, t)
	}
	a.out.Things = append(a.out.Things, Thing{})
}

// element returns the name of the variable's element at an address.
func element(fields []*layout.Field, at int) (name, array string) {
	for _, f := range fields {
		size := layout.CellSize(f.Elem.Cell)
		stride := max(f.Stride, size)
		if i := (at - f.Elem.Off) / stride; at >= f.Elem.Off && i < f.Len && at < f.Elem.Off+i*stride+size {
			if f.Len > 1 {
				return fmt.Sprintf("%s[%d]", f.Name, i), f.Name
			}
			return f.Name, f.Name
		}
	}
	return fmt.Sprintf("byte %d", at), fmt.Sprintf("byte %d", at)
}

// uses converts a set of acts to a list without duplicates.
func (a *accountant) uses(b bitset) []Use {
	var out []Use
	add := func(thing int, act Act) {
		if u := (Use{thing, act}); !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	r := a.r
	for bit := range r.words * 64 {
		if b[bit>>6]>>(bit&63)&1 == 0 {
			continue
		}
		cells, chans := r.groups*cellActs, r.channels()*chanActs
		switch {
		case bit < cells:
			add(bit/cellActs, cellActNames[bit%cellActs])
		case bit < cells+chans:
			add(r.groups+(bit-cells)/chanActs, chanActNames[(bit-cells)%chanActs])
		case bit < cells+chans+processActs:
			add(r.groups+r.channels(), processActNames[bit-cells-chans])
		}
	}
	return out
}
