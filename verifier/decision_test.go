package verifier

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/ask"
	"gospin/verifier/plan"
	"gospin/verifier/run"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
)

var update = flag.Bool("update", false, "write the recorded decisions again")

// Models, each with something that decisions depend on.
var decidedModels = map[string]string{
	"plain": `byte x; chan q = [1] of { byte };
active proctype P() { do :: x < 3 -> x++; q!x :: q?_ od }`,
	"labels": `byte x; active [2] proctype P() { progress: do :: x < 3 -> x++ :: x > 0 -> accept: x-- od }`,
	"priorities": `byte x; active proctype P() priority 2 { x = 1; set_priority(_pid, 3) }
active proctype Q() { x = 2 }`,
	"provided": `byte x; active proctype P() provided (x == 0) { x = 1; x = 2 } active proctype Q() { x = 0 }`,
	"timeout":  `byte x; active proctype P() { x == 1; x = 2 } active proctype Q() { timeout -> x = 1 }`,
	"last":     `byte x; active proctype P() { x = 1; x = _last } active proctype Q() { x = 2 }`,
	"trace": `byte x; chan q = [1] of { byte }; active proctype P() { x = 1; q!1; q?1 }
trace { do :: q!1; q?1 od }`,
	"births": `byte x; proctype P(byte n) { x = n; (n < 2) -> run P(n + 1) } init { run P(0) }`,
}

// What is added to a model, to have claims of each kind.
const decidedClaims = `
ltl terminal { [] (x < 4) }
ltl cyclic { [] (x == 1 -> <> (x == 2)) }
never waits { do :: x < 9 :: timeout -> break od }
`

// decidedParts select each kind of search.
var decidedParts = map[string]func(o *Options){
	"safety":     func(o *Options) { o.Only = []string{ask.OnlySafety} },
	"assertions": func(o *Options) { o.Only = []string{ask.OnlyAssertions} },
	"terminal":   func(o *Options) { o.Only = []string{"terminal"} },
	"cyclic":     func(o *Options) { o.Only = []string{"cyclic"} },
	"waits":      func(o *Options) { o.Only = []string{"waits"} },
	"cyclic -F":  func(o *Options) { o.Only, o.Fair, o.Errors = []string{"cyclic"}, "strong", 1 },
	"cyclic -f":  func(o *Options) { o.Only, o.Fair = []string{"cyclic"}, "weak" },
	"-a":         func(o *Options) { o.Only, o.NoClaim, o.Acceptance = []string{ask.OnlyClaims}, true, true },
	"-l":         func(o *Options) { o.Only, o.NoClaim, o.NonProgress = []string{ask.OnlyClaims}, true, true },
}

var decidedModes = append(slices.DeleteFunc(way.Names(), func(name string) bool {
	return name == way.Auto || name == "huffman" || name == "mask+rle" // as rle and mask+huffman
}), "bitstate", "hash")

var (
	decidedOrders = append([]string{""}, way.OrderExamples("x")...)
	fewOrders     = []string{"", "dfs", "bfs"}
	decidedRules  = append([]string{way.Unreduced}, way.Rules()[:len(way.Reductions)-1]...)
)

// decidedExtras are flags beside.
var decidedExtras = map[string]func(o *Options){
	"":            func(*Options) {},
	"-cache":      func(o *Options) { o.Cache = "100" },
	"-cache 20%":  func(o *Options) { o.Cache = "20%" },
	"-lean":       func(o *Options) { o.Lean = true },
	"-m":          func(o *Options) { o.Depth = 1000 },
	"-sweep":      func(o *Options) { o.Sweep = "x" },
	"-graph":      func(o *Options) { o.Graph = "unwritten.graph" },
	"-split":      func(o *Options) { o.Split = []string{"pan"} },
	"-shortest":   func(o *Options) { o.Shortest = true },
	"-workers 1":  func(o *Options) { o.Workers = 1 },
	"-checkpoint": func(o *Options) { o.Checkpoint = "unwritten" },
	"-open-mem":   func(o *Options) { o.OpenMemory = 1 << 20 },
	"-workers 4":  func(o *Options) { o.Workers = 4 },
}

// question is one combination, but for the way to store states.
type question struct{ model, part, rule, extra, order string }

// answer returns how a search would be made, or why it is refused.
func (q *question) answer(mode string) string {
	text := decidedModels[q.model]
	if strings.HasPrefix(q.part, "-") {
		text += "\n"
	} else {
		text += decidedClaims
	}
	o := Options{Source: source.Source{
		Model: "m.pml", Read: func(string) ([]byte, error) { return []byte(text), nil },
	}}
	switch mode {
	case "bitstate":
		o.Bitstate = true
	case "hash":
		o.Hash = 64
	default:
		o.Compress = mode
	}
	o.Order, o.POR = q.order, q.rule
	if q.rule != "off" {
		o.Merging = ask.MergingBeside(q.rule)
	}
	decidedParts[q.part](&o)
	decidedExtras[q.extra](&o)
	o.ByDefault()
	j, err := planned(o)
	if err != nil {
		return fmt.Sprint("refused: ", err)
	}
	return said(j)
}

