package tables

import (
	"fmt"
	"io"
)

// Progress shows which run is in progress.
type Progress struct {
	To       io.Writer // nil to show nothing
	Terminal bool      // To is a terminal, where each line overwrites the last
}

// Tell shows a line. On a terminal, "" clears the last one.
func (p Progress) Tell(line string) {
	switch {
	case p.To == nil:
	case p.Terminal:
		fmt.Fprintf(p.To, "\r%-70s\r%s", "", line)
	case line != "":
		fmt.Fprintln(p.To, line)
	}
}
