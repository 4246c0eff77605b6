package resolve

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/promela/diag"
)

func TestErrorsSayWhereAndWhat(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"byte count;\ninit { coutn = 1 }\n", "m.pml:2:8: error: undeclared variable: coutn"},
		{"init { do :: skip fi }\n", "m.pml:1:19: error: od expected at the end of do, not 'fi'"},
		{"init { goto L }\n", "m.pml:1:13: error: undefined label: L"},
		{"byte x;\ninit { byte x; skip }\n", "m.pml:2:13: error: redeclaration of 'x'"},
		{"init { x = 0x10 }\n", "m.pml:1:12: error: bad number 0x10"},
		{"init { break }\n", "m.pml:1:8: error: break outside a loop"},
		{"init { c_code { x = 1; } }\n", "m.pml:1:8: error: embedded C is not supported"},
		{"byte x;\n", "the model has no process to run"},
		{"init { if :: else -> skip :: else -> skip fi }\n", "a second else in one selection"},
		{"byte x; init { x = (x > 0 ? 1 : 2) }\n", ") expected after the expression"},
		{"inline f(a) { skip }\ninit { f() }\n", "inline f takes 1 arguments, not 0"},
		{"init { run P() }\n", "no proctype P"},
		{"chan q = [1] of { byte }; byte x;\ninit { assert(!(x == 1 && (full(q) || x))) }\n",
			"m.pml:2:15: error: ! cannot stand before what full(...) is part of"},
		{"chan q = [1] of { byte }; byte x;\ninit { (empty(q) && x) == 1 }\n",
			"m.pml:2:24: error: what empty(...) is part of can only be combined by && and ||"},
		{"byte x;\ninline swap(a b) { a = b }\ninit { skip }\n",
			"m.pml:2:15: error: , or ) expected after a parameter, not 'b'"},
		{"inline f(a,, b) { skip } init { skip }\n",
			"m.pml:1:12: error: a parameter of an inline is a name, not ','"},
		{"inline f(a,) { skip } init { skip }\n", "m.pml:1:12: error: a parameter of an inline is a name, not ')'"},
		{"byte n, a[0]; init { skip }\n", "m.pml:1:11: error: an array cannot have 0 elements"},
		{"byte a[-1]; init { skip }\n", "m.pml:1:8: error: an array cannot have -1 elements"},
		{"init { byte a[2 - 2]; skip }\n", "m.pml:1:15: error: an array cannot have 0 elements"},
		{"typedef T { int a[0] }; T t; init { skip }\n", "m.pml:1:19: error: an array cannot have 0 elements"},
		{"int a[2147483648]; init { skip }\n", "m.pml:1:7: error: the array is too large"},
		{"int a[16777217]; init { skip }\n", "m.pml:1:7: error: the array is too large"},
		{"chan c[256] = [1] of { byte }; init { skip }\n",
			"m.pml:1:6: error: 'c' is one channel too many: a model declares at most 255"},
		{"chan c[250] = [1] of { byte }; chan d[10] = [1] of { byte };\ninit { skip }\n",
			"m.pml:1:37: error: 'd' is one channel too many"},
		{"proctype P() { chan c[128] = [0] of { bit } }\ninit { chan c[128] = [0] of { bit }; skip }\n",
			"m.pml:2:13: error: 'c' is one channel too many"},
		{"typedef T { chan c[2] = [1] of { byte } };\nT t[128]; init { skip }\n",
			"m.pml:2:3: error: 't' is one channel too many"},
		{"byte x; proctype P() { skip }\ninit { run P() priority x }\n",
			"m.pml:2:25: error: a priority is a constant from 1 to 255"},
		{"proctype P() { skip } init { run P() priority 256 }\n", "a priority is a constant from 1 to 255"},
		{"init { skip;\nK: goto L;\nL: goto K }\n", "m.pml:2:4: error: infinite goto loop at label K"},
		{"byte x;\nltl p { [] x == 0 }\ninit { skip }\n", "m.pml:2:9: error: [] binds more tightly than =="},
		{"byte x; init { skip }\nltl p { x == 0 -> ! <> x + 1 < 3 }\n",
			"m.pml:2:19: error: ! binds more tightly than +"},
		{"bool x; init { skip }\nltl p { ([] x) == 0 }\n",
			"m.pml:2:16: error: == cannot stand between formulas"},
		{"bool x; init { skip }\nltl p { [] x & <> x }\n", "m.pml:2:9: error: [] binds more tightly than &"},
		{"byte x;\ninit { end: x == 1 unless { x == 2 } }\n",
			"m.pml:2:8: error: a statement with an unless cannot be labelled"},
		{"byte x;\ninit { L: if :: x = 1 fi unless { x == 2 } }\n",
			"m.pml:2:8: error: a statement with an unless cannot be labelled"},
		{"byte x;\ninit { select (x : 1 .. 40) unless { x == 2 } }\n",
			"m.pml:2:29: error: a select over more than 33 values cannot have an unless"},
		{"byte x;\ninit { skip unless L: { x == 2; goto L } }\n",
			"m.pml:2:20: error: the escape of an unless cannot be labelled"},
		{"init { skip }\nltl p { <> Q:x == P@l }\n", "m.pml:2:9: error: <> binds more tightly than =="},
		{"init { skip }\nltl p { <> run init() }\n", "m.pml:2:12: error: run has a side effect"},
	} {
		_, err := ParseString(t.Context(), "m.pml", c.text, Options{})
		require.ErrorContains(t, err, c.want, c.text)
	}
}