// planned is the first search of a run.
func planned(o Options) (*run.Job, error) {
	o, err := o.Settle()
	if err != nil {
		return nil, err
	}
	v, err := begin(context.Background(), o)
	if err != nil {
		return nil, err
	}
	defer v.free()
	return v.job(context.Background(), 0)
}

// said says in a line how a search is to be made.
func said(j *run.Job) string {
	p := j.Plan
	less, err := p.Reduction.Make(context.Background(), j.Prog, p.Reduction.Static)
	if err != nil {
		return err.Error()
	}
	engine, name := way.BatchEngine, p.Store.Name
	switch p.Engine {
	case plan.SweepLine, plan.SweepCache:
		engine, name = way.MachineEngine, "sweep"
	case plan.Stepwise:
		if engine = way.MachineEngine; p.Cached {
			name += ", cache"
		}
	}
	out := fmt.Sprintf("%s, %s, %s", engine, name, p.Order)
	switch idle := less.Rule == nil; {
	case p.Late && idle:
		out += ", late workers" // as many as there are processors
	case p.Workers != 1 && idle:
		out += fmt.Sprintf(", %d workers", p.Workers)
	}
	out += "; reduction " + less.Name
	if p.Symmetric {
		out += ", symmetry"
	}
	if less.Rule == nil && p.Reduction.Name != way.Unreduced {
		out += " (idle)"
	}
	if less.Proviso != 0 {
		out += fmt.Sprintf(", proviso %d", less.Proviso)
	}
	if p.Reduction.Off != "" {
		out += " (" + p.Reduction.Off + ")"
	}
	if p.Why != "" {
		out += "; " + p.Why
	}
	return out
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// questions lists combinations: all of order, part and mode; of rule, part and mode; of extra, order and
// mode; and of model, part and mode, each with few values of the rest.
func questions() (out []question) {
	seen := map[question]bool{}
	add := func(q question) {
		if !seen[q] {
			seen[q] = true
			out = append(out, q)
		}
	}
	parts, extras, models := sorted(decidedParts), sorted(decidedExtras), sorted(decidedModels)
	for _, part := range parts {
		for _, order := range decidedOrders {
			add(question{"plain", part, "computed", "", order})
		}
		for _, order := range fewOrders {
			for _, rule := range decidedRules {
				add(question{"plain", part, rule, "", order})
			}
			for _, model := range models {
				add(question{model, part, "computed", "", order})
			}
		}
		for _, extra := range extras {
			add(question{"plain", part, "off", extra, ""})
		}
	}
	for _, extra := range extras {
		for _, order := range decidedOrders {
			add(question{"plain", "safety", "computed", extra, order})
		}
		for _, model := range models {
			add(question{model, "safety", "off", extra, ""})
			add(question{model, "terminal", "spin", extra, ""})
		}
	}
	return out
}

// TestDecisions holds how each combination of a way to store states, an order, a reduction, a property and
// further flags is searched, or why it is refused. The recorded lines are decisions of this program; -update
// writes them again. Without the tag conformance, a quarter of them is held.
func TestDecisions(t *testing.T) {
	type row struct{ model, part, rule, extra, modes, answer string }
	var rows []row
	orders := map[row][]string{}
	asked := func(key ...string) bool {
		h := fnv.New32a()
		fmt.Fprint(h, key)
		return *update || thorough.Every(4, int(h.Sum32()))
	}
	for _, q := range questions() {
		if !asked(q.model, q.part, q.rule, q.extra) {
			continue
		}
		var answers []string
		modes := map[string][]string{}
		for _, mode := range decidedModes {
			a := q.answer(mode)
			if modes[a] == nil {
				answers = append(answers, a)
			}
			modes[a] = append(modes[a], mode)
		}
		order := q.order
		if order == "" {
			order = "-"
		}
		for _, a := range answers {
			r := row{q.model, q.part, q.rule, q.extra, strings.Join(modes[a], " "), a}
			if orders[r] == nil {
				rows = append(rows, r)
			}
			orders[r] = append(orders[r], order)
		}
	}
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintln(&b, strings.Join([]string{
			r.model, r.part, r.rule, r.extra, strings.Join(orders[r], " "), r.modes, r.answer,
		}, "\t"))
	}
	const path = "testdata/decisions.tsv"
	head := "# model\tproperty\treduction\tfurther flag\torders\tmodes\tengine, store, order; reduction; why not in batches\n"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(head+b.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := slices.DeleteFunc(strings.Split(string(want), "\n"), func(line string) bool {
		f := strings.Split(line, "\t")
		return len(f) > 4 && !strings.HasPrefix(line, "#") && !asked(f[:4]...)
	})
	require.Equal(t, lines, strings.Split(head+b.String(), "\n"))
}
