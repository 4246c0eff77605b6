package vm

import (
	"slices"

	"gospin/vm/layout"
)

// Analyse finds out what each transition looks at and changes, and what the guards of each control state do. The compiler
// calls it when the program is complete.
func (p *Program) Analyse() {
	p.Accesses = make([]Accesses, len(p.Trans))
	for i := range p.Accesses { // those of a trace assertion are taken with others
		p.Accesses[i] = Accesses{Guard: Access{ReadsAll: true}, Effect: Access{ReadsAll: true, WritesAll: true}, Blocks: true}
	}
	for i := range p.Procs {
		pt := &p.Procs[i]
		for k := range pt.States {
			p.analyseState(pt, &pt.States[k])
		}
	}
}

// analyseState does so for the transitions of a control state.
func (p *Program) analyseState(pt *Proctype, st *StateInfo) {
	held := Access{ReadsAll: p.UsesPrio}
	if pt.Provided >= 0 {
		p.addCode(&held, pt.Provided, nil)
	}
	guards := make([]Access, st.N)
	all, buffered := union(&held), union(&held) // buffered: as if no channel were a rendezvous
	for k, t := range p.transitions(st) {
		guards[k] = p.guard(pt, &t)
		buffered.Add(&guards[k])
		p.addOffer(&guards[k], &t)
		all.Add(&guards[k])
	}
	escapes, first := union(&held), 0 // what the escapes before that of transition first look at
	for k, t := range p.transitions(st) {
		if t.Escape != p.Trans[int(st.First)+first].Escape {
			for ; first < k; first++ {
				escapes.Add(&guards[first])
			}
		}
		a := Accesses{Guard: union(&escapes, &guards[k]), Effect: p.effect(pt, &t)}
		if t.Guard == GuardElse || pt.Deterministic {
			a.Guard.Add(&all)
		}
		if p.LastVar != nil {
			a.Effect.Writes = insert(a.Effect.Writes, byteCell(BaseGlobal, p.LastVar.A))
		}
		a.Blocks = first > 0 || pt.Provided >= 0 || p.UsesPrio || p.mayBlock(pt, &t)
		p.Accesses[int(st.First)+k] = a
	}
	st.Reads = p.reads(&buffered)
}

func (p *Program) transitions(st *StateInfo) []Trans { return p.Trans[st.First : st.First+st.N] }

func union(parts ...*Access) Access {
	var a Access
	for _, b := range parts {
		a.Add(b)
	}
	return a
}

// mayBlock tells if the transition's own guard may fail.
func (p *Program) mayBlock(pt *Proctype, t *Trans) bool {
	switch t.Guard {
	case GuardTrue:
		return false
	case GuardSend:
		return !p.Lossy || p.maybeRendezvous(t)
	case GuardDStep:
		return !slices.ContainsFunc(p.transitions(&pt.States[t.Sub]), func(u Trans) bool {
			return u.Guard == GuardElse || !p.mayBlock(pt, &u)
		})
	}
	return true
}

// guard is what the transition's own guard looks at.
func (p *Program) guard(pt *Proctype, t *Trans) Access {
	a := Access{}
	switch t.Guard {
	case GuardExpr:
		p.addCode(&a, t.GuardPC, nil)
	case GuardCmpC:
		a.Reads = insert(a.Reads, single(&t.Cell))
	case GuardSend:
		a.Sends = insert(a.Sends, p.channel(&a, t))
		a.Meets = p.maybeRendezvous(t)
	case GuardRecv:
		a.Recvs = insert(a.Recvs, p.channel(&a, t))
		a.Meets = p.maybeRendezvous(t)
		p.addPattern(&a, t.Pattern)
	case GuardDie:
		a.Counts = true
	case GuardDStep:
		for _, u := range p.transitions(&pt.States[t.Sub]) {
			g := p.guard(pt, &u)
			a.Add(&g)
		}
	}
	return a
}

// addOffer adds what it takes to offer a message to the guard of a transition, if that is a send that may be a rendezvous.
func (p *Program) addOffer(a *Access, t *Trans) {
	if t.Guard != GuardSend || !a.Meets {
		return
	}
	p.addCode(a, t.ArgsPC, nil)
	if p.Events != nil { // a trace assertion is told of it
		a.ReadsAll = true
	}
}

