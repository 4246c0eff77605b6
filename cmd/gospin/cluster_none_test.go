//go:build !nats

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClustersAreBuiltOnRequest: programs without NATS have the commands, and say how to get them.
func TestClustersAreBuiltOnRequest(t *testing.T) {
	for _, line := range []string{"worker -cluster", "sweep -cluster good.pml", "sweep -attach x",
		"status -nats nats://127.0.0.1:4222"} {
		code, _, errs := gospin(t, line)
		require.Equal(t, 2, code, line)
		require.Equal(t, "gospin: "+errNoCluster.Error()+"\n", errs)
	}
}

// hasNATS tells whether the manual's sessions about clusters can be run.
const hasNATS = false
