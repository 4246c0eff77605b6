package lint

import (
	"fmt"
	"strings"

	"gospin/promela"
)

var nameLints = []Lint{
	{
		Name: "label-name", Says: "a label that nothing refers to, with nearly the name of one that has a meaning",
		Example: "byte x;\nactive proctype P() { acept: do :: x < 3 -> x++ od }\n",
	},
	{
		Name: "unused-priority", Says: "a process run without the priority that its proctype declares, so that it has 1",
		Example: "byte x;\nproctype P() priority 2 { x++ }\ninit { run P(); x == 1 }\n",
	},
	{
		Name: "unused-channel", Says: "a channel that nothing mentions",
		Example: "chan c = [1] of { byte };\nactive proctype P() { assert(true) }\n",
	},
	{
		Name: "unused-proctype", Says: "a proctype of which no process is ever run",
		Example: "byte x;\nproctype P() { x = 1 }\nactive proctype Q() { x == 1 }\n",
	},
	{
		Name: "unused-variable", Says: "a variable that nothing mentions",
		Example: "byte x;\nactive proctype P() { assert(true) }\n",
	},
	{
		Name: "write-only", Says: "a variable that is given values, but never read",
		Example: "byte x;\nactive proctype P() { x = 1 }\n",
	},
}

// declaration is the place of a variable's declaration. Each call of an inline declares its variables again.
type declaration struct {
	pos  promela.Pos
	name string
}

// unused reports variables that are never read.
func unused(p *pass) {
	all, u := map[declaration]*use{}, p.uses()
	at := func(v *promela.Var) declaration { return declaration{v.Pos, v.Name} }
	p.declared(func(v *promela.Var) {
		sum, one := all[at(v)], u.of(v)
		if sum == nil {
			sum = &use{}
			all[at(v)] = sum
		}
		sum.read = sum.read || one.read
		sum.written = sum.written || one.written
		sum.received = sum.received || one.received
		sum.named = sum.named || one.named
	})
	p.declared(func(v *promela.Var) {
		switch a := all[at(v)]; {
		case a.read || a.named || v.Param && !a.written || p.m.LeftOut[v.Name] || v.Pos.Line == 0:
		case a.written && (v.Hidden || v.Show):
		case a.written:
			hint := ""
			if a.received {
				hint = "a message field that nobody wants is received into _"
			}
			p.report("write-only", v.Pos, hint, "'%s' is given values, but never read", v.Name)
		case v.Type.Kind == promela.Chan:
			p.report("unused-channel", v.Pos, "", "channel '%s' is never used", v.Name)
		default:
			p.report("unused-variable", v.Pos, "", "variable '%s' is never used", v.Name)
		}
	})
}

// unrun reports proctypes without processes.
func unrun(p *pass) {
	run := map[*promela.Proc]bool{}
	p.expressions(func(e promela.Expr) {
		if r, ok := e.(*promela.Run); ok {
			run[r.Proc] = true
		}
	})
	for _, q := range p.m.Procs {
		if q.Active == 0 && !run[q] && !p.m.LeftOut[q.Name] {
			p.report("unused-proctype", q.Pos, "write active proctype, or run "+q.Name+"(...) in a process",
				"proctype %s is never run", q.Name)
		}
	}
}

// priorities reports processes that are run without the priority that their proctype declares.
func priorities(p *pass) {
	p.expressions(func(e promela.Expr) {
		if r, ok := e.(*promela.Run); ok && r.Priority == 0 && r.Proc.Priority > 1 {
			p.report("unused-priority", r.Pos, fmt.Sprintf("write run %s(...) priority %d", r.Proc.Name, r.Proc.Priority),
				"this process has priority 1: what proctype %s declares is for active ones", r.Proc.Name)
		}
	})
}

// labels reports labels that look misspelt.
func labels(p *pass) {
	for _, q := range p.m.Order {
		to := map[string]bool{}
		promela.EachStmt(q.Body, func(s promela.Stmt) {
			if g, ok := s.(*promela.Goto); ok {
				to[g.Label] = true
			}
		})
		eachLabel(q.Body, func(l *promela.Labelled) {
			if to[l.Label] || p.m.Remote[promela.LabelRef{Proc: q, Label: l.Label}] {
				return
			}
			name := promela.LabelName(l.Label)
			switch near := nearMark(name); {
			case near == "":
			case promela.Marks(name):
				p.report("label-name", l.Pos, "write "+near+" or "+near+"_..., or a name that begins otherwise",
					"label %s is %s %s label, since its name begins so", name, article(near), near)
			default:
				p.report("label-name", l.Pos, "did you mean \""+near+"\"?",
					"nothing refers to label %s, and it has no meaning of its own", name)
			}
		})
	}
}

func article(word string) string {
	if strings.ContainsAny(word[:1], "aeiou") {
		return "an"
	}
	return "a"
}

// nearMark returns the word that a label misspells: end, accept or progress, or "".
func nearMark(label string) string {
	word := strings.TrimRight(label, "0123456789")
	word, _, _ = strings.Cut(word, "_")
	for _, mark := range []string{"end", "accept", "progress"} {
		if word != mark && len(word) > 1 && slip(strings.ToLower(word), mark) {
			return mark
		}
	}
	return ""
}

// slip reports whether a word differs from a mark by one additional, missing or wrong letter, or by two
// exchanged letters. The first letter must be right, and in short marks no letter may be wrong.
func slip(word, mark string) bool {
	if word[0] != mark[0] {
		return false
	}
	a, b := word, mark
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 2 && len(b) == 2 {
		return a[0] == b[1] && a[1] == b[0]
	}
	return len(a)+len(b) <= 1 || len(a) == 1 && len(b) == 1 && len(mark) > 3
}

func eachLabel(s *promela.Seq, f func(*promela.Labelled)) {
	for _, st := range s.Steps {
		for l, ok := st.(*promela.Labelled); ok; l, ok = st.(*promela.Labelled) {
			f(l)
			st = l.Stmt
		}
		for _, b := range promela.Blocks(st) {
			eachLabel(b, f)
		}
	}
}
