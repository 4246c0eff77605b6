package ltl

import (
	"context"
	"slices"
)

// StutterInvariant reports whether the simplified formula has no X. If so, repeating states of a run does not
// change whether the run satisfies the formula; otherwise it may not change it either. If ctx is done, the
// error is its cause.
func StutterInvariant(ctx context.Context, f *Formula) (is bool, err error) {
	defer ended(ctx, &err)
	t := newTable(ctx)
	return t.withoutNext(t.from(f, false), map[term]bool{}), nil
}

func (t *table) withoutNext(x term, seen map[term]bool) bool {
	if seen[x] {
		return true
	}
	seen[x] = true
	if t.op(x) == tNext {
		return false
	}
	for _, k := range t.kids(x) {
		if !t.withoutNext(k, seen) {
			return false
		}
	}
	return true
}

func (t *table) or(xs ...term) term {
	n := make([]term, len(xs))
	for i, x := range xs {
		n[i] = t.not(x)
	}
	return t.not(t.and(n...))
}

func (t *table) release(x, y term) term { return t.not(t.until(t.not(x), t.not(y))) }

// next returns X x. Alternating terms need no X, and move out of conjunctions and disjunctions.
func (t *table) next(x term) term {
	if t.shapes[x].alternating() {
		return x
	}
	if op := t.op(x); op == tAnd || op == tOr {
		rest, out := t.split(x, func(s *shape) bool { return s.alternating() })
		if len(out) > 0 {
			return t.join(op, append(out, t.next(t.join(op, rest...)))...)
		}
	}
	return t.make(tNext, x)
}

func (t *table) join(op termOp, xs ...term) term {
	if op == tAnd {
		return t.and(xs...)
	}
	return t.or(xs...)
}

// split separates the kids of a term that fit from the others.
func (t *table) split(x term, fits func(*shape) bool) (rest, out []term) {
	for _, k := range t.kids(x) {
		if fits(&t.shapes[k]) {
			out = append(out, k)
		} else {
			rest = append(rest, k)
		}
	}
	return rest, out
}

// until returns x U y.
func (t *table) until(x, y term) term {
	switch {
	case y == theTrue, y == theFalse, x == theFalse, t.shapes[y].eventual, t.implies(x, y):
		return y
	case x != theTrue && t.implies(t.not(y), x):
		return t.until(theTrue, y)
	case t.op(x) == tNext && t.op(y) == tNext:
		return t.next(t.until(t.kids(x)[0], t.kids(y)[0]))
	case x == theTrue && t.op(y) == tNext:
		return t.next(t.until(x, t.kids(y)[0]))
	case t.op(x) == tUntil && t.kids(x)[1] == y:
		return x
	}
	switch t.op(y) {
	case tUntil:
		k := t.kids(y)
		if t.implies(x, k[0]) {
			return y
		}
		if t.implies(k[0], x) {
			return t.until(x, k[1])
		}
	case tAnd:
		rest, out := t.split(y, func(s *shape) bool { return s.alternating() })
		if len(out) > 0 {
			return t.and(append(out, t.until(x, t.and(rest...)))...)
		}
	case tOr:
		rest, out := t.split(y, func(s *shape) bool { return s.eventual })
		if len(out) > 0 {
			return t.or(append(out, t.until(x, t.or(rest...)))...)
		}
	}
	if t.op(x) == tOr { // a disjunct on the left that implies the right is redundant
		var kept []term
		for _, k := range t.kids(x) {
			if !t.implies(k, y) {
				kept = append(kept, k)
			}
		}
		if len(kept) < len(t.kids(x)) {
			return t.until(t.or(kept...), y)
		}
	}
	return t.make(tUntil, x, y)
}

