package interpret

import (
	"bytes"
	"encoding/json"
	"slices"

	"gospin/promela"
)

// group describes permutations of processes, as a certificate has it: generators, and the states for which
// they are meant. Offsets count the bytes of such a state.
type group struct {
	Types      []int       `json:"types"`  // the proctype of each process
	States     [][]int     `json:"states"` // the control states of each process
	Fixed      [][2]int    `json:"fixed"`  // bytes of processes that keep their places, and their values
	Generators []generator `json:"generators"`
}

type generator struct {
	Procs  []int    `json:"procs"`  // to which each process is mapped
	Chans  []int    `json:"chans"`  // to which each channel is mapped, from 1 on
	Bytes  [][2]int `json:"bytes"`  // further bytes that move, and to where
	Ranks  []int    `json:"ranks"`  // to which each rank is mapped
	IDs    [][2]int `json:"ids"`    // variables that hold ranks, and what is added to them
	Fields [][3]int `json:"fields"` // fields of messages that hold ranks: channel, field, what is added
}

// Orbits gives states that a group maps to each other one form. Its permutations have been proved to map the
// steps of the model to steps of the model.
type Orbits struct {
	*Model
	procs   []running
	chans   []buffer
	vec     []byte // constants, and a state of which only the fixed bytes matter
	allowed [][]bool
	fixed   []bool // by place
	cells   map[int]variable
	all     []*exchange
}

// variable is a scalar in a state.
type variable struct {
	cell
	channel bool
}

// exchange is one permutation. Places count from the first constant.
type exchange struct {
	*Orbits
	procs  []int
	number []int // of channels, from 1 on
	ranks  []int32
	to     []int // by place
	ids    map[int]int32
	fields map[[2]int]int32

	holders    []holder
	inMessages [][]holder // by channel
}

// ensure makes Try return a Failure unless something is true of a group.
func ensure(is bool, what string, args ...any) {
	if !is {
		Fail("its symmetry: "+what, args...)
	}
}

// NewOrbits reads a group, and proves that it maps steps to steps.
func NewOrbits(md *Model, text []byte) (o *Orbits, err error) {
	g := &group{}
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	err = Try(func() {
		ensure(in.Decode(g) == nil && !in.More(), "its text has another form")
		ensure(!md.tree.UsesLast, "the model uses _last")
		o = md.orbits(g)
		ensure(len(g.Generators) > 0, "there are no generators")
		for i := range g.Generators {
			x := o.exchange(&g.Generators[i])
			x.prove()
			o.all = append(o.all, x)
		}
	})
	return o, err
}

// orbits determines the places in the states that a group is meant for.
func (md *Model) orbits(g *group) *Orbits {
	m, _ := NewMachine(md)
	o := &Orbits{Model: md, cells: map[int]variable{}}
	m.procs, m.chans = nil, m.chans[:len(md.chans)]
	at := m.bottom
	ensure(len(g.States) == len(g.Types) && len(g.Types) <= 255, "it has other processes")
	for i, t := range g.Types {
		ensure(t >= 0 && t < len(md.types), "it has other proctypes")
		at = m.settle(md.types[t], at)
		list := make([]bool, len(md.types[t].states))
		for _, s := range g.States[i] {
			ensure(s >= 0 && s < len(list), "it has other control states")
			list[s] = true
		}
		o.allowed = append(o.allowed, list)
	}
	o.procs, o.chans = m.procs, m.chans
	o.vec, o.fixed = append(slices.Clone(m.base), make([]byte, at-md.consts)...), make([]bool, at)
	o.variables()
	for i, p := range o.procs {
		o.vec[p.at], o.fixed[p.at] = byte(g.Types[i]), true
	}
	for _, f := range g.Fixed {
		k := f[0] + md.consts
		ensure(f[0] >= 0 && k < at && f[1] == f[1]&255 && o.isLocal(k), "a byte can't be fixed")
		o.vec[k], o.fixed[k] = byte(f[1]), true
	}
	return o
}

// isLocal reports whether a place belongs to a parameter or a local of a process.
func (o *Orbits) isLocal(at int) bool {
	return slices.ContainsFunc(o.procs, func(p running) bool {
		first := p.at + 2
		if p.wide {
			first++
		}
		return at >= first && at < p.at+p.size
	})
}

// variables finds all scalars.
func (o *Orbits) variables() {
	add := func(list []*promela.Var, base int) {
		for _, v := range list {
			o.each(v, base+o.at[v], func(v *promela.Var, at int) {
				c := cellOf(v.Type, v.Len > 0)
				for i := range max(1, v.Len) {
					o.cells[at+i*c.size] = variable{c, v.Type.Kind == promela.Chan}
				}
			})
		}
	}
	add(ordered(o.tree.Globals), 0)
	for _, p := range o.procs {
		add(p.Params, p.at)
		add(p.Locals, p.at)
	}
}

