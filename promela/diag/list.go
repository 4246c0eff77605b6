package diag

import (
	"cmp"
	"fmt"
	"slices"
)

// List is a set of diagnostics in source order. As an error, it consists of those of severity Error.
type List []*Diagnostic

// Add appends diagnostics.
func (l *List) Add(ds ...*Diagnostic) { *l = append(*l, ds...) }

// Errors counts the entries of severity Error.
func (l List) Errors() int {
	n := 0
	for _, d := range l {
		if d.Severity == Error {
			n++
		}
	}
	return n
}

// Err returns the list as an error, or nil if no entry has severity Error.
func (l List) Err() error {
	if l.Errors() == 0 {
		return nil
	}
	return l
}

// Error returns the first error in one line, with the number of others.
func (l List) Error() string {
	n := l.Errors()
	if n == 0 {
		return "no errors"
	}
	first := l[slices.IndexFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })]
	switch n {
	case 1:
		return first.String()
	case 2:
		return first.String() + " (and 1 more error)"
	}
	return fmt.Sprintf("%s (and %d more errors)", first, n-1)
}

// Sorted returns the list in source order without duplicates. Files are ordered by their first occurrence in
// the list, so the model comes before its includes. At the same place, errors come before warnings.
func (l List) Sorted() List {
	rank := map[string]int{}
	for _, d := range l {
		if _, seen := rank[d.Pos.File]; !seen {
			rank[d.Pos.File] = len(rank)
		}
	}
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(a, b *Diagnostic) int {
		return cmp.Or(
			cmp.Compare(rank[a.Pos.File], rank[b.Pos.File]),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Severity, b.Severity),
		)
	})
	return slices.CompactFunc(out, func(a, b *Diagnostic) bool {
		return a.Severity == b.Severity && a.Pos == b.Pos && a.Msg == b.Msg && slices.Equal(a.Notes, b.Notes)
	})
}
