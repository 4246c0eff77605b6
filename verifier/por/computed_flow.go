package por

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// flow has the channels whose numbers cells and messages may contain, whichever process has stored them
// there.
type flow struct {
	globals []channels   // by address
	locals  [][]channels // by proctype and address
	fields  [][]channels // of messages, by channel type and field
	open    bool         // the analysis is not finished
	changed bool
}

func newFlow(p *vm.Program) flow {
	f := flow{globals: make([]channels, p.Layout.Root().Size), open: true}
	for i := range p.Layout.Procs {
		f.locals = append(f.locals, make([]channels, p.Layout.Procs[i].Size))
	}
	for i := range p.Layout.Chans {
		f.fields = append(f.fields, make([]channels, len(p.Layout.Chans[i].Fields)))
	}
	return f
}

func (f *flow) add(to *channels, c channels) {
	if to.add(c) {
		f.changed = true
	}
}

// cells returns the channels of some bytes from an address on.
func (x *instance) cells(base uint8, at, n int32) []channels {
	all := x.r.flow.globals
	if base == vm.BaseSelf {
		all = nil
		if x.proctype >= 0 && x.proctype < len(x.r.flow.locals) {
			all = x.r.flow.locals[x.proctype]
		}
	}
	from, to := min(max(at, 0), int32(len(all))), min(max(at+n, 0), int32(len(all)))
	return all[from:to]
}

// held returns the channels whose numbers bytes may contain.
func (x *instance) held(base uint8, at, n int32) channels {
	var out channels
	if base > vm.BaseSelf {
		return anyChannel
	}
	for _, c := range x.cells(base, at, n) {
		out.add(c)
	}
	return out
}

// flow records that v may be stored in some of the bytes.
func (x *instance) flow(base uint8, at, n int32, v value) {
	if !x.r.flow.open {
		return
	}
	cells := x.cells(base, at, n)
	for i := range cells {
		x.r.flow.add(&cells[i], x.r.among(v))
	}
}

// messages calls see with the fields of messages in the channels whose number v may be. See may change them.
func (x *instance) messages(v value, see func(fields []channels)) {
	l, among := x.prog.Layout, x.r.among(v)
	for i, t := range l.Global {
		if among[(i+1)>>6]>>((i+1)&63)&1 != 0 {
			see(x.r.flow.fields[t])
		}
	}
	for i := range l.Procs {
		for _, t := range l.Procs[i].Chans {
			if among[0]&1 != 0 {
				see(x.r.flow.fields[t])
			}
		}
	}
}

// sent records the fields of a sent message.
func (x *instance) sent(channel value, args []value) {
	if !x.r.flow.open {
		return
	}
	x.messages(channel, func(fields []channels) {
		for k := range min(len(args), len(fields)) {
			x.r.flow.add(&fields[k], x.r.among(args[k]))
		}
	})
}

// received returns what is known about the fields of a message from a channel.
func (x *instance) received(channel value, n int) []value {
	out := make([]value, n)
	x.messages(channel, func(fields []channels) {
		for k := range min(n, len(fields)) {
			out[k].chans.add(fields[k])
		}
	})
	return out
}

// findFlow computes the flow of all code, as a least fixed point.
func (r *ComputedRule) findFlow() {
	f := &r.flow
	l := r.prog.Layout
	for i, st := range r.prog.ChanVars {
		f.add(&f.globals[st.A], r.among(constant(int32(i+1))))
	}
	acts := r.set()
	outside := &instance{r: r, prog: r.prog, proctype: -1, pid: -1}
	for f.changed = true; f.changed; {
		f.changed = false
		sub := code{instance: outside, acts: acts}
		sub.run(r.prog.GlobalInit, nil)
		for i := range r.prog.Procs {
			if i >= len(l.Procs) {
				break // the claim, which assigns no channels
			}
			x := r.generic[i]
			for _, st := range r.prog.Procs[i].ChanVars {
				x.flow(vm.BaseSelf, st.A, 1, value{chans: channels{1}})
			}
			sub := code{instance: x, acts: acts}
			sub.run(r.prog.Procs[i].Init, nil)
			for k := range r.prog.Procs[i].States {
				r.checkContext()
				for _, t := range x.table(uint32(k)) {
					x.guard(&t, acts, asMove)
					x.effect(&t, acts, nil)
				}
			}
		}
	}
	f.open = false
}

// born records the creation of a process: its parameters, and the acts of its start.
func (c *code) born(proctype int32, args []value) {
	pt := &c.prog.Procs[proctype]
	child := c.r.generic[proctype]
	for i, st := range pt.Params {
		if i < len(args) {
			child.flow(vm.BaseSelf, st.A, int32(layout.CellSize(st.C)), args[i])
		}
	}
	c.acts.add(c.r.processBit(births))
	first := *child // its first state's channels depend on its parameters
	first.given = map[int32]value{}
	for i, st := range pt.Params {
		if i < len(args) && st.C == layout.CellU8 {
			first.given[st.A] = args[i]
		}
	}
	first.arrival(first.table(pt.Start), c.acts)
	if c.children != nil {
		*c.children = append(*c.children, proctype)
	}
	if c.depth < 4 {
		sub := code{instance: child, acts: c.acts, children: c.children, depth: c.depth + 1}
		sub.run(pt.Init, nil)
	}
}