// and returns the conjunction.
func (t *table) and(xs ...term) term {
	var kids []term
	for _, x := range xs {
		if t.op(x) == tAnd {
			kids = append(kids, t.kids(x)...)
		} else if x != theTrue {
			kids = append(kids, x)
		}
	}
	slices.Sort(kids)
	kids = slices.Compact(kids)
	for i, x := range kids { // remove what another conjunct implies
		for j, y := range kids {
			if i == j || y < 0 || x < 0 {
				continue
			}
			if t.implies(x, t.not(y)) {
				return theFalse
			}
			if t.implies(y, x) {
				kids[i] = -1
				break
			}
		}
	}
	kids = slices.DeleteFunc(kids, func(x term) bool { return x < 0 })
	switch len(kids) {
	case 0:
		return theTrue
	case 1:
		return kids[0]
	}
	for i, x := range kids {
		if y := t.given(x, kids, i); y != x {
			return t.and(append(slices.Delete(slices.Clone(kids), i, i+1), y)...)
		}
		for j := range i {
			if y, ok := t.merge(kids[j], x); ok {
				rest := slices.Delete(slices.Clone(kids), i, i+1)
				return t.and(append(slices.Delete(rest, j, j+1), y)...)
			}
		}
	}
	return t.make(tAnd, kids...)
}

// given removes the disjuncts that the other conjuncts exclude.
func (t *table) given(x term, kids []term, self int) term {
	if t.op(x) != tOr {
		return x
	}
	var kept []term
	for _, d := range t.kids(x) {
		out := false
		for j, k := range kids {
			out = out || j != self && t.implies(k, t.not(d))
		}
		if !out {
			kept = append(kept, d)
		}
	}
	if len(kept) == len(t.kids(x)) {
		return x
	}
	return t.or(kept...)
}

// merge merges two conjuncts into one, if possible.
func (t *table) merge(x, y term) (term, bool) {
	if t.op(x) != t.op(y) {
		return 0, false
	}
	a, b := t.kids(x), t.kids(y)
	switch t.op(x) {
	case tNext:
		return t.next(t.and(a[0], b[0])), true
	case tRelease:
		if a[0] == b[0] {
			return t.release(a[0], t.and(a[1], b[1])), true
		}
	case tUntil:
		if a[1] == b[1] {
			return t.until(t.and(a[0], b[0]), a[1]), true
		}
		if g, h := a[1], b[1]; a[0] == theTrue && b[0] == theTrue && t.always(g) && t.always(h) {
			return t.until(theTrue, t.and(g, h)), true
		}
	}
	return 0, false
}

func (t *table) always(x term) bool { return t.op(x) == tRelease && t.kids(x)[0] == theFalse }

// implies reports whether the syntax shows that x implies y (Somenzi and Bloem 2000).
func (t *table) implies(x, y term) bool {
	if x == y || x == theFalse || y == theTrue {
		return true
	}
	if x == theTrue || y == theFalse {
		return false
	}
	key := [2]term{x, y}
	r, ok := t.implied[key]
	if !ok {
		r = t.impliesByParts(x, y)
		t.implied[key] = r
	}
	return r
}

func (t *table) impliesByParts(x, y term) bool {
	a, b := t.kids(x), t.kids(y)
	xs, ys := t.shapes[x], t.shapes[y]
	under := func(k term) bool { return t.implies(k, y) }
	over := func(k term) bool { return t.implies(x, k) }
	all := func(ks []term, ok func(term) bool) bool {
		return !slices.ContainsFunc(ks, func(k term) bool { return !ok(k) })
	}
	switch {
	case ys.op == tAnd:
		return all(b, over)
	case xs.op == tOr:
		return all(a, under)
	case xs.op == tAnd && slices.ContainsFunc(a, under), ys.op == tOr && slices.ContainsFunc(b, over):
		return true
	}
	switch xs.op {
	case tUntil:
		if under(a[0]) && under(a[1]) || ys.eventual && under(a[1]) ||
			ys.op == tUntil && t.implies(a[0], b[0]) && t.implies(a[1], b[1]) {
			return true
		}
	case tRelease:
		if under(a[1]) || ys.op == tRelease && t.implies(a[0], b[0]) && t.implies(a[1], b[1]) {
			return true
		}
	case tNext:
		if ys.eventual && under(a[0]) || ys.op == tNext && t.implies(a[0], b[0]) {
			return true
		}
	}
	switch ys.op {
	case tUntil:
		return over(b[1])
	case tRelease:
		return over(b[0]) && over(b[1]) || xs.universal && over(b[1])
	case tNext:
		return xs.universal && over(b[0])
	}
	return false
}
