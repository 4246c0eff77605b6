package vm

// Covered is a statement of the model's processes, and whether or how often it is executed. What comes
// from one place of the source, as by an inline or in several proctypes, is one statement.
type Covered struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	Statement string `json:"statement"` // as in the source
	// Inner means that it is inside a d_step, of which only searches that count know what was executed.
	Inner bool `json:"inner,omitempty"`
	Taken bool `json:"executed"`
	// Times is how often it is executed, over all states; only where that was counted.
	Times uint64 `json:"times,omitempty"`
}

// Cover returns the statements of all proctypes, in no certain order. Times has for each transition how
// often it is taken, or 1 if that is not counted.
func (p *Program) Cover(times []uint64) []Covered {
	type place struct {
		file         string
		line, column int
	}
	var out []Covered
	known := map[place]int{}
	note := func(st *Stmt, n uint64, inner bool) {
		if st.Told == nil || st.FirstLine == 0 {
			return // a jump, or the end of a process
		}
		at := place{st.File, st.FirstLine, st.FirstCol}
		i, is := known[at]
		if !is {
			i = len(out)
			known[at] = i
			out = append(out, Covered{
				File: at.file, Line: at.line, Column: at.column, Statement: st.Written(), Inner: true,
			})
		}
		c := &out[i]
		c.Inner, c.Taken, c.Times = c.Inner && inner, c.Taken || n > 0, c.Times+n
	}
	for i := range p.Procs {
		pt := &p.Procs[i]
		for n := range pt.States {
			st := &pt.States[n]
			for k := st.First; k < st.First+st.N; k++ {
				t := &p.Trans[k]
				note(&p.Stmts[t.Stmt], times[k], n < len(pt.Sources) && pt.Sources[n].Inside)
				for _, x := range p.Stmts[t.Stmt].Then {
					p.then(pt, x, func(st *Stmt) { note(st, times[k], false) })
				}
			}
		}
	}
	return out
}

// then calls see with a statement that is merged with an earlier one.
func (p *Program) then(pt *Proctype, x Part, see func(*Stmt)) {
	if x.State >= len(pt.States) {
		return
	}
	st := &pt.States[x.State]
	for k := st.First; k < st.First+st.N; k++ {
		if p.Trans[k].ID == x.ID {
			see(&p.Stmts[p.Trans[k].Stmt])
			return
		}
	}
}
