// Package build writes the graph of a search to a file, and checks formulas of CTL over it, as the options of
// a run ask for it. A graph that is not whole gets a name of its own, so that it takes no whole one's place.
package build
