package syntax

import "gospin/promela/expr"

// roles distinguishes names by their use, as SPIN's lexer does, so that one token determines the production:
// labels, typedefs before the variables that they declare, and known proctypes before a colon or an index.
// "P:x" at the start of a statement is a remote variable if P is a known proctype, otherwise P is a label.
func roles(toks []Token) {
	types, procs := map[string]bool{}, map[string]bool{}
	parens, start := 0, false // start: a statement may begin here
	for i := range toks[:len(toks)-1] {
		t, next := &toks[i], &toks[i+1]
		starts := t.IsSeparator() || one(t, " { :: unless ")
		switch {
		case t.Is("("):
			parens++
		case t.Is(")"):
			parens--
		case t.Is("typedef"):
			types[next.Text] = true
		case one(t, " proctype D_proctype "):
			procs[next.Text] = true
		case t.Type != expr.Name:
		case next.Type == expr.Name && types[t.Text]:
			t.Type = expr.Type
		case procs[t.Text] && (next.Is("[") || next.Is(":") && toks[min(i+2, len(toks)-1)].Type == expr.Name):
			t.Type = expr.Proc
		case start && parens <= 0 && next.Is(":"):
			t.Type = expr.Label
		}
		start = starts || t.Is(":") && i > 0 && toks[i-1].Type == expr.Label
	}
}

// temporal marks the words of temporal logic in a formula, except names of variables. All proctypes are known
// at that time.
func temporal(toks []Token, declared func(name string) (variable, proctype bool)) {
	for i := range toks {
		if t := &toks[i]; t.Type == expr.Name {
			v, p := declared(t.Text)
			switch {
			case p && !v:
				t.Type = expr.Proc
			case !v && expr.IsWord(t.Text):
				t.Type = expr.Word
			}
		}
	}
}
