package papers

import (
	"fmt"
	"slices"

	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

// entry returns a figure of a run next to the paper's.
func (p *maker) entry(o outcome, ours func(*report.Report) string, theirs string) Entry {
	if o.why != "" {
		return Entry{Paper: theirs, Why: p.reason(o.why)}
	}
	return Entry{Ours: ours(o.Report), Paper: theirs}
}

// reason returns the number of a reason, from 1 on.
func (p *maker) reason(why string) int {
	i := slices.Index(p.out.Reasons, why)
	if i < 0 {
		i = len(p.out.Reasons)
		p.out.Reasons = append(p.out.Reasons, why)
	}
	return i + 1
}

// either returns the first of several outcomes without figures, or else the first one.
func either(all ...outcome) outcome {
	for _, o := range all {
		if o.why != "" {
			return o
		}
	}
	return all[0]
}

// minSeconds is the least time that is reported; less would be chance.
const minSeconds = 0.05

func inSeconds(s float64) string {
	switch {
	case s < minSeconds:
		return tables.Nothing
	case s < 10:
		return fmt.Sprintf("%.2f", s)
	}
	return fmt.Sprintf("%.0f", s)
}

// timeRatio returns the ratio of two times in per cent.
func timeRatio(s, base float64) string {
	if s < minSeconds || base < minSeconds {
		return tables.Nothing
	}
	return fmt.Sprintf("%.0f %%", 100*s/base)
}

// share returns a part of a whole in per cent.
func share[N int | int64 | uint64 | float64](part, whole N) string {
	if whole == 0 {
		return tables.Nothing
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(whole))
}

// each formats a value divided by a number.
func each(v float64, n uint64) string {
	if n == 0 {
		return tables.Nothing
	}
	return fmt.Sprintf("%.1f", v/float64(n))
}

// slots returns the bytes of a store's tables that only have the places of its records.
func slots(r *report.Report) int64 {
	n := int64(0)
	for _, part := range r.Memory.Parts {
		if part.Name == "slots" {
			n += part.Bytes
		}
	}
	return n
}
