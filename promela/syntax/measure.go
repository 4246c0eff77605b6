package syntax

import (
	"errors"

	"gospin/promela/diag"
	"gospin/promela/expr"
)

// SplitList splits the contents of a block at commas outside of brackets. Each part ends with an EOF.
func SplitList(block []Token) (parts [][]Token) {
	block = block[2:] // "ltl" and the brace
	from, depth := 0, 0
	for i := range block {
		t := &block[i]
		switch {
		case one(t, " ( [ "):
			depth++
		case one(t, " ) ] "):
			depth--
		case i == len(block)-1, depth == 0 && t.Is(","):
			parts = append(parts, append(block[from:i:i], made(expr.EOF, "", t)))
			from = i + 1
		}
	}
	return parts
}

// ReadPart parses an expression of a measure.
func (f *File) ReadPart(toks []Token, declared func(name string) (variable, proctype bool)) (expr.Expr,
	*diag.Diagnostic) {
	g := &File{Src: f.Src, Toks: toks}
	var errs diag.List
	if g.tooDeep(&errs) {
		return nil, errs[0]
	}
	for i := range toks {
		if v, p := declared(toks[i].Text); toks[i].Type == expr.Name && p && !v {
			toks[i].Type = expr.Proc
		}
	}
	x, err := part().ParseFromLexer(expr.Peeking(len(toks), tokens(toks).at))
	if err == nil {
		return x.X, nil
	}
	at := position(err)
	t := &toks[at]
	if t.Type == expr.EOF && at == 0 {
		return nil, g.diagnose(t, "an expression expected", "")
	}
	var wrong *expr.Error
	switch inside := errors.As(err, &wrong); {
	case t.Type == expr.EOF:
		return nil, g.diagnose(t, "the expression does not end", "")
	case at > 0 && !inside:
		return nil, g.diagnose(t, "an operator or a comma expected before "+t.Show(), "")
	}
	return nil, g.Explain(&Lost{Err: err, At: at, Start: formula}, false)
}