// TestLabelsBesideUnless: SPIN takes a label before a block or a loop with an unless.
func TestLabelsBesideUnless(t *testing.T) {
	for _, main := range []string{"{ x = 1 }", "atomic { x = 1 }", "do :: x == 1 od", "select (x : 1 .. x)"} {
		text := "byte x; init { L: " + main + " unless { x == 2 }; if :: x == 5 -> goto L :: else fi }"
		_, err := ParseString(t.Context(), "m.pml", text, Options{})
		require.NoError(t, err, text)
	}
}

// TestRangesThatSwallowMacros: cpp also reads 0..N as one number.
func TestRangesThatSwallowMacros(t *testing.T) {
	var list diag.List
	_, err := ParseString(t.Context(), "m.pml", "#define N 3\ninit { byte i; for (i:0..N-1) { skip } }\n", Options{})
	require.ErrorAs(t, err, &list)
	require.Equal(t, "m.pml:2:26: error: undeclared variable: N", list[0].String())
	require.Contains(t, list[0].Hint, "put spaces around ..: 0..N is a single number")
	_, err = ParseString(t.Context(), "m.pml", "init { byte i; for (i:0..N-1) { skip } }\n", Options{})
	require.ErrorAs(t, err, &list)
	require.NotContains(t, list[0].Hint, "spaces", "there is no such macro")
	_, err = ParseString(t.Context(), "m.pml", "#define N 3\ninit { byte i; for (i:0 .. N-1) { skip } }\n", Options{})
	require.NoError(t, err)
}

func TestWordsOfOtherLanguages(t *testing.T) {
	_, err := ParseString(t.Context(), "m.pml", "byte x;\ninit { while (x) { skip } }\n", Options{})
	var list diag.List
	require.ErrorAs(t, err, &list)
	require.Len(t, list, 1)
	require.Equal(t, "m.pml:2:8: error: Promela has no while", list[0].String())
	require.Equal(t, "do :: x -> ... :: else -> break od", list[0].Hint)
	_, err = ParseString(t.Context(), "m.pml", "byte é;\ninit { skip }\n", Options{})
	require.ErrorAs(t, err, &list)
	require.Len(t, list, 1)
	require.Equal(t, "m.pml:1:6: error: unexpected character 'é'", list[0].String())
}

func TestTrapIsShownInParentheses(t *testing.T) {
	_, err := ParseString(t.Context(), "m.pml",
		"byte x; init { skip }\nltl p { <> x == 0 -> always eventually x + 1 < 3 && x > 0 }\n", Options{})
	var list diag.List
	require.ErrorAs(t, err, &list)
	require.Len(t, list, 2)
	require.Equal(t, "write <> (x==0)", list[0].Hint)
	require.Equal(t, "write [] <> ((x+1)<3)", list[1].Hint)
}

