// Package chart draws the messages of a run as a message sequence chart (ITU-T Z.120), in text or as SVG: a
// lane for each process, a row for each message that is sent or received, and for each error.
//
// A handshake is an arrow from lane to lane. What goes through a channel with room is sent in one row and
// received in another: in text the receive names the step of the send, in SVG an arrow leads from one to the
// other. Processes without messages are left out; where lanes get narrow, texts stand right of them.
//
// Known warts: as in package story, of equal messages in a channel the first is taken to be received.
package chart
