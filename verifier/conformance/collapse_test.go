//go:build conformance

package conformance

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gospin/compression"
	"gospin/promela/resolve"
	spin "gospin/verifier/pan"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/compile"
)

// panCounts verifies a model with pan -DCOLLAPSE in raw mode and returns the line of counts.
//
//	spin -a -o1 -o2 -o3 MODEL
//	gcc -O0 -DCOLLAPSE OPTS -DSAFETY -DNOREDUCE -DNOCLAIM -DVECTORSZ=4096 -o pan pan.c
//	./pan -c0 -n -w18 -m1000000
func panCounts(t *testing.T, model string, opts []string) string {
	t.Helper()
	model, err := filepath.Abs(model)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	buildPan(
		t,
		dir,
		model,
		append(append([]string{"-DCOLLAPSE", "-DVECTORSZ=4096"}, opts...), spin.Safety...)...)
	r, err := spin.Run(timed(t, time.Minute), dir, "pan", "-c0", "-n", small, "-m1000000")
	if err != nil || r.Components == "" {
		t.Fatalf("pan gives no counts: %v", err)
	}
	return r.Components
}

// ourCounts searches a model with both collapse stores, which must agree.
func ourCounts(t *testing.T, model string, o compression.CollapseOptions) []compression.Count {
	t.Helper()
	var counts []compression.Count
	o.IndexBytes = 4
	for _, mk := range []func(p *vm.Program) store.Store{
		func(p *vm.Program) store.Store { return store.NewCollapseSplit(p.Layout, o, 0) },
		func(p *vm.Program) store.Store { return store.NewCollapse1997(p.Layout, o, 0) },
	} {
		m, err := resolve.ParseFile(t.Context(), model, resolve.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := compile.Compile(t.Context(), m, compile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		st := mk(p)
		task := &search.Task{Sys: system.Of(vm.NewMachine(p)), Store: st}
		if _, err := search.DFS(task, search.DFSOptions{}); err != nil {
			t.Fatal(err)
		}
		c := st.Stats().Components
		st.Free()
		if counts != nil &&
			compression.PanCounts(c, o.JoinProcs) != compression.PanCounts(counts, o.JoinProcs) {
			t.Errorf("collapse1997 %v\ncollapse %v", c, counts)
		}
		counts = c
	}
	return counts
}

// wide says whether some index but the globals' takes more than a byte.
func wide(counts map[int]int) bool {
	for i, n := range counts {
		if i > 0 && n > 255 {
			return true
		}
	}
	return false
}

func parseCounts(t *testing.T, line string) map[int]int {
	t.Helper()
	out := map[int]int{}
	for _, pair := range strings.Fields(strings.Trim(line, "[] ")) {
		index, n, ok := strings.Cut(pair, ":")
		i, err1 := strconv.Atoi(index)
		k, err2 := strconv.Atoi(n)
		if !ok || err1 != nil || err2 != nil {
			t.Fatalf("%q in %q", pair, line)
		}
		out[i] = k
	}
	return out
}

// Every component has as many different values as in pan, but for two things that are pan's own. It keeps the
// widths of the indices with the globals: from 256 values on of anything else, there are more of these. And
// all components are in one table: the processes of a state without any are the same string as a rendezvous
// channel, nothing, and count only once.
func TestCollapseCountsAsPan(t *testing.T) {
	t.Parallel()
	splits := []struct {
		sepqs, joined bool
		opts          []string
	}{
		{false, false, nil},
		{true, false, []string{"-DSEPQS"}},
		{false, true, []string{"-DJOINPROCS"}},
		{true, true, []string{"-DSEPQS", "-DJOINPROCS"}},
	}
	var equal, rest atomic.Int64
	t.Run("models", func(t *testing.T) {
		for _, model := range []string{"leader.pml", "peterson.pml", "phils.pml", "snoopy.pml", "sort.pml"} {
			for _, s := range splits {
				collapseAsPan(t, filepath.Join(examples, model), s.sepqs, s.joined, s.opts, &equal, &rest)
			}
		}
		for _, model := range []string{"abp.pml", "dtp.pml", "leader0.pml", "LTL/mobile1.pml", "snoopy.pml", "wordcount.pml"} {
			if _, err := os.Stat(filepath.Join(debian, model)); err != nil {
				t.Logf("left out: %v", err)
				continue
			}
			for _, s := range splits {
				collapseAsPan(t, filepath.Join(debian, model), s.sepqs, s.joined, s.opts, &equal, &rest)
			}
		}
	})
	fmt.Printf("collapse counts: %d wholly as pan's, %d but for the globals or the absence of processes\n",
		equal.Load(), rest.Load())
}

// TestReportsCountComponentsAsPan: what verify prints is what pan prints, on every example. With -DSEPQS only
// some are compared: where messages have a bit beside other fields, pan takes the free slots for longer than
// they are, and cuts bytes of the last message off.
func TestReportsCountComponentsAsPan(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	if err != nil || len(models) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			inTurn(t)
			splits := map[string][]string{"pan": nil}
			switch filepath.Base(model) {
			case "leader.pml", "window.pml":
				splits["pan-sepqs"] = []string{"-DSEPQS"}
				splits["pan,joinprocs"] = []string{"-DJOINPROCS"}
			}
			for split, opts := range splits {
				line := panCounts(t, model, opts)
				for _, mode := range []string{"collapse", "collapse+huffman"} {
					got := verify(t, model, time.Minute, "-compress="+mode, "-split="+split)
					if got.components == line {
						continue
					}
					want, have := parseCounts(t, line), parseCounts(t, got.components)
					if wide(want) && have[0] <= want[0] {
						have[0] = want[0] // pan keeps the widths of indices there
					}
					if !maps.Equal(want, have) {
						t.Errorf("-compress=%s -split=%s: %s\npan %s", mode, split, got.components, line)
					}
				}
			}
		})
	}
}

func collapseAsPan(t *testing.T, model string, sepqs, joined bool, opts []string, equal, rest *atomic.Int64) {
	t.Run(filepath.Base(model)+strings.Join(opts, ""), func(t *testing.T) {
		inTurn(t)
		line := panCounts(t, model, opts)
		got := compression.PanCounts(ourCounts(t, model, compression.PanSplit(sepqs, joined)), joined)
		if got == line {
			equal.Add(1)
			return
		}
		rest.Add(1)
		want, have := parseCounts(t, line), parseCounts(t, got)
		if wide(want) && have[0] <= want[0] {
			have[0] = want[0]
		}
		if sepqs && joined && have[2] == want[2]+1 {
			have[2] = want[2]
		}
		if !maps.Equal(want, have) {
			t.Errorf("gospin %s\npan    %s", got, line)
		}
	})
}
