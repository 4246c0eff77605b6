//go:build !conformance

package main

var peaks = []string{"-order=dfs", "-compress=mask"}

var widePeaks []string
