package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier/confirm"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/verifier/trail/explore"
	"gospin/verifier/trail/page"
	"gospin/vm"
)

func exploreCommand() *cli.Command {
	return &cli.Command{
		Name: "explore", ArgsUsage: "MODEL",
		Usage: "choose the steps of a run on a page in the browser, served on this machine only",
		Flags: append(slices.Concat(defineFlags(), seeFlags()[:1]),
			&cli.IntFlag{Name: "port", Usage: "listen on 127.0.0.1:`N`", DefaultText: "one that is free"},
			&cli.StringFlag{Name: "k", Usage: "begin with the run of a trail, its `FILE`"},
			&cli.IntFlag{Name: "t", Usage: "begin with MODEL`N`.trail; 0: MODEL.trail"},
			&cli.StringFlag{Name: "o", Usage: "the `FILE` that trails are saved in",
				DefaultText: "MODEL.explored.trail"},
			&cli.Uint64Flag{Name: "n", Usage: "`SEED` of steps at random", DefaultText: "the time"}),
		Action: exploreRuns,
		Description: "It prints the address of the page, which nobody can guess, and ends with Ctrl-C.\n\n" +
			"gospin explore m.pml                  from the initial state\n" +
			"gospin explore -t 0 m.pml             begin with what gospin verify has found\n" +
			"gospin explore -port 8080 -DN=3 m.pml always at the same port, with a macro defined",
	}
}

// Limits of a search from a page.
var searchFromPage = search.Limits{Memory: 2 << 30}

func exploreRuns(c *cli.Context) error {
	path, err := model(c)
	if err != nil {
		return err
	}
	src := sourceOf(c, path)
	showIn(c, &src)
	opened, err := src.Open(c.Context)
	if err != nil {
		return err
	}
	p, err := opened.Compile(c.Context, source.Aim{Fits: true})
	if err != nil {
		return err
	}
	moves, err := trailMoves(c, p)
	if err != nil {
		return err
	}
	if p := c.Int("port"); p < 0 || p > 65535 {
		return fmt.Errorf("-port takes a number up to 65535, not %d", p)
	}
	seed := c.Uint64("n")
	if !c.IsSet("n") {
		seed = uint64(time.Now().UnixNano())
	}
	save := src.Model + ".explored.trail"
	if c.IsSet("o") {
		save = c.String("o")
	}
	server, err := explore.New(explore.Config{
		Program: p, About: page.About{Model: src.Model, Read: src.Read}, Show: shownIn(c, p),
		Rand: rand.New(rand.NewPCG(seed, 1)), Trail: save, Replay: exploredReplay(c, save),
		Search: func(ctx context.Context, from *vm.State) ([]vm.Move, string, string) {
			return confirm.Nearest(ctx, p, from, searchFromPage)
		},
		Unsearched: unsearched(opened),
	}, moves)
	if err != nil {
		return err
	}
	l, err := explore.Listen(c.Int("port"))
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	ctx := c.Context
	fmt.Fprintf(c.App.ErrWriter, "seed: %d\n", seed)
	fmt.Fprintf(c.App.Writer, "%s\n", server.Address(l))
	fmt.Fprintln(c.App.ErrWriter, "open this address in a browser; Ctrl-C ends")
	return server.Serve(ctx, l)
}

// unsearched says what a search from the page does not look at.
func unsearched(m *source.Model) string {
	if len(m.Tree.Claims) == 0 && len(m.Tree.LTL) == 0 {
		return ""
	}
	return "; claims and formulas were not looked at: gospin verify " + m.Source.Model + " does"
}

// exploredReplay is the command that shows a saved trail.
func exploredReplay(c *cli.Context, save string) string {
	line := []string{"gospin", "replay", "-k", save}
	for _, name := range []string{"D", "U"} {
		for _, v := range c.StringSlice(name) {
			line = append(line, "-"+name+v)
		}
	}
	if c.Bool("lossy") {
		line = append(line, "-lossy")
	}
	return strings.Join(append(line, c.Args().First()), " ")
}

// trailMoves are those of the trail that the flags name; nil: they name none.
func trailMoves(c *cli.Context, p *vm.Program) (moves []vm.Move, err error) {
	if !c.IsSet("k") && !c.IsSet("t") {
		return nil, nil
	}
	path := trailPath(c)
	if c.IsSet("t") && c.Int("t") == 0 && !c.IsSet("k") {
		path = c.Args().First() + ".trail"
	}
	tr, err := trail.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no trail %s: gospin verify writes one where it finds an error", path)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the trail: %w", err)
	}
	if tr.Claim {
		fmt.Fprintln(c.App.ErrWriter, "note: the trail is of a claim, which does not run along here")
	}
	for k, err := range trail.Replay(vm.NewMachine(p), tr) {
		if err != nil {
			return nil, err
		}
		moves = append(moves, k.Move)
	}
	return moves, nil
}
