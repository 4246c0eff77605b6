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
// all memory that the process has had.
//
// The tables of papers on storing states and on searching are made again, too: a Sheet is a table of
// which the paper's figures are data here, held to the formulas that they obey, and ours come from runs,
// one after the other in this process, model by model. Times are the processor's there. Runs can be kept
// in a file, so that tables are made in parts. What a run can't do is a figure that is missing, with its
// reason. The papers: S. Evangelista, J.-F. Pradat-Peyre (2005); A. Mukherjee, Z. Tari, P. Bertok (2010);
// S. Evangelista, L. M. Kristensen (2010); T. Mailund, M. Westergaard (2004). Where a paper's accounting
// leaves bytes out, a table says so, and another one has them. Random walks and searches that were ended
// early are marked: they are not searches of all states.
//
// Known warts: pan's memory is what it reports for states, without its hash array, whose size is fixed, and
// its stack; they are in its total, which stands for the peak. Its times are in hundredths of a second; 0
// counts as half of one. The models of papers' tables are written after descriptions, and are of the
// papers' sizes only where that is known.
package compare
