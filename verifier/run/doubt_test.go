package run

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// TestDoubtsAreShort: a remark takes about as long as the search that it is about, however many states there
// are.
func TestDoubtsAreShort(t *testing.T) {
	const text = `int x, y; active [2] proctype P() { do :: x++ :: y++ od }
ltl f { [] (x == -1 -> <> (y == 3)) }`
	o := ask.Options{Source: source.Source{
		Model: "m.pml", Read: func(string) ([]byte, error) { return []byte(text), nil },
	}}
	o, err := o.Settle()
	require.NoError(t, err)
	model, err := o.Open(t.Context())
	require.NoError(t, err)
	j := &Job{Options: &o, Part: ask.Part{Claim: "f", Kind: "ltl", Name: "f"}, model: model}
	r := &report.Report{Verdict: report.Holds}
	begun := time.Now()
	require.NoError(t, j.doubt(t.Context(), r))
	require.Less(t, time.Since(begun), 20*time.Second)
	require.Empty(t, r.Remarks)
}
