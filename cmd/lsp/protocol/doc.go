// Package protocol has those messages of the Language Server Protocol (Microsoft, version 3.17) that gospin
// receives and sends. A library with all messages takes longer to compile than most of gospin.
//
// Optional fields are omitted if they are zero. If the protocol allows several forms of a value, the package
// has the form that gospin sends, or the common part of those that it receives.
package protocol
