// Package chart draws the messages of a run as a message sequence chart (ITU-T Z.120), in text or as SVG. A
// chart has a lane for each process, and a row for each send, receive and error.
//
// A handshake is an arrow between two lanes. A message through a buffered channel has two rows. In text, the
// row of the receive names the step of the send; in SVG an arrow connects the two. Processes without messages
// have no lane. If lanes are narrow, texts stand to the right of all of them.
//
// Known wart: as in package story, if a channel holds equal messages, the first one is taken to be received.
package chart
