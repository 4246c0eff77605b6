//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func recorded(t *testing.T) string {
	dir := os.Getenv("GOSPIN_CONFORMANCE")
	if dir == "" {
		dir = "../../../shared/conformance"
	}
	if _, err := os.Stat(filepath.Join(dir, "micro.tsv")); err != nil {
		t.Skipf("no recorded models (set GOSPIN_CONFORMANCE): %v", err)
	}
	return dir
}

// Micro-models with pan's figures: exact ones must be equal, waived ones must only end properly.
func TestMicroModels(t *testing.T) {
	dir := recorded(t)
	gospin(t)
	text, err := os.ReadFile(filepath.Join(dir, "micro.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{}
	t.Run("micro", func(t *testing.T) {
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			field := strings.Split(strings.TrimRight(line, "\n"), "\t")
			t.Run(field[0], func(t *testing.T) {
				inTurn(t)
				micro(t, tb, filepath.Join(dir, "micro", field[0]), field)
			})
		}
	})
	tb.print("micro-models")
}

func micro(t *testing.T, tb *table, model string, field []string) {
	name, class := field[0], field[1]
	got := verify(t, model, 10*time.Second)
	if got.wrong != "" {
		tb.add(false, name, "FAIL: %s", got.wrong)
		t.Fatal(got.wrong)
	}
	switch class {
	case "waived":
		tb.count()
	case "reject":
		if got.exit != 2 {
			tb.add(false, name, "kinder than SPIN")
		} else {
			tb.count()
		}
	case "exact":
		var want [6]float64
		for i := range want {
			if _, err := fmt.Sscan(field[2+i], &want[i]); err != nil {
				t.Fatal(err)
			}
		}
		exp := figures{int64(want[0]), int64(want[1]), int64(want[2]), int64(want[3]), int64(want[4]), int64(want[5])}
		switch {
		case got.json && got.figures == exp:
			everyMode(t, model, exp)
			tb.count()
		case !got.json:
			tb.add(false, name, "FAIL: refused")
			t.Errorf("refused: %s", got.output)
		default:
			tb.add(false, name, "FAIL: %v, pan %v", got.figures, exp)
			t.Errorf("gospin %v\npan    %v", got.figures, exp)
		}
	default:
		t.Fatalf("class %q", class)
	}
}

// Probes of SPIN's syntax: what SPIN accepts must not be refused. Being kinder is allowed, and listed.
func TestSyntaxProbes(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(recorded(t), "syntax.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut("\n"+string(text), "\n=== ")
	if !found {
		t.Fatal("no probes")
	}
	tb := &table{}
	t.Run("probes", func(t *testing.T) {
		for i, probe := range strings.Split(rest, "\n=== ") {
			title, body, _ := strings.Cut(probe, "\n")
			t.Run(fmt.Sprint(i+1), func(t *testing.T) {
				inTurn(t)
				syntaxProbe(t, tb, strings.TrimSpace(title), body+"\n")
			})
		}
	})
	tb.print("syntax probes")
}

func syntaxProbe(t *testing.T, tb *table, title, body string) {
	model := filepath.Join(t.TempDir(), "m.pml")
	if err := os.WriteFile(model, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	got := verify(t, model, 10*time.Second)
	verdict, _, _ := strings.Cut(title, " | ")
	switch {
	case got.wrong != "":
		tb.add(false, title, "FAIL: %s", got.wrong)
		t.Errorf("%s: %s", title, got.wrong)
	case verdict == "ACCEPT" && got.exit == 2 && embeddedC.MatchString(body):
		tb.add(false, title, "waived: embedded C is refused by design")
	case verdict == "ACCEPT" && got.exit == 2 && strings.Contains(got.output, "binds more tightly than"):
		tb.add(false, title, "waived: SPIN makes a constant of [] x == 0")
	case verdict == "ACCEPT" && got.exit == 2:
		tb.add(false, title, "FAIL: refused: %s", tail(got.output))
		t.Errorf("%s: refused: %s\n%s", title, got.output, body)
	case verdict == "REJECT" && got.exit != 2:
		tb.add(false, title, "kinder than SPIN")
	default:
		tb.count()
	}
}
