package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/examples"
)

func examplesCommand() *cli.Command {
	return &cli.Command{
		Name: "examples", ArgsUsage: "[NAME...]",
		Usage:  "list the models that come with gospin, or write some of them to this folder",
		Action: writeExamples,
	}
}

func newCommand() *cli.Command {
	return &cli.Command{
		Name: "new", ArgsUsage: "NAME",
		Usage:  "begin a model: write NAME.pml, which has a process, an assertion and a formula",
		Action: begin,
	}
}

// writeExamples lists the examples, or writes the named ones, or all.
func writeExamples(c *cli.Context) error {
	var names []string
	entries, err := fs.ReadDir(examples.Models, ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".pml"))
	}
	wanted := c.Args().Slice()
	if len(wanted) == 0 {
		for _, name := range names {
			fmt.Fprint(c.App.Writer, entry(name, aboutExample(name), 12))
		}
		return nil
	}
	if slices.Equal(wanted, []string{"all"}) {
		wanted = names
	}
	for i, name := range wanted {
		if wanted[i] = strings.TrimSuffix(path.Base(name), ".pml"); !slices.Contains(names, wanted[i]) {
			return fmt.Errorf("there is no example %q%s: there are %s", name, hint(wanted[i], names),
				strings.Join(names, ", "))
		}
	}
	for _, name := range wanted {
		text, err := examples.Models.ReadFile(name + ".pml")
		if err == nil {
			err = writeNew(c, name+".pml", text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// aboutExample returns the first sentence of an example's comment.
func aboutExample(name string) string {
	text, err := examples.Models.ReadFile(name + ".pml")
	if err != nil {
		return ""
	}
	var words []string
	for sc := bufio.NewScanner(bytes.NewReader(text)); sc.Scan(); {
		line := strings.Trim(strings.TrimSpace(sc.Text()), "/* ")
		if line == "" && len(words) > 0 {
			break
		}
		if before, _, found := strings.Cut(line+" ", ". "); found {
			words = append(words, before)
			break
		}
		words = append(words, line)
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// scaffold is a model that holds, with an example of each thing that most models need.
const scaffold = `/* NAME: say here what the model is of */

mtype = { request, reply };
chan ask = [1] of { mtype, byte };	/* from the client, to the server */
chan answer = [1] of { mtype, byte };
bool waits;

active proctype Client() {
	byte n;
	do
	:: waits = true;
	   ask!request(3);
	   answer?reply(n);
	   assert(n == 4);
	   waits = false
	od
}

active proctype Server() {
	byte n;
end:	do	/* the server may wait here for ever */
	:: ask?request(n) -> answer!reply(n + 1)
	od
}

/* who waits gets an answer */
ltl answered { [] (waits -> <> !waits) }
`

// begin writes a new model.
func begin(c *cli.Context) error {
	if c.NArg() != 1 {
		return fmt.Errorf("new takes the name of a model: gospin new lock")
	}
	file := strings.TrimSuffix(c.Args().First(), ".pml") + ".pml"
	text := strings.ReplaceAll(scaffold, "NAME", strings.TrimSuffix(path.Base(file), ".pml"))
	if err := writeNew(c, file, []byte(text)); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "now: gospin verify %s\n", file)
	return nil
}

// writeNew writes a file that must not exist.
func writeNew(c *cli.Context, name string, text []byte) (err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already, and stays as it is", name)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "wrote %s\n", name)
	return nil
}