// permutation converts a list from a certificate, whose numbers begin with first.
func permutation(list []int, n, first int) []int {
	met := make([]bool, n)
	ensure(len(list) == n, "a permutation is of %d, not %d", len(list), n)
	for _, k := range list {
		ensure(k >= first && k < first+n && !met[k-first], "what should be a permutation is none")
		met[k-first] = true
	}
	return list
}

// exchange determines where everything moves, and checks that it finds the same kind of place there.
func (o *Orbits) exchange(g *generator) *exchange {
	x := &exchange{Orbits: o, to: make([]int, len(o.vec)), ids: map[int]int32{}, fields: map[[2]int]int32{}}
	x.procs = permutation(g.Procs, len(o.procs), 0)
	x.number = append([]int{0}, permutation(g.Chans, len(o.chans), 1)...)
	for _, r := range permutation(g.Ranks, len(g.Ranks), 0) {
		x.ranks = append(x.ranks, int32(r))
	}
	for i := range x.to {
		x.to[i] = i
	}
	for i, p := range o.procs {
		q := o.procs[x.procs[i]]
		ensure(p.size == q.size && p.wide == q.wide, "processes %d and %d differ", i, x.procs[i])
		for k := range p.size {
			if !o.fixed[p.at+k] {
				x.to[p.at+k] = q.at + k
			}
		}
	}
	for i, c := range o.chans {
		d := o.chans[x.number[i+1]-1]
		ensure(c.slots == d.slots && slices.Equal(c.fields, d.fields) && slices.Equal(c.passes, d.passes),
			"channels %d and %d differ", i+1, x.number[i+1])
		for k := range c.size() {
			x.to[c.at+k] = d.at + k
		}
		if i < len(o.Model.chans) && c.channel.at < o.consts { // the constant with its number
			x.to[c.channel.at] = d.channel.at
		}
	}
	x.move(g)
	x.hold(g)
	x.find()
	return x
}

// move adds the moves of single bytes, and checks that all moves are a permutation.
func (x *exchange) move(g *generator) {
	for _, b := range g.Bytes {
		from, to := b[0]+x.consts, b[1]+x.consts
		for _, at := range []int{from, to} {
			ensure(at >= x.consts && at < len(x.vec) && !x.fixed[at], "a byte can't move")
		}
		x.to[from] = to
	}
	met := make([]bool, len(x.to))
	for from, to := range x.to {
		ensure(!met[to] && (from < x.consts) == (to < x.consts), "bytes %d and another move to %d", from, to)
		met[to] = true
	}
}

// hold adds the variables that hold ranks, and checks that variables move to such of their kind.
func (x *exchange) hold(g *generator) {
	last := int32(len(x.ranks)) - 1
	fits := func(c cell, plus int) {
		k := int32(plus)
		ensure(plus >= 0 && plus <= 255 && c.cut(k+last) == k+last, "there is no room for ranks")
	}
	for _, id := range g.IDs {
		v, is := x.cells[id[0]+x.consts]
		ensure(is && !v.channel && id[0] >= 0, "no variable has place %d", id[0])
		fits(v.cell, id[1])
		x.ids[id[0]+x.consts] = int32(id[1])
	}
	for _, f := range g.Fields {
		ensure(f[0] > 0 && f[0] <= len(x.chans) && f[1] >= 0 && f[1] < len(x.chans[f[0]-1].fields) &&
			!x.chans[f[0]-1].passes[f[1]], "there is no field %d of channel %d", f[1], f[0])
		fits(x.chans[f[0]-1].fields[f[1]], f[2])
		x.fields[[2]int{f[0], f[1]}] = int32(f[2])
	}
	for at, v := range x.cells {
		if x.fixed[at] {
			for i := range v.size {
				ensure(x.fixed[at+i], "only a part of a variable is fixed")
			}
			continue
		}
		to := x.to[at]
		w, is := x.cells[to]
		plus, id := x.ids[at]
		other, too := x.ids[to]
		ensure(is && v == w && id == too && plus == other, "a variable moves to another kind of place")
		for i := range v.size {
			ensure(x.to[at+i] == to+i, "a variable is torn")
		}
	}
	for f, plus := range x.fields {
		other, is := x.fields[[2]int{x.number[f[0]], f[1]}]
		ensure(is && other == plus, "a message moves to another kind of channel")
	}
}

// rank maps a number that stands for a rank plus an offset.
func (x *exchange) rank(plus, k int32) int32 {
	if r := k - plus; r >= 0 && int(r) < len(x.ranks) {
		return x.ranks[r] + plus
	}
	return k
}

// channelOf maps the number of a channel; 0 is none.
func (x *exchange) channelOf(c int32) int32 {
	if c >= 0 && int(c) < len(x.number) {
		return int32(x.number[c])
	}
	return c
}
