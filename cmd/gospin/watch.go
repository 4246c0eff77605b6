package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/promela/preproc"
)

// watchEvery is the interval at which files are checked for changes.
var watchEvery = 300 * time.Millisecond

// whileWatching repeats a command, with -watch, whenever its models or their includes change. It goes on
// until interrupted, and then has the exit code of the last run.
func whileWatching(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if !c.Bool("watch") {
			return action(c)
		}
		if slices.Contains(c.Args().Slice(), "-") {
			return errors.New("-watch is for files, not for standard input")
		}
		outer := c.Context
		for {
			// What is read first may be older than what is verified, but not newer, so no change is missed.
			before := textsOf(c, nil)
			isAnswering.Store(false)
			code := exitCode(action(c), c.App.ErrWriter)
			if c.Context = outer; outer.Err() != nil {
				return cli.Exit("", code)
			}
			fmt.Fprintf(c.App.ErrWriter, "waiting for changes of %s (Ctrl-C ends)\n",
				listed(slices.Sorted(maps.Keys(before)), "file"))
			name := changed(outer, c, before)
			if name == "" {
				return cli.Exit("", code)
			}
			fmt.Fprintf(c.App.ErrWriter, "\nchanged: %s\n", name)
		}
	}
}

// listed names a few things, or counts many.
func listed(names []string, thing string) string {
	if len(names) > 4 {
		return fmt.Sprintf("%d %ss", len(names), thing)
	}
	return strings.Join(names, ", ")
}

// changed waits for a change in the files of a command's models, and returns the name of a changed file, or
// "" if the context is done before.
func changed(ctx context.Context, c *cli.Context, before map[string]string) string {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ""
		case <-tick.C:
		}
		now := textsOf(c, before)
		if ctx.Err() != nil {
			return ""
		}
		for _, name := range slices.Sorted(maps.Keys(now)) {
			if old, known := before[name]; !known || old != now[name] {
				return name
			}
		}
		for _, name := range slices.Sorted(maps.Keys(before)) {
			if _, there := now[name]; !there {
				return name
			}
		}
	}
}

// textsOf returns the texts of the files that a command's models are read from, by name. It assumes that
// unchanged models include the same files as before.
func textsOf(c *cli.Context, before map[string]string) map[string]string {
	models, err := modelsIn(c.Args().Slice())
	if err != nil {
		return map[string]string{"": err.Error()}
	}
	out := map[string]string{}
	read := func(path string) ([]byte, error) {
		text, err := preproc.ReadFile(path)
		out[path] = string(text)
		if errors.Is(err, fs.ErrNotExist) {
			out[path] = "\x00none"
		}
		return text, err
	}
	for _, path := range models {
		read(path) // the run reports files that can't be read
	}
	same := before != nil
	for name := range before {
		if _, known := out[name]; !known {
			read(name)
		}
		same = same && out[name] == before[name]
	}
	if same {
		return out
	}
	clear(out)
	for _, path := range models {
		s := sourceOf(c, path)
		s.Read = read
		s.Open(c.Context) // for the files that it reads
	}
	return out
}
