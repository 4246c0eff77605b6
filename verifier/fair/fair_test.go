package fair_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/fair"
)

func TestDemands(t *testing.T) {
	names := []string{"P", "Q", "init"}
	for text, want := range map[fair.Demand][]fair.Kind{
		"":                     nil,
		"weak":                 {fair.Weak, fair.Weak, fair.Weak},
		"strong":               {fair.Strong, fair.Strong, fair.Strong},
		"strong:P":             {fair.Strong, fair.None, fair.None},
		"weak,strong:Q":        {fair.Weak, fair.Strong, fair.Weak},
		"strong:P,weak:init":   {fair.Strong, fair.None, fair.Weak},
		"weak:P,strong,weak:Q": {fair.Weak, fair.Weak, fair.Strong},
	} {
		require.NoError(t, text.Check(), text)
		require.Equal(t, want, text.Kinds(names), text)
		require.Equal(t, want != nil, text.On(), text)
		require.Equal(t, text != "" && text != "weak", text.Strong(), text)
	}
	require.Equal(t, []string{"P", "init"}, fair.Demand("weak:init,strong:P").Named())
	require.Equal(t, fair.Strong, fair.Demand("weak,strong:P").Of("P"))
	require.Equal(t, fair.None, fair.Demand("").Of("P"))
	for text, want := range map[fair.Demand]string{
		"very":              `not "very"`,
		"strong:":           `not "strong:"`,
		"weak,":             `not ""`,
		"weak,strong":       "exclude each other",
		"strong:P,weak:P":   "names P twice",
		"none:P":            `not "none:P"`,
		"weak:P,strong:P,x": "twice",
	} {
		require.ErrorContains(t, text.Check(), want, text)
	}
	require.Equal(t, "-f -F -fair=weak:P",
		fair.Demand("weak").Flag()+" "+fair.Demand("strong").Flag()+" "+fair.Demand("weak:P").Flag())
}
