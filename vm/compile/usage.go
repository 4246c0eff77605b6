package compile

import (
	"slices"

	"gospin/promela"
	"gospin/vm"
)

// usage has what the program reads and writes as a whole: computed once, used for every cell and control
// state.
type usage struct {
	seen     map[int32]spans // cells of a type's processes that others, or a measure, read
	labels   map[vm.Label]bool
	constant spans // globals that never change
}

func (c *compiler) findUsage() *usage {
	l := &usage{seen: map[int32]spans{}, labels: map[vm.Label]bool{}}
	for i := range c.p.Accesses {
		for _, a := range []*vm.Access{&c.p.Accesses[i].Guard, &c.p.Accesses[i].Effect} {
			for _, r := range a.Reads {
				if r.Base == vm.BaseOther {
					l.seen[r.Proc] = append(l.seen[r.Proc], span{int(r.Off), int(r.Off + r.Len)})
				}
			}
			for _, at := range a.Labels {
				l.labels[at] = true
			}
		}
	}
	eachMeasured(c.model, func(e promela.Expr) {
		switch e := e.(type) {
		case *promela.RemoteVar:
			v, no := e.Ref.Var, int32(c.procNo[e.Proc])
			at := c.locs[v].off
			l.seen[no] = append(l.seen[no], span{at, at + c.sizeOf(v)*max(1, v.Len)})
		case *promela.RemoteLabel:
			no := int32(c.procNo[e.Proc])
			if at := c.flows[no].labels[e.Label]; at != nil {
				l.labels[vm.Label{Proc: no, State: uint32(huntStart(at).no)}] = true
			}
		}
	})
	for _, v := range c.model.Globals {
		if v.Special == promela.NotSpecial && !c.written[v] {
			at := c.locs[v].off
			l.constant = append(l.constant, span{at, at + c.sizeOf(v)*max(1, v.Len)})
		}
	}
	for no, s := range l.seen {
		l.seen[no] = s.sorted()
	}
	l.constant = l.constant.sorted()
	return l
}

// span is a range of bytes.
type span struct{ from, to int }

// spans are ranges of bytes. They must be sorted for queries.
type spans []span

// sorted sorts spans by their beginning, and extends each to the farthest end so far, so that one comparison
// covers all spans before it.
func (s spans) sorted() spans {
	slices.SortFunc(s, func(a, b span) int { return a.from - b.from })
	for i := 1; i < len(s); i++ {
		s[i].to = max(s[i].to, s[i-1].to)
	}
	return s
}

// holds reports whether one of the spans, which must be disjoint, contains a range.
func (s spans) holds(from, to int) bool {
	n := s.before(from + 1)
	return n > 0 && to <= s[n-1].to
}

// meets reports whether one of the spans overlaps a range.
func (s spans) meets(from, to int) bool {
	n := s.before(to)
	return n > 0 && from < s[n-1].to
}

// before returns the number of spans that begin before an offset.
func (s spans) before(at int) int {
	n, _ := slices.BinarySearchFunc(s, at, func(x span, at int) int { return x.from - at })
	return n
}
