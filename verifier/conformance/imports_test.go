package conformance

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mayImport gives, for a folder and all below it, what of gospin its code may import: a package, or with
// "/..." a package and all below it. The longest folder that fits holds; what is in none may import nothing
// of gospin.
var mayImport = map[string][]string{
	"promela":             {"promela/diag"},
	"promela/preproc":     {"promela/diag"},
	"promela/diag":        {},
	"promela/expr":        {},
	"promela/syntax":      {"promela/diag", "promela/expr", "promela/preproc"},
	"promela/resolve":     {"promela", "promela/diag", "promela/expr", "promela/preproc", "promela/syntax"},
	"promela/format":      {"promela/diag", "promela/expr", "promela/preproc", "promela/resolve", "promela/syntax"},
	"promela/lint":        {"promela", "promela/diag"},
	"ltl":                 {"ltl/...", "promela/expr"},
	"vm":                  {"vm/layout"},
	"vm/layout":           {},
	"vm/compile":          {"promela", "promela/diag", "ltl", "vm", "vm/layout"},
	"compression":         {"vm/layout", "compression/..."},
	"compression/train":   {"vm/layout", "compression/..."},
	"compression/offheap": {},
	"verifier": {
		"promela/diag", "verifier/ask", "verifier/cover", "verifier/findings", "verifier/graph/build", "verifier/graph/query",
		"verifier/limit", "verifier/plan", "verifier/report", "verifier/resume", "verifier/run",
		"verifier/source", "verifier/tune", "verifier/way",
	},
	"verifier/resume": {
		"verifier/ask", "verifier/checkpoint", "verifier/limit", "verifier/report", "verifier/run", "verifier/way",
	},
	"verifier/system":      {"vm", "vm/layout", "compression/mix"},
	"verifier/systemtest":  {"vm", "vm/layout", "compression/mix", "verifier/fair", "verifier/system"},
	"verifier/trail":       {"verifier/files", "vm"},
	"verifier/trail/story": {"vm", "verifier/trail"},
	"verifier/trail/page":  {"verifier/trail/story"},
	"verifier/trail/chart": {"verifier/trail/story"},
	"verifier/trail/lines": {"verifier/trail/story", "vm"},
	"verifier/store":       {"vm", "vm/layout", "compression/..."},
	"verifier/store/cache": {"vm", "vm/layout", "compression/...", "verifier/store"},
	"verifier/store/relative": {
		"vm", "vm/layout", "compression/...", "verifier/store",
	},
	"verifier/store/storetest": {"vm", "vm/layout", "verifier/store"},
	"verifier/atomic":          {"vm", "verifier/system"},
	"verifier/por":             {"vm", "vm/layout", "verifier/system"},
	"verifier/independence":    {"vm", "verifier/por"},
	"verifier/partition": {
		"compression/intern", "compression/mix", "verifier/search", "verifier/store", "verifier/system", "vm", "vm/layout",
	},
	"verifier/product": {"vm", "verifier/fair", "verifier/system"},
	"verifier/trail/explore": {
		"vm", "verifier/reason", "verifier/trail", "verifier/trail/page", "verifier/trail/story",
	},
	"verifier/space": {
		"compression/firstfit", "compression/intern", "compression/mix", "compression/probe", "vm", "vm/layout",
		"verifier/atomic", "verifier/batch",
		"verifier/batch/unmove", "verifier/checkpoint", "verifier/fair", "verifier/por", "verifier/roots", "verifier/store",
		"verifier/symmetry", "verifier/system",
	},
	"verifier/symmetry": {"vm", "vm/layout"},
	"compression/probe": {"compression/mix", "compression/offheap"},
	"verifier/roots":    {"compression/..."},
	"verifier/batch": {
		"compression/mix", "compression/offheap", "compression/probe", "vm", "verifier/checkpoint", "verifier/fair",
		"verifier/limit", "verifier/roots", "verifier/search",
	},
	"verifier/batch/unmove": {
		"compression/mix", "compression/offheap", "compression/probe", "vm", "verifier/batch", "verifier/checkpoint",
		"verifier/roots", "verifier/search",
	},
	"verifier/batch/batchtest": {"vm", "verifier/batch", "verifier/roots"},
	"verifier/search":          {"compression/mix", "compression/offheap", "vm", "verifier/fair", "verifier/limit", "verifier/system", "verifier/store", "verifier/store/cache"},
	"verifier/fair":            {},
	"verifier/files":           {},
	"verifier/checkpoint":      {"verifier/files"},
	"verifier/files/faulty":    {"verifier/files"},
	"verifier/host":            {},
	"verifier/limit":           {"verifier/host"},
	"verifier/ask": {
		"promela", "promela/diag", "vm/compile", "verifier/fair", "verifier/graph/query", "verifier/host", "verifier/partition",
		"verifier/report", "verifier/source", "verifier/way",
	},
	"verifier/tune": {
		"compression", "compression/offheap", "compression/train", "promela", "vm", "vm/compile", "vm/layout", "verifier/ask",
		"verifier/product", "verifier/report", "verifier/search", "verifier/source", "verifier/store", "verifier/system",
		"verifier/way",
	},
	"verifier/findings": {
		"compression/offheap", "promela", "promela/resolve", "vm", "verifier/ask", "verifier/confirm", "verifier/files",
		"verifier/fair", "verifier/host",
		"verifier/limit", "verifier/product", "verifier/reason", "verifier/report", "verifier/search", "verifier/source",
		"verifier/store", "verifier/store/cache", "verifier/system", "verifier/trail", "verifier/way",
	},
	"verifier/run": {
		"compression", "compression/offheap", "vm", "vm/compile", "verifier/ask", "verifier/atomic", "verifier/batch",
		"verifier/certificate", "verifier/check", "verifier/checkpoint",
		"verifier/confirm", "verifier/fair", "verifier/findings", "verifier/graph/build", "verifier/host", "verifier/limit",
		"verifier/partition", "verifier/plan", "verifier/por", "verifier/product", "verifier/report", "verifier/roots", "verifier/search",
		"verifier/source", "verifier/space", "verifier/store", "verifier/symmetry", "verifier/system",
		"verifier/tune", "verifier/way",
	},
	"verifier/cover": {
		"vm", "verifier/limit", "verifier/report", "verifier/search", "verifier/source", "verifier/store",
		"verifier/system",
	},
	"verifier/certificate":     {"vm/layout", "verifier/files"},
	"verifier/check":           {"promela", "promela/resolve", "verifier/limit", "verifier/check/interpret"},
	"verifier/check/interpret": {"promela"},
	"verifier/plan": {
		"promela", "vm", "vm/compile", "verifier/ask", "verifier/space", "verifier/way",
	},
	"verifier/way/waytest": {
		"verifier/store", "verifier/system", "verifier/way", "vm", "vm/layout",
	},
	"verifier/way": {
		"compression", "promela/diag", "vm", "vm/layout", "verifier/atomic", "verifier/batch", "verifier/report",
		"verifier/por", "verifier/roots", "verifier/search", "verifier/store", "verifier/store/cache", "verifier/store/relative", "verifier/system",
	},
	"verifier/report": {"verifier/store", "verifier/trail", "vm"},
	"verifier/source": {"promela/...", "ltl", "vm", "vm/compile", "verifier/trail"},
	"verifier/graph":  {"ltl", "vm", "vm/layout", "verifier/search"},
	"verifier/graph/query": {
		"ltl", "promela/diag", "promela/resolve", "verifier/graph", "verifier/limit", "verifier/report",
		"verifier/source", "verifier/trail", "vm",
	},
	"verifier/graph/build": {
		"vm", "verifier/ask", "verifier/files", "verifier/graph", "verifier/graph/query", "verifier/report",
		"verifier/search",
	},
	"verifier/confirm": {
		"vm", "verifier/fair", "verifier/product", "verifier/report", "verifier/search", "verifier/source", "verifier/store",
		"verifier/system", "verifier/trail",
	},
	"verifier/inspect": {
		"vm", "vm/layout", "verifier/atomic", "verifier/batch", "verifier/independence", "verifier/por", "verifier/report",
		"verifier/search", "verifier/source", "verifier/space", "verifier/store", "verifier/symmetry",
		"verifier/system",
	},
	"verifier/conformance": {},
	"verifier/modelgen":    {},
	"verifier/compare": {
		"verifier", "verifier/ask", "verifier/compare/tables", "verifier/pan", "verifier/report", "verifier/search",
		"verifier/way",
	},
	"verifier/compare/papers": {
		"verifier", "verifier/compare/tables", "verifier/files", "verifier/inspect", "verifier/report",
		"verifier/search", "verifier/source",
	},
	"verifier/compare/tables": {},
	"verifier/formats": {
		"promela/diag", "promela/lint", "promela/resolve", "vm", "verifier", "verifier/cover", "verifier/files",
		"verifier/host",
		"verifier/report", "verifier/source", "verifier/trail", "verifier/trail/page", "verifier/trail/story",
	},
	"verifier/reason": {"vm", "vm/layout", "verifier/trail"},
	"verifier/summary": {
		"vm", "verifier/cover", "verifier/report", "verifier/source", "verifier/trail", "verifier/trail/lines",
		"verifier/trail/story",
	},
	"verifier/pan": {},
	"examples":     {},
	"cmd/lsp": {
		"cmd/gospin/manual", "cmd/lsp/protocol", "promela/...", "verifier", "verifier/ask", "verifier/cover", "verifier/limit",
		"verifier/report", "verifier/source",
	},
	"cmd/lsp/protocol":    {},
	"cmd/cluster/monitor": {"verifier/report"},
	"cmd/cluster": {
		"cmd/cluster/monitor", "cmd/sweeps", "verifier/checkpoint", "verifier/limit", "verifier/partition", "verifier/report", "verifier/search",
	},
	"cmd/sweeps": {
		"promela/diag", "verifier/compare/tables", "verifier/files", "verifier/formats", "verifier/report",
	},
	"cmd": {
		"cmd/...", "examples/...", "promela/...", "ltl/...", "vm/...", "compression/...", "verifier/...",
	},
}

