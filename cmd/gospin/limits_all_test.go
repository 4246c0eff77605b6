//go:build conformance

package main

var peaks = []string{
	"", "-workers 2", "-noreduce", "-noreduce -workers 2", "-order=bfs", "-order=dfs", "-order=random", "-a",
	"-compress=none", "-compress=mask", "-compress=collapse", "-compress=collapse1997", "-compress=tree",
	"-compress=delta", "-compress=diff", "-compress=trained", "-compress=auto", "-bitstate", "-hc",
	"-order=bfs -compress=mask", "-order=bfs -compress=collapse", "-order=bfs -compress=tree",
	"-sweep c[0]", "-ctl AG(c[0]<50)", "-ltl ([](c[0]<50))",
}
