package compile

import (
	"fmt"

	"gospin/promela"
)

func (f *flow) selection(st promela.Stmt, options []*promela.Seq, loop bool) func(*seq) *elem {
	var out *elem
	if loop {
		out = &elem{kind: exit, stmt: st, name: fmt.Sprintf(":b%d", f.c.dos)}
		f.c.dos++
		f.loops = append(f.loops, out)
	}
	seqs := make([]*seq, len(options))
	for i := range options {
		if d, ok := st.(*promela.Do); ok && d.Select {
			i = len(options) - 1 - i // SPIN numbers the way out first
		}
		seqs[i] = f.seq(options[i])
	}
	var subs, last []*seq
	for i, o := range options {
		if _, ok := unlabel(o.Steps[0]).(*promela.Else); ok {
			last = append(last, seqs[i])
		} else {
			subs = append(subs, seqs[i])
		}
	}
	subs = append(subs, last...)
	if loop {
		f.loops = f.loops[:len(f.loops)-1]
	}
	return func(s *seq) *elem {
		e := f.elem(choice, st)
		e.subs = subs
		t := f.elem(join, st)
		for _, b := range e.subs {
			b.close(t)
			b.end = t
		}
		if !loop {
			s.add(e)
			s.add(t)
			return e
		}
		f.number(out)
		s.add(t)
		s.add(e)
		s.add(out)
		return e
	}
}

func unlabel(s promela.Stmt) promela.Stmt {
	for {
		l, ok := s.(*promela.Labelled)
		if !ok {
			return s
		}
		s = l.Stmt
	}
}

// prunes reports whether SPIN prunes the options. It does not prune those of claims, nor those of loops that
// a for or select expands to.
func (f *flow) prunes(s promela.Stmt) bool {
	d, loop := s.(*promela.Do)
	return f.proc.Kind != promela.Never && !(loop && d.After == d.Pos)
}

// prune removes an option's redundant skips, as SPIN does: in a sequence of unlabelled skips and prints,
// every skip after the first element that is neither the first nor the last statement.
func prune(o *seq) {
	run := 0
	var prev *elem
	for e := o.first; e != nil; e = e.next {
		skip, print := false, false
		if e.kind == basic && len(e.label) == 0 {
			switch s := e.stmt.(type) {
			case *promela.Cond:
				c, ok := s.X.(*promela.Const)
				skip = ok && c.Val == 1
			case *promela.Printf, *promela.Printm:
				print = true
			}
		}
		if skip || print {
			run++
		} else {
			run = 0
		}
		if skip && run > 1 && e != o.first && e != o.last {
			prev.next = e.next
		} else {
			prev = e
		}
		if e == o.last {
			return
		}
	}
}
