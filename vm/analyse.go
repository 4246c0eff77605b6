package vm

import (
	"context"
	"slices"

	"gospin/vm/layout"
)

// Analyse computes what each transition reads and writes, and what the guards of each control state read. The
// compiler calls it when the program is complete. If ctx is done, the error is its cause.
func (p *Program) Analyse(ctx context.Context) error {
	p.Accesses = make([]Accesses, len(p.Trans))
	for i := range p.Accesses { // a trace assertion's transitions are handled with those that it follows
		p.Accesses[i] = Accesses{
			Guard:  Access{ReadsAll: true},
			Effect: Access{ReadsAll: true, WritesAll: true},
			Blocks: true,
		}
	}
	apart := false
	if p.Events != nil {
		_, _, apart = p.Follows()
	}
	for i := range p.Procs {
		x := &analysis{Program: p, pt: &p.Procs[i], apart: apart}
		if i < len(p.Layout.Procs) {
			x.findOwn(ctx, p.Layout.Procs[i].Chans)
		}
		for k := range x.pt.States {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			x.state(&x.pt.States[k])
		}
	}
	return nil
}

// analysis analyses one proctype.
type analysis struct {
	*Program
	pt *Proctype
	// what the trace assertion does depends only on its control state
	apart bool
	own   map[int32]ownChannel // by the address of the cell that holds it, which is never assigned
}

type ownChannel struct {
	number     int32
	rendezvous bool
}

// findOwn finds the process's own channels whose variables are never assigned; types has the types of all its
// own channels.
func (x *analysis) findOwn(ctx context.Context, types []int) {
	x.own = map[int32]ownChannel{}
	if len(x.pt.ChanVars) == 0 {
		return
	}
	assigned := make([]bool, len(x.pt.ChanVars))
	for i := range x.pt.States {
		if ctx.Err() != nil {
			return
		}
		for _, t := range x.transitions(&x.pt.States[i]) {
			for _, w := range x.effect(&t).Writes {
				for k, v := range x.pt.ChanVars {
					c := byteCell(BaseSelf, v.A)
					assigned[k] = assigned[k] || w.Meets(&c)
				}
			}
		}
	}
	for i, v := range x.pt.ChanVars {
		if !assigned[i] {
			x.own[v.A] = ownChannel{int32(i + 1), x.Layout.Chans[types[i]].Slots == 0}
		}
	}
}

func (p *Program) transitions(st *StateInfo) []Trans { return p.Trans[st.First : st.First+st.N] }

// state computes the accesses of a control state's transitions.
func (x *analysis) state(st *StateInfo) {
	held := Access{ReadsAll: x.UsesPrio}
	if x.pt.Provided >= 0 {
		x.addCode(&held, x.pt.Provided, nil)
	}
	guards := make([]Access, st.N)
	all, buffered := union(&held), union(&held) // buffered: as if no channel were a rendezvous
	for k, t := range x.transitions(st) {
		guards[k] = x.guard(&t)
		buffered.Add(&guards[k])
		x.addOffer(&guards[k], &t)
		all.Add(&guards[k])
	}
	escapes, first := union(&held), 0 // accesses of the escapes tried before transition first
	for k, t := range x.transitions(st) {
		if t.Escape != x.Trans[int(st.First)+first].Escape {
			for ; first < k; first++ {
				escapes.Add(&guards[first])
			}
		}
		a := Accesses{Guard: union(&escapes, &guards[k]), Effect: x.effect(&t)}
		if t.Guard == GuardElse || x.pt.Deterministic {
			a.Guard.Add(&all)
		}
		if x.LastVar != nil {
			a.Effect.Writes = insert(a.Effect.Writes, byteCell(BaseGlobal, x.LastVar.A))
		}
		a.Blocks = first > 0 || x.pt.Provided >= 0 || x.UsesPrio || x.mayBlock(&t)
		a.Guard.compact()
		a.Effect.compact()
		a.Effect.settle()
		x.Accesses[int(st.First)+k] = a
	}
	st.Reads = x.reads(&buffered)
}

func union(parts ...*Access) Access {
	var a Access
	for _, b := range parts {
		a.Add(b)
	}
	return a
}

// mayBlock reports whether the transition's own guard can be false.
func (x *analysis) mayBlock(t *Trans) bool {
	switch t.Guard {
	case GuardTrue:
		return false
	case GuardSend:
		return !x.Lossy || x.mayMeet(x.channelOf(t))
	case GuardDStep:
		return !slices.ContainsFunc(x.transitions(&x.pt.States[t.Sub]), func(u Trans) bool {
			return u.Guard == GuardElse || !x.mayBlock(&u)
		})
	}
	return true
}

