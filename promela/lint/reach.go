package lint

import "gospin/promela"

// spot is the place of a statement in its sequence.
type spot struct {
	seq    *promela.Seq
	i      int
	around promela.Stmt // enclosing statement; nil for a body
}

// flow has the reached statements of a process.
type flow struct {
	checkContext func()
	spots        map[promela.Stmt]spot
	labels       map[string]promela.Stmt
	reached      map[promela.Stmt]bool
	begun        map[*promela.Do]bool // their options are reached from an option's end
	todo         []promela.Stmt       // reached, to be processed
}

// place records the places of the statements in a sequence.
func (f *flow) place(s *promela.Seq, around promela.Stmt) {
	for i, st := range s.Steps {
		bare := promela.Unlabelled(st)
		for l, ok := st.(*promela.Labelled); ok; l, ok = l.Stmt.(*promela.Labelled) {
			f.labels[l.Label] = bare
		}
		f.spots[bare] = spot{s, i, around}
		for _, b := range promela.Blocks(bare) {
			f.place(b, bare)
		}
	}
}

// process finds all statements that are reachable from the start of a process.
func (f *flow) process(body *promela.Seq) {
	f.labels = map[string]promela.Stmt{}
	f.place(body, nil)
	f.begin(body)
	for len(f.todo) > 0 {
		f.checkContext()
		s := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		f.step(s)
	}
}

func (f *flow) begin(s *promela.Seq) {
	if len(s.Steps) > 0 {
		f.reach(s.Steps[0])
	}
}

func (f *flow) reach(s promela.Stmt) {
	if s = promela.Unlabelled(s); !f.reached[s] {
		f.reached[s] = true
		f.todo = append(f.todo, s)
	}
}

// step marks the statements that follow a statement, or its first nested ones, as reached.
func (f *flow) step(s promela.Stmt) {
	f.escape(s)
	switch s := s.(type) {
	case *promela.Goto:
		if to := f.labels[s.Label]; to != nil {
			f.reach(to)
		}
	case *promela.Break:
		for at := f.spots[s].around; at != nil; at = f.spots[at].around {
			if _, loop := at.(*promela.Do); loop {
				f.after(at)
				return
			}
		}
	case *promela.If, *promela.Do:
		for _, o := range promela.Blocks(s) {
			f.begin(o)
		}
	case *promela.Unless:
		f.begin(s.Main)
	default:
		if inside := promela.Blocks(s); len(inside) > 0 {
			f.begin(inside[0])
		} else {
			f.after(s)
		}
	}
}

// after marks the statements that follow the end of a statement.
func (f *flow) after(s promela.Stmt) {
	for at := f.spots[s]; ; at = f.spots[at.around] {
		if at.i+1 < len(at.seq.Steps) {
			f.reach(at.seq.Steps[at.i+1])
			return
		}
		if at.around == nil {
			return
		}
		if do, loop := at.around.(*promela.Do); loop {
			if !f.begun[do] {
				f.begun[do] = true
				for _, o := range do.Options {
					f.begin(o)
				}
			}
			return
		}
	}
}

// escape marks the escapes that can interrupt a statement.
func (f *flow) escape(s promela.Stmt) {
	for at := f.spots[s]; at.around != nil; at = f.spots[at.around] {
		if u, ok := at.around.(*promela.Unless); ok && at.seq == u.Main {
			f.begin(u.Escape)
		}
	}
}

// within reports whether any statement in a sequence is reached.
func (f *flow) within(s *promela.Seq) bool {
	out := false
	promela.EachStmt(s, func(s promela.Stmt) { out = out || f.reached[s] })
	return out
}

// unreached reports unreachable statements, only the first of several in a row.
func unreached(p *pass) {
	f := &flow{
		checkContext: p.checkContext, reached: map[promela.Stmt]bool{},
		begun: map[*promela.Do]bool{}, spots: map[promela.Stmt]spot{},
	}
	for _, q := range p.m.Order {
		f.process(q.Body)
	}
	// a statement of an inline is reached if it is reached in any call
	at := map[promela.Pos]bool{}
	p.statements(func(s promela.Stmt) { at[s.At()] = at[s.At()] || f.reached[s] })
	for _, q := range p.m.Order {
		p.tellUnreached(f, at, q.Body, promela.Pos{})
	}
}

// tellUnreached reports the unreachable statements in a sequence, and returns whether its last one is
// reached. The sequence is in a loop at a place.
func (p *pass) tellUnreached(f *flow, at map[promela.Pos]bool, s *promela.Seq, loop promela.Pos) bool {
	before := true
	for _, st := range s.Steps {
		p.checkContext()
		st = promela.Unlabelled(st)
		inside := f.reached[st]
		for _, b := range promela.Blocks(st) {
			inside = inside || f.within(b)
		}
		if !inside {
			// statements that a for expands to have its place; false marks a place that should be unreachable
			if before && !at[st.At()] && st.At() != loop && !never(st) {
				p.report("unreachable", st.At(), "", "no path leads to this statement")
			}
			before = false
			continue
		}
		before = true
		in := loop
		if _, ok := st.(*promela.Do); ok {
			in = st.At()
		}
		for _, b := range promela.Blocks(st) {
			end := p.tellUnreached(f, at, b, in)
			switch st.(type) {
			case *promela.Atomic, *promela.DStep, *promela.Block:
				before = end // reported together with this one
			}
		}
	}
	return before
}

// never reports whether a statement can't be executed, or fails: false, assert(false).
func never(s promela.Stmt) bool {
	for _, x := range operands(s) {
		switch s.(type) {
		case *promela.Cond, *promela.Assert:
			n, ok := promela.Constant(x)
			return ok && n == 0
		}
	}
	return false
}
