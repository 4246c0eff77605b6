// Package verifier assembles a run: it reads the model, compiles it, picks system and store, checks that the
// combination makes sense, searches, replays what was found, and reports.
//
// Options are read here and nowhere below. Verdicts are holds, violated and inconclusive; a search that was cut short
// never holds.
package verifier
