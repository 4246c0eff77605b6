package vm

import "strings"

// ElemKind is the kind of the source element that a control state belongs to.
type ElemKind uint8

const (
	ElemBasic ElemKind = iota
	ElemChoice
	ElemBlock
	ElemPass // a join, or where a break leads
	ElemJump
)

// Source is pan's information on a control state of a proctype.
type Source struct {
	File   string
	Line   int
	First  int  // line of a choice's first option; otherwise Line
	Known  bool // pan has transitions for it
	End    bool // a valid end state in simulations
	Kind   ElemKind
	Inner  uint32 // first element of a d_step
	Inside bool   // it is inside a d_step
	Text   string // of the element: IF, DO, or the statement's
	Next   uint32 // what follows it; for a jump, its target
	Exempt bool   // it need not be reached: a guard of a choice, a skip, or a jump
	Via    uint32 // for a choice: where its last option leads; if that is reached, it counts as reached
	Calls  []Call // inline calls from which it was expanded, the innermost first
}

// Call is a call of an inline.
type Call struct {
	Name string // the inline's
	File string
	Line int
}

// title returns pan's heading for a proctype.
func (pt *Proctype) title() string {
	if pt.Name == "init" {
		return pt.Name
	}
	return "proctype " + pt.Name
}

// Unreached is a control state that no run reaches. A choice has an entry for each option.
type Unreached struct {
	Proctype  string `json:"proctype"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	State     int    `json:"state"`
	Statement string `json:"statement"`
	Source    string `json:"source"` // the statement as in the model
}

// Missed has the unreached states of a proctype, in pan's count.
type Missed struct {
	Proctype string
	Never    bool // no process of it ever existed
	Claim    bool // it is a claim
	States   int  // in all
	Missed   int
	List     []Unreached
}

// Unreached returns the states that a complete search did not reach; taken is not 0 for each transition that
// it took.
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

// UnreachedByClaim is Unreached for the claim, which must be one of the model's.
func (p *Program) UnreachedByClaim(taken []byte) []Missed {
	if p.Claim == nil || len(p.Claim.Sources) == 0 {
		return nil
	}
	m := p.missed(p.Claim, p.reached(p.Claim, true, taken))
	m.Claim = true
	return []Missed{m}
}

// reached returns the states that count as reached for pan.
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
