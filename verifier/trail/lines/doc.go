// Package lines prints the events of a run as lines of text, one event after the other.
//
// Spin uses the words of SPIN's simulator, also where these are odd: a printf's backslashes are doubled,
// and a copy's message in the columns has its brackets in the wrong places. Changes has a line for each
// step that shows who moves, by which statement, and what is different afterwards. Both show the value of
// an expression in each step that changes it.
//
// A caller passes the events of package story, which must have been computed with the options that a writer
// needs: Changes needs whole states.
package lines
