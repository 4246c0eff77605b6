package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/promela/diag"
	"gospin/verifier/confirm"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/verifier/trail/explore"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

func exploreCommand() *cli.Command {
	return &cli.Command{
		Name: "explore", ArgsUsage: "MODEL",
		Usage: "choose the steps of a run on a page in the browser, served on this machine only",
		Flags: append(slices.Concat(defineFlags(), seeFlags()[:1]),
			&cli.BoolFlag{Name: "open", Usage: "open the page in the browser"},
			&cli.IntFlag{Name: "port", Usage: "listen on 127.0.0.1:`N`", DefaultText: "one that is free"},
			&cli.StringFlag{Name: "k", Usage: "begin with the run of a trail, its `FILE`"},
			&cli.IntFlag{Name: "t", Usage: "begin with MODEL`N`.trail; 0: MODEL.trail"},
			&cli.StringFlag{Name: "o", Usage: "the `FILE` that trails are saved in",
				DefaultText: "MODEL.explored.trail"},
			&cli.Uint64Flag{Name: "n", Usage: "`SEED` of steps at random", DefaultText: "the time"},
			&cli.BoolFlag{Name: "stdio", Hidden: true}), // answer a page's requests on standard input
		Action: exploreRuns,
		Description: "It prints the address of the page, which nobody can guess, and ends with Ctrl-C.\n\n" +
			"gospin explore -open m.pml            from the initial state, in the browser\n" +
			"gospin explore -t 0 m.pml             begin with what gospin verify has found\n" +
			"gospin explore -port 8080 -DN=3 m.pml  always at the same port, with a macro defined",
	}
}

// Limits of a search that the page requests.
var searchFromPage = search.Limits{Memory: 2 << 30}

func exploreRuns(c *cli.Context) error {
	path, err := model(c)
	if err != nil {
		return err
	}
	src := sourceOf(c, path)
	tr, err := trailAtFirst(c)
	if err != nil {
		return err
	}
	if tr != nil {
		asInTrail(c, &src, tr.Note)
	}
	opened, err := src.Open(c.Context)
	if err != nil {
		return err
	}
	begin, err := runAtFirst(c.Context, opened, tr)
	if err != nil {
		return err
	}
	formulas, err := followed(c.Context, c.App.ErrWriter, opened)
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
	server, err := explore.New(c.Context, explore.Config{
		About: page.About{Model: src.Model, Read: src.Read}, Show: c.StringSlice("show"), Formulas: formulas,
		Rand: rand.New(rand.NewPCG(seed, 1)), Trail: save, Replay: exploredReplay(c, save),
		Begin: begin, Compile: showing(src), Seek: fromPage(searchFromPage),
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "seed: %d\n", seed)
	if c.Bool("stdio") {
		return server.Talk(c.Context, c.App.Reader, c.App.Writer)
	}
	return serveRuns(c, server)
}

// fromPage returns the searches that a page can request.
func fromPage(l search.Limits) explore.Seek {
	return explore.Seek{
		Error: func(ctx context.Context, p *vm.Program, from *vm.State) ([]vm.Move, string, string) {
			return confirm.Nearest(ctx, p, from, l)
		},
		State: func(
			ctx context.Context, p *vm.Program, from *vm.State, is func(*vm.State) bool,
		) ([]vm.Move, string) {
			return confirm.NearestWhere(ctx, p, from, is, l)
		},
		Violation: func(
			ctx context.Context, f *explore.Formula, begins *trail.Trail,
		) (*explore.Found, string) {
			v, reason := confirm.Accepted(ctx, f.Program, begins, l)
			if v == nil {
				return nil, reason
			}
			t := trail.BesideClaim(f.Program, v.Moves)
			if v.Cycle >= 0 {
				t.MarkCycle(v.Depth)
			}
			t.Note = &trail.Note{Property: f.Name}
			why := reasons(ctx, f.Program, t)
			return &explore.Found{Trail: t, Violates: f.Name + ": " + f.Text, Why: why}, ""
		},
	}
}

// showing returns a function that compiles a model with expressions to show.
func showing(src source.Source) func(context.Context, []string) (*vm.Program, []story.Expr, error) {
	return func(ctx context.Context, show []string) (*vm.Program, []story.Expr, error) {
		src.Measures = nil
		for _, text := range show {
			src.Measures = append(src.Measures, source.Measure{Name: showFlag, Text: text})
		}
		p, err := src.Program(ctx, source.Aim{Fits: true, Explain: true})
		var found diag.List
		if errors.As(err, &found) && found[0].Pos.File == showFlag {
			err = errors.New(strings.TrimSuffix(found[0].Msg+": "+found[0].Hint, ": "))
		}
		if err != nil {
			return nil, nil, err
		}
		return p, shownIn(show, p), nil
	}
}

// maxFollowed limits the formulas that are followed along a run.
const maxFollowed = 12

// followed returns the formulas of a model that a page follows.
func followed(ctx context.Context, notes io.Writer, m *source.Model) (out []explore.Formula, err error) {
	for _, l := range m.Tree.LTL {
		if l.FromOptions {
			continue
		}
		if len(out) == maxFollowed {
			fmt.Fprintf(notes, "note: only the first %d formulas are followed\n", maxFollowed)
			return out, nil
		}
		p, err := m.Compile(ctx, source.Aim{Claim: l.Name, Explain: true})
		if err != nil {
			return nil, err
		}
		out = append(out, explore.Formula{Name: l.Name, Text: m.Tree.WrittenFormula(l), Program: p})
	}
	return out, nil
}

// exploredReplay returns the command that replays a saved trail.
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

// trailAtFirst returns the trail that the flags name, or nil.
func trailAtFirst(c *cli.Context) (*trail.Trail, error) {
	if !c.IsSet("k") && !c.IsSet("t") {
		return nil, nil
	}
	path := trailPath(c)
	if c.IsSet("t") && c.Int("t") == 0 && !c.IsSet("k") {
		path = c.Args().First() + ".trail"
	}
	return readTrail(path)
}

// readTrail reads a trail. Its errors are messages.
func readTrail(path string) (*trail.Trail, error) {
	tr, err := trail.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no trail %s: gospin verify writes one where it finds an error", path)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the trail: %w", err)
	}
	return tr, nil
}

// runAtFirst returns the run of a trail, or nil if there is none.
func runAtFirst(ctx context.Context, m *source.Model, tr *trail.Trail) (*explore.Found, error) {
	if tr == nil {
		return nil, nil
	}
	number := -1
	if tr.Claim {
		number = tr.ClaimType
	}
	p, err := m.BesideClaim(ctx, source.Aim{Explain: true, Fits: true}, number)
	if err != nil {
		return nil, err
	}
	return &explore.Found{Trail: tr, Violates: violated(m, tr.Note), Why: reasons(ctx, p, tr)}, nil
}
