//go:build conformance

package main

var peaks = []string{
	"", "-workers 2", "-noreduce", "-noreduce -workers 2", "-order=bfs", "-order=dfs", "-order=random", "-a",
	"-compress=none", "-compress=mask", "-compress=collapse", "-compress=collapse1997", "-compress=tree",
	"-compress=delta", "-compress=diff", "-compress=trained", "-compress=auto", "-bitstate", "-hc",
	"-order=bfs -compress=mask", "-order=bfs -compress=collapse", "-order=bfs -compress=tree",
	"-compress=ma", "-compress=unmove", "-compress=unmove -workers 2", "-compress=unmove -order=dfs",
	"-sweep c[0]", "-ctl AG(c[0]<50)", "-ltl ([](c[0]<50))",
}

// widePeaks are of a model whose levels are so wide that the level to come takes most.
var widePeaks = []string{"-compress=unmove", "-compress=unmove -workers 2"}
