// Package protocol has the messages of the Language Server Protocol (Microsoft, version 3.17) that gospin
// takes and sends, no others: a library of all of them takes longer to compile than most of gospin.
//
// What is optional is left out where it is zero. Where the protocol has several forms of a value, there is
// the one that gospin sends, or what is common to those that it takes.
package protocol
