package compile

// link makes what follows a block follow the block's last statement.
func (f *flow) link(s *seq) {
	for e := s.first; e != nil; e = e.next {
		switch e.kind {
		case block, atomic, dstep:
			e.subs[0].close(e.next)
		}
		for _, b := range e.subs {
			f.link(b)
		}
		if e == s.last {
			return
		}
	}
}

// atomic marks the elements of an atomic sequence, except the one that ends it.
func (f *flow) atomic(s *seq) {
	walk(s)
	l := s.last
	switch l.kind {
	case block, atomic, unless:
		f.atomic(l.subs[0])
	default:
		l.atom, l.ends = false, true
	}
}

func walk(s *seq) {
	for e := s.first; e != nil; e = e.next {
		e.atom = true
		if e.kind != dstep {
			for _, b := range e.subs {
				walk(b)
			}
		}
		if e == s.last {
			return
		}
	}
}

// attach makes escape interrupt every statement of s. The outermost escape of a statement comes first.
func (f *flow) attach(s, escape *seq) {
	for e := s.first; e != nil; e = e.next {
		f.attachTo(e, escape)
		if e == s.last {
			return
		}
	}
}

func (f *flow) attachTo(e *elem, escape *seq) {
	f.c.checkContext()
	for _, x := range e.esc {
		if x == escape {
			return
		}
	}
	for _, x := range e.esc {
		f.attach(x, escape)
	}
	e.esc = append([]*seq{escape}, e.esc...)
	switch e.kind {
	case unless:
		f.attach(e.subs[0], escape)
	case choice:
		for _, b := range e.subs {
			f.attach(b, escape)
		}
	case block, atomic:
		f.attach(e.subs[0], escape)
	}
}
