package verifier_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// unreached verifies testdata/unreached.pml, and cuts the list of unreached states out of the report.
func unreached(t *testing.T, errors int, quiet bool) (r *report.Report, list string) {
	t.Helper()
	text, err := os.ReadFile("testdata/unreached.pml")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("unreached.pml", text, 0o644))
	r, err = verifier.Run(
		context.Background(),
		verifier.Options{
			Source: source.Source{Model: "unreached.pml"},
			Limits: verifier.Limits{Errors: errors},
		},
	)
	require.NoError(t, err)
	r.NoUnreached = quiet
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	if _, tail, ok := strings.Cut(b.String(), "\nunreached"); ok {
		list, _, _ = strings.Cut("unreached"+tail, "\n\n")
	}
	return r, list
}

// testdata/unreached.txt is what pan prints:
//
//	spin -a -o1 -o2 -o3 unreached.pml
//	gcc -DNOREDUCE -DSAFETY -DNOCLAIM -o pan pan.c
//	./pan -c0
func TestUnreachedStatesAreThoseOfPan(t *testing.T) {
	want, err := os.ReadFile("testdata/unreached.txt")
	require.NoError(t, err)
	r, got := unreached(t, 0, false)
	require.Equal(t, string(want), got+"\n")
	out, err := json.Marshal(r.Unreached[0])
	require.NoError(t, err)
	require.JSONEq(
		t,
		`{"proctype":"Idle","file":"unreached.pml","line":2,"state":2,"statement":"x = 7","source":"x = 7"}`,
		string(out),
	)
	require.Len(t, r.Unreached, strings.Count(string(want), ", state "))
}

func TestUnreachedStatesOfAStoppedSearchAreNotTold(t *testing.T) {
	r, got := unreached(t, 1, false)
	require.Equal(t, 1, r.Errors)
	require.Empty(t, got)
	require.Empty(t, r.Unreached)
}

func TestUnreachedStatesCanBeLeftOut(t *testing.T) {
	r, got := unreached(t, 0, true)
	require.Empty(t, got)
	require.NotEmpty(t, r.Unreached, "they are in the report nevertheless")
}
