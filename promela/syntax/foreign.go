package syntax

import (
	"strconv"
	"strings"

	"gospin/promela/expr"
)

// Foreign explains how Promela expresses a keyword of another language, adapted to the text after it. It
// returns "" for other words.
func (f *File) Foreign(toks []Token, at int) (msg, hint string) {
	switch word := toks[at].Text; word {
	case "while":
		condition := "condition"
		if text := f.enclosed(toks, at+1); text != "" {
			condition = text
		}
		return "Promela has no while", "do :: " + condition + " -> ... :: else -> break od"
	case "switch":
		what := "x"
		if text := f.enclosed(toks, at+1); text != "" {
			what = text
		}
		return "Promela has no switch", "if :: " + what + " == 1 -> ... :: " + what + " == 2 -> ... :: else -> ... fi"
	}
	return "", ""
}

// enclosed returns the text in a pair of parentheses in one line, or "" if there is none.
func (f *File) enclosed(toks []Token, at int) string {
	if at >= len(toks) || !toks[at].Is("(") {
		return ""
	}
	for i, depth := at, 0; i < len(toks); i++ {
		switch {
		case toks[i].Is("("):
			depth++
		case toks[i].Is(")"):
			if depth--; depth == 0 {
				return f.text(&toks[at], &toks[i])
			}
		}
	}
	return ""
}

// text returns the text between two tokens in one line, or "" if they come from macros or inlines.
func (f *File) text(from, to *Token) string {
	if from.End > to.Start || to.Start > len(f.Src.Bytes) {
		return ""
	}
	return strings.Join(strings.Fields(string(f.Src.Bytes[from.End:to.Start])), " ")
}

// inOtherWords returns a hint for a statement in C's syntax, given the wrong token.
func (f *File) inOtherWords(at int) string {
	before := func(n int) *Token {
		if at < n {
			return &Token{}
		}
		return &f.Toks[at-n]
	}
	t := &f.Toks[at]
	switch {
	case t.Is("(") && before(1).Is("if"):
		if condition := f.enclosed(f.Toks, at); condition != "" {
			return "write if :: " + condition + " -> ... :: else -> ... fi"
		}
	case t.Is("{") && before(1).Is("do"):
		return "write do :: ... od, with break where the loop ends"
	case t.Is("else"):
		return "an option begins with :: as in :: else -> ..."
	case t.Is("=") && before(2).Type == expr.Name && one(before(1), " + - * / % & | ^ "):
		x := before(2).Text
		return "write " + x + " = " + x + " " + before(1).Text + " ..."
	case t.Is("=") && before(1).Type == expr.Name && before(2).Is("(") && before(3).Is("for"):
		return "write " + f.forRange(at)
	}
	return ""
}

// forRange returns a loop over a range for C's for (x = 0; x < 3; x++).
func (f *File) forRange(at int) string {
	x, from, to := f.Toks[at-1].Text, "0", "N"
	rest := f.Toks[at+1:]
	if len(rest) > 5 && rest[1].IsSeparator() {
		from = rest[0].Text
		if rest[2].Text == x && rest[5].IsSeparator() {
			switch to = rest[4].Text; {
			case rest[3].Is("<") && rest[4].Type == expr.Const:
				to = strconv.Itoa(int(rest[4].Val) - 1)
			case rest[3].Is("<"):
				to += " - 1"
			}
		}
	}
	return "for (" + x + " : " + from + " .. " + to + ") { ... }"
}
