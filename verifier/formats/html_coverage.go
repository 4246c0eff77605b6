package formats

import (
	"fmt"
	"strings"

	"gospin/verifier/cover"
)

// painted is a file of the model, with its statements marked.
type painted struct {
	File  string
	Opens bool // something in it is never executed, or was counted
	Width int  // of the longest counts, in characters
	Lines []paintedLine
}

// paintedLine is a line in pieces. Never means that a statement in it is never executed.
type paintedLine struct {
	Number int
	Never  bool
	Times  string // how often its statements are executed, if that was counted
	Pieces []piece
}

// piece is a part of a line with its class, which is empty between statements.
type piece struct{ Text, Class, Title string }

// painted returns a sentence on the statements that are executed, and the files with all of them.
func (o *Outcome) painted() (string, []painted) {
	c := o.Report.Coverage
	if c == nil || len(c.Statements) == 0 {
		return "", nil
	}
	var out []painted
	for _, file := range cover.Files(c, o.Source.Model) {
		if o.load(file); len(o.lines[file]) == 0 {
			continue
		}
		p := painted{File: file, Opens: c.Counted}
		for _, l := range cover.Paint(c, file, strings.Join(o.lines[file], "\n")) {
			line := paintedLine{Number: l.Number, Never: l.Never(), Pieces: pieces(&l)}
			if c.Counted {
				line.Times = l.Times()
				p.Width = max(p.Width, len(line.Times))
			}
			p.Opens = p.Opens || line.Never
			p.Lines = append(p.Lines, line)
		}
		out = append(out, p)
	}
	return c.String(), out
}

// pieces splits a line where statements begin and end. Statements at one place share a piece.
func pieces(l *cover.Line) []piece {
	var out []piece
	at := 0
	for _, m := range l.Marks {
		if m.From < at {
			continue
		}
		if m.From > at {
			out = append(out, piece{Text: l.Text[at:m.From]})
		}
		p := piece{Text: l.Text[m.From:m.To], Class: "ran", Title: "executed"}
		switch {
		case !m.Taken:
			p.Class, p.Title = "never", "never executed"
		case m.Times > 0:
			p.Title = fmt.Sprintf("executed %d times", m.Times)
		}
		out = append(out, p)
		at = m.To
	}
	return append(out, piece{Text: l.Text[at:]})
}
