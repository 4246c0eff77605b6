package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gospin/verifier/limit"
)

// TestEveryCommandEndsByItsContext: where the time is up while the model is read, nothing is refused, and
// nothing holds.
func TestEveryCommandEndsByItsContext(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(model, []byte("byte x; active proctype P() { x = 1 }\n"), 0o600))
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(limit.Time)
	graph := filepath.Join(filepath.Dir(model), "m.graph")
	trail := model + ".trail"
	require.NoError(t, os.WriteFile(trail, []byte("-4:-4:-4\n1:0:1\n"), 0o600))
	var none strings.Builder
	require.Zero(t, runContext(t.Context(), []string{"gospin", "graph", "-o", graph, model}, nil, &none, &none))
	for _, args := range []string{
		"verify MODEL", "verify -json MODEL", "verify -ltl []x<2 MODEL", "verify -ctl AG(x<2) MODEL",
		"verify -compress=auto MODEL", "verify -sweep x MODEL", "verify -shortest MODEL", "graph MODEL",
		"graph stat GRAPH", "graph check -ctl AG(x<2) GRAPH MODEL", "graph check -ltl []x<2 GRAPH MODEL",
		"graph export GRAPH MODEL", "simulate MODEL", "simulate -i MODEL", "replay MODEL", "replay -chart MODEL",
		"replay -html PAGE MODEL", "replay -p -c MODEL", "lint MODEL", "fmt MODEL", "fmt -d MODEL", "inspect MODEL",
		"inspect -memory MODEL", "inspect -kinds MODEL", "inspect -progress MODEL", "inspect -por MODEL",
		"train MODEL", "explore MODEL", "compare MODEL", "compare -por MODEL", "compare -paper delta",
		"ltl []p", "ltl -json []p", "ltl -dot []p",
	} {
		var out, errs strings.Builder
		full := strings.NewReplacer("MODEL", model, "GRAPH", graph, "PAGE", model+".html").Replace(args)
		line := append([]string{"gospin"}, strings.Fields(full)...)
		code := runContext(ctx, line, strings.NewReader(""), &out, &errs)
		assert.Equal(t, 3, code, "%s\n%s%s", args, &out, &errs)
		assert.Regexp(t, "out of time|interrupted", out.String()+errs.String(), args)
		require.NotContains(t, out.String()+errs.String(), "holds", args)
		if args == "verify -json MODEL" {
			require.Contains(t, out.String(), `"exit":3`)
		}
	}
}
