package conformance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// unreduced are the operations of models, claims and searches that are not reduced by the computed rule:
// its constructor refuses what reads or writes everything, labels and variables of others, and priorities;
// overflow is looked for without a reduction.
var unreduced = []string{
	"OpNp", "OpRemPC", "OpRemVar", "OpEnabled", "OpPcValue", "OpGetPrio", "OpSetPrio", "OpFits",
}

// TestOperationsHaveRules: the rule that finds out what processes share knows each operation of the machine.
func TestOperationsHaveRules(t *testing.T) {
	t.Parallel()
	var all []string
	machine, err := parser.ParseFile(token.NewFileSet(), "../../vm/code.go", nil, 0)
	require.NoError(t, err)
	for _, d := range machine.Decls {
		list, is := d.(*ast.GenDecl)
		if !is || list.Tok != token.CONST || !isOp(list) {
			continue
		}
		for _, s := range list.Specs {
			all = append(all, s.(*ast.ValueSpec).Names[0].Name)
		}
	}
	require.Greater(t, len(all), 60)
	known := slices.Clone(unreduced)
	rule, err := parser.ParseFile(token.NewFileSet(), "../por/computed_code.go", nil, 0)
	require.NoError(t, err)
	for _, d := range rule.Decls {
		f, is := d.(*ast.FuncDecl)
		if !is || f.Name.Name != "follow" && f.Name.Name != "step" {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if clause, is := n.(*ast.CaseClause); is {
				for _, x := range clause.List {
					known = append(known, x.(*ast.SelectorExpr).Sel.Name)
				}
			}
			return true
		})
	}
	require.ElementsMatch(t, all, known)
}

// isOp reports whether constants are operations.
func isOp(list *ast.GenDecl) bool {
	kind, is := list.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident)
	return is && kind.Name == "Op"
}
