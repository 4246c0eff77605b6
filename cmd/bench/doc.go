// Command bench runs gospin and SPIN's pan alternately on the same models without reductions, and prints
// search times, peak memory and bytes per state relative to pan's.
//
// Pan is compiled by gcc -O2. Gospin -compress=none and mask are compared with the default pan,
// -compress=collapse with pan -DCOLLAPSE. With -claims, searches with formulas that hold, and for cycles in
// models that have none, are compared with pan -a by CPU time, using the shortest of the rounds; with
// -errors, so are searches that count all errors, with pan -c0. Otherwise a time is the median of the rounds.
// A ratio below one means that gospin needs less. Bench only measures and has no assertions; some of its
// results are in results.md.
//
// With -states FOLDER, the models there of up to 300,000 states are searched by default, with reductions, and
// the states stored are compared with those of pan's default.
//
// Search times are those that the programs print. Peak memory is the kernel's figure for the process. Bytes
// per state are the memory for states and tables, including hash arrays, divided by the stored states. For
// pan, that is the memory it prints minus the depth-first stack. The last column excludes its hash array as
// well, whose fixed size (128 MB) only large models need.
//
// Known warts: pan reports times in hundredths of a second, so ratios on small models say little. The
// kernel counts the memory of the process that started a program as its least peak, a few megabytes.
package main
