package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDeltaLines(t *testing.T) {
	for line, want := range map[string]string{
		"-delta 3": `\ndelta: k 3, whole 33\.3 %, 4\.0 bytes per delta, moves back 0\.0 per comparison \(longest 2\), ` +
			`refuted early 0 %, shortened 0, moves known \d+\n`,
		"-compress=delta": `\ndelta: k 20, whole 9\.5 %`,
		"-delta=50 -delta-compare=forward -delta-whole mask":         `\ndelta: k 50, .* \(longest 20\)`,
		"-compress delta -kdelta=2 -noshorten -delta-whole=collapse": `\ndelta: k 2, whole 52\.4 %`,
		"-compress=diff -kdiff 3": `\ndiff: delta 3, whole \d+\.\d %, \d\.\d bytes per difference \(\d\.\d runs\), ` +
			`steps back 0\.0 per comparison \(longest \d\), decided early 0 %, secondary tables 0\n`,
		"-compress=diff -diff-cells=components -hash2 0":                          `\ndiff: delta 7, whole `,
		"-delta 20 -slot-hash=0":                                                  `\ndelta: k 20, whole 9\.5 %`,
		"-delta 20 -order=bfs -delta-compare=forward":                             `\ndelta: k 20, whole 9\.5 %`,
		"-compress=diff -diff-cells=components -split=pan,joinprocs -slot-hash=0": `\ndiff: delta 7, `,
		"-compress=diff -diff-cells=cells -paper-accounting": `\nby the accounting of the paper, four bytes for each ` +
			`of the cells stored: \d+ bytes; in truth \d+\n`,
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := gospin(t, "verify -pan -noreduce -o1 -o2 -o3 -DN=9 deep.pml "+line)
			require.Equal(t, 0, code, errs)
			require.Contains(t, out, "21 states, stored\n")
			require.Regexp(t, want, out)
		})
	}
	code, out, errs := gospin(t, "verify -pan -delta 5 m.pml")
	require.Equal(t, 1, code, errs)
	require.Contains(t, out, "trail in m.pml.trail")
	code, out, errs = gospin(t, "verify -pan -noreduce -o3 -DN=100 -compress=diff -states 20 deep.pml")
	require.Equal(t, 3, code, errs)
	require.Contains(t, out, "20 states, stored\n")
	require.Contains(t, out, "verdict: inconclusive (state limit reached: give more with -states)\n")
	_, out, _ = gospin(t, "verify -pan -json -delta 5 good.pml")
	require.Contains(t, out, `"delta":{"k":5,`)
	_, out, _ = gospin(t, "verify -pan -json -compress=diff good.pml")
	require.Contains(t, out, `"diff":{"k":7,"cells":"bytes",`)
}

// What makes no sense is refused before the search, with what to type instead.
func TestDeltaErrors(t *testing.T) {
	for line, want := range map[string]string{
		"-kdelta 0 -compress=delta":   "-kdelta takes a number above 0, not 0: -kdelta=1 stores all states whole",
		"-delta 0":                    "-delta takes a number above 0, not 0: -delta=1 stores all states whole",
		"-delta -3":                   "-delta takes a number above 0, not -3: -delta=1 stores all states whole",
		"-kdiff 0 -compress=diff":     "-kdiff takes a number above 0, not 0: -kdiff=1 stores all states whole",
		"-kdelta 5":                   "-kdelta is for -compress=delta, not for -compress=roots",
		"-kdelta 5 -collapse":         "-kdelta is for -compress=delta, not for -compress=collapse",
		"-delta 5 -collapse":          "-delta and -compress=collapse exclude each other",
		"-delta 5 -compress=mask":     "-delta and -compress=mask exclude each other",
		"-delta 5 -kdelta 5":          "-delta=5 says what -kdelta does: give one of them",
		"-delta 5 -delta-compare=up":  "unknown -delta-compare=up: there are backward, forward",
		"-delta 5 -delta-compare=fo":  "unknown -delta-compare=fo: there are backward, forward",
		"-delta 5 -delta-whole=maske": `unknown -delta-whole=maske (did you mean "mask"?): there are mask, collapse`,
		"-noshorten":                  "-noshorten is for -compress=delta, not for -compress=roots",
		"-delta-whole=mask -hc":       "-delta-whole is for -compress=delta, not for -hc",
		"-delta-compare=forward":      "-delta-compare is for -compress=delta, not for -compress=roots",
		"-delta 5 -bitstate": "-bitstate and -compress=delta exclude each other: " +
			"no more is kept of a state than its hash says",
		"-compress=diff -hc": "-hc and -compress=diff exclude each other: no more is kept of a state than its hash says",
		"-compress=delta+huffman": "-compress=delta+huffman makes no sense: delta stands alone, " +
			"its records are moves, not bytes",
		"-compress=diff+rle": "-compress=diff+rle makes no sense: diff stands alone, " +
			"its records are what differs, already",
		"-delta 5 -workers=2": "-workers=2 is for -compress=roots and unmove: with -compress=delta, one searches alone",
		"-delta 5 -split=pan": "-split is for collapse, collapse1997 and diff -diff-cells=components, not for " +
			"-compress=delta",
		"-compress=diff -split=pan": "-split says what components are: with -compress=diff it is for " +
			"-diff-cells=components, not for bytes",
		"-compress=diff -diff-cells=cells -split joinprocs": "-split says what components are: with -compress=diff " +
			"it is for -diff-cells=components, not for cells",
		"-slot-hash=4":               "-slot-hash is for -compress=delta and diff, not for -compress=roots",
		"-slot-hash=0 -collapse":     "-slot-hash is for -compress=delta and diff, not for -compress=collapse",
		"-delta 5 -slot-hash=-1":     "-slot-hash takes 0 to 16 bits, not -1",
		"-delta 5 -slot-hash=17":     "-slot-hash takes 0 to 16 bits, not 17",
		"-kdiff 5":                   "-kdiff is for -compress=diff, not for -compress=roots",
		"-delta 5 -kdiff 5":          "-kdiff is for -compress=diff, not for -compress=delta",
		"-hash2 5":                   "-hash2 is for -compress=diff, not for -compress=roots",
		"-hash2 -5 -compress=diff":   "-hash2 takes a number, 0 for never, not -5",
		"-diff-cells=bytes":          "-diff-cells is for -compress=diff, not for -compress=roots",
		"-paper-accounting -delta 2": "-paper-accounting is for -compress=diff, not for -compress=delta",
		"-compress=diff -diff-cells=cell": `unknown -diff-cells=cell (did you mean "cells"?): ` +
			"there are bytes, components, cells",
		"-states 0": "-states takes a number above 0",
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := gospin(t, "verify m.pml "+line)
			require.Equal(t, 2, code)
			require.Empty(t, out)
			require.Equal(t, "gospin: "+want+"\n", errs)
		})
	}
}
