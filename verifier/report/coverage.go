package report

import (
	"fmt"

	"gospin/vm"
)

// Coverage has the statements of a model with what was executed of them.
type Coverage struct {
	// Counted means that the statements have counts, by a search of its own.
	Counted bool   `json:"counted"`
	States  uint64 `json:"states,omitempty"` // of that search
	// Cut is why the search was not completed, so that more may be executed; "" if it was.
	Cut        string       `json:"cut,omitempty"`
	Statements []vm.Covered `json:"statements"`
}

// String says how many statements are executed, and which search knows it.
func (c *Coverage) String() string {
	n, all := c.Known()
	out := fmt.Sprintf("%d of %d statements are executed", n, all)
	if n == all {
		out = fmt.Sprintf("all %d statements are executed", all)
	}
	if c.Counted {
		out += fmt.Sprintf(", as counted in %s states by every interleaving", Grouped(c.States))
	}
	if c.Cut != "" {
		out += "; so far: " + c.Cut
	}
	return out
}

// Grouped is a number in groups of three digits.
func Grouped(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Known returns the statements of which it is known whether they are executed.
func (c *Coverage) Known() (executed, all int) {
	for i := range c.Statements {
		if c.Unknown(&c.Statements[i]) {
			continue
		}
		if all++; c.Statements[i].Taken {
			executed++
		}
	}
	return executed, all
}

// Unknown reports whether it is not known whether the statement is executed.
func (c *Coverage) Unknown(s *vm.Covered) bool { return s.Inner && !c.Counted }

// Cover adds which statements the search has executed; taken is not 0 for each transition that it took.
func (r *Report) Cover(prog *vm.Program, taken []byte) {
	times := make([]uint64, len(taken))
	for i, t := range taken {
		times[i] = uint64(t)
	}
	r.Coverage = &Coverage{Statements: prog.Cover(times)}
	for i := range r.Coverage.Statements {
		r.Coverage.Statements[i].Times = 0
	}
	switch {
	case r.Omitted != nil:
		r.Coverage.Cut = "the search was approximate"
	case r.Cut != "":
		r.Coverage.Cut = r.Cut
	case !r.Complete:
		r.Coverage.Cut = "the search stopped at an error"
	case len(r.Invalid) > 0:
		r.Coverage.Cut = "the search may have left out too much"
	}
}