func TestFormulasBesideTheModel(t *testing.T) {
	const text = "byte x;\n#define low (x < 3)\nltl { <> low }\nactive proctype P() { L: x = 1 }"
	m, err := ParseString(t.Context(), "m.pml", text, Options{Formulas: []string{"[] low", "<> P@L"}})
	require.NoError(t, err)
	require.Equal(t, []string{"ltl_0", "[] low", "<> P@L"}, []string{m.LTL[0].Name, m.LTL[1].Name,
		m.LTL[2].Name})
	require.Equal(t, "[]((x<3))", promela.ExprText(m.LTL[1].X))
	require.True(t, m.Remote[promela.LabelRef{Proc: m.Procs[0], Label: "L"}])
	var list diag.List
	_, err = ParseString(t.Context(), "m.pml", text+" /", Options{Formulas: []string{"[] lwo"}})
	require.ErrorAs(t, err, &list)
	require.Equal(t, "m.pml", list[0].Pos.File, "the model's own errors come first")
	_, err = ParseString(t.Context(), "m.pml", text, Options{Formulas: []string{"[] low &&\n lwo"}})
	require.ErrorAs(t, err, &list)
	require.Equal(t, diag.Pos{File: FormulaFile, Line: 2, Col: 2}, list[0].Pos)
	require.Equal(t, " lwo", list[0].Source)
}

func TestSeveralErrorsInOneRun(t *testing.T) {
	_, err := ParseString(t.Context(), "m.pml", "active proctype A() { a = 1 }\nactive proctype B() { b = 1 }\n",
		Options{})
	var list diag.List
	require.ErrorAs(t, err, &list)
	require.Len(t, list, 2)
	require.Equal(t, "undeclared variable: b", list[1].Msg)
}

func TestStatementsAreRecoveredFrom(t *testing.T) {
	_, err := ParseString(t.Context(), "m.pml", `byte x;
active proctype A() {
	byte y = ;
	y = 1;
	do :: x = (1 + ; x = 2 :: skip fi;
	z = 1;
	goto L
}
active proctype B() { run A(1); boool b }
proctype C(foo f) { skip }
ltl p { [] q && x = 1 }
`, Options{})
	var list diag.List
	require.ErrorAs(t, err, &list)
	var got []string
	for _, d := range list {
		got = append(got, strings.TrimSpace(d.String()+" "+d.Hint))
	}
	require.Equal(t, []string{
		"m.pml:3:11: error: an expression expected after '=', not ';'",
		"m.pml:5:17: error: an expression expected, not ';'",
		"m.pml:6:2: error: undeclared variable: z",
		"m.pml:7:7: error: undefined label: L",
		"m.pml:9:27: error: proctype A has 0 parameters, not 1 argument",
		`m.pml:9:33: error: undeclared variable: boool did you mean "bool"?`,
		"m.pml:10:12: error: a type expected, not 'foo'",
		"m.pml:11:19: error: } expected after the formula, not '='",
	}, got)
}

// TestRemoteVariableBeginsStatement: after the declaration of A, "A:v" is a variable; before it, A is a
// label. This agrees with spin -a.
func TestRemoteVariableBeginsStatement(t *testing.T) {
	const a = "active proctype A() { byte v = 3; v = 4; v = 5 }\n"
	for text, want := range map[string]string{
		a + "active proctype B() { A:v == 4 }":                        "(A:v==4)",
		a + "active proctype B() { L: A:v == 4 -> skip }":             "(A:v==4)",
		a + "active proctype B() { if :: A:v == 4 -> skip fi }":       "(A:v==4)",
		"byte w; active proctype B() { A: w == 4 }\n" + a:             "(w==4)",
		a + "active proctype B() { (1 -> A:v : 0) == 4 }":             "(( (1) -> (A:v) : (0) )==4)",
		"mtype = { N, M }; active proctype B() { (1 -> N : M) == 2 }": "(( (1) -> (N) : (M) )==2)",
	} {
		m, err := ParseString(t.Context(), "m.pml", text, Options{})
		require.NoError(t, err, text)
		var first promela.Stmt
		for _, p := range m.Procs {
			if p.Name == "B" {
				first = p.Body.Steps[0]
			}
		}
		if s, ok := first.(*promela.If); ok {
			first = s.Options[0].Steps[0]
		}
		if l, ok := first.(*promela.Labelled); ok {
			first = l.Stmt
		}
		require.Equal(t, "("+want+")", promela.Text(first), text)
	}
	_, err := ParseString(t.Context(), "m.pml", "active proctype B() { A:v == 4 }\n"+a, Options{})
	require.ErrorContains(t, err, "undeclared variable: v")
}

