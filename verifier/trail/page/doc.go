// Package page draws a run as one HTML page: the source with each process's current statement, the steps with
// what each changes, the variables, and a message sequence chart. The page needs no other file and no
// network, and forbids the browser to request any.
//
// The page holds the run as data: the initial state, and for each step the differences. A trail of 10,000
// steps takes some megabytes. The script plays the steps forwards and backwards, and draws only visible rows.
// run.js has the current state, steps.js the steps and the chart, panels.js the source and the variables,
// keys.js the user's input. page.css defines colours as variables, in a light and a dark scheme; a test
// checks the contrast that WCAG requires. A Live page shows a run that grows, and requests more steps from
// its server (live.js), which is package explore.
//
// The model's steps are numbered 1, 2, 3, also in addresses (#step=N). The claim's steps have no numbers.
//
// Known warts: a receive is matched with the first send of an equal message. If a channel holds equal
// messages that are received out of order, an arrow may begin at the wrong one. A printed page has only the
// first 3,000 steps.
package page
