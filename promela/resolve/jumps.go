package resolve

import (
	"slices"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/syntax"
)

// jumps has the labels, gotos and loops of a process. Each d_step sequence has a number; 0 means none.
type jumps struct {
	labels  map[string][]*labelAt // by name, the newest last
	symbols map[string][][]int    // of names of labels: the blocks in which they occurred first
	gotos   []gotoAt
	loops   []int // the d_step sequences that contain the enclosing loops
	dstep   int   // the innermost enclosing d_step sequence
	open    int   // the enclosing d_step sequence according to SPIN: none after one within another
	dsteps  int   // number of d_step sequences so far
	blocks  []int // the numbers of the enclosing blocks, the outermost first
	opened  int   // number of blocks so far
}

// labelAt is a label. Several may have the same name, as those of an inline that is called twice.
type labelAt struct {
	token       *syntax.Token
	dstep, open int
	symbol      []int
	stmt        promela.Stmt // the labelled statement
	node        *promela.Labelled
}

type gotoAt struct {
	label       *syntax.Token
	dstep, open int
	symbol      []int
	node        *promela.Goto
}

// symbol returns the block of SPIN's symbol for the name of a label or goto: an enclosing block, or this one,
// in which the name occurred first.
func (r *resolver) symbol(name string) []int {
	if r.lookup(name) != nil {
		return nil // that of the variable
	}
	for _, s := range slices.Backward(r.symbols[name]) {
		if encloses(s, r.blocks) {
			return s
		}
	}
	s := slices.Clone(r.blocks)
	r.symbols[name] = append(r.symbols[name], s)
	return s
}

// encloses reports whether one block is another one, or contains it.
func encloses(outer, inner []int) bool {
	return len(outer) <= len(inner) && slices.Equal(outer, inner[:len(outer)])
}

// label adds the label of a statement.
func (r *resolver) label(l *labelAt) {
	t := l.token
	for _, old := range r.labels[t.Text] {
		if slices.Equal(old.symbol, l.symbol) && slices.Equal(old.token.Notes, t.Notes) {
			r.warnAt(t, "label-twice", "label "+t.Text+" is there twice, which SPIN refuses", "")
			break
		}
	}
	if v := r.lookup(t.Text); v != nil {
		r.warnAt(t, "label-is-variable", "label "+t.Text+" has the name of a variable", "")
	}
	r.use(t, Label{r.proc, t.Text}, Declares)
	r.labels[t.Text] = append(r.labels[t.Text], l)
}

// labelOf returns the label to which a goto leads, as SPIN chooses it: the newest with the same symbol, or
// the oldest whose symbol is of an enclosing block, or the newest anywhere in the process.
func (j *jumps) labelOf(g *gotoAt) *labelAt {
	var found *labelAt
	for _, l := range slices.Backward(j.labels[g.label.Text]) {
		switch {
		case slices.Equal(l.symbol, g.symbol):
			return l
		case found == nil || encloses(l.symbol, g.symbol):
			found = l
		}
	}
	return found
}

// distinguish gives all labels names of their own: the oldest of a name keeps it, since SPIN's remote
// references mean that one.
func (j *jumps) distinguish() {
	for name, labels := range j.labels {
		for i, l := range labels {
			l.node.Label = promela.NthLabel(name, i)
		}
	}
}

const useAtomic = "use atomic"

// checkJumps rejects what SPIN rejects: jumps to unknown labels, in a circle, and into or out of a d_step
// sequence.
func (r *resolver) checkJumps(body *promela.Seq) {
	r.distinguish()
	for _, g := range r.gotos {
		l := r.labelOf(&g)
		if l != nil {
			r.use(g.label, Label{r.proc, g.label.Text}, Jumps)
			g.node.Label = l.node.Label
		}
		switch {
		case l == nil:
			hint := diag.DidYouMean(g.label.Text, names(r.labels))
			r.unknown(g.label, "undefined label: "+g.label.Text, hint)
		case l.dstep != g.dstep || l.open != g.open:
			r.errorAt(g.label, "this goto jumps into or out of a d_step sequence", useAtomic)
		case isDStep(l.stmt):
			r.errorAt(g.label, "this goto leads into a d_step sequence",
				"write "+g.label.Text+": skip before it")
		}
	}
	r.gotoLoops(body)
	r.breaks(body, nil, false)
}

