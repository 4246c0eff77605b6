package modelgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer writes the lines of a random model.
type writer struct {
	r     *rand.Rand
	b     strings.Builder
	depth int // of the next line
}

// newWriter returns a writer whose random numbers depend on the seed and on the kind of model.
func newWriter(seed, kind uint64) writer { return writer{r: rand.New(rand.NewPCG(seed, kind))} }

// one returns true with probability 1/in.
func (w *writer) one(in int) bool { return w.r.IntN(in) == 0 }

func (w *writer) pick(of ...string) string { return of[w.r.IntN(len(of))] }

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("\t", w.depth))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}
