// Package build writes a search's graph to a file and checks CTL formulas on it, as a run's options request.
// An incomplete graph gets another name, so that it does not replace a complete one.
package build
