//go:build conformance

package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"
)

const debian = "/usr/share/doc/spin/examples/Examples"

// waived are models on which pan itself is wrong, undefined or cut, by the name's end; gospin need only end properly.
var waived = map[string]string{}

var (
	embeddedC = regexp.MustCompile(`\bc_(code|decl|expr|state|track)\b`)
	remarks   = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
)

// table collects a line for every model and prints them in order.
type table struct {
	mu    sync.Mutex
	lines []string
	equal int
	rest  int
}

func (tb *table) add(equal bool, model, format string, args ...any) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.lines = append(tb.lines, fmt.Sprintf("%-34s ", model)+fmt.Sprintf(format, args...))
	if equal {
		tb.equal++
	} else {
		tb.rest++
	}
}

// count adds a model that is as it should be and needs no line.
func (tb *table) count() {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.equal++
}

func (tb *table) print(title string) {
	sort.Strings(tb.lines)
	fmt.Printf("\n%s: %d as SPIN, %d others\n%s\n", title, tb.equal, tb.rest, strings.Join(tb.lines, "\n"))
}

func TestDebianModelsAsPan(t *testing.T) {
	if _, err := os.Stat(debian); err != nil {
		t.Skipf("Debian's package spin is not installed: %v", err)
	}
	var models []string
	err := filepath.WalkDir(debian, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".pml") {
			models = append(models, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if tb := compareAll(t, debian, models); tb.equal < len(models)/2 {
		t.Errorf("only %d of %d models could be compared", tb.equal, len(models))
	}
}

func TestExamplesAsPan(t *testing.T) {
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	if err != nil || len(models) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	if tb := compareAll(t, examples, models); tb.equal != len(models) {
		t.Errorf("%d of %d examples equal", tb.equal, len(models))
	}
}

// TestLargeExamplesAsPan: what the examples' comments say of their large sizes is what pan says, and gospin. It takes
// minutes: GOSPIN_LARGE=1 asks for it.
func TestLargeExamplesAsPan(t *testing.T) {
	if os.Getenv("GOSPIN_LARGE") == "" {
		t.Skip("GOSPIN_LARGE is not set")
	}
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	if err != nil || len(models) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			text, err := os.ReadFile(model)
			if err != nil {
				t.Fatal(err)
			}
			found := large.FindSubmatch(text)
			if found == nil {
				t.Fatal("no large size")
			}
			macros := strings.Fields(string(found[1]))
			want := pan(t, model, "-O2", 5*time.Minute, macros...)
			if want.why != "" {
				t.Fatal(want.why)
			}
			if recorded := fmt.Sprint(want.Stored); recorded != string(found[2]) {
				t.Errorf("recorded are %s states, pan stores %s", found[2], recorded)
			}
			for _, mode := range []string{"collapse", "tree", "trained", "ma"} {
				if got := verify(t, model, 5*time.Minute, append(macros, "-compress="+mode)...); got.figures != want.figures {
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
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	if found := embeddedC.Find(remarks.ReplaceAll(text, nil)); found != nil {
		tb.add(false, name, "skipped: embedded C (%s)", found)
		t.Skip("embedded C")
	}
	want := pan(t, model, "-O2", 30*time.Second)
	limit := 2 * time.Minute
	if want.why != "" {
		limit = 5 * time.Second // nothing to compare: see only that it does not crash
	}
	got := verify(t, model, limit)
	switch reason, excused := waived[name]; {
	case want.why != "":
		tb.add(false, name, "skipped: %s", want.why)
		if strings.HasPrefix(got.wrong, "crashes") {
			t.Error(got.wrong)
		}
		t.Skip(want.why)
	case got.wrong != "":
		tb.add(false, name, "FAIL: %s", got.wrong)
		t.Error(got.wrong)
	case excused:
		tb.add(false, name, "waived: %s", reason)
	case !got.json:
		tb.add(false, name, "FAIL: refused: %s", tail(got.output))
		t.Errorf("refused: %s", got.output)
	case got.figures != want.figures:
		tb.add(false, name, "FAIL: %v, pan %v", got.figures, want.figures)
		t.Errorf("gospin %v\npan    %v", got.figures, want.figures)
	default:
		if got.figures.Stored <= smallEnough {
			everyMode(t, model, got.figures)
		}
		tb.add(true, name, "%v", got.figures)
	}
}

// smallEnough bounds the stored states of models that are searched in every mode, and verySmall those of models that are
// searched with every chain of codecs, too: the examples are, whatever their size.
const (
	smallEnough = 50000
	verySmall   = 5000
)

// everyMode holds all modes to the figures.
func everyMode(t *testing.T, model string, want figures) {
	t.Helper()
	for _, mode := range stores {
		if strings.Contains(mode, "+") && want.Stored > verySmall {
			continue
		}
		if got := verify(t, model, 2*time.Minute, "-compress="+mode); got.figures != want {
			t.Errorf("-compress=%s: %v, not %v\n%s", mode, got.figures, want, got.wrong)
		}
	}
}
