// Package pan builds and runs SPIN's own verifier, and reads the figures that it prints, for
// comparisons with gospin.
//
// It is a program of three steps: spin -a writes pan.c for a model, gcc compiles it with macros that
// choose how it searches (pan.c documents them), and pan prints its report. Known warts: pan prints
// times in hundredths of a second, memory in thousandths of a megabyte, and numbers from 100 million on
// rounded; a line that a version of it leaves out reads as zero.
package pan
