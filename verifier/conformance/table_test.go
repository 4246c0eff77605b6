package conformance

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// outcome is how far a model could be compared with SPIN.
type outcome int

const (
	equal   outcome = iota // everything is as with SPIN
	kinder                 // SPIN refuses it, gospin does not
	waived                 // SPIN is wrong, undefined or cut by a limit: only the verdict was looked at
	half                   // the search was cut at a depth: all but matched states was looked at
	nothing                // there was nothing to compare with
	differs                // a failure
)

var outcomes = [...]string{
	"as SPIN",
	"kinder than SPIN",
	"waived",
	"compared to a depth",
	"not compared",
	"FAIL",
}

// table collects what became of each model, and prints a line for each that is not simply as with SPIN.
type table struct {
	mu    sync.Mutex
	count [len(outcomes)]int
	lines []string
}

func (tb *table) add(o outcome, model, format string, args ...any) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.count[o]++
	if o != equal || format != "" {
		line := fmt.Sprintf("%-34s %s: ", model, outcomes[o]) + fmt.Sprintf(format, args...)
		tb.lines = append(tb.lines, line)
	}
}

func (tb *table) print(title string) {
	var sums []string
	for o, n := range tb.count {
		if n > 0 {
			sums = append(sums, fmt.Sprintf("%d %s", n, outcomes[o]))
		}
	}
	slices.Sort(tb.lines)
	fmt.Printf("\n%s: %s\n%s\n", title, strings.Join(sums, ", "), strings.Join(tb.lines, "\n"))
}