// effect is what the transition's effect looks at and changes.
func (p *Program) effect(pt *Proctype, t *Trans) Access {
	a := Access{}
	switch t.Effect {
	case EffectCode:
		p.addCode(&a, t.EffectPC, nil)
	case EffectSetC:
		a.Writes = insert(a.Writes, single(&t.Cell))
	case EffectSend:
		a.Sends = insert(a.Sends, p.channel(&a, t))
		a.Meets = p.maybeRendezvous(t)
		p.addCode(&a, t.ArgsPC, nil)
	case EffectRecv:
		a.Recvs = insert(a.Recvs, p.channel(&a, t))
		a.Meets = p.maybeRendezvous(t)
		p.addPattern(&a, t.Pattern)
		if f := &p.Patterns[t.Pattern]; f.Direct {
			for k := range f.Fields {
				if c := &f.Fields[k].To; c.Op == OpStore {
					a.Writes = insert(a.Writes, single(c))
				}
			}
		} else {
			p.addCode(&a, t.EffectPC, nil)
		}
	case EffectDie:
		a.Ends, a.Counts = true, true
	case EffectDStep:
		p.addInside(&a, pt, t.Sub, map[uint32]bool{})
	}
	if p.Events != nil && len(a.Sends)+len(a.Recvs) > 0 { // a trace assertion moves along
		a.ReadsAll, a.WritesAll = true, true
	}
	return a
}

// addInside adds what is done within a d_step from one of its states on.
func (p *Program) addInside(a *Access, pt *Proctype, at uint32, seen map[uint32]bool) {
	if at == Exit || seen[at] {
		return
	}
	seen[at] = true
	for _, u := range p.transitions(&pt.States[at]) {
		g, e := p.guard(pt, &u), p.effect(pt, &u)
		a.Add(&g)
		a.Add(&e)
		p.addInside(a, pt, u.To, seen)
	}
}

// single is the cell that an instruction names.
func single(in *Instr) Cells {
	return Cells{Base: in.Base, Off: in.A, Len: int32(layout.CellSize(in.C))}
}

// channel is the one that a send or receive uses; what finding it takes is added to a.
func (p *Program) channel(a *Access, t *Trans) Channel {
	switch {
	case t.Chan > 0:
		return p.global(t.Chan)
	case t.ChanVar:
		c := byteCell(t.ChanBase, t.ChanPC)
		a.Reads = insert(a.Reads, c)
		return Channel{In: c}
	}
	p.addCode(a, t.ChanPC, nil)
	last := t.ChanPC
	for p.Code[last+1].Op != OpEnd {
		last++
	}
	return Channel{In: p.loaded(last)}
}

// global is the channel of a global that nothing assigns.
func (p *Program) global(id int32) Channel {
	return Channel{ID: id, In: byteCell(BaseGlobal, p.ChanVars[id-1].A)}
}

// maybeRendezvous tells if the channel that a transition uses may be one without slots.
func (p *Program) maybeRendezvous(t *Trans) bool {
	if t.Chan > 0 {
		return p.Layout.Chans[p.Layout.Global[t.Chan-1]].Slots == 0
	}
	return slices.ContainsFunc(p.Layout.Chans, func(c layout.ChanType) bool { return c.Slots == 0 })
}

func (p *Program) addPattern(a *Access, pattern int32) {
	for _, f := range p.Patterns[pattern].Fields {
		if f.Kind == PatEval {
			p.addCode(a, f.A, nil)
		}
	}
}

// loaded are the cells of which the operation at an address loads one.
func (p *Program) loaded(pc int32) Cells {
	in := &p.Code[pc]
	switch reads := in.Op.info().reads; {
	case reads&useCell != 0:
		return single(in)
	case reads&useItem != 0:
		return items(in)
	case reads&useSpan != 0:
		return span(in)
	}
	return Cells{}
}

func items(in *Instr) Cells {
	c := Cells{Base: in.Base, Off: in.A, Len: (in.B-1)*in.D + int32(layout.CellSize(in.C)), Stride: in.D}
	switch {
	case in.Op == OpLoadV:
		c.Index = Index{Known: InCell, Base: uint8(in.K), Off: in.Mask}
	case in.K == OpPid:
		c.Index.Known = OwnPid
	}
	return c
}

func span(in *Instr) Cells {
	c := Cells{Base: in.Base, Off: in.A, Len: in.B, Stride: 1}
	if in.Base == BaseOther {
		c.Proc = in.D
	}
	return c
}

