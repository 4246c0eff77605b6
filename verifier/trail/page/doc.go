// Package page draws a run as one self-contained HTML page: the source with the statements that processes
// have come to, the steps with what each changes, the variables, and a message sequence chart. It needs no
// network, and no other file; the page itself forbids the browser to ask for any.
//
// The page holds the run as data: the initial state, and of every step the differences, so that a trail of
// 10,000 steps is some megabytes. Its script plays them forwards and backwards, and draws only the rows
// that can be seen: run.js has the state that is shown, steps.js the steps with the chart, panels.js the
// source and the variables, keys.js what the user does. Colours are variables of page.css, in a light and a
// dark scheme, which a test holds to the contrast that WCAG asks for. A Live page is of a run that grows,
// and asks for more where it comes from (live.js); package explore answers.
//
// Steps of the model are numbered 1, 2, 3, also in addresses (#step=N); those of a claim have no numbers.
//
// Known warts: sends and receives are matched by what they pass, first come first served: where several
// messages in a channel are equal, and received out of order, an arrow may begin at another of them. A page
// that is printed has the first 3,000 steps.
package page
