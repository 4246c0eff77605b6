// Package page draws a run as one self-contained HTML page: the source with the statements that processes
// have come to, the steps with what each changes, the variables, and a message sequence chart. It needs no
// network, and no other file.
//
// The page holds the run as data: the initial state, and of every step the differences, so that a trail of
// 10,000 steps is some megabytes; the script in page.js plays it forwards and backwards, and draws only the
// rows that can be seen.
//
// Known warts: sends and receives are matched by what they pass, first come first served: where several
// messages in a channel are equal, and received out of order, an arrow may begin at another of them.
package page
