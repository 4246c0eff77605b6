//go:build conformance

package conformance

import (
	"os"
	"testing"
	"time"
)

// TestPaperModelsAsPan: what the comments of the papers' models say is what pan says. Large sizes take
// minutes, and gigabytes: GOSPIN_LARGE=1 asks for them.
func TestPaperModelsAsPan(t *testing.T) {
	t.Parallel()
	all := paperSizes(t, "small")
	opt := "-O0"
	if os.Getenv("GOSPIN_LARGE") != "" {
		all, opt = append(all, paperSizes(t, "large")...), "-O2"
	}
	for _, s := range all {
		t.Run(s.name(), func(t *testing.T) {
			inTurn(t)
			got := pan(t, s.model, opt, 20*time.Minute, s.macros...)
			if got.why != "" {
				t.Fatal(got.why)
			}
			if got.figures != s.want {
				t.Errorf("recorded are %v, pan has %v", s.want, got.figures)
			}
		})
	}
}