// addCode adds what the code at an address does. The children are the proctypes that are being created.
func (p *Program) addCode(a *Access, pc int32, children []int32) {
	for ; p.Code[pc].Op != OpEnd; pc++ {
		in := &p.Code[pc]
		info := in.Op.info()
		for _, c := range in.cells(info.reads) {
			a.Reads = insert(a.Reads, c)
		}
		for _, c := range in.cells(info.writes) {
			a.Writes = insert(a.Writes, c)
		}
		p.addChannels(a, pc, info.reads)
		if info.reads&usePattern != 0 {
			p.addPattern(a, in.A)
		}
		if info.reads&useLabel != 0 {
			a.Labels = insert(a.Labels, Label{in.A, uint32(in.B)})
		}
		if info.writes&useChild != 0 && !slices.Contains(children, in.A) {
			a.Creates = true
			p.addChild(a, in.A, append(children, in.A))
		}
		a.Counts = a.Counts || info.reads&useCount != 0
		a.Timeout = a.Timeout || info.reads&useTimeout != 0
		a.ReadsAll = a.ReadsAll || info.reads&(useAll|useTimeout) != 0
		a.WritesAll = a.WritesAll || info.writes&useAll != 0
	}
}

// cells are the ones that an operation uses.
func (in *Instr) cells(u uses) []Cells {
	var out []Cells
	add := func(wanted uses, c Cells) {
		if u&wanted != 0 {
			out = append(out, c)
		}
	}
	add(useCell, single(in))
	add(useItem, items(in))
	add(useByte, Cells{Base: in.Base, Off: in.A, Len: in.B, Stride: 1, Index: Index{Known: InCell, Base: uint8(in.K), Off: in.D}})
	add(useSpan, span(in))
	add(useAtMask, byteCell(uint8(in.K), in.Mask))
	add(useAtD, byteCell(uint8(in.K), in.D))
	add(useAtB, byteCell(uint8(in.K), in.B))
	add(useAtBMask, byteCell(uint8(in.Mask), in.B))
	if u&useTested != 0 && in.B == 0 {
		out = append(out, byteCell(in.Base, in.A))
	}
	return out
}

// addChannels adds the channels that an operation asks about.
func (p *Program) addChannels(a *Access, pc int32, reads uses) {
	in := &p.Code[pc]
	poll := Poll{Kind: in.pollKind()}
	switch {
	case reads&useTested != 0 && in.B > 0:
		poll.Channel = p.global(in.B)
	case reads&useTested != 0:
		poll.In = byteCell(in.Base, in.A)
	case reads&useChannel != 0 && in.D > 0:
		poll.Channel = p.global(in.D)
	case reads&useChannel != 0:
		poll.In = p.loaded(pc - 1)
	default:
		return
	}
	a.Polls = insert(a.Polls, poll)
}

// pollKind is the question of an operation about a channel, as the model puts it: C says that it is the opposite of what
// the operation tests.
func (in *Instr) pollKind() PollKind {
	test := in.Op
	if test == OpTestCh {
		test = in.K
	}
	switch {
	case in.C == AskedForLen || test == OpLen:
		return PollLen
	case test == OpFull && in.C == AskedOpposite:
		return PollNFull
	case test == OpFull:
		return PollFull
	case test == OpEmpty && in.C == AskedOpposite:
		return PollNEmpty
	case test == OpEmpty:
		return PollEmpty
	}
	return PollMessage
}

// addChild adds what the creation of a process of a type does. Its own cells are new.
func (p *Program) addChild(a *Access, proctype int32, children []int32) {
	var b Access
	p.addCode(&b, p.Procs[proctype].Init, children)
	others := func(c Cells) bool { return c.Base == BaseSelf }
	b.Reads, b.Writes = slices.DeleteFunc(b.Reads, others), slices.DeleteFunc(b.Writes, others)
	for i := range b.Reads {
		b.Reads[i].forget()
	}
	for i := range b.Polls {
		if b.Polls[i].In.Base == BaseSelf {
			b.Polls[i].In = Cells{}
		}
		b.Polls[i].In.forget()
	}
	a.Add(&b)
}

// forget drops an index that another process knows.
func (c *Cells) forget() {
	if c.Index.Known == OwnPid || c.Index.Base == BaseSelf {
		c.Index = Index{}
	}
}

// reads are the components that a guard looks at.
func (p *Program) reads(a *Access) Reads {
	r := Reads{All: a.ReadsAll || a.Creates || len(a.Labels) > 0}
	for _, c := range a.Reads {
		switch c.Base {
		case BaseGlobal:
			r.Comps |= 1
		case BaseOther:
			r.All = true
		}
	}
	for _, c := range a.Sends {
		if c.ID > 0 && p.Layout.Chans[p.Layout.Global[c.ID-1]].Slots == 0 {
			r.All = true // whether a partner is ready
		}
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
		r.Comps |= 1 << min(c.ID, 63) // component 0 are the globals
	case c.In.Base == BaseSelf && c.In.Len == 1:
		r.Chans = append(r.Chans, ChanVar{A: c.In.Off, Send: send})
	default:
		r.All = true
	}
}
