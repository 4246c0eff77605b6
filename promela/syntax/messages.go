package syntax

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"

	"gospin/promela/diag"
	"gospin/promela/expr"
)

// wanted describes what the grammar expects: kinds of tokens, productions and signs.
var wanted = map[string]string{
	"<proctypename>": "the name of the proctype", "<typedefname>": "the name of the typedef",
	"<parameter>": "a parameter",
	"<variable>":  "the name of a variable", "<constant>": "the name of an mtype constant",
	"<subtype>": "the name of an mtype list", "<gotolabel>": "a label", "<bits>": "a number of bits",
	"<format>": "a format in quotes", "<separator>": "; or }", "<const>": "a constant", "<basic>": "a type",
	"Expr": "an expression", "Operand": "an expression", "Args": "a message", "Formula": "a formula",
	"Type": "a type",
	"Stmt": "a statement", "Variable": "the name of a variable", "Name": "a parameter",
	"Parameter": "a parameter",
	"Decl":      "a declaration", "Value": "a constant", "Field": "a type", "Body": "{", "Block": "{",
	"Heads":     "{",
	"Selection": "::", "Assert": "an expression", "ChanInit": "an expression", "Initialiser": "an expression",
	"For": "(", "Printf": "(", "Select": "(", "SetPriority": "(", "Typedef": "the name of the typedef",
	"Init": "{",
}

// openers describes what a brace after a token begins.
var openers = map[string]string{
	"atomic": "an atomic sequence", "d_step": "a d_step sequence", "=": "the array's values",
	"of":     "the list of types",
	"unless": "the escape",
}

var expected = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\(expected \(*("[^"]*"|<\w+>|\w+)`)
})

// diagnose returns an error at a token.
func (f *File) diagnose(t *Token, msg, hint string) *diag.Diagnostic {
	return &diag.Diagnostic{Pos: t.Pos, Msg: msg, Hint: hint, Source: f.Src.Line(t.Pos), Notes: t.Notes}
}

// Explain describes the error in a unit or a statement.
func (f *File) Explain(l *Lost, unit bool) *diag.Diagnostic {
	at := l.At
	t := &f.Toks[at]
	var x *expr.Error
	switch {
	case t.Is("[") && unit && at > 0 && f.Toks[at-1].Is("]"):
		return f.diagnose(t, "arrays have one dimension",
			"put an array into a typedef and make an array of that")
	case t.Type == expr.Embedded:
		return f.diagnose(t, "embedded C is not supported", "write it in Promela: gospin help c_code shows how")
	case errors.As(l.Err, &x) && x.Msg != "":
		return f.diagnose(t, x.Msg, x.Hint)
	case errors.As(l.Err, &x):
		hint := f.nameHint(x.Want, t)
		if hint == "" {
			hint = f.inOtherWords(at)
		}
		return f.diagnose(t, f.expectation(x.Want, x.Where, t), hint)
	case unit && at == l.Start:
		return f.noUnit(t)
	case at == l.Start && t.IsSeparator() && at > 0 && f.Toks[at-1].Is("::"):
		return f.diagnose(t, "an option begins with a statement", "")
	case at == l.Start && t.IsSeparator():
		return f.diagnose(t, "a statement expected before "+t.Show(), "")
	case at == l.Start:
		return f.diagnose(t, "a statement expected, not "+t.Show(), f.nameHint("", t))
	}
	var u *participle.UnexpectedTokenError
	if errors.As(l.Err, &u) && u.Expect == "Step" {
		hint := f.inOtherWords(at)
		if hint == "" {
			hint = "separate statements by ;"
		}
		if t.Is("?") {
			hint = "a conditional expression is (c -> a : b)"
		}
		return f.diagnose(t, "; or -> expected before "+t.Show(), hint)
	}
	want := ""
	if m := expected().FindStringSubmatch(l.Err.Error()); m != nil {
		want = m[1]
	}
	if w := wanted[want]; w != "" {
		want = w
	}
	want = strings.Trim(want, `"`)
	switch {
	case l.Start == formula && want == "{":
		return f.diagnose(t, f.expectation(want, "after the formula's name", t), "")
	case l.Start == formula && want == "}":
		return f.diagnose(t, f.expectation(want, "after the formula", t), "")
	case t.Is("[") && f.where(")", at) == parameters:
		return f.diagnose(t, "a parameter cannot be an array",
			"put the array into a typedef or make it global")
	case want == "a type" && t.Is(")") && f.where(")", at) == parameters:
		want = "a parameter"
	case want == ")" && f.Toks[at-1].Is("(") && f.where(")", at) == parameters,
		want == "}" && f.inside(f.opener(at)) == theTypedef:
		want = "a type"
	case want == "}" && f.inside(f.opener(at)) == theList:
		want = wanted["<constant>"]
	case one(t, " [ . ") && at > 2 && one(&f.Toks[at-3], " for select "):
		return f.diagnose(t, "the variable of a "+f.Toks[at-3].Text+" is a plain variable", "")
	}
	hint := f.nameHint(want, t)
	if hint == "" {
		hint = f.inOtherWords(at)
	}
	return f.diagnose(t, f.expectation(want, f.where(want, at), t), hint)
}

