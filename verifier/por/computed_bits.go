package por

import "gospin/vm"

// bitset is a set of acts, that is, of pairs of a kind of access and a thing that several processes may
// share.
type bitset []uint64

func (b bitset) add(i int) { b[i>>6] |= 1 << (i & 63) }

func (b bitset) addAll(c bitset) {
	for i, w := range c {
		b[i] |= w
	}
}

// grow is addAll, and reports whether b has changed.
func (b bitset) grow(c bitset) bool {
	more := uint64(0)
	for i, w := range c {
		more |= w &^ b[i]
		b[i] |= w
	}
	return more != 0
}

func (b bitset) keep(c bitset) {
	for i, w := range c {
		b[i] &= w
	}
}

func (b bitset) meets(c bitset) bool {
	for i, w := range c {
		if b[i]&w != 0 {
			return true
		}
	}
	return false
}

// Acts on a group of global bytes.
const (
	reads = iota
	writes
	adds // an addition; additions commute
	cellActs
)

// Acts on a channel. A look is a question about its messages whose answer a send or a receive may change. A
// process arrives at a state where it may receive from a rendezvous channel; a process minds if it moves only
// while no process is in such a state.
const (
	sends = iota
	receives
	looksAtSends
	looksAtReceives
	arrives
	minds
	chanActs

	looks    = 1<<looksAtSends | 1<<looksAtReceives
	allOnOne = looks | 1<<sends | 1<<receives
)

// Acts on the set of processes.
const (
	births = iota
	deaths
	counts
	processActs
)

// The conflicts: by act, the acts of other processes on the same thing that don't commute with it.
var (
	cellConflicts = [cellActs]int{
		reads:  1<<writes | 1<<adds,
		writes: 1<<reads | 1<<writes | 1<<adds,
		adds:   1<<reads | 1<<writes,
	}
	chanConflicts = [chanActs]int{
		sends:           1<<sends | 1<<looksAtSends,
		receives:        1<<receives | 1<<looksAtReceives,
		looksAtSends:    1 << sends,
		looksAtReceives: 1 << receives,
		arrives:         1 << minds,
		minds:           1 << arrives,
	}
	// deaths don't conflict, since only the youngest process can die
	processConflicts = [processActs]int{
		births: 1<<births | 1<<deaths | 1<<counts,
		deaths: 1<<births | 1<<counts,
		counts: 1<<births | 1<<deaths,
	}
)

// If there are more things than these, several share a number, which only adds conflicts.
const (
	maxGroups = 160
	maxLocals = 48 // numbers for channels of processes
)

// resources numbers the acts on what processes share.
type resources struct {
	group   []int16 // by address of a global byte; -1: never written; or temporary
	groups  int
	globals int // number of global channels
	locals  int // numbers for channels of processes: 0 if there are none
	words   int
	// global channels whose sends, and receives, a trace assertion follows
	followed [2]map[int32]bool
	forget   int // for tests: kinds of conflicts to overlook
}

// temporary is the group of bytes that behave as if each process had its own.
const temporary = -2

// Kinds of conflicts that tests can make the rule overlook.
const (
	forgetCells = 1 << iota
	forgetSends
	forgetReceives
	forgetLooks
	forgetProcesses
	forgetEnabling
	forgetInside
	forgetRooms
	forgetArrivals
	forgetEvents
)

// channels counts the global channels, the numbers for channels of processes, and two more: acts on an
// undetermined channel of a process count for unknown, acts on all other channels of processes count for
// known, too.
func (r *resources) channels() int { return r.globals + r.locals + 2 }
func (r *resources) unknown() int  { return r.globals + r.locals }
func (r *resources) known() int    { return r.globals + r.locals + 1 }

func (r *resources) cellBit(group, act int) int { return group*cellActs + act }
func (r *resources) chanBit(channel, act int) int {
	return r.groups*cellActs + channel*chanActs + act
}
func (r *resources) processBit(act int) int {
	return r.groups*cellActs + r.channels()*chanActs + act
}

func (r *resources) set() bitset { return make(bitset, r.words) }

// newResources examines all accesses of a program.
func newResources(p *vm.Program) resources {
	size := p.Layout.Root().Size
	cut, written := make([]bool, size+1), make([]bool, size+1)
	var end int32 = int32(size)
	note := func(c vm.Cells, writes bool) {
		if c.Base != vm.BaseGlobal {
			return
		}
		from, to := c.Off, min(c.Off+c.Len, end)
		cut[from], cut[to] = true, true
		if c.Stride > 0 {
			for at := from; at < to; at += c.Stride {
				cut[at] = true
			}
		}
		for at := from; writes && at < to; at++ {
			written[at] = true
		}
	}
	for i := range p.Accesses {
		for _, a := range []*vm.Access{&p.Accesses[i].Guard, &p.Accesses[i].Effect} {
			for _, c := range a.Reads {
				note(c, false)
			}
			for _, c := range a.Writes {
				note(c, true)
			}
		}
	}
	own := make([]bool, size)
	for _, c := range p.Temporary {
		for at := c.Off; at < c.Off+c.Len; at++ {
			own[at] = true
		}
	}
	r := resources{group: make([]int16, size), globals: len(p.Layout.Global)}
	if p.Events != nil {
		r.followed[sends], r.followed[receives], _ = p.Follows()
	}
	for at := range r.group {
		if r.group[at] = -1; !written[at] {
			continue
		}
		if own[at] {
			r.group[at] = temporary
			continue
		}
		if cut[at] || at == 0 || !written[at-1] {
			r.groups++
		}
		r.group[at] = int16((r.groups - 1) % maxGroups)
	}
	r.groups = min(r.groups, maxGroups)
	for i := range p.Layout.Procs {
		if len(p.Layout.Procs[i].Chans) > 0 {
			r.locals = maxLocals
		}
	}
	r.words = (r.processBit(processActs) + 63) / 64
	return r
}

// against returns the acts of other processes that don't commute with those in a.
func (r *resources) against(a bitset) bitset {
	out := r.set()
	has := func(bit int) bool { return a[bit>>6]>>(bit&63)&1 != 0 }
	add := func(acts int, bit func(act int) int) {
		for act := 0; acts>>act != 0; act++ {
			if acts>>act&1 != 0 {
				out.add(bit(act))
			}
		}
	}
	for g := 0; g < r.groups && r.forget&forgetCells == 0; g++ {
		for act, others := range cellConflicts {
			if has(r.cellBit(g, act)) {
				add(others, func(act int) int { return r.cellBit(g, act) })
			}
		}
	}
	for c := range r.channels() {
		for act, others := range chanConflicts {
			if !has(r.chanBit(c, act)) {
				continue
			}
			others = r.remembered(others)
			if c != r.known() {
				add(others, func(act int) int { return r.chanBit(c, act) })
			}
			if c == r.unknown() {
				add(others, func(act int) int { return r.chanBit(r.known(), act) })
			} else if c == r.known() {
				add(others, func(act int) int { return r.chanBit(r.unknown(), act) })
			}
		}
	}
	for act, others := range processConflicts {
		if has(r.processBit(act)) && r.forget&forgetProcesses == 0 {
			add(others, r.processBit)
		}
	}
	return out
}

// remembered removes the acts that a test makes the rule overlook.
func (r *resources) remembered(acts int) int {
	forgets := []struct{ kind, acts int }{
		{forgetSends, 1 << sends}, {forgetReceives, 1 << receives}, {forgetLooks, looks},
		{forgetArrivals, 1<<arrives | 1<<minds},
	}
	for _, f := range forgets {
		if r.forget&f.kind != 0 {
			acts &^= f.acts
		}
	}
	return acts
}
