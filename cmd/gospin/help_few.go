package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// helpAll requests all flags, as in gospin verify -h all.
const helpAll = "all"

// usual has the most important flags of commands with many flags.
var usual = map[string][]string{
	"verify": {
		"D", "only", "ltl", "f", "shortest", "c", "time", "mem", "order", "compress", "open", "watch", "report", "quiet", "v",
	},
}

// shortTexts has descriptions of flags in one line, if the full text is longer.
var shortTexts = map[string]string{
	"only":     "check only these, a `LIST`: assertions, end-states, overflow, names of claims and formulas",
	"ltl":      "check only this `FORMULA`, or the formula of that name",
	"f":        "only runs count that are fair to every process",
	"shortest": "show the run with the fewest moves, however long that takes",
	"mem":      "memory for states, a `SIZE` such as 8G",
	"time":     "give up after a `DURATION` such as 10m",
	"order":    "the `ORDER` of the search: any, dfs, bfs and others",
	"compress": "how states are stored, `MODE`: roots, collapse, tree and others; auto picks one",
	"report":   "write the report in a `FORMAT[:FILE]`: json, junit, sarif, github, html, itf",
}

// fewFlags returns the help of a command's most important flags.
func fewFlags(c *cli.Command, names []string) string {
	var b strings.Builder
	b.WriteString("\nFlags:\n")
	all := 0
	for _, f := range c.Flags {
		if v, can := f.(cli.VisibleFlag); can && v.IsVisible() && !isHelp(f) {
			all++
		}
	}
	for _, name := range names {
		i := slices.IndexFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == name })
		if i < 0 {
			continue
		}
		head, text := described(c.Flags[i].(cli.DocGenerationFlag))
		if short := shortTexts[name]; short != "" {
			before, rest, _ := strings.Cut(short, "`")
			value, after, _ := strings.Cut(rest, "`")
			text = before + value + after
			if head = "-" + name; value != "" {
				head += " " + value
			}
		}
		b.WriteString(entry(head, text, flagWidth))
	}
	fmt.Fprintf(&b, "\nAll %d flags: gospin %s -h %s\n", all, c.Name, helpAll)
	return b.String()
}

// noModel returns the error for a command without a model. Often a flag has taken the model as its value.
func noModel(c *cli.Context) error {
	if c.NArg() > 0 {
		return nil
	}
	for _, name := range []string{"D", "U"} {
		for _, v := range c.StringSlice(name) {
			if _, err := os.Stat(v); err == nil || strings.HasSuffix(v, ".pml") {
				return fmt.Errorf("-%s takes a macro, and has taken %s for one: gospin %s -%s NAME %s",
					name, v, c.Command.Name, name, v)
			}
		}
	}
	name := c.Command.Name
	return fmt.Errorf("%s needs a model: gospin %s m.pml; gospin %s -h lists the flags", name, name, name)
}
