package por

import (
	"fmt"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// Account tells what keeps processes from going on alone by a computed rule, before any search: with all other
// processes where they start.
type Account struct {
	Things []Thing
	Actors []Actor // those of the initial state, then one for each proctype whose processes are created later
}

// Thing is what several processes may share: an element of a global variable, a channel, or the processes.
type Thing struct {
	Name  string // "" of the processes; of an element, with its index
	Array string // the variable, without an index
	Chan  bool
	Meets bool // it is a rendezvous channel
}

// Act is what is done to a thing.
type Act string

// Acts, as verbs before the thing's name.
const (
	Reads      Act = "reads"
	Writes     Act = "writes"
	Adds       Act = "adds to"
	Sends      Act = "sends to"
	Receives   Act = "receives from"
	Looks      Act = "looks at"
	Creates    Act = "creates a process"
	Ends       Act = "ends a process"
	CountsThem Act = "depends on the number of processes"
)

var (
	cellActNames    = [cellActs]Act{reads: Reads, writes: Writes, adds: Adds}
	chanActNames    = [chanActs]Act{Sends, Receives, Looks, Looks}
	processActNames = [processActs]Act{births: Creates, deaths: Ends, counts: CountsThem}
)

// Use is an act on a thing, by its index in the account.
type Use struct {
	Thing int
	Act   Act
}

// Actor is a process, or any of a proctype.
type Actor struct {
	Proctype int
	Pid      int        // -1: any
	Created  bool       // by another process
	Uses     []Use      // all that it may do
	States   []Standing // by control state
	Trans    map[uint32][]Use
}

// Alone says whether a process may go on alone at a control state.
type Alone uint8

const (
	Unreached Alone = iota // no transition leads to the state
	Always                 // it may
	Sometimes              // it depends on which of its transitions are enabled
	Never
)

// Standing is how it is with a control state.
type Standing struct {
	Alone     Alone
	Visible   bool // a claim may tell the states before and behind its moves apart
	Conflicts []Conflict
}

// Conflict is why a transition of an actor is not independent of one of another.
type Conflict struct {
	Trans   uint32
	Enables bool // the other one may make it executable; else they do not commute
	Other   int  // index of the actor
	By      uint32
	Uses    []Use // of the other
}

// accountant makes an account.
type accountant struct {
	r      *ComputedRule
	actors []*acting
	create [][]bool // by proctype: those that its processes create, and their children
	thing  []int    // by group of cells, channel, and one for the processes
	out    Account
}

// acting is what is known of an actor.
type acting struct {
	*analysis
	created  bool
	reached  []bool
	within   []bool    // by state: it is met within an atomic sequence, too
	children [][]int32 // by transition, from that of state 0 on
	after    [][]bool  // by proctype and state: whether a process of it may have been created before
}

// Account tells what the rule knows. Of the processes that are created later, those that a search has met stand
// for all of their type.
func (r *ComputedRule) Account() *Account {
	a := &accountant{r: r, create: make([][]bool, len(r.generic))}
	a.findThings()
	procs := r.prog.Layout.ShapeOf(r.initial).Procs
	for pid, q := range procs {
		a.add(r.met[q.Type*vm.MaxProcs+pid][0], false)
	}
	done := make([]bool, len(r.generic))
	for i := 0; i < len(a.actors); i++ { // those that they create come behind
		for _, child := range slices.Concat(a.actors[i].children...) {
			if done[child] {
				continue
			}
			done[child] = true
			instances := slices.Concat(r.met[int(child)*vm.MaxProcs+len(procs) : int(child+1)*vm.MaxProcs]...)
			if len(instances) == 0 || len(instances) > mostMet {
				instances = r.generic[child : child+1]
			}
			for _, x := range instances {
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

// mostMet are the created processes of a type that are told apart.
const mostMet = 16

// findThings names what the bits of sets stand for.
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
		t := Thing{Name: "a process's channel", Array: "a process's channel", Chan: true, Meets: r.localMeets}
		if id < r.globals {
			t.Name, t.Array = element(l.Fields, int(r.prog.ChanVars[id].A))
			t.Meets = r.meets(id)
		}
		a.out.Things = append(a.out.Things, t)
	}
	a.out.Things = append(a.out.Things, Thing{})
}

// element names the variable's element at an address.
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

// uses are what the bits of a set stand for, each once.
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

// add takes an instance for an actor.
func (a *accountant) add(x *instance, created bool) {
	n := len(x.prog.Procs[x.proctype].States)
	y := &acting{analysis: &analysis{instance: x, states: make([]stateActs, n)}, created: created}
	y.reached, y.within = make([]bool, n), make([]bool, n)
	for k := range y.states {
		y.state(uint32(k))
		for i, t := range y.table(uint32(k)) {
			var children []int32
			if !y.states[k].trans[i].dead {
				y.effect(&t, a.r.set(), &children)
			}
			y.children = append(y.children, children)
		}
	}
	y.reach(x.prog.Procs[x.proctype].Start, y.reached)
	y.each(func(_ uint32, _ int, t *vm.Trans, _ *transActs, _ []int32) {
		if t.Atomic && t.To != vm.Exit {
			y.within[t.To] = true
		}
	})
	a.actors = append(a.actors, y)
}

// reach finds the states that transitions lead to from one on.
func (x *acting) reach(k uint32, seen []bool) {
	if k == vm.Exit || seen[k] {
		return
	}
	seen[k] = true
	for i, t := range x.table(k) {
		if !x.states[k].trans[i].dead {
			x.reach(t.To, seen)
		}
	}
}

// each visits the live transitions of the states that are reached, in order.
func (x *acting) each(visit func(k uint32, i int, t *vm.Trans, acts *transActs, children []int32)) {
	n := 0
	for k := range x.states {
		table := x.table(uint32(k))
		for i := range table {
			if acts := &x.states[k].trans[i]; x.reached[k] && !acts.dead {
				visit(uint32(k), i, &table[i], acts, x.children[n])
			}
			n++
		}
	}
}

// findDescent finds who may create whom, and where processes may have done so.
func (a *accountant) findDescent() {
	for i := range a.create {
		a.create[i] = make([]bool, len(a.create))
	}
	for _, x := range a.actors {
		for _, list := range x.children {
			for _, child := range list {
				a.create[x.proctype][child] = true
			}
		}
	}
	for via := range a.create { // the transitive closure
		for from := range a.create {
			for to := range a.create {
				if a.create[from][via] && a.create[via][to] {
					a.create[from][to] = true
				}
			}
		}
	}
	for _, x := range a.actors {
		x.after = make([][]bool, len(a.create))
		for p := range x.after {
			x.after[p] = make([]bool, len(x.states))
			x.each(func(_ uint32, _ int, t *vm.Trans, _ *transActs, children []int32) {
				for _, child := range children {
					if int(child) == p || a.create[child][p] {
						x.reach(t.To, x.after[p])
					}
				}
			})
		}
	}
}

// beside tells whether a process of y may be there while one of x is at a control state.
func (a *accountant) beside(x, y *acting, k uint32) bool {
	if x.pid >= 0 && x.pid == y.pid {
		return false
	}
	if !y.created || x.after[y.proctype][k] {
		return true
	}
	return slices.ContainsFunc(a.actors, func(z *acting) bool { // another process creates it
		return z != x && !z.created && a.create[z.proctype][y.proctype]
	})
}

// actor tells of an actor.
func (a *accountant) actor(x *acting) Actor {
	out := Actor{Proctype: x.proctype, Pid: x.pid, Created: x.created, States: make([]Standing, len(x.states))}
	all := a.r.set()
	out.Trans = map[uint32][]Use{}
	x.each(func(k uint32, i int, _ *vm.Trans, acts *transActs, _ []int32) {
		all.addAll(acts.own)
		out.Trans[x.index(k, i)] = a.uses(acts.own)
	})
	out.Uses = a.uses(all)
	for k := range x.states {
		if x.reached[k] && len(x.table(uint32(k))) > 0 {
			out.States[k] = a.standing(x, uint32(k))
		}
	}
	return out
}

// standing finds how a control state is. It is enough to look at each of its moves as if it were the only one
// that is enabled: more of them only make fewer that others may enable.
func (a *accountant) standing(x *acting, k uint32) Standing {
	c := a.r.classes[x.first+k]
	s := Standing{Alone: Always}
	good, live := 0, 0
	for i := range c.moves {
		m := &c.moves[i]
		if m.dead || i > 63 {
			continue
		}
		live++
		n := c.need(a.r, 1<<i)
		s.Visible = s.Visible || n.visible
		found := a.conflicts(x, c, i, &s)
		if !found && !n.visible && !c.sticky && len(c.moves) <= 64 {
			good++
		}
	}
	switch {
	case live == 0:
		s.Alone = Unreached
	case good == 0:
		s.Alone = Never
	case good < live:
		s.Alone = Sometimes
	}
	return s
}

// conflicts adds those that count where one move is enabled and the others are not. It tells whether there are
// any.
func (a *accountant) conflicts(x *acting, c *class, on int, s *Standing) bool {
	need := c.need(a.r, 1<<on).bits
	found := false
	for y := range a.actors {
		if !a.beside(x, a.actors[y], c.state) {
			continue
		}
		for i := range c.moves {
			m := &c.moves[i]
			bits, enables := m.against, i != on
			if enables {
				bits = m.enabled
				if m.by>>on&1 != 0 {
					bits = m.filled
				}
			}
			if m.dead {
				continue
			}
			bits = slices.Clone(bits)
			bits.keep(need) // what an escape keeps back does not count
			found = a.conflictsWith(y, bits, Conflict{Trans: m.trans, Enables: enables, Other: y}, s) || found
		}
	}
	return found
}

// noticed is what others may notice of a transition, its children apart.
func (x *acting) noticed(k uint32, acts *transActs, children []int32) bitset {
	if len(children) > 0 {
		return acts.own
	}
	out := slices.Clone(acts.first)
	if x.within[k] {
		out.addAll(acts.inside)
	}
	return out
}

// conflictsWith adds the conflicts of a move with another actor: who does something of bits.
func (a *accountant) conflictsWith(y int, bits bitset, c Conflict, s *Standing) bool {
	found := false
	x := a.actors[y]
	x.each(func(k uint32, i int, _ *vm.Trans, acts *transActs, children []int32) {
		both := x.noticed(k, acts, children)
		if !both.meets(bits) {
			return
		}
		found = true
		both = slices.Clone(both)
		both.keep(bits)
		c.By, c.Uses = x.index(k, i), a.uses(both)
		same := func(d Conflict) bool {
			return d.Trans == c.Trans && d.Enables == c.Enables && d.Other == c.Other && d.By == c.By
		}
		if !slices.ContainsFunc(s.Conflicts, same) {
			s.Conflicts = append(s.Conflicts, c)
		}
	})
	return found
}