func (f *File) noUnit(t *Token) *diag.Diagnostic {
	hint := ""
	if t.Type == expr.Name {
		hint = diag.DidYouMean(t.Text, []string{"proctype", "active", "init", "never", "typedef", "mtype",
			"byte", "bool", "bit", "short", "int", "chan", "inline", "ltl"})
	}
	return f.diagnose(t, "a declaration, proctype, init, claim or typedef expected, not "+t.Show(), hint)
}

// Words are the keywords that begin statements and declarations, as candidates for misspelt ones.
var Words = []string{"bit", "bool", "byte", "pid", "short", "int", "unsigned", "chan", "mtype", "goto",
	"atomic", "d_step", "printf", "printm", "assert", "select", "unless", "break", "else"}

func (f *File) expectation(want, where string, t *Token) string {
	if want == "" {
		want = "an expression"
	}
	if t.Type == expr.Proc && strings.Contains(want, " ") {
		return t.Show() + " is the name of a proctype"
	}
	if where != "" {
		where = " " + where
	}
	return fmt.Sprintf("%s expected%s, not %s", want, where, t.Show())
}

// nameHint returns a hint if a keyword is used as a name.
func (f *File) nameHint(want string, t *Token) string {
	names := []string{"a label", "a parameter", "a name"}
	word := t.Type == expr.Keyword || t.Type == expr.Basic || t.Type == expr.Visibility
	if word && (strings.HasPrefix(want, "the name") || slices.Contains(names, want)) {
		return t.Text + " is a word of the language; choose another name"
	}
	if want == "a type" {
		return diag.DidYouMean(t.Text, Words)
	}
	return ""
}

// Phrases for places that are used several times.
const (
	parameters = "after the parameters"
	theTypedef = "the typedef"
	theList    = "the list"
)

// where describes the place at which a sign is expected.
func (f *File) where(want string, at int) string {
	switch want {
	case "od":
		return "at the end of do"
	case "fi":
		return "at the end of if"
	case "{":
		return "at the start of " + f.inside(at)
	case "}":
		return "at the end of " + f.inside(f.opener(at))
	case ")":
		if o := f.opener(at); o > 1 && one(&f.Toks[o-2], " proctype D_proctype ") {
			return parameters
		}
		return "after the arguments"
	}
	if strings.HasPrefix(want, "a ") || strings.HasPrefix(want, "the ") || at == 0 {
		return ""
	}
	if before := &f.Toks[at-1]; before.Type == expr.Keyword {
		return "after " + before.Text
	}
	return "after " + f.Toks[at-1].Show()
}

// opener returns the innermost open bracket at a token.
func (f *File) opener(at int) int {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch t := &f.Toks[i]; {
		case one(t, " ) ] } "):
			depth++
		case one(t, " ( [ { "):
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return 0
}

// inside names what a brace begins.
func (f *File) inside(brace int) string {
	if brace == 0 {
		return "the formula"
	}
	t := &f.Toks[brace-1]
	switch {
	case t.Is("mtype"), brace > 1 && t.Is("=") && f.Toks[brace-2].Is("mtype"),
		brace > 3 && t.Is("=") && f.Toks[brace-3].Is(":") && f.Toks[brace-4].Is("mtype"):
		return theList
	case openers[t.Text] != "":
		return openers[t.Text]
	case t.Is(")"):
		if o := f.opener(brace - 1); o > 0 && f.Toks[o-1].Is("for") {
			return "the body of for"
		}
	case t.IsSeparator() || one(t, " { :: else "):
		return "a block"
	case brace > 1 && f.Toks[brace-2].Is("typedef"):
		return theTypedef
	}
	return "the body"
}
