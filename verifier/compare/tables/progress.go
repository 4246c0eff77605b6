package tables

import (
	"fmt"
	"io"
)

// Progress shows what is under way.
type Progress struct {
	To       io.Writer // nil: nothing is shown
	Terminal bool      // To is a terminal: one line, written again and again
}

// Tell shows a line; "" clears the one before on a terminal.
func (p Progress) Tell(line string) {
	switch {
	case p.To == nil:
	case p.Terminal:
		fmt.Fprintf(p.To, "\r%-70s\r%s", "", line)
	case line != "":
		fmt.Fprintln(p.To, line)
	}
}