// TestJumpsIntoDStep has spin -a's verdicts on jumps: leaving a loop is a jump to the statement after it, at
// any level of nesting.
func TestJumpsIntoDStep(t *testing.T) {
	for _, c := range []struct {
		spin string // SPIN's error
		body string
	}{
		{"jump into d_step sequence", "do :: x == 1 -> break :: x = 1 od; d_step { x = 1; x = 2 }"},
		{"jump into d_step sequence",
			"do :: x == 1; if :: break :: skip fi :: x = 1 od; L: d_step { x = 1; x = 2 }"},
		{"jump into d_step sequence", "{ do :: x == 1; break :: x = 1 od }; d_step { x = 1; x = 2 }"},
		{"jump into d_step sequence", "if :: do :: x == 1; break :: x = 1 od fi; d_step { x = 1; x = 2 }"},
		{"jump into d_step sequence",
			"do :: break :: x = 1 od; { d_step { x = 1; x = 2 } } unless { x == 4 }"},
		{"jump into d_step sequence", "for (i : 0 .. 2) { x = 1 }; d_step { x = 1; x = 2 }"},
		{"jump into d_step sequence", "select (i : x .. 5); d_step { x = 2 }"},
		{"jump into d_step sequence", "goto L; x = 3; L: d_step { x = 1; x = 2 }"},
		{"jump into d_step sequence", "d_step { x = 1; goto L; x = 2; L: d_step { x = 1; x = 2 } }"},
		{"jump into d_step sequence", "d_step { x = 1; d_step { x = 2; L: x = 3 }; goto L }"},
		{"goto S_002_0 breaks from d_step seq", "L: d_step { x = 1; goto L }"},
		{"jump into d_step sequence", "atomic { do :: break od; d_step { x = 1; x = 2 }; x = 7 }"},
		{"jump into d_step sequence", "atomic { if :: do :: break od; d_step { x = 1 } :: x = 2 fi }"},
		{"jump into d_step sequence", "atomic { do :: do :: break od; d_step { x = 1 } :: break od }"},
		{"jump into d_step sequence", "atomic { { do :: break od; d_step { x = 1 } }; x = 7 }"},
		{"jump into d_step sequence", "atomic { { do :: break od; d_step { x = 1 } } unless { x == 5 } }"},
		{"jump into d_step sequence", "atomic { do :: break od; { d_step { x = 1 } } unless { x == 4 } }"},
		{"jump into d_step sequence", "atomic { goto L; x = 3; L: d_step { x = 1; x = 2 } }"},
		{"", "atomic { do :: break od; d_step { x = 1; x = 2 } }; x = 8"},
		{"", "atomic { x = 3; do :: x == 3; break :: x = 1 od; L: d_step { x = 1; x = 2 } }"},
		{"", "atomic { if :: do :: break od fi; d_step { x = 1; x = 2 } }"},
		{"", "atomic { { do :: break od }; d_step { x = 1; x = 2 } }"},
		{"", "atomic { x = 3; { do :: break od; d_step { x = 1; x = 2 } } }"},
		{"", "atomic { for (i : 0 .. 2) { x = 1 }; d_step { x = 1; x = 2 } }"},
		{"", "atomic { do :: break od; d_step { x = 1 } } unless { x == 5 }"},
		{"", "do :: x == 1; break :: x = 1 od; { d_step { x = 1; x = 2 } }"},
		{"", "do :: x == 1; break :: x = 1 od; skip; d_step { x = 1; x = 2 }"},
		{"", "do :: x == 1; break :: x = 1 od; byte y; d_step { x = 1; x = 2 }"},
		{"", "do :: x == 1; break :: x = 1 od; if :: d_step { x = 1; x = 2 } :: skip fi"},
		{"", "do :: x == 1; break :: x = 1 od; d_step { x = 1; d_step { x = 2 } }"},
		{"", "atomic { do :: x == 1; break :: x = 1 od }; d_step { x = 1; x = 2 }"},
		{"", "do :: do :: break od :: d_step { x = 1; x = 2 } od"},
		{"", "d_step { do :: x == 1; break :: x = 1 od; d_step { x = 1; x = 2 } }"},
		{"", "goto L; x = 3; L: { d_step { x = 1; x = 2 } }"},
		{"", "goto L; x = 3; L: atomic { d_step { x = 1; x = 2 } }"},
		{"", "select (i : 1 .. 5); d_step { x = 2 }"},
		{"", "d_step { x = 3; d_step { x = 5; goto L; x = 2; L: x = 3 }; x = 4 }"},
	} {
		_, err := ParseString(t.Context(), "m.pml", "byte x, i; active proctype P() { "+c.body+" }", Options{})
		require.Equal(t, c.spin == "", err == nil, "%s\n%v", c.body, err)
	}
}

