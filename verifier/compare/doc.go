// Package compare sets the ways to store states side by side, as the tables of Holzmann's "State
// Compression in SPIN" (1997) do: every mode runs on every model, each in a fresh process, and is told
// relative to byte masking.
//
// A row is one run of one mode on one model. Memory is that of all tables and arenas; the peak resident
// set of the process stands beside it. Times are those of the search. A run that was cut short, or
// whose counts differ from those of byte masking, has a note and no share in the averages.
//
// Known warts: pan's memory is what it reports for states, without its hash array, whose size is fixed,
// and its stack; they are in its total, which stands for the peak.
package compare
