//go:build conformance

package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const debian = "/usr/share/doc/spin/examples/Examples"

// nothingToCompare are models of which pan gives no figures, and why.
var nothingToCompare = map[string]string{
	"LTL/patterns.pml": "SPIN knows no operator X",
	"wordcount.pml":    "pan stops at the first use of a channel that is not made",
}

// cut gives, for models whose states are too many or without end, a depth at which both searches stop.
// Matched states are left out: at the limit pan begins a rendezvous, and counts it, before it looks for a
// partner.
var cut = map[string]int{
	"Book_1991/App.F.pftp.pml":     60,
	"Book_1991/p108.pml":           100,
	"Book_1991/p337.pftp.ses.pml":  60,
	"Book_1991/p347.pftp.ses5.pml": 60,
	"Exercises/ex_6.pml":           60,
	"LTL/leader.pml":               40,
	"LTL/leader_pre.pml":           40,
	"LTL/ltl_gen.pml":              20,
	"LTL/petersonN.pml":            30,
	"life.pml":                     100,
	"priorities.pml":               1000,
}

func TestDebianModelsAsPan(t *testing.T) {
	t.Parallel()
	var models []string
	err := filepath.WalkDir(debian, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".pml") {
			models = append(models, path)
		}
		return err
	})
	if err != nil {
		t.Fatalf("the models of Debian's package spin are missing: %v", err)
	}
	compareAll(t, debian, models)
}

func TestExamplesAsPan(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	if err != nil || len(models) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	if tb := compareAll(t, examples, models); tb.count[equal] != len(models) {
		t.Errorf("%d of %d examples equal", tb.count[equal], len(models))
	}
}

// TestLargeExamplesAsPan: what the examples' comments say of their large sizes is what pan says, and gospin.
// It takes minutes: GOSPIN_LARGE=1 asks for it.
func TestLargeExamplesAsPan(t *testing.T) {
	t.Parallel()
	if os.Getenv("GOSPIN_LARGE") == "" {
		t.Skip("GOSPIN_LARGE is not set")
	}
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	if err != nil || len(models) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			macros, stored := largeSize(t, model)
			want := pan(t, model, "-O2", 5*time.Minute, macros...)
			if want.why != "" {
				t.Fatal(want.why)
			}
			if fmt.Sprint(want.Stored) != stored {
				t.Errorf("recorded are %s states, pan stores %d", stored, want.Stored)
			}
			for _, mode := range []string{"collapse", "tree", "trained", "ma"} {
				if got := verify(
					t,
					model,
					5*time.Minute,
					append(macros, "-compress="+mode)...); got.figures != want.figures {
					t.Errorf("-compress=%s: %v, pan %v\n%s", mode, got.figures, want.figures, got.wrong)
				}
			}
		})
	}
}

func compareAll(t *testing.T, root string, models []string) *table {
	gospin(t) // if it does not build, pan need not run
	tb := &table{}
	t.Run("models", func(t *testing.T) {
		for _, model := range models {
			name, err := filepath.Rel(root, model)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(name, func(t *testing.T) {
				inTurn(t)
				compare(t, tb, name, model)
			})
		}
	})
	tb.print(filepath.Base(root))
	return tb
}

func compare(t *testing.T, tb *table, name, model string) {
	fail := func(format string, args ...any) {
		tb.add(differs, name, format, args...)
		t.Errorf(format, args...)
	}
	depth := cut[name]
	want := panTo(t, depth, model, "-O0", 5*time.Second) // for most it takes longer to compile than to search
	if want.why != "" && nothingToCompare[name] == "" {
		want = panTo(t, depth, model, "-O2", time.Minute)
	}
	var limits []string
	if depth > 0 {
		limits = []string{"-m", fmt.Sprint(depth)}
	}
	got := verify(t, model, 2*time.Minute, limits...)
	switch {
	case got.wrong != "":
		fail("%s", got.wrong)
	case want.why != "" && nothingToCompare[name] == "":
		fail("pan gives nothing to compare with: %s", want.why)
	case want.why != "":
		tb.add(nothing, name, "%s (%s)", nothingToCompare[name], want.why)
	case !got.json:
		fail("refused: %s", tail(got.output))
	case depth > 0:
		want.Matched, want.Transitions = got.Matched, got.Transitions
		if got.figures != want.figures {
			fail("cut at depth %d: gospin %v\npan    %v", depth, got.figures, want.figures)
			return
		}
		tb.add(half, name, "to depth %d: %v", depth, got.figures)
	case got.figures != want.figures:
		fail("gospin %v\npan    %v", got.figures, want.figures)
	default:
		if got.figures.Stored <= smallEnough {
			everyMode(t, model, got.figures)
		}
		tb.add(equal, name, "%v", got.figures)
	}
}