func TestMtypesCountBackwards(t *testing.T) {
	m, err := ParseString(t.Context(), "m.pml",
		"mtype = { A, B, C }\nmtype = { D, E }\ninit { assert(A == 3 && E == 4) }\n", Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"C", "B", "A", "E", "D"}, m.Mtypes[""])
}

func TestTextIsSPINs(t *testing.T) {
	m, err := ParseString(t.Context(), "m.pml",
		"byte x; chan c = [1] of { byte, byte };\n"+
			"init { x = x + 1; c!1,2; c?x,_; (x == 2); assert(x > 0 && x < 9) }\n", Options{})
	require.NoError(t, err)
	var got []string
	for _, s := range m.Procs[0].Body.Steps {
		got = append(got, promela.Text(s))
	}
	// spin -a -o1 -o2 -o3 m.pml; gcc -o pan pan.c; ./pan -d
	require.Equal(t, []string{"x = (x+1)", "c!1,2", "c?x,_", "((x==2))", "assert(((x>0)&&(x<9)))"}, got)
}

func TestDeepNestingEnds(t *testing.T) {
	for _, s := range []string{"(", "-", "{", "if :: ", "atomic { "} {
		_, err := ParseString(t.Context(), "m.pml", "init { "+strings.Repeat(s, 100000), Options{})
		require.Error(t, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("byte x; active proctype P() { do :: x < 3 -> x++ :: else -> break od }")
	f.Add("inline f(a) { a = 1 }\nbyte x; init { f(x) }")
	f.Add("chan c = [2] of { byte, mtype }; mtype = { A, B }; init { c!1,A; c?_,eval(B) unless c?[1,A] }")
	f.Add("ltl p { [] (x -> <> y) }\nbool x, y; init { select (x : 0 .. 1) }")
	f.Add("typedef T { byte a[2]; chan q }; T t[3]; init { for (t in t[0].q) { skip } }")
	f.Fuzz(func(t *testing.T, text string) {
		none := func(string) ([]byte, error) { return nil, os.ErrNotExist }
		m, err := ParseString(t.Context(), "m.pml", text, Options{ReadFile: none})
		if (m == nil) == (err == nil) {
			t.Fatal("neither a model nor an error")
		}
	})
}

// From the mtype list on, SPIN's lexer reads the name as the constant.
func TestMtypeConstantsHideVariables(t *testing.T) {
	m, err := ParseString(t.Context(), "m.pml", "byte x = 5; mtype = { x, y };\nactive proctype P() { assert(x == 2) }\n", Options{})
	require.NoError(t, err)
	x := m.Procs[0].Body.Steps[0].(*promela.Assert).X.(*promela.Binary).X
	require.Equal(t, "x", x.(*promela.Const).Name)
	require.Len(t, m.Warnings, 1)
	_, err = ParseString(t.Context(), "m.pml", "byte x; mtype = { x, y };\nactive proctype P() { x = 2 }\n", Options{})
	require.ErrorContains(t, err, "m.pml:2:23: error: 'x' is an mtype constant")
}

// TestInlineCallsAreNamedOnce: an argument that comes from an outer call does not repeat that call.
func TestInlineCallsAreNamedOnce(t *testing.T) {
	m, err := ParseString(t.Context(), "m.pml", "byte x;\ninline g(a) { a = 1 }\ninline f(b) { g(b) }\ninit { f(x) }\n", Options{})
	require.NoError(t, err)
	for _, calls := range m.Calls {
		var names []string
		for _, c := range calls {
			names = append(names, c.Name)
		}
		require.Subset(t, []string{"f", "g"}, names)
		require.LessOrEqual(t, len(names), 2)
	}
	require.NotEmpty(t, m.Calls)
}
