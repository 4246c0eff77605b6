package main

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier/trail"
	"gospin/verifier/trail/lines"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// runLine is a line of a run, as lines.Changes prints it: the number of the step, the process and the
// statement, and what changes.
type runLine struct{ number, step, changes string }

// Where columns of a line end.
const (
	numberColumn = 5
	stepColumn   = lines.ChangesColumn
)

// runLines returns the lines of a trail's run.
func runLines(c *cli.Context, p *vm.Program, tr *trail.Trail) (out []runLine, err error) {
	var text bytes.Buffer
	tell := &lines.Changes{W: &text, Last: true, Silent: c.Bool("b")}
	options := story.Options{Whole: true, Show: shownIn(c.StringSlice("show"), p)}
	for e, err := range until(c.Context, story.Replay(vm.NewMachine(p), tr, options)) {
		if err != nil {
			return nil, err
		}
		tell.Event(e)
	}
	for line := range strings.Lines(text.String()) {
		letters := []rune(strings.TrimSuffix(line, "\n"))
		cut := func(from, to int) string {
			return string(letters[min(from, len(letters)):min(to, len(letters))])
		}
		x := runLine{cut(0, numberColumn), cut(numberColumn, stepColumn), cut(stepColumn, len(letters))}
		if strings.Trim(x.number, " 0123456789") != "" { // not of a step
			x = runLine{step: string(letters)}
		}
		x.step = strings.TrimRight(x.step, " ")
		out = append(out, x)
	}
	return out[1:], nil // without the heads of columns
}

// printRunDiff prints where two runs differ. Steps are the same if the same process makes the same statement;
// if these have other effects, both are printed.
func printRunDiff(c *cli.Context, p *vm.Program, tr *trail.Trail, other string) error {
	second, err := trail.ReadFile(other)
	if err != nil {
		return err
	}
	var runs [2][]runLine
	var keys [2][]string
	for i, t := range []*trail.Trail{tr, second} {
		if runs[i], err = runLines(c, p, t); err != nil {
			return err
		}
		for _, x := range runs[i] {
			keys[i] = append(keys[i], x.step)
		}
	}
	w := bufio.NewWriter(c.App.Writer)
	defer w.Flush()
	fmt.Fprintf(w, "- %s\n+ %s\n", trailPath(c), other)
	d := &runDiff{w: w}
	i, j := 0, 0
	for _, group := range changes(keys[0], keys[1]) {
		for range group.lines {
			switch group.sign {
			case '-':
				d.line('-', runs[0][i], runLine{})
				i++
			case '+':
				d.line('+', runLine{}, runs[1][j])
				j++
			default:
				a, b := runs[0][i], runs[1][j]
				if i, j = i+1, j+1; a.changes == b.changes {
					d.line(' ', a, b)
					continue
				}
				d.line('-', a, runLine{})
				d.line('+', runLine{}, b)
			}
		}
	}
	d.skip()
	if !d.differs {
		fmt.Fprintln(w, "the runs are the same")
	}
	return nil
}

// runDiff prints lines that differ, and some lines that are the same around them.
type runDiff struct {
	w       *bufio.Writer
	differs bool
	after   int      // number of lines since the last difference
	held    []string // lines that are the same and have not been printed
}

func (d *runDiff) line(sign byte, a, b runLine) {
	x := a
	if sign == '+' {
		x = b
	}
	text := fmt.Sprintf("%c %4s %4s%-*s%s", sign, strings.TrimLeft(a.number, " "), strings.TrimLeft(b.number, " "),
		stepColumn-numberColumn, x.step, x.changes)
	if text = strings.TrimRight(text, " "); sign == ' ' {
		if d.differs && d.after < around {
			fmt.Fprintln(d.w, text)
		} else {
			d.held = append(d.held, text)
		}
		d.after++
		return
	}
	n := max(0, len(d.held)-around)
	if n > 0 {
		fmt.Fprintf(d.w, "  ... %d lines that are the same\n", n)
	}
	for _, text := range d.held[n:] {
		fmt.Fprintln(d.w, text)
	}
	fmt.Fprintln(d.w, text)
	d.differs, d.after, d.held = true, 0, nil
}

// skip says how many lines at the end are the same.
func (d *runDiff) skip() {
	if n := len(d.held); n > 0 && d.differs {
		fmt.Fprintf(d.w, "  ... %d lines that are the same\n", n)
	}
}
