package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"gospin/promela/format"
	"gospin/promela/resolve"
	"gospin/verifier/files"
)

func fmtCommand() *cli.Command {
	return &cli.Command{
		Name: "fmt", ArgsUsage: "MODELS", Action: formatModels,
		Usage: "lay models out in the usual style",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "w", Usage: "write the result to the file instead of the output"},
			&cli.BoolFlag{Name: "d", Usage: "print what would change, as diff -u does"},
			&cli.BoolFlag{Name: "l", Usage: "print the names of files that would change"},
			&cli.StringSliceFlag{Name: "D", Usage: "define a macro, `NAME=VALUE` or NAME"},
			&cli.StringSliceFlag{Name: "U", Usage: "undefine a macro, `NAME`"},
		},
		Description: "gospin fmt m.pml          print the model laid out\n" +
			"gospin fmt -w *.pml       lay files out in place\n" +
			"gospin fmt -d - <m.pml    what would change of standard input\n\n" +
			"Comments, macros and lines of the preprocessor stay as they are, and so does each file that is " +
			"not a model.\nExit codes: 0 done, 1 with -l or -d if something would change, 2 wrong usage or a model " +
			"error.",
	}
}

func formatModels(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("fmt takes models, or - for standard input: gospin fmt -w m.pml")
	}
	differ := false
	var failed []error
	for _, path := range c.Args().Slice() {
		changed, err := formatModel(c, path)
		if c.Context.Err() != nil {
			return err
		}
		if err != nil {
			failed = append(failed, err)
		}
		differ = differ || changed
	}
	for _, err := range failed {
		complain(c.App.ErrWriter, err)
	}
	switch {
	case slices.ContainsFunc(failed, hasFailed):
		return cli.Exit("", failedCode)
	case len(failed) > 0:
		return cli.Exit("", usageCode)
	case differ && (c.Bool("l") || c.Bool("d")) && !c.Bool("w"):
		return cli.Exit("", 1)
	}
	return nil
}

// formatModel formats a model, and reports whether that changes it.
func formatModel(c *cli.Context, path string) (bool, error) {
	s := sourceOf(c, path)
	before, after, err := format.Model(c.Context, s.Model,
		resolve.Options{Defines: s.Defines, Undefs: s.Undefs, ReadFile: s.Read})
	if errors.Is(err, format.ErrChanged) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	if err != nil {
		return false, err
	}
	changed := !bytes.Equal(before, after)
	if changed && c.Bool("l") {
		fmt.Fprintln(c.App.Writer, path)
	}
	if changed && c.Bool("d") {
		fmt.Fprint(c.App.Writer, difference(path, string(before), string(after)))
	}
	switch {
	case c.Bool("w") && path == "-":
		return changed, errors.New("-w needs a file; without it, what - gives is printed")
	case c.Bool("w"):
		if !changed {
			return false, nil
		}
		return true, files.WriteBytes(path, after)
	case c.Bool("l"), c.Bool("d"):
		return changed, nil
	}
	_, err = io.Copy(c.App.Writer, bytes.NewReader(after))
	return changed, err
}