// guard returns the accesses of the transition's own guard.
func (x *analysis) guard(t *Trans) Access {
	a := Access{}
	switch t.Guard {
	case GuardExpr:
		x.addCode(&a, t.GuardPC, nil)
	case GuardCmpC:
		a.Reads = insert(a.Reads, single(&t.Cell))
	case GuardSend, GuardRecv:
		x.addChannel(&a, t)
	case GuardDie:
		a.Counts = true
	case GuardDStep:
		for _, u := range x.transitions(&x.pt.States[t.Sub]) {
			g := x.guard(&u)
			a.Add(&g)
		}
	}
	return a
}

// addOffer adds the accesses for offering a message to a guard, if the transition is a send that may be a
// rendezvous.
func (x *analysis) addOffer(a *Access, t *Trans) {
	if t.Guard != GuardSend || !a.Meets {
		return
	}
	x.addCode(a, t.ArgsPC, nil)
	if x.Events != nil && !x.apart { // a trace assertion follows it
		a.ReadsAll = true
	}
}

// effect returns the accesses of the transition's effect.
func (x *analysis) effect(t *Trans) Access {
	a := Access{}
	switch t.Effect {
	case EffectCode:
		x.addCode(&a, t.EffectPC, nil)
	case EffectSetC:
		a.Writes = insert(a.Writes, single(&t.Cell))
	case EffectSend:
		x.addChannel(&a, t)
		x.addCode(&a, t.ArgsPC, nil)
		x.addCode(&a, t.EffectPC, nil) // address 0 holds OpEnd
	case EffectRecv:
		x.addChannel(&a, t)
		x.addTargets(&a, t)
	case EffectDie:
		a.Ends, a.Counts = true, true
	case EffectDStep:
		x.addInside(&a, t.Sub, map[uint32]bool{})
		x.addCode(&a, t.EffectPC, nil)
	}
	if x.Events != nil && len(a.Sends)+len(a.Recvs) > 0 { // a trace assertion may make a move, too
		if x.apart {
			state := Cells{Base: BaseGlobal, Off: int32(x.Events.At), Len: 2}
			a.Reads, a.Writes = insert(a.Reads, state), insert(a.Writes, state)
		} else {
			a.ReadsAll, a.WritesAll = true, true
		}
	}
	return a
}

// addTargets adds the variables that a receive assigns.
func (x *analysis) addTargets(a *Access, t *Trans) {
	pattern := &x.Patterns[t.Pattern]
	if !pattern.Direct {
		x.addCode(a, t.EffectPC, nil)
		return
	}
	for k := range pattern.Fields {
		if c := &pattern.Fields[k].To; c.Op == OpStore {
			a.Writes = insert(a.Writes, single(c))
		}
	}
}

// addInside adds the accesses of a d_step from one of its states on.
func (x *analysis) addInside(a *Access, at uint32, seen map[uint32]bool) {
	if at == Exit || seen[at] {
		return
	}
	seen[at] = true
	for _, u := range x.transitions(&x.pt.States[at]) {
		g, e := x.guard(&u), x.effect(&u)
		a.Add(&g)
		a.Add(&e)
		x.addInside(a, u.To, seen)
	}
}

// addChannel adds the channel that a send or receive uses, with the accesses for determining it and the
// message.
func (x *analysis) addChannel(a *Access, t *Trans) {
	c := x.channelOf(t)
	a.Meets = a.Meets || x.mayMeet(c)
	if t.ChanVar {
		a.Reads = insert(a.Reads, c.In)
	} else if t.Chan == 0 {
		x.addCode(a, t.ChanPC, nil)
	}
	if t.Guard == GuardSend {
		a.Sends = insert(a.Sends, c)
		return
	}
	a.Recvs = insert(a.Recvs, c)
	x.addPattern(a, t.Pattern)
}

func (x *analysis) channelOf(t *Trans) Channel {
	switch {
	case t.Chan > 0:
		return x.global(t.Chan)
	case t.ChanVar:
		return x.channelIn(byteCell(t.ChanBase, t.ChanPC))
	}
	last := t.ChanPC
	for x.Code[last+1].Op != OpEnd {
		last++
	}
	return x.channelIn(loaded(&x.Code[last]))
}

// global returns the channel of a global that is never assigned.
func (x *analysis) global(id int32) Channel {
	return Channel{ID: id, In: byteCell(BaseGlobal, x.ChanVars[id-1].A)}
}

func (x *analysis) channelIn(c Cells) Channel {
	if c == byteCell(BaseSelf, c.Off) {
		return Channel{Own: x.own[c.Off].number, In: c}
	}
	return Channel{In: c}
}

