package plan_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/ask"
	"gospin/verifier/plan"
	"gospin/verifier/way"
)

// decide plans a search for safety of a model without anything special.
func decide(t *testing.T, o ask.Options, p ask.Part) *plan.Plan {
	t.Helper()
	o.Model = "m.pml"
	o, err := o.Settle()
	require.NoError(t, err)
	out, err := plan.Make(&o, &plan.Facts{Against: map[string]string{}}, &p)
	require.NoError(t, err)
	return out
}

// engines are those of the searches that follow for a reason.
func engines(p *plan.Plan, why plan.Stop) (out []plan.Engine) {
	for _, n := range p.Else {
		if n.On&why != 0 {
			out = append(out, n.Plan.Engine)
		}
	}
	return out
}

// TestWhatFollowsBatches: an error's path is looked for step by step, then breadth first where any path will
// do, and then step by step for as long as it takes.
func TestWhatFollowsBatches(t *testing.T) {
	again, near := plan.Stepwise, plan.Nearest
	p := decide(t, ask.Options{Limits: ask.Limits{Errors: 1}, Shorten: time.Second}, ask.Part{})
	require.Equal(t, plan.Batches, p.Engine)
	inTurn := []plan.Engine{again, near, again, near, again}
	require.Equal(t, inTurn, engines(p, plan.Fault))
	growing := []plan.Reach{plan.Near, plan.Near, plan.Hurried, plan.Hurried, plan.Unbounded}
	require.Equal(t, growing, reaches(p))
	require.Equal(t, []plan.Engine{again}, engines(p, plan.Cycle))
	p = decide(t, ask.Options{Shorten: time.Second}, ask.Part{})
	require.Equal(t, []plan.Engine{again, near}, engines(p, plan.Fault), "all errors are counted")
	p = decide(t, ask.Options{Limits: ask.Limits{Errors: 1}}, ask.Part{})
	require.Equal(t, inTurn, engines(p, plan.Fault), "that none is shortened does not matter")
	p = decide(t, ask.Options{Limits: ask.Limits{Errors: 1}, Order: way.DepthFirst}, ask.Part{})
	require.Equal(t, []plan.Engine{again}, engines(p, plan.Fault), "the order is that of the counts")
	for _, why := range []plan.Stop{plan.TooWide, plan.Restless, plan.Stuck} {
		require.Equal(t, []plan.Engine{again}, engines(p, why))
	}
	p = decide(t, ask.Options{Limits: ask.Limits{Errors: 1}}, ask.Part{Quiet: true})
	require.Empty(t, engines(p, plan.Fault|plan.Cycle), "nobody asks for the path")
	p = decide(t, ask.Options{Storage: ask.Storage{Compress: way.Unmove}}, ask.Part{})
	require.Equal(t, way.Tree, p.Else[0].Plan.Store.Name)
}

// reaches are those of the searches that follow an error.
func reaches(p *plan.Plan) (out []plan.Reach) {
	for _, next := range p.Else {
		if next.On&plan.Fault != 0 {
			out = append(out, next.Reach)
		}
	}
	return out
}

// TestWhatFollowsACachedSweep: a cache keeps no paths, the sweep-line without one does.
func TestWhatFollowsACachedSweep(t *testing.T) {
	o := ask.Options{Sweeping: ask.Sweeping{Sweep: "x"}, Caching: ask.Caching{Cache: "20%"}}
	p := decide(t, o, ask.Part{})
	require.Equal(t, plan.SweepCache, p.Engine)
	require.NotNil(t, p.Before.Count)
	require.False(t, p.Before.Count.Cached)
	require.Equal(t, []plan.Engine{plan.SweepLine}, engines(p, plan.Fault))
	next := p.Else[0].Plan
	require.False(t, next.Cached)
	require.Nil(t, next.Before.Count)
	require.Empty(t, next.Else)
}

// TestWhatComesBefore: states are counted where a cache keeps a share of them, and looked at where a code is
// made for them.
func TestWhatComesBefore(t *testing.T) {
	p := decide(t, ask.Options{Caching: ask.Caching{Cache: "20%"}}, ask.Part{})
	require.Equal(t, way.Collapse, p.Before.Count.Store.Name)
	require.Nil(t, decide(t, ask.Options{Caching: ask.Caching{Cache: "100"}}, ask.Part{}).Before.Count)
	require.True(t, decide(t, ask.Options{Storage: ask.Storage{Compress: "trained"}}, ask.Part{}).Before.Learn)
	require.False(t, decide(t, ask.Options{}, ask.Part{}).Before.Learn)
	p = decide(t, ask.Options{Order: way.DepthFirst, Storage: ask.Storage{Compress: way.Auto}}, ask.Part{})
	for _, c := range p.Before.Try {
		require.NotEqual(t, way.Unmove, c.Options.Compress, "it searches breadth first")
		require.Equal(t, c.Options.Compress, c.Plan.Store.Name)
	}
}
