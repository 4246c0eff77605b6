//go:build !nats

package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClustersAreBuiltOnRequest: programs without NATS have the commands, and say how to get them.
func TestClustersAreBuiltOnRequest(t *testing.T) {
	for _, line := range []string{"worker -cluster", "verify -cluster good.pml", "sweep -cluster good.pml",
		"sweep -attach x", "status -nats nats://127.0.0.1:4222"} {
		code, _, errs := gospin(t, line)
		require.Equal(t, 2, code, line)
		require.Equal(t, "gospin: "+errNoCluster.Error()+"\n", errs)
	}
}

// TestWithoutTheTagNoNATS: go run ./cmd/gospin does not compile NATS.
func TestWithoutTheTagNoNATS(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	require.True(t, ok)
	require.NotEmpty(t, info.Deps)
	for _, m := range info.Deps {
		require.NotContains(t, m.Path, "nats", "compiled without -tags nats")
	}
}

// hasNATS reports whether this build can run the manual's sessions about clusters.
const hasNATS = false
