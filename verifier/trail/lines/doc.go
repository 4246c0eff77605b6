// Package lines prints the events of a run as lines of text, one event after the other.
//
// Spin prints the words of SPIN's simulator, including its oddities: a printf's backslashes are doubled, and
// in the columns the brackets of a copied message are misplaced. Changes prints a line for each step with the
// process, its statement, and what differs afterwards. Both print a watched expression after each step that
// changes it.
//
// The caller passes events of package story, which must be computed with the options that the printer needs:
// Changes needs whole states.
package lines
