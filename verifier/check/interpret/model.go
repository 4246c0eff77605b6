package interpret

import (
	"fmt"

	"gospin/promela"
)

// Model is a model ready for execution.
type Model struct {
	tree    *promela.Model
	at      map[*promela.Var]int // the place of a variable: in a state, in its process, or in its typedef
	consts  int                  // bytes before a state: globals that are never assigned
	globals int                  // the end of the globals, and the beginning of the channels
	last    int                  // the place of _last
	chans   []*channel           // that exist from the beginning
	types   []*proctype
	procs   map[*promela.Proc]*proctype
	begin   func(m *Machine)
	counts  bool // _nr_pr is used
}

func (md *Model) refuse(pos promela.Pos, what string) expr {
	panic(Unable(fmt.Sprintf("there are no rules for %s (line %d)", what, pos.Line)))
}

// New prepares a model for execution.
func New(tree *promela.Model) (md *Model, err error) {
	defer func() { caught[Unable](recover(), &err) }()
	md = &Model{tree: tree, at: map[*promela.Var]int{}, procs: map[*promela.Proc]*proctype{}}
	if tree.UsesPriority {
		md.refuse(promela.Pos{File: tree.Name}, "a model with priorities")
	}
	for _, c := range tree.Claims {
		if c.Kind != promela.Never {
			md.refuse(c.Pos, "a trace assertion")
		}
	}
	md.place()
	for i, p := range tree.Procs {
		t := &proctype{Proc: p, no: i}
		t.flow, t.start = newFlow(tree, p)
		t.wide = len(t.flow.nodes) > 255
		t.size = 2
		if t.wide {
			t.size++
		}
		for _, v := range append(p.Params[:len(p.Params):len(p.Params)], p.Locals...) {
			t.size = md.lay(v, t.size)
		}
		for _, v := range p.Locals {
			t.chans = append(t.chans, md.channels(v, md.at[v])...)
		}
		md.types, md.procs[p] = append(md.types, t), t
	}
	for _, t := range md.types {
		md.make(t)
	}
	md.begin = md.initials(ordered(tree.Globals))
	return md, nil
}

// place assigns places to the globals. Those that are never assigned are constants, and not part of a state.
func (md *Model) place() {
	written := assigned(md.tree)
	vars := ordered(md.tree.Globals)
	for _, v := range vars {
		if !written[v] {
			md.consts = md.lay(v, md.consts)
		} else if v.Hidden {
			md.refuse(v.Pos, "the hidden variable "+v.Name)
		}
	}
	n := md.consts
	if md.tree.UsesLast {
		md.last = n
		n++
	}
	for _, v := range vars {
		if written[v] {
			n = md.lay(v, n)
		}
	}
	md.globals = n
	for _, structs := range []bool{false, true} { // channels of plain variables come first
		for _, v := range md.tree.Globals {
			if (v.Type.Kind == promela.Struct) == structs && v.Special == promela.NotSpecial {
				md.chans = append(md.chans, md.channels(v, md.at[v])...)
			}
		}
	}
}

// initials returns the initialisers, in their order of execution.
func (md *Model) initials(vars []*promela.Var) func(m *Machine) {
	var all []func(m *Machine)
	for _, v := range vars {
		local := v.Proc != nil
		md.each(v, md.at[v], func(v *promela.Var, at int) {
			if v.Init == nil && len(v.List) == 0 {
				return
			}
			c, init := cellOf(v.Type, v.Len > 0), expr(nil)
			if v.Init != nil {
				init = md.expr(v.Init)
			}
			for i := range max(1, v.Len) {
				x := init
				if x == nil {
					x = func(*Machine) int32 { return v.List[min(i, len(v.List)-1)] }
				}
				all = append(all, func(m *Machine) {
					to := at + i*c.size
					if local {
						to += m.self
					}
					c.store(m.vec[to:], x(m))
				})
			}
		})
	}
	return func(m *Machine) {
		for _, f := range all {
			f(m)
		}
	}
}

// make compiles the steps of a proctype.
func (md *Model) make(t *proctype) {
	steps := map[*promela.Var]bool{} // variables whose declarations are steps
	for _, n := range t.flow.nodes {
		if d, ok := n.stmt.(*promela.Decl); ok && n.kind == basic {
			steps[d.Var] = true
		}
	}
	var first []*promela.Var
	for _, v := range t.Locals {
		if !steps[v] || v.Type.Kind == promela.Struct {
			first = append(first, v)
		}
	}
	t.begin = md.initials(first)
	if t.Provided != nil {
		t.provided = md.expr(t.Provided)
	}
	tables, ends := t.flow.tables()
	t.ends, t.states = ends, make([][]trans, len(tables))
	made := map[*node]trans{}
	for _, n := range t.flow.nodes {
		entries := tables[n.no]
		if n.in != nil {
			entries = nil
			for _, x := range inside(n, false, nil) {
				entries = append(entries, entry{n: x})
			}
		}
		for _, x := range entries {
			tr, ok := made[x.n]
			if !ok {
				tr = md.step(t, x.n)
				made[x.n] = tr
			}
			if tr.escape = 0; x.escape != nil {
				tr.escape = x.escape.no
			}
			t.states[n.no] = append(t.states[n.no], tr)
		}
	}
}
