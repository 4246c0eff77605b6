package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/lint"
	"gospin/promela/resolve"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name: "lint", ArgsUsage: "MODEL...",
		Usage: "find what SPIN accepts in a model and its author hardly means",
		Flags: append(append(defineFlags()[:2], lintFlags()...),
			&cli.BoolFlag{Name: "json", Usage: "print the findings as a JSON list"},
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
	var all diag.List
	for _, path := range c.Args().Slice() {
		s := sourceOf(c, path)
		o := resolve.Options{Defines: s.Defines, Undefs: s.Undefs, ReadFile: s.Read}
		m, err := resolve.ParseFile(c.Context, s.Model, o)
		var list diag.List
		switch {
		case errors.As(err, &list):
			all.Add(list...)
		case err != nil:
			return err
		default:
			found, err := lint.Check(c.Context, m, levels)
			if err != nil {
				return err
			}
			all.Add(found...)
		}
	}
	if c.Bool("json") {
		err = writeFindings(c.App.Writer, all)
	} else {
		err = all.Render(c.App.Writer, os.Getenv("NO_COLOR") == "" && terminal(c.App.Writer))
	}
	if err == nil && all.Errors() > 0 {
		return cli.Exit("", usageCode)
	}
	return err
}

// finding is a diagnostic in JSON.
type finding struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"`       // error or warning
	Lint     string `json:"lint,omitempty"` // "": reading the model found it
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

// maxLints is how many findings are told before a search.
const maxLints = 10

// looked has the model that is verified looked at before the search. What is told is added to said.
func looked(c *cli.Context, said map[string]bool) (func(*promela.Model) (diag.List, error), error) {
	levels, err := levels(c.StringSlice("W"))
	if err != nil {
		return nil, err
	}
	return func(m *promela.Model) (diag.List, error) {
		var warnings, bad diag.List
		found, err := lint.Check(c.Context, m, levels)
		if err != nil {
			return nil, err
		}
		for _, d := range found {
			if d.Severity == diag.Error {
				bad.Add(d)
				continue
			}
			warnings.Add(d)
			said[d.String()] = true
			switch n := len(warnings); {
			case c.Bool("quiet") || n > maxLints:
			default:
				fmt.Fprintln(c.App.ErrWriter, d)
			}
		}
		if n := len(warnings) - maxLints; n > 0 && !c.Bool("quiet") {
			fmt.Fprintf(c.App.ErrWriter, "and %d more: %s\n", n, lintLine(c))
		}
		return warnings, bad.Err()
	}, nil
}

// lintLine is the command that tells everything that is found in the model that is verified.
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
