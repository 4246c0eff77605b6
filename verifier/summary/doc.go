// Package summary writes the default report of a run: the verdict of each property as soon as its search is
// over, with the reason and the last steps of a violation, and at the end a line of figures for each search
// and the remarks.
//
// Package report has pan's report. Programs should read JSON instead of this text.
package summary
