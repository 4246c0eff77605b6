package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/lint"
	"gospin/promela/resolve"
	"gospin/verifier"
	"gospin/verifier/formats"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name: "lint", ArgsUsage: "MODEL...",
		Usage: "find what SPIN accepts in a model and its author hardly means",
		Flags: append(append(defineFlags()[:2], lintFlags()...),
			&cli.BoolFlag{Name: "json", Usage: "print the findings as a JSON list"},
			&cli.StringSliceFlag{Name: "report", Usage: "write the findings in a `FORMAT[:FILE]`: " +
				list(lintFormats) + "; without a file, in place of the text"},
			&cli.BoolFlag{Name: "list", Usage: "print the lints there are, each with an example"}),
		Action: lintModels,
		Description: "gospin lint m.pml                         what is found, with places\n" +
			"gospin lint -W write-only=off m.pml       without that of one lint\n" +
			"gospin lint -W unreachable=error *.pml    exit code 2 where it is found\n\n" +
			"A comment /* lint: NAME=off */ leaves out what is found on its line.\n" +
			"Exit codes: 0 no finding is an error, 2 one is, wrong usage or a model error.",
	}
}

func lintModels(c *cli.Context) error {
	if c.Bool("list") {
		_, err := io.WriteString(c.App.Writer, lint.Table())
		return err
	}
	if c.NArg() == 0 {
		return errors.New("lint takes one model or several")
	}
	levels, err := levels(c.StringSlice("W"))
	if err != nil {
		return err
	}
	to, err := targets(c.StringSlice("report"), false)
	if err != nil {
		return err
	}
	for _, t := range to {
		if !slices.Contains(lintFormats, t.format) {
			return fmt.Errorf("-report %s is of verdicts; of lints, there are %s", t.format, list(lintFormats))
		}
		if err := t.check(c.Args().Slice()); err != nil {
			return err
		}
	}
	var all diag.List
	var outcomes []*formats.Outcome
	for _, path := range c.Args().Slice() {
		s := sourceOf(c, path)
		one := outcomeOf(c, &verifier.Options{Source: s})
		outcomes = append(outcomes, one)
		o := resolve.Options{Defines: s.Defines, Undefs: s.Undefs, ReadFile: s.Read}
		m, err := resolve.ParseFile(c.Context, s.Model, o)
		var list diag.List
		switch {
		case errors.As(err, &list):
			all.Add(list...)
			one.Err = err
		case err != nil:
			return err
		default:
			found, err := lint.Check(c.Context, m, levels)
			if err != nil {
				return err
			}
			all.Add(found...)
			one.Lints = found
		}
	}
	switch {
	case c.Bool("json"):
		err = writeFindings(c.App.Writer, all)
	case !printed(to):
		err = all.Render(c.App.Writer, os.Getenv("NO_COLOR") == "" && terminal(c.App.Writer))
	}
	if err == nil {
		err = write(outcomes, to, c.App.Writer, c.App.ErrWriter)
	}
	if err == nil && all.Errors() > 0 {
		return cli.Exit("", usageCode)
	}
	return err
}

// lintFormats are the formats of package formats that lints can use.
var lintFormats = []string{"sarif", "github"}

// finding is a diagnostic in JSON.
type finding struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"`       // error or warning
	Lint     string `json:"lint,omitempty"` // "" for an error of the model
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

func writeFindings(w io.Writer, list diag.List) error {
	out := []finding{}
	for _, d := range list {
		out = append(out, finding{File: d.Pos.File, Line: d.Pos.Line, Column: d.Pos.Col,
			Severity: d.Severity.String(), Lint: d.Name, Message: d.Msg, Hint: d.Hint})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

// maxLints limits the findings that are printed before a search.
const maxLints = 10

// newLinter returns a function that lints a model before the search. It adds what it prints to said.
func newLinter(c *cli.Context, said map[string]bool) (func(*promela.Model) (diag.List, error), error) {
	levels, err := levels(c.StringSlice("W"))
	if err != nil {
		return nil, err
	}
	return func(m *promela.Model) (diag.List, error) {
		found, err := lint.Check(c.Context, m, levels)
		if err != nil {
			return nil, err
		}
		warnings, bad := bySeverity(found)
		for i, d := range warnings {
			if said[d.String()] = true; i < maxLints && !c.Bool("quiet") {
				fmt.Fprintln(c.App.ErrWriter, d)
			}
		}
		if n := len(warnings) - maxLints; n > 0 && !c.Bool("quiet") {
			fmt.Fprintf(c.App.ErrWriter, "and %d more: %s\n", n, lintLine(c))
		}
		return warnings, bad.Err()
	}, nil
}

// bySeverity separates warnings and errors.
func bySeverity(found diag.List) (warnings, bad diag.List) {
	for _, d := range found {
		if d.Severity == diag.Error {
			bad.Add(d)
		} else {
			warnings.Add(d)
		}
	}
	return warnings, bad
}

// lintLine returns the command that prints all findings in the model.
func lintLine(c *cli.Context) string {
	words := []string{"gospin", "lint"}
	for _, name := range []string{"D", "U", "W"} {
		for _, v := range c.StringSlice(name) {
			if name == "W" {
				name = "W "
			}
			words = append(words, "-"+name+v)
		}
	}
	return strings.Join(append(words, c.Args().First()), " ")
}
