package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/cmd/gospin/manual"
)

// helpCommand prints the help of the program or a command, or a topic of the manual.
func helpCommand() *cli.Command {
	return &cli.Command{
		Name: "help", Usage: "explain a command or a topic, such as ltl, stores, fairness, atomic",
		ArgsUsage: "[COMMAND | TOPIC]",
		Action: func(c *cli.Context) error {
			topic := c.Args().Slice()
			if len(topic) == 0 {
				_, err := io.WriteString(c.App.Writer, appHelp(c.App))
				return err
			}
			for _, command := range c.App.Commands {
				if command.Name == topic[0] && command.Name != "help" && len(topic) == 1 {
					return writeTopic(c.App.Writer, commandHelp(command, false), manual.Find(topic[0]))
				}
			}
			if text := manual.Find(topic...); text != "" {
				return writeTopic(c.App.Writer, "", text)
			}
			if text := flagHelp(c.App, topic); text != "" {
				return writeTopic(c.App.Writer, text, "")
			}
			return unknownTopic(c.App, topic)
		},
	}
}

// flagPages are pages of the manual about a flag whose names differ from it.
var flagPages = map[string]string{"compress": "stores", "por": "reductions", "noreduce": "reductions", "f": "fairness", "F": "fairness", "fair": "fairness",
	"symmetry": "reductions", "report": "formats", "trail": "counterexamples", "mem": "big-models"}

// flagHelp returns what a flag does, of the first command that has it, or "".
func flagHelp(app *cli.App, topic []string) string {
	for _, c := range app.Commands {
		for _, f := range c.Flags {
			d, ok := f.(cli.DocGenerationFlag)
			if ok && len(topic) == 1 && f.Names()[0] == strings.TrimLeft(topic[0], "-") {
				head, text := described(d)
				more := ""
				for _, page := range []string{topic[0] + "s", flagPages[topic[0]]} {
					if manual.Find(page) != "" {
						more = "\nMore: gospin help " + page + "\n"
					}
				}
				return fmt.Sprintf("gospin %s\n\n", c.Name) + entry(head, text, flagWidth) + more
			}
		}
	}
	return ""
}

// writeTopic prints the help of a command and a page of the manual. Either may be empty.
func writeTopic(w io.Writer, help, page string) error {
	text := help
	if help != "" && page != "" {
		text += "\n"
	}
	_, err := io.WriteString(w, text+manual.Plain(page))
	return err
}

// unknownTopic returns the error for a word that is neither a command nor a topic.
func unknownTopic(app *cli.App, topic []string) error {
	var names, pages []string
	for _, c := range app.Commands {
		names = append(names, c.Name)
	}
	for _, p := range manual.Pages() {
		pages = append(pages, p.Name)
	}
	what := strings.Join(topic, " ")
	near := hint(what, slices.Concat(names, manual.Topics()))
	return fmt.Errorf("no help on %q%s: there are commands (gospin -h) and the topics %s",
		what, near, strings.Join(pages, ", "))
}

// topicsHelp lists the pages of the manual.
func topicsHelp() string {
	var b strings.Builder
	b.WriteString("\nTopics (gospin help TOPIC):\n")
	for _, p := range manual.Pages() {
		b.WriteString(entry(p.Name, p.About, 16))
	}
	return b.String()
}
