package por

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// flow says which channels cells and messages may hold the numbers of, whichever process has put them there.
type flow struct {
	globals []channels   // by address
	locals  [][]channels // by proctype and address
	fields  [][]channels // of messages, by type of channel and field
	open    bool         // they are being found
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

// cells are those of the bytes from an address on.
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

// held are the channels that bytes may hold the numbers of.
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

// flow notes that v may come to some of the bytes.
func (x *instance) flow(base uint8, at, n int32, v value) {
	if !x.r.flow.open {
		return
	}
	cells := x.cells(base, at, n)
	for i := range cells {
		x.r.flow.add(&cells[i], x.r.among(v))
	}
}

// message are the fields of messages in the channels whose numbers a value may be; see changes them.
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

// sent notes what a send puts into a channel.
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

// received are the fields of a message that may come from a channel.
func (x *instance) received(channel value, n int) []value {
	out := make([]value, n)
	x.messages(channel, func(fields []channels) {
		for k := range min(n, len(fields)) {
			out[k].chans.add(fields[k])
		}
	})
	return out
}

// findFlow finds them from all code, until nothing is new.
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
				break // the claim assigns no channels
			}
			x := r.generic[i]
			for _, st := range r.prog.Procs[i].ChanVars {
				x.flow(vm.BaseSelf, st.A, 1, value{chans: channels{1}})
			}
			sub := code{instance: x, acts: acts}
			sub.run(r.prog.Procs[i].Init, nil)
			for k := range r.prog.Procs[i].States {
				r.look()
				for _, t := range x.table(uint32(k)) {
					x.guard(&t, acts, asMove)
					x.effect(&t, acts, nil)
				}
			}
		}
	}
	f.open = false
}

// params are where a new process's parameters go.
func (c *code) born(proctype int32, args []value) {
	pt := &c.prog.Procs[proctype]
	child := c.r.generic[proctype]
	for i, st := range pt.Params {
		if i < len(args) {
			child.flow(vm.BaseSelf, st.A, int32(layout.CellSize(st.C)), args[i])
		}
	}
	c.acts.add(c.r.processBit(births))
	first := *child // what it comes to first depends on its parameters
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