// mayMeet reports whether a channel may be a rendezvous.
func (x *analysis) mayMeet(c Channel) bool {
	switch {
	case c.ID > 0:
		return x.slots(c.ID) == 0
	case c.Own > 0:
		return x.own[c.In.Off].rendezvous
	}
	return slices.ContainsFunc(x.Layout.Chans, func(t layout.ChanType) bool { return t.Slots == 0 })
}

// slots returns the number of slots of a global channel.
func (p *Program) slots(id int32) int { return p.Layout.Chans[p.Layout.Global[id-1]].Slots }

func (x *analysis) addPattern(a *Access, pattern int32) {
	for _, f := range x.Patterns[pattern].Fields {
		if f.Kind == PatEval {
			x.addCode(a, f.A, nil)
		}
	}
}

// addCode adds the accesses of the code at an address; children are the proctypes that are being created.
func (x *analysis) addCode(a *Access, pc int32, children []int32) {
	for ; x.Code[pc].Op != OpEnd; pc++ {
		in := &x.Code[pc]
		info := in.Op.info()
		a.Reads = insertAll(a.Reads, in.cells(info.reads))
		a.Writes = insertAll(a.Writes, in.cells(info.writes))
		if info.reads&(useTested|useChannel) != 0 {
			a.Polls = insert(a.Polls, Poll{x.testedChannel(pc, info.reads), in.pollKind()})
		}
		if info.reads&usePattern != 0 {
			x.addPattern(a, in.A)
		}
		if info.reads&useLabel != 0 {
			a.Labels = insert(a.Labels, Label{in.A, uint32(in.B)})
		}
		if info.writes&useChild != 0 && !slices.Contains(children, in.A) {
			a.Creates = true
			x.addChild(a, in.A, append(children, in.A))
		}
		a.Counts = a.Counts || info.reads&useCount != 0
		a.Timeout = a.Timeout || info.reads&useTimeout != 0
		a.ReadsAll = a.ReadsAll || info.reads&useAll != 0
		a.WritesAll = a.WritesAll || info.writes&useAll != 0
	}
}

// asked returns the channel that an operation asks about.
func (x *analysis) testedChannel(pc int32, reads uses) Channel {
	in := &x.Code[pc]
	switch {
	case reads&useTested != 0 && in.B > 0:
		return x.global(in.B)
	case reads&useTested != 0:
		return x.channelIn(byteCell(in.Base, in.A))
	case in.D > 0:
		return x.global(in.D)
	}
	return x.channelIn(loaded(&x.Code[pc-1]))
}

// addChild adds the accesses for creating a process. Its own cells are new, and no other process knows its
// channels.
func (x *analysis) addChild(a *Access, proctype int32, children []int32) {
	var b Access
	child := &analysis{Program: x.Program, pt: &x.Procs[proctype]}
	child.addCode(&b, child.pt.Init, children)
	own := func(c Cells) bool { return c.Base == BaseSelf }
	b.Reads, b.Writes = slices.DeleteFunc(b.Reads, own), slices.DeleteFunc(b.Writes, own)
	forget := func(c *Cells) {
		if i := c.Index; i.Known == OwnPid || i.Known == InCell && i.Base == BaseSelf {
			c.Index = Index{}
		}
	}
	for i := range b.Reads {
		forget(&b.Reads[i])
	}
	for i := range b.Polls {
		if own(b.Polls[i].In) {
			b.Polls[i].In = Cells{}
		}
		forget(&b.Polls[i].In)
	}
	a.Add(&b)
}

// reads returns the components that a guard reads.
func (p *Program) reads(a *Access) Reads {
	r := Reads{All: a.ReadsAll || a.Timeout || a.Creates || len(a.Labels) > 0}
	for _, c := range a.Reads {
		r.All = r.All || c.Base == BaseOther
		if c.Base == BaseGlobal {
			r.Comps |= 1
		}
	}
	for _, c := range a.Sends {
		r.All = r.All || c.ID > 0 && p.slots(c.ID) == 0 // depends on whether a partner is ready
		r.channel(c, true)
	}
	for _, c := range a.Recvs {
		r.channel(c, false)
	}
	for _, c := range a.Polls {
		r.channel(c.Channel, false)
	}
	return r
}

func (r *Reads) channel(c Channel, send bool) {
	switch {
	case c.ID > 0:
		r.Comps |= 1 << min(c.ID, 63) // component 0 is the globals
	case c.In == byteCell(BaseSelf, c.In.Off):
		r.Chans = insert(r.Chans, ChanVar{A: c.In.Off, Send: send})
	default:
		r.All = true
	}
}
