// Package summary tells people of a run: the verdict of each property as soon as its search is over, below a
// violation why and how, and at the end a line of figures for each search and the remarks.
//
// What pan tells, in its words, stands in package report. Nothing here is for programs: these read JSON.
package summary
