//go:build nats

package main

// hasNATS reports whether this build can run the manual's sessions about clusters.
const hasNATS = true
