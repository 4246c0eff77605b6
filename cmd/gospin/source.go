package main

import (
	"os"

	"github.com/urfave/cli/v2"

	"gospin/promela/preproc"
	"gospin/verifier/source"
)

// standardInput is the name of a model without a file: its trail is stdin.trail.
const standardInput = "stdin"

// carried reads the files of a job, for a process that reads no other model; nil: it is none.
var carried func(path string) ([]byte, error)

// readModel reads a model, or what it includes.
func readModel(path string) ([]byte, error) {
	if carried != nil {
		return carried(path)
	}
	return preproc.ReadFile(path)
}

// sourceOf returns the source of the model at a path, with the flags about reading. Inputs that can be read
// only once, standard input (-), pipes and devices, are read here.
func sourceOf(c *cli.Context, path string) source.Source {
	s := source.Source{
		Model: path, Defines: c.StringSlice("D"), Undefs: c.StringSlice("U"), Lossy: c.Bool("lossy"),
	}
	if carried != nil {
		s.Read = carried
		return s
	}
	var text []byte
	var err error
	if path == "-" {
		text, err = preproc.ReadAll(c.Context, c.App.Reader)
	} else if st, e := os.Stat(path); e == nil && !st.Mode().IsRegular() && !st.IsDir() {
		text, err = preproc.ReadDevice(c.Context, path)
	} else {
		return s
	}
	s.Model = standardInput
	s.Read = func(path string) ([]byte, error) {
		if path == standardInput {
			return text, err
		}
		return preproc.ReadFile(path)
	}
	return s
}
