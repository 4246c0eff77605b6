package interpret

import (
	"bytes"
	"slices"
)

// Normaliser finds the form of states, with memory of its own.
type Normaliser struct {
	*Orbits
	moves               []move
	now, next           []byte
	erased, look, least []byte
}

// move is an exchange, made one or several times.
type move struct {
	*exchange
	times int
}

// Normaliser returns a Normaliser. Several of them may be used at a time.
func (o *Orbits) Normaliser() *Normaliser {
	n := &Normaliser{Orbits: o}
	for _, x := range o.all {
		by := x.ranks
		for times := 1; times <= len(x.ranks) && (times == 1 || !slices.IsSorted(by)); times++ {
			n.moves = append(n.moves, move{x, times})
			next := make([]int32, len(by))
			for i, r := range by {
				next[i] = x.ranks[r]
			}
			by = next
		}
	}
	return n
}

// holds reports whether a state is one that the group is meant for.
func (o *Orbits) holds(state []byte) bool {
	if len(state) != len(o.vec)-o.consts {
		return false
	}
	for at := o.consts; at < len(o.vec); at++ {
		if o.fixed[at] && state[at-o.consts] != o.vec[at] {
			return false
		}
	}
	for i, p := range o.procs {
		if s := p.pc(state[p.at-o.consts:]); s >= len(o.allowed[i]) || !o.allowed[i][s] {
			return false
		}
	}
	return true
}

// maxTied limits the states of an orbit among which the least one is chosen.
const maxTied = 1 << 13

// Normal returns the form of a state: a state to which the group maps it. It is valid until the next call.
//
// Ranks are sorted by all that belongs to them, but for the ranks in it. Among the orders that are left, the
// least state is chosen.
func (n *Normaliser) Normal(state []byte) []byte {
	if !n.holds(state) {
		return state
	}
	n.now = append(append(n.now[:0], n.vec[:n.consts]...), state...)
	n.erased = n.erase(n.erased[:0], n.now)
	for again := true; again; {
		again = false
		for i := range n.moves {
			n.next = n.moves[i].make(n.next, n.now)
			n.look = n.erase(n.look[:0], n.next)
			if bytes.Compare(n.look, n.erased) < 0 {
				again = true
				n.now, n.next = n.next, n.now
				n.erased, n.look = n.look, n.erased
			}
		}
	}
	return n.tied()[n.consts:]
}

// tied returns the least state among those that look the same without ranks.
func (n *Normaliser) tied() []byte {
	var all map[string]bool
	var open [][]byte
	n.least = append(n.least[:0], n.now...)
	for from := n.now; ; {
		for i := range n.moves {
			n.next = n.moves[i].make(n.next, from)
			if bytes.Equal(n.next, from) || all[string(n.next)] {
				continue
			}
			if n.look = n.erase(n.look[:0], n.next); !bytes.Equal(n.look, n.erased) || len(all) > maxTied {
				continue
			}
			if all == nil {
				all = map[string]bool{string(n.now): true}
			}
			all[string(n.next)] = true
			open = append(open, bytes.Clone(n.next))
			if bytes.Compare(n.next, n.least) < 0 {
				n.least = append(n.least[:0], n.next...)
			}
		}
		if len(open) == 0 {
			return n.least
		}
		from, open = open[len(open)-1], open[:len(open)-1]
	}
}

// make permutes a state.
func (v move) make(dst, src []byte) []byte {
	x := v.exchange
	dst = append(dst[:0], src...)
	for t := range v.times {
		if t > 0 {
			src = bytes.Clone(dst)
		}
		for at := x.consts; at < len(src); at++ {
			dst[x.to[at]] = src[at]
		}
		x.eachHolder(dst, func(b []byte, h holder) {
			if h.channel {
				b[0] = byte(x.channelOf(int32(b[0])))
			} else {
				h.store(b, x.rank(h.plus, h.load(b)))
			}
		})
	}
	return dst
}

// erase appends a state without ranks, and without numbers of channels that some exchange moves.
func (o *Orbits) erase(dst, src []byte) []byte {
	dst = append(dst, src...)
	for _, x := range o.all {
		x.eachHolder(dst, func(b []byte, h holder) {
			switch {
			case h.channel && x.channelOf(int32(b[0])) != int32(b[0]):
				b[0] = 0
			case !h.channel && h.load(b) >= h.plus && h.load(b) < h.plus+int32(len(x.ranks)):
				h.store(b, h.plus)
			}
		})
	}
	return dst
}

// holder is a variable, or a field of a message, that holds ranks or numbers of channels.
type holder struct {
	variable
	at   int // in the state, or in the message
	plus int32
}

// eachHolder calls f with the bytes of each holder in a state.
func (x *exchange) eachHolder(vec []byte, f func(b []byte, h holder)) {
	for _, h := range x.holders {
		f(vec[h.at:], h)
	}
	for i, list := range x.inMessages {
		if len(list) == 0 {
			continue
		}
		c := x.chans[i]
		for slot := range min(c.filled(vec[c.at:]), c.slots) {
			for _, h := range list {
				f(vec[c.at+c.head+slot*c.msg+h.at:], h)
			}
		}
	}
}

// find finds all holders.
func (x *exchange) find() {
	for at, v := range x.cells {
		if plus, id := x.ids[at]; at >= x.consts && !x.fixed[at] && (id || v.channel) {
			x.holders = append(x.holders, holder{v, at, plus})
		}
	}
	for i, c := range x.chans {
		var list []holder
		for k, f := range c.fields {
			if plus, id := x.fields[[2]int{i + 1, k}]; id || c.passes[k] {
				list = append(list, holder{variable{f, c.passes[k]}, c.offs[k], plus})
			}
		}
		x.inMessages = append(x.inMessages, list)
	}
}
