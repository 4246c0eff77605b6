package conformance

import (
	"fmt"
	"gospin/verifier/search"
	"gospin/vm/compile"
	"testing"
)

func TestScratchProviso(t *testing.T) {
	n := 0
	tried := 0
	for seed := range uint64(number(t, "N", 100)) {
		seed += uint64(number(t, "F", 0))
		p := compiled(t, Reducible(seed), compile.Options{})
		raw, ok := rawSafety(p)
		if !ok {
			continue
		}
		tried++
		w := way{"broken", judged, false, search.Anywhere}
		got, _ := w.safety(t, p, "mask")
		if got.differs(&raw) != "" {
			n++
			fmt.Println("anywhere caught by", seed)
		}
		for _, w := range safeWays()[:1] {
			got, _ := w.safety(t, p, "mask")
			if d := got.differs(&raw); d != "" {
				fmt.Println("DIFF", seed, w.name, d)
			}
		}
	}
	fmt.Println(n, "of", tried)
}
