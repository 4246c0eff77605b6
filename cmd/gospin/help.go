package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Columns of a help.
const (
	helpWidth = 100
	flagWidth = 22 // of the column for flags, if possible
)

// help prints the help of a command, of one of its flags, or of the program.
func help(w io.Writer, asked string, data any) {
	text := ""
	switch c := data.(type) {
	case *cli.Command:
		text = flagHelp(&cli.App{Commands: []*cli.Command{c}}, []string{asked})
		if asked == helpAll || text == "" {
			text = commandHelp(c, asked == helpAll)
		}
	case *cli.App:
		text = appHelp(c)
	}
	io.WriteString(w, text)
}

// appHelp returns the help of the program.
func appHelp(app *cli.App) string {
	var b strings.Builder
	b.WriteString("gospin: verify Promela models\n\nUsage: gospin COMMAND [FLAGS] MODEL\n\nCommands:\n")
	for _, c := range app.Commands {
		if !c.Hidden {
			b.WriteString(entry(c.Name, c.Usage, 12))
		}
	}
	b.WriteString("\nBegin with:\n")
	b.WriteString(entry("gospin verify m.pml", "all properties of a model", 24))
	b.WriteString(entry("gospin replay m.pml", "the run that violates one", 24))
	b.WriteString(entry("gospin verify -h", "the flags of a command", 24))
	b.WriteString(entry("gospin help tutorial", "the manual begins here", 24))
	b.WriteString(topicsHelp())
	b.WriteString(
		"\n" + wrap(
			"Flags may stand before and after the model, with one dash or two, with values glued on as "+
				"in SPIN (-m50000, -DN=5), after = or after a blank.",
			"",
		),
	)
	return b.String() + wrap(exitCodes, "")
}

// describes splits a command's description into paragraphs, examples, which are lines that begin with gospin,
// and exit codes.
func describes(c *cli.Command) (text []string, list []example, exit string) {
	list, exit = linesOf[c.Name], exits[c.Name]
	if exit == "" {
		exit = exitPlain
	}
	for p := range strings.SplitSeq(strings.TrimSpace(c.Description), "\n\n") {
		words := ""
		for line := range strings.SplitSeq(p, "\n") {
			if strings.HasPrefix(line, "gospin ") {
				command, does, _ := strings.Cut(line, "  ")
				list = append(list, example{command, strings.TrimSpace(does)})
			} else {
				words += " " + line
			}
		}
		if words, codes, ok := strings.Cut(words, "Exit codes:"); ok {
			exit = "Exit codes:" + strings.Join(strings.Fields(" "+codes), " ")
			exit = strings.Replace(exit, ":", ": ", 1)
			text = append(text, words)
		} else {
			text = append(text, words)
		}
	}
	return slices.DeleteFunc(text, func(p string) bool { return strings.TrimSpace(p) == "" }), list, exit
}

// commandHelp returns the help of a command: its flags in groups, in their order, or only the most important
// ones.
func commandHelp(c *cli.Command, all bool) string {
	var b strings.Builder
	b.WriteString(wrap(fmt.Sprintf("gospin %s: %s", c.Name, c.Usage), ""))
	b.WriteString(
		"\n" + wrap(strings.TrimSpace(fmt.Sprintf("Usage: gospin %s [FLAGS] %s", c.Name, c.ArgsUsage)), ""),
	)
	text, list, exit := describes(c)
	for _, p := range text {
		b.WriteString("\n" + wrap(strings.Join(strings.Fields(p), " "), ""))
	}
	if len(list) > 0 {
		b.WriteString("\nExamples:\n")
		width := 0
		for _, e := range list {
			width = max(width, len(e.line)+2)
		}
		for _, e := range list {
			b.WriteString(entry(e.line, e.does, width))
		}
	}
	if few := usual[c.Name]; len(few) > 0 && !all {
		b.WriteString(fewFlags(c, few))
	} else {
		b.WriteString(flagsHelp(c))
	}
	return b.String() + "\n" + wrap(exit, "")
}

// flagsHelp returns the help of a command's flags.
func flagsHelp(c *cli.Command) string {
	var b strings.Builder
	groups, names := map[string][]cli.DocGenerationFlag{}, []string{}
	for _, f := range c.Flags {
		d, ok := f.(cli.DocGenerationFlag)
		if v, can := f.(cli.VisibleFlag); !ok || can && !v.IsVisible() || isHelp(f) {
			continue
		}
		group := headingOf(f.Names()[0])
		if g, can := f.(cli.CategorizableFlag); can && g.GetCategory() != "" {
			group = g.GetCategory()
		}
		if groups[group] == nil {
			names = append(names, group)
		}
		groups[group] = append(groups[group], d)
	}
	for _, name := range names {
		b.WriteString("\n" + name + ":\n")
		for _, f := range groups[name] {
			head, text := described(f)
			b.WriteString(entry(head, text, flagWidth))
		}
	}
	return b.String()
}

func isHelp(f cli.Flag) bool { return slices.Contains(f.Names(), "help") }

// described returns a flag with the name of its value, and its description.
func described(f cli.DocGenerationFlag) (head, text string) {
	text = f.GetUsage()
	head = "-" + f.Names()[0]
	if before, rest, ok := strings.Cut(text, "`"); ok {
		name, after, _ := strings.Cut(rest, "`")
		head, text = head+" "+name, before+name+after
	} else if f.TakesValue() {
		head += " VALUE"
	}
	if d := strings.Trim(f.GetDefaultText(), `"`); d != "" && f.TakesValue() && d != "0" && d != "0s" {
		text += " (default: " + d + ")"
	}
	return head, text
}

// entry formats an item in two columns. An item that is too wide for the first gets a line of its own.
func entry(head, text string, width int) string {
	line := fmt.Sprintf("  %-*s", width, head)
	if len(head) >= width && text != "" {
		return "  " + head + "\n" + wrap(strings.Repeat(" ", width+2)+text, strings.Repeat(" ", width+2))
	}
	return wrap(strings.TrimRight(line+text, " "), strings.Repeat(" ", width+2))
}

// wrap breaks long lines, and indents all but the first. Words that are longer than a line, such as lists of
// names without blanks, are broken after a comma.
func wrap(line, indent string) string {
	var out strings.Builder
	for len(line) > helpWidth {
		at := strings.LastIndexByte(line[:helpWidth+1], ' ')
		if at <= len(indent) || strings.TrimSpace(line[:at]) == "" {
			if at = strings.LastIndexByte(line[:helpWidth], ',') + 1; at <= len(indent) {
				break
			}
		}
		out.WriteString(strings.TrimRight(line[:at], " ") + "\n")
		line = indent + strings.TrimLeft(line[at:], " ")
	}
	return out.String() + line + "\n"
}
