package vm

import "strings"

// ElemKind says what the element of the source is that a control state belongs to.
type ElemKind uint8

const (
	ElemBasic ElemKind = iota
	ElemChoice
	ElemBlock
	ElemPass // a join, or where a break leads
	ElemJump
)

// Source is what pan's report tells of a control state of a proctype.
type Source struct {
	File   string
	Line   int
	First  int  // the line of its first option, if it is a choice; else Line
	Known  bool // pan has transitions for it
	End    bool // a valid end state, as simulations tell
	Kind   ElemKind
	Inner  uint32 // of a d_step: its first element
	Text   string // of the element: IF, DO, or the statement's
	Next   uint32 // what stands after it; of a jump: where it leads
	Exempt bool   // need not be reached: a guard of a choice, a skip, a jump
	Via    uint32 // of a choice: where its last option leads; reached there, it counts as reached
	Calls  []Call // of the inlines that brought it, the innermost first
}

// Call is where an inline is called.
type Call struct {
	Name string // of the inline
	File string
	Line int
}

// title is how pan announces a proctype.
func (pt *Proctype) title() string {
	if pt.Name == "init" {
		return pt.Name
	}
	return "proctype " + pt.Name
}

// Unreached is a control state that no run came to. A choice has one for each option.
type Unreached struct {
	Proctype  string `json:"proctype"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	State     int    `json:"state"`
	Statement string `json:"statement"`
	Source    string `json:"source"` // the statement as it stands in the model
}

// Missed are the states of a proctype that were not reached, as pan counts them.
type Missed struct {
	Proctype string
	Never    bool // no process of it was ever there
	Claim    bool // it is one
	States   int  // in all
	Missed   int
	List     []Unreached
}

// Unreached finds the states that a complete search did not come to; taken has a byte for each transition
// that it took.
func (p *Program) Unreached(taken []byte) []Missed {
	lived := make([]bool, len(p.Procs))
	for id := range p.Layout.Shapes() {
		for _, q := range p.Layout.ShapeByID(uint32(id)).Procs {
			lived[q.Type] = true
		}
	}
	var out []Missed
	for i := range p.Procs {
		pt := &p.Procs[i]
		m := p.missed(pt, p.reached(pt, lived[i], taken))
		m.Never = !lived[i]
		out = append(out, m)
	}
	return out
}

// UnreachedByClaim is Unreached for the claim, which is one of the model's.
func (p *Program) UnreachedByClaim(taken []byte) []Missed {
	if p.Claim == nil || len(p.Claim.Sources) == 0 {
		return nil
	}
	m := p.missed(p.Claim, p.reached(p.Claim, true, taken))
	m.Claim = true
	return []Missed{m}
}

// reached are the states that pan's counts as reached.
func (p *Program) reached(pt *Proctype, lived bool, taken []byte) []bool {
	at := make([]bool, len(pt.States))
	at[pt.Start] = lived
	for n := range pt.States {
		st := &pt.States[n]
		for k := st.First; k < st.First+st.N; k++ {
			if t := &p.Trans[k]; taken[k] != 0 && int(t.To) < len(at) {
				at[t.From], at[t.To] = true, true
				for _, x := range p.Stmts[t.Stmt].Then {
					at[x.State] = true
				}
			}
		}
	}
	for n := range at {
		at[n] = at[n] || pt.Sources[n].Exempt
	}
	return at
}

func (p *Program) missed(pt *Proctype, reached []bool) Missed {
	out := Missed{Proctype: pt.Name, States: len(pt.Sources) - 1}
	for n := 1; n < len(pt.States); n++ {
		st, src := &pt.States[n], &pt.Sources[n]
		if !src.Known || reached[n] || src.Via > 0 && reached[src.Via] {
			continue
		}
		listed := false
		for k := st.First; k < st.First+st.N; k++ {
			st := &p.Stmts[p.Trans[k].Stmt]
			text := st.Text
			if listed = text != ".(goto)" && !strings.HasPrefix(text, "goto :"); !listed {
				break
			}
			out.List = append(
				out.List,
				Unreached{
					Proctype: pt.Name, File: src.File, Line: src.First, State: n, Statement: text,
					Source: st.Written(),
				},
			)
		}
		if listed {
			out.Missed++
		}
	}
	return out
}
