package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier/source"
	"gospin/verifier/trail"
)

// trailFlags returns the flags about counterexamples.
func trailFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{
		Name: "trail",
		Usage: "write trails to this folder, or the first one to this file and others beside it: `DIR|FILE`; the first " +
			"violated property's is MODEL.trail, others' are MODEL.PROPERTY.trail",
		DefaultText: "the model's folder",
	}}
}

// asInTrail makes the model be read as a trail's note requires, unless flags say otherwise; it prints a
// message if they do.
func asInTrail(c *cli.Context, src *source.Source, note *trail.Note) {
	if note == nil {
		return
	}
	if len(src.Defines) == 0 && len(src.Undefs) == 0 && !src.Lossy {
		src.Defines, src.Undefs, src.Lossy = note.Defines, note.Undefs, note.Lossy
	}
	if len(src.Formulas) == 0 && note.Formula != "" {
		src.Formulas = []string{note.Formula}
	}
	given := trail.Note{Defines: src.Defines, Undefs: src.Undefs, Lossy: src.Lossy}
	if note.Formula != "" {
		given.Formula = src.Formulas[0]
	}
	if !note.Same(&given) || note.Formula != given.Formula {
		fmt.Fprintln(c.App.ErrWriter, "note: the trail is of"+asFlags(note)+": the model may be another one now")
	}
}

// asFlags returns the flags that correspond to a note.
func asFlags(n *trail.Note) string {
	flags := slices.Concat(prefixed("-D", n.Defines), prefixed("-U", n.Undefs))
	if n.Lossy {
		flags = append(flags, "-lossy")
	}
	if n.Formula != "" {
		flags = append(flags, "-ltl '"+n.Formula+"'")
	}
	if len(flags) == 0 {
		return " the model without flags"
	}
	return " " + strings.Join(flags, " ")
}

func prefixed(prefix string, list []string) (out []string) {
	for _, s := range list {
		out = append(out, prefix+s)
	}
	return out
}
