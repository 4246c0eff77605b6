package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/ltl"
	"gospin/verifier/source"
)

func ltlCommand() *cli.Command {
	return &cli.Command{
		Name: "ltl", Usage: "translate an LTL formula to a never claim, as spin -f does", ArgsUsage: "'FORMULA'",
		Flags: []cli.Flag{
			&cli.BoolFlag{
				Name:  "negate",
				Usage: "translate the negation: the claim for verifying that the formula holds",
			},
			&cli.BoolFlag{Name: "dot", Usage: "print the automaton for Graphviz"},
			&cli.BoolFlag{Name: "json", Usage: "print the automaton as a JSON object"},
		},
		Description: strings.TrimSpace(formulas),
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return errors.New("ltl takes a formula, such as '[] (p -> <> q)'")
			}
			if c.Bool("dot") && c.Bool("json") {
				return errors.New("-dot and -json exclude each other")
			}
			text := strings.Join(c.Args().Slice(), " ")
			return translate(c.Context, c.App.Writer, text, c.Bool("negate"), c.Bool("dot"), c.Bool("json"))
		},
	}
}

const formulas = `
The claim accepts the runs that satisfy the formula. A verifier reports what a claim accepts as an
error, so to check that a property holds, translate its negation: with -negate, or written !(FORMULA).

Operators, loosest first: -> <-> (implies, equivalent), ||, &&, U V W (until, release, weakuntil), then those
of Promela's expressions, then [] <> ! X (always, eventually, not, next). All associate to the left.
Atoms are expressions of Promela: x > 0, len(q) == 1, P[1]@label, q?[m]. Put what is compared into
parentheses: [] (x == 0). Before a formula that begins with a minus, write --.
`

// translate prints the automaton of a formula.
func translate(ctx context.Context, w io.Writer, text string, negate, dot, asJSON bool) error {
	f, atoms, err := ltl.Parse(text)
	if err != nil {
		return source.FormulaError(err)
	}
	if negate {
		f, text = ltl.Not(f), "!("+text+")"
	}
	a, err := ltl.Translate(ctx, f)
	if err != nil {
		return err
	}
	switch {
	case dot:
		return a.WriteDot(w, text, atoms)
	case asJSON:
		invariant, err := ltl.StutterInvariant(ctx, f)
		if err != nil {
			return err
		}
		return writeAutomaton(w, text, atoms, invariant, a)
	}
	return a.WriteClaim(w, text, atoms)
}

// The automaton in JSON. Guards are in Promela, and as conjunctions of the atoms' numbers from 1,
// negative if negated.
type (
	automatonJSON struct {
		Formula          string      `json:"formula"`
		StutterInvariant bool        `json:"stutterInvariant"`
		Atoms            []string    `json:"atoms"`
		Initial          int         `json:"initial"`
		States           []stateJSON `json:"states"`
	}
	stateJSON struct {
		Accepting bool       `json:"accepting"`
		Edges     []edgeJSON `json:"edges"`
	}
	edgeJSON struct {
		Guard string  `json:"guard"`
		Cubes [][]int `json:"cubes"`
		To    int     `json:"to"`
	}
)

func writeAutomaton(w io.Writer, text string, atoms []string, invariant bool, a *ltl.Automaton) error {
	out := automatonJSON{
		Formula: text, StutterInvariant: invariant, Atoms: append([]string{}, atoms...), Initial: a.Initial,
	}
	for _, s := range a.States {
		state := stateJSON{Accepting: s.Accepting, Edges: []edgeJSON{}}
		for _, e := range s.Edges {
			edge := edgeJSON{Guard: e.Guard.Text(atoms), To: e.To}
			for _, cube := range e.Guard {
				numbers := []int{}
				for _, l := range cube {
					n := l.Atom + 1
					if l.Negated {
						n = -n
					}
					numbers = append(numbers, n)
				}
				edge.Cubes = append(edge.Cubes, numbers)
			}
			state.Edges = append(state.Edges, edge)
		}
		out.States = append(out.States, state)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("writing the automaton: %w", err)
	}
	return nil
}
