// Package compare sets the ways to search a model side by side: the ways to store states, as the tables of
// Holzmann's "State Compression in SPIN" (1997) do, or the reductions. Every way runs on every model, each in
// a fresh process, and is told relative to a baseline: byte masking, or the raw search.
//
// A row is one run of one way on one model. Memory is that of all tables and arenas; the peak resident set of
// the process stands beside it. Times are those of the search; from text to verdict it is that of the whole
// process, and with SPIN that of spin, gcc and pan together. A run that was cut short, or that finds
// something else than the baseline (other states where ways to store are compared, another verdict where
// reductions are), has a note and no share in the averages; a word of it stands where its figures would. A
// search below 50 ms is repeated until two of its times agree; where none do, it has no time relative to
// others.
//
// A table has a line for each way and a column for each model. A page has it, too, and charts: memory against
// time, and the figure of Holzmann's paper, memory against the length of the state vector, with a line up to
// all memory that the process has had. Package tables prints both; package papers makes the tables of papers.
//
// Known warts: pan's memory is what it reports for states, without its hash array, whose size is fixed, and
// its stack; they are in its total, which stands for the peak. Its times are in hundredths of a second; 0
// counts as half of one.
package compare
