package conformance

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// kindsOf lists the types of package promela that have a method.
func kindsOf(t *testing.T, method string) (kinds []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../promela/parts.go", nil, 0)
	require.NoError(t, err)
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == method {
			kinds = append(kinds, f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
		}
	}
	return kinds
}

// namedIn lists the types of package promela that the cases of a type switch name.
func namedIn(sw *ast.TypeSwitchStmt, inside bool) (names []string, rest bool) {
	for _, c := range sw.Body.List {
		clause := c.(*ast.CaseClause)
		rest = rest || clause.List == nil
		for _, x := range clause.List {
			star, ok := x.(*ast.StarExpr)
			if !ok {
				continue
			}
			switch x := star.X.(type) {
			case *ast.SelectorExpr:
				if id, ok := x.X.(*ast.Ident); ok && id.Name == "promela" {
					names = append(names, x.Sel.Name)
				}
			case *ast.Ident:
				if inside {
					names = append(names, x.Name)
				}
			}
		}
	}
	return names, rest
}

// A switch that names so many kinds of statements, or of expressions, is about all of them.
const aboutAll = 5

// TestSwitchesKnowTheLanguage: a type switch about all statements, or all expressions, names each of them, or
// says by a default what becomes of the rest.
func TestSwitchesKnowTheLanguage(t *testing.T) {
	t.Parallel()
	families := map[string][]string{"statements": kindsOf(t, "operands"), "expressions": kindsOf(t, "parts")}
	found := 0
	fset := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			sw, ok := n.(*ast.TypeSwitchStmt)
			if !ok {
				return true
			}
			names, rest := namedIn(sw, file.Name.Name == "promela")
			for family, all := range families {
				isOther := func(name string) bool { return !slices.Contains(all, name) }
				of := slices.DeleteFunc(slices.Clone(names), isOther)
				if len(of) < aboutAll {
					continue
				}
				found++
				for _, kind := range all {
					if !rest && !slices.Contains(of, kind) {
						t.Errorf("%s: a switch over %s forgets %s", fset.Position(sw.Pos()), family, kind)
					}
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, found, 15)
}

// everything is a model with each statement and each expression of the language.
const everything = `mtype = { ping, pong };
typedef Pair { byte a; short b[2] };
byte g, h; int sum; Pair pair; bool flag; chan q = [2] of { mtype, byte }; chan r = [0] of { byte }
proctype Child(byte n) { sum = sum + n }
active proctype P() priority 2 {
	byte i = 1; mtype m; short s[2];
start:
	atomic { g++; s[1] = -i; h = ~h & 3 }
	d_step { pair.a = 1; pair.b[1] = 2; g-- }
	{ q!ping,i; q!!pong,1 }
	if
	:: q?m,i -> skip
	:: q??[pong,1] -> q??pong,i
	:: nempty(q) && !flag -> q?<m,_>
	:: else
	fi;
	do
	:: i < 3 -> i++
	:: full(q) || nfull(q) || empty(q) -> break
	:: timeout -> break
	:: len(q) > 1 -> goto done
	od;
	byte late = 2;
	{ assert(sum >= 0) } unless { flag };
	sum = (flag -> pair.b[0] : pair.a);
	run Child(i);
	printf("%d\n", s[i & 1]);
	printm(m);
	set_priority(_pid, get_priority(_pid));
done:
	r!i
}
active proctype Q() { byte i; r?eval(i); (enabled(0) || pc_value(0) > 0 || P@done || P[0]:i > 2) }
ltl f { [] (g < 9) }
never waits { accept: do :: np_ && !(g > 1) :: g < 9 od }
`

// TestEveryKindGoesThroughAll: a model with each statement and expression goes through all that looks at
// programs, and a new kind fails here until the model has it.
func TestEveryKindGoesThroughAll(t *testing.T) {
	t.Parallel()
	read := func(string) ([]byte, error) { return []byte(everything), nil }
	src := source.Source{Model: "m.pml", Read: read}
	m, err := src.Open(context.Background())
	require.NoError(t, err)
	met := map[string]bool{}
	note := func(what any) {
		met[strings.TrimPrefix(fmt.Sprintf("%T", what), "*promela.")] = true
	}
	for _, p := range m.Tree.Order {
		var labelled func(s *promela.Seq)
		labelled = func(s *promela.Seq) {
			for _, st := range s.Steps {
				note(st)
				for _, b := range promela.Blocks(st) {
					labelled(b)
				}
			}
		}
		labelled(p.Body)
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			note(s)
			promela.EachIn(s, func(e promela.Expr) { note(e) })
		})
	}
	for _, kind := range append(kindsOf(t, "operands"), kindsOf(t, "parts")...) {
		require.Contains(t, slices.Collect(maps.Keys(met)), kind, "the model has no such statement or expression")
	}
	verdicts := map[string]report.Verdict{}
	for _, rule := range ask.Rules {
		for _, merging := range ask.Mergings {
			o := verifier.Options{Source: src, Reduction: verifier.Reduction{POR: rule, Merging: merging}}
			o.Only, o.Trail = []string{"safety", "f"}, t.TempDir()
			r, err := verifier.Run(context.Background(), o)
			require.NoError(t, err, "%s, %s", rule, merging)
			for _, p := range r.Properties {
				if verdicts[p.Name] == "" {
					verdicts[p.Name] = p.Verdict
				}
				require.Equal(t, verdicts[p.Name], p.Verdict, "%s, %s: %s", rule, merging, p.Name)
			}
		}
	}
}