// breaks rejects loops whose break leads into a d_step sequence. The statement after follows the sequence; it
// is nil at the end of an atomic sequence or of an option of a loop. SPIN accepts a d_step sequence at the
// end of an atomic one.
func (r *resolver) breaks(s *promela.Seq, after promela.Stmt, endsAtomic bool) {
	for i, st := range s.Steps {
		next, isLast := after, i+1 == len(s.Steps)
		if i+1 < len(s.Steps) {
			next = s.Steps[i+1]
		}
		if endsAtomic && i+2 == len(s.Steps) && isPlainDStep(next) {
			next = nil
		}
		switch st := promela.Unlabelled(st).(type) {
		case *promela.Do:
			for _, o := range st.Options {
				if isDStep(next) && leaves(o) {
					r.errorPos(st.Pos, "this loop is left into a d_step sequence",
						"write skip before the d_step")
					break
				}
			}
			for _, o := range st.Options {
				r.breaks(o, nil, false)
			}
		case *promela.Atomic:
			r.breaks(st.Body, nil, true)
		case *promela.Block:
			r.breaks(st.Body, next, endsAtomic && isLast)
		case *promela.DStep: // where SPIN accepts it
		default:
			for _, b := range promela.Blocks(st) {
				r.breaks(b, next, false)
			}
		}
	}
}

func isPlainDStep(s promela.Stmt) bool {
	_, is := promela.Unlabelled(s).(*promela.DStep)
	return is
}

// leaves reports whether a sequence contains a break of the enclosing loop.
func leaves(s *promela.Seq) bool {
	return slices.ContainsFunc(s.Steps, func(st promela.Stmt) bool {
		switch st := promela.Unlabelled(st).(type) {
		case *promela.Break:
			return true
		case *promela.Do:
			return false
		default:
			return slices.ContainsFunc(promela.Blocks(st), leaves)
		}
	})
}

// isDStep reports whether SPIN recognises a statement as a d_step sequence: another one inside of it ends
// both.
func isDStep(s promela.Stmt) bool {
	switch s := promela.Unlabelled(s).(type) {
	case *promela.DStep:
		return !hasDStep(s.Body)
	case *promela.Unless:
		return len(s.Main.Steps) > 0 && isDStep(s.Main.Steps[0])
	}
	return false
}

func hasDStep(s *promela.Seq) bool {
	return slices.ContainsFunc(s.Steps, func(st promela.Stmt) bool {
		_, is := promela.Unlabelled(st).(*promela.DStep)
		return is || slices.ContainsFunc(promela.Blocks(promela.Unlabelled(st)), hasDStep)
	})
}

// gotoLoops rejects labels whose gotos form a circle without a statement. A goto with a meaningful label gets
// a skip before it, as in SPIN, so that it is a step.
func (r *resolver) gotoLoops(s *promela.Seq) {
	to := map[string]*promela.Goto{}
	var found []string
	var walk func(s *promela.Seq)
	walk = func(s *promela.Seq) {
		for _, st := range s.Steps {
			var ls []string
			for l, ok := st.(*promela.Labelled); ok; l, ok = st.(*promela.Labelled) {
				ls = append(ls, l.Label)
				st = l.Stmt
			}
			if g, ok := st.(*promela.Goto); ok && !slices.ContainsFunc(ls, promela.Marks) {
				for _, l := range ls {
					to[l] = g
				}
				found = append(found, ls...)
			}
			for _, b := range promela.Blocks(st) {
				walk(b)
			}
		}
	}
	walk(s)
	for _, l := range found {
		at := l
		for n := 0; to[at] != nil && n < len(to); n++ {
			if at = to[at].Label; at == l {
				r.errorPos(to[l].Pos, "infinite goto loop at label "+l, "")
				return
			}
		}
	}
}
