// Package compare compares ways to search a model: ways to store states, as in the tables of Holzmann's
// "State Compression in SPIN" (1997), or reductions. Every way runs on every model, each run in a fresh
// process. Figures are given relative to a baseline: byte masking, or the raw search.
//
// A row is one run of one way on one model. Memory is the size of all tables and arenas; the process's peak
// resident set is given as well. Times are the search's. The time from text to verdict is that of the whole
// process, and with SPIN the sum for spin, gcc and pan. A run that was cut short, or whose result differs
// from the baseline's (in the states, when stores are compared; in the verdict, when reductions are), has a
// note and does not count in averages; a word replaces its figures. A search below 50 ms is repeated until
// two times agree. If they never do, it has no relative time.
//
// A table has a line for each way and a column for each model. A page also has charts: memory against time,
// and the figure of Holzmann's paper, memory against the length of the state vector, with a line up to the
// process's peak memory. Package tables prints both; package papers makes the tables of papers.
//
// Known warts: pan's memory is what it reports for states, without its hash array, whose size is fixed, and
// without its stack. Its total includes both, and is used as the peak. Its times are in hundredths of a
// second; 0 counts as half of one.
package compare
