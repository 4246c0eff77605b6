package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier/files"
	"gospin/verifier/source"
	"gospin/verifier/trail/chart"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// Kinds of charts.
const (
	chartText    = "text"
	chartSVG     = "svg"
	chartMermaid = "mermaid" // for Markdown
	chartShiViz  = "shiviz"  // a log of all steps with vector clocks
)

var chartKinds = []string{chartText, chartSVG, chartMermaid, chartShiViz}

// seeFlags returns the flags of runs that SPIN does not have, and its -c.
func seeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{
			Name: "show",
			Usage: "print the value of an `EXPR` over the model in each step that changes it; a local is named as in " +
				"formulas: P[1]:x. May be repeated",
		},
		&cli.StringFlag{
			Name: "chart",
			Usage: "draw the messages as a sequence chart: -chart as text, -chart=`FILE`.svg as a picture, " +
				"-chart=svg to standard output, -chart=mermaid for Markdown, -chart=shiviz as a log for ShiViz",
		},
		&cli.BoolFlag{Name: "c", Usage: "print the messages in columns, as SPIN does"},
	}
}

// showFlag is the name of the measures for -show.
const showFlag = "-show"

// showIn adds the expressions of -show to the model's measures.
func showIn(c *cli.Context, src *source.Source) {
	for _, text := range c.StringSlice("show") {
		src.Measures = append(src.Measures, source.Measure{Name: showFlag, Text: text})
	}
}

// shownIn looks up the expressions of such lists in the program.
func shownIn(lists []string, p *vm.Program) (out []story.Expr) {
	var texts [][]string
	for _, text := range lists {
		texts = append(texts, parts(text))
	}
	for i := range p.Measures {
		m := &p.Measures[i]
		if m.Name != showFlag || len(texts) == 0 {
			continue
		}
		for k, code := range m.Code {
			text := fmt.Sprintf("%s, %d", strings.Join(texts[0], ","), k+1)
			if len(texts[0]) == len(m.Code) {
				text = texts[0][k]
			}
			out = append(out, story.Expr{Text: text, Code: code, Names: m.Names[k]})
		}
		texts = texts[1:]
	}
	return out
}

// parts splits a list of expressions at commas outside of brackets.
func parts(list string) (out []string) {
	from, depth := 0, 0
	for i, r := range list {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(list[from:i]))
				from = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(list[from:]))
}

// chartWanted returns the checked value of -chart, or "".
func chartWanted(c *cli.Context) (string, error) {
	switch to := c.String("chart"); {
	case to == "" || slices.Contains(chartKinds, to) || strings.HasSuffix(to, ".svg"):
		return to, nil
	default:
		return "", fmt.Errorf("-chart takes text, svg, mermaid, shiviz, or a file whose name ends in .svg, not %q%s",
			to, hint(to, chartKinds))
	}
}

// drawing collects the events of a run for a kind of chart.
type drawing struct {
	chart.Chart
	log  chart.Log
	kind string
}

func (d *drawing) Event(e story.Event) {
	if d.kind == chartShiViz {
		d.log.Event(e)
		return
	}
	d.Chart.Event(e)
}

// writeChart writes a chart to the destination in -chart.
func writeChart(c *cli.Context, to string, ch *drawing) error {
	switch to {
	case chartMermaid:
		return ch.WriteMermaid(c.App.Writer)
	case chartShiViz:
		return ch.log.WriteText(c.App.Writer)
	case chartText:
		return ch.WriteText(c.App.Writer)
	case chartSVG:
		return ch.WriteSVG(c.App.Writer)
	}
	return writeFile(c, to, ch.WriteSVG)
}

// writeFile writes a file and prints a message. If it fails, the file stays as it was.
func writeFile(c *cli.Context, path string, write func(io.Writer) error) error {
	err := files.Write(path, write)
	if err == nil {
		fmt.Fprintln(c.App.ErrWriter, "gospin: wrote", path)
	}
	return err
}
