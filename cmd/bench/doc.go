// Command bench runs gospin and SPIN's pan in turn on the same models in raw mode, and prints how their
// search times, peak memory and bytes per state compare.
//
// pan is compiled by gcc -O2 and searches without reductions. gospin -compress=none and mask stand
// beside pan as it is by default, -compress=collapse beside pan -DCOLLAPSE. With -claims it is pan -a
// beside searches with formulas that hold, and for cycles of which there are none, by CPU time: the least
// of the rounds. Else a time is the median of the rounds. A ratio below one
// means that gospin needs less. Nothing is asserted: these are measurements, not tests. Some are kept
// in results.md.
//
// Search times are those that the programs report themselves; peak memory is the kernel's figure for
// the process. Bytes per state are memory for states and tables, hash arrays included, by the number of
// states stored. For pan that is the memory it reports less the depth-first stack; the last column
// leaves out its hash array too, which has a fixed size (128 MB) that only large models fill.
//
// Known warts: pan reports times in hundredths of a second, so ratios on small models say little. The
// kernel counts the memory of the process that started a program as its least peak, a few megabytes.
package main