// within says whether a package is the folder or lies in it, at any depth.
func within(pkg, folder string) bool {
	return pkg == folder || strings.HasPrefix(pkg, folder+"/")
}

func allowed(from, to string) bool {
	rule := ""
	for folder := range mayImport {
		if within(from, folder) && len(folder) > len(rule) {
			rule = folder
		}
	}
	return slices.ContainsFunc(mayImport[rule], func(pattern string) bool {
		folder, tree := strings.CutSuffix(pattern, "/...")
		return to == folder || tree && within(to, folder)
	})
}

func TestImportsRunWithThePipeline(t *testing.T) {
	const root, module = "../..", "gospin/"
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil // tests may look at whatever they hold to account
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		from := filepath.ToSlash(rel)
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if to, ours := strings.CutPrefix(name, module); ours && !allowed(from, to) {
				t.Errorf("%s: %s must not import %s", path, from, to)
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, files, 30, "the walk must have seen the tree")
}

func TestImportRules(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"vm", "vm/layout", true},
		{"vm", "promela", false},
		{"vm", "vm/compile", false},
		{"vm", "compression", false},
		{"vm/layout", "vm", false},
		{"vm/compile", "promela", true},
		{"vm/compile", "promela/diag", true},
		{"vm/compile", "verifier/store", false},
		{"promela", "promela/preproc", false},
		{"promela/syntax", "promela/expr", true},
		{"promela/syntax", "promela", false},
		{"promela/resolve", "promela", true},
		{"promela/expr", "promela/diag", false},
		{"promela/lint", "promela", true},
		{"promela/lint", "promela/resolve", false},
		{"ltl", "promela/expr", true},
		{"ltl", "promela/syntax", false},
		{"promela", "vm", false},
		{"promela/diag", "promela", false},
		{"compression", "compression/intern", true},
		{"compression/intern", "compression/offheap", true},
		{"compression/offheap", "compression/mix", false},
		{"compression", "verifier/store", false},
		{"verifier/search", "verifier/store", true},
		{"verifier/search", "compression", false},
		{"verifier/search", "promela", false},
		{"verifier/store", "verifier/search", false},
		{"verifier/search", "verifier/product", false},
		{"verifier/search", "verifier/space", false},
		{"verifier/store", "verifier/system", false},
		{"verifier/product", "verifier/space", false},
		{"verifier/system", "vm/compile", false},
		{"verifier", "verifier/run", true},
		{"verifier", "verifier/search", false},
		{"verifier/run", "verifier/search", true},
		{"verifier/run", "verifier", false},
		{"verifier/plan", "verifier/batch", false},
		{"verifier", "cmd/gospin", false},
		{"verifier/trail", "verifier/trail/story", false},
		{"verifier/trail/story", "verifier/trail", true},
		{"verifier/trail/story", "cmd/gospin", false},
		{"verifier/compare", "verifier/pan", true},
		{"verifier/compare", "verifier/compare/papers", false},
		{"verifier/pan", "verifier", false},
		{"verifier/independence", "verifier/por", true},
		{"verifier/independence", "verifier", false},
		{"verifier/host", "verifier", false},
		{"verifier/batch", "verifier/batch/unmove", false},
		{"verifier/source", "verifier/search", false},
		{"verifier/report", "verifier/search", false},
		{"verifier/graph/query", "verifier/graph", true},
		{"verifier/graph/query", "verifier", false},
		{"verifier/confirm", "verifier", false},
		{"verifier/inspect", "verifier", false},
		{"verifier/search", "verifier/confirm", false},
		{"verifier/search", "verifier/pan", false},
		{"verifier/check", "promela/resolve", true},
		{"verifier/check", "vm", false},
		{"verifier/check/interpret", "verifier/check", false},
		{"verifier/check", "verifier/store", false},
		{"verifier/check", "verifier/certificate", false},
		{"cmd/gospin", "vm/compile", true},
		{"somewhere/else", "vm", false},
	} {
		require.Equal(t, c.want, allowed(c.from, c.to), "%s -> %s", c.from, c.to)
	}
}
