package inspect_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/inspect"
	"gospin/verifier/source"
)

// TestShapesAreThoseOfSearches: levels hold all states that a search stores, transitions are those that
// lead to them, and the first search that goes by levels has as many.
func TestShapesAreThoseOfSearches(t *testing.T) {
	for model, defines := range map[string][]string{
		"leader": {"N=4"}, "farm": {"N=2", "TASKS=2"}, "snoopy": {"N=2"}, "phils": {"N=4"}, "sort": {"N=4"},
		"papers/sieve": {"N=10"}, "papers/server": {"N=2"}, "papers/lease": {"N=3"}, "papers/dbm": {"N=5"},
	} {
		s := source.Source{Model: "../../examples/" + model + ".pml", Defines: defines}
		shape, err := inspect.ShapeOf(context.Background(), s, 0)
		require.NoError(t, err, model)
		raw := verifier.Options{
			Source:   s,
			Storage:  verifier.Storage{Compress: "mask"},
			Question: verifier.Question{NoClaim: true},
			Order:    "dfs",
		}
		r, err := verifier.Run(context.Background(), raw)
		require.NoError(t, err, model)
		require.Equal(t, r.States.Stored, shape.States, model)
		require.Equal(t, r.States.Transitions-1, shape.Transitions, "%s: none leads to the first", model)
		sum := uint64(0)
		for _, n := range shape.Levels {
			sum += n
			require.Positive(t, n)
		}
		require.Equal(t, shape.States, sum, model)
		require.Less(t, shape.Backward, shape.Transitions)
	}
}

// TestShapeOfManagers: a change goes on by one message at a time, so that no transition leads back but the
// last of a change, and levels are as many as there are messages to be taken and answered.
func TestShapeOfManagers(t *testing.T) {
	s := source.Source{Model: "../../examples/papers/dbm.pml", Defines: []string{"N=4"}}
	shape, err := inspect.ShapeOf(context.Background(), s, 109)
	require.NoError(t, err)
	require.Len(t, shape.Levels, 1+1+2*3)
	require.EqualValues(t, 4, shape.Levels[1], "the managers who may begin")
	require.EqualValues(t, 4, shape.Backward)
	_, err = inspect.ShapeOf(context.Background(), s, 108)
	require.ErrorContains(t, err, "more than 108 states")
	stopped, stop := context.WithCancel(context.Background())
	stop()
	_, err = inspect.ShapeOf(stopped, s, 0)
	require.ErrorIs(t, err, context.Canceled)
}
