package machines

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// search is one of many states, whose costs are round numbers.
var search = Search{States: 1_000_000, Successors: 3, PerState: 10e-6, PerKnown: 1e-6, Bytes: 8, Batch: 500}

// TestOneMachine: it takes the time of its states, if the network costs nothing.
func TestOneMachine(t *testing.T) {
	r := Simulate(1, search, Network{Bandwidth: 1e12})
	known := float64(search.States) * (search.Successors - 1) * search.PerKnown
	require.InEpsilon(t, float64(search.States)*search.PerState+known, r.Seconds, 0.02)
	require.InDelta(t, 0, r.Waiting, 0.01)
}

// TestManyMachines: without a network's costs, n machines are nearly n times as fast.
func TestManyMachines(t *testing.T) {
	one := Simulate(1, search, Network{Bandwidth: 1e12})
	for _, n := range []int{2, 8, 32} {
		r := Simulate(n, search, Network{Bandwidth: 1e12})
		require.InEpsilon(t, float64(n), one.Seconds/r.Seconds, 0.1, n)
	}
}

// TestServerBound: if the server is slow, its bytes determine the time, however many machines there are.
func TestServerBound(t *testing.T) {
	const bandwidth = 1e6
	least := float64(search.States) * search.Successors * search.Bytes / bandwidth
	for _, n := range []int{8, 32} {
		r := Simulate(n, search, Network{Bandwidth: bandwidth})
		require.InEpsilon(t, least, r.Seconds, 0.05, n)
		require.Greater(t, r.Server, 0.95)
		require.Greater(t, r.Waiting, 0.3)
	}
}

// TestLatencyBound: few states on many machines wait for each other.
func TestLatencyBound(t *testing.T) {
	few := search
	few.States = 10_000
	near := Simulate(16, few, Network{Bandwidth: 1e12, Latency: 1e-6})
	far := Simulate(16, few, Network{Bandwidth: 1e12, Latency: 10e-3})
	require.Greater(t, far.Seconds, 4*near.Seconds)
	require.Greater(t, far.Waiting, 0.8)
}
