package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"
)

// helpWidth is how many columns a help has.
const helpWidth = 100

// described finds where, in a line about a flag, the description begins.
var described = regexp.MustCompile(`^ +-\S+(?: \S+)*  +`)

// help prints a command's help, with lines that are not too long.
func help(w io.Writer, text string, data any) {
	var b bytes.Buffer
	cli.HelpPrinterCustom(&b, text, data, map[string]any{"wrapAt": func() int { return helpWidth }})
	for line := range strings.Lines(b.String()) {
		io.WriteString(w, wrapped(strings.TrimRight(line, "\n")))
	}
}

// wrapped breaks a line about a flag, below the place where its description begins.
func wrapped(line string) string {
	indent := strings.Repeat(" ", len(described.FindString(line)))
	if indent == "" || len(line) <= helpWidth {
		return line + "\n"
	}
	var out strings.Builder
	for len(line) > helpWidth {
		at := strings.LastIndexByte(line[:helpWidth+1], ' ')
		if at <= len(indent) {
			break
		}
		out.WriteString(line[:at] + "\n")
		line = indent + line[at+1:]
	}
	return out.String() + line + "\n"
}
