package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/files"
	"gospin/verifier/graph"
	"gospin/verifier/graph/query"
)

func graphCommand() *cli.Command {
	return &cli.Command{
		Name: "graph", ArgsUsage: "MODEL | walk FILE MODEL | check FILE MODEL | export FILE [MODEL] | stat FILE",
		Usage:       "write the graph of all states to a file, in a few bits for an edge, and look at it",
		Description: flowing(graphUses),
		Flags: slices.Concat(
			under("How the model is read", defineFlags()), under("Of a graph to be written", buildFlags()),
			under("What is asked", queryFlags()),
			under("Output", []cli.Flag{
				&cli.StringFlag{Name: "format", Value: graph.Formats[0],
					Usage: "export in a `FORMAT`: " + strings.Join(graph.Formats, ", ")},
				&cli.BoolFlag{Name: "json", Usage: "print what was found as JSON"},
			}),
		),
		Action: timed(graphs),
	}
}

// buildFlags returns the flags for building a graph.
func buildFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "o", Usage: "write to a `FILE`", DefaultText: "MODEL.graph"},
		&cli.StringFlag{Name: "sweep", Usage: "forget states by a measure of progress, a list of `EXPRESSIONS` over " +
			"a state, or auto, as verify -sweep does"},
		&cli.BoolFlag{Name: "q", Usage: "a valid end state has empty channels"},
		&cli.StringFlag{Name: "mem", Usage: "memory for the states that are known, a `SIZE` such as 8G",
			DefaultText: "three quarters of the machine's"},
		&cli.DurationFlag{Name: "time", Usage: "give up after a `DURATION` such as 10m", DefaultText: "never"},
		&cli.Uint64Flag{Name: "states", Usage: "stop at `N` nodes", DefaultText: "never"},
	}
}

// queryFlags returns the flags for questions about a graph.
func queryFlags() []cli.Flag {
	const keep = "; of a graph to be, keep what it asks about each node"
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "ctl", Usage: "check a `FORMULA` of CTL" + keep},
		&cli.StringSliceFlag{Name: "ltl", Usage: "check a `FORMULA` of LTL" + keep},
		&cli.BoolFlag{Name: "f", Hidden: true},
		&cli.BoolFlag{Name: "check", Usage: "on a walk, compare each state with the one that its number stands for"},
		&cli.StringFlag{Name: "k", Usage: "write the run that shows an answer to a `FILE`",
			DefaultText: "MODEL.trail"},
	}
}

const graphUses = `
graph MODEL writes the graph. walk makes its states again by moves, and looks for failed assertions and invalid
end states. check checks formulas, and writes a run that shows the answer as a trail. export writes the graph
for other programs; with MODEL, moves are told as statements. stat tells what it looks like.

CTL has EX AX EF AF EG AG, E[f U g], A[f U g], ! && || -> <->; what it asks are names of the model, or
expressions in parentheses: AG ((x > 0) -> EF done). A run that comes to a state without moves stays there for
ever, in both logics. Fairness is absent here; gospin verify -f -ltl FORMULA has it.
`

// flowing joins the lines of each paragraph, since the help wraps them itself.
func flowing(text string) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(paragraphs, "\n\n")
}

// graphActions has the actions of the graph command, with their flags.
var graphActions = map[string]struct {
	run   func(c *cli.Context, args []string) error
	flags string
}{
	"":       {graphBuild, "o sweep q mem time states ctl ltl"},
	"walk":   {graphWalk, "check k"},
	"check":  {graphCheck, "ctl ltl f k"},
	"export": {graphExport, "format o"},
	"stat":   {graphStat, ""},
}

func graphs(c *cli.Context) error {
	args, action := c.Args().Slice(), ""
	if len(args) > 0 && graphActions[args[0]].run != nil && !(len(args) == 1 && exists(args[0])) {
		action, args = args[0], args[1:]
	}
	known := strings.Fields("D U lossy json " + graphActions[action].flags)
	for _, name := range c.LocalFlagNames() {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%s has no use for -%s", strings.TrimSpace("graph "+action), name)
		}
	}
	if action != "" { // building a graph has limits of its own
		ctx, stop := limited(c.Context, 0)
		defer stop()
		c.Context = ctx
	}
	return graphActions[action].run(c, args)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// graphFormulas returns the formulas in the flags.
func graphFormulas(c *cli.Context) query.Formulas {
	return query.Formulas{CTL: c.StringSlice("ctl"), LTL: c.StringSlice("ltl")}
}

func graphBuild(c *cli.Context, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("graph takes one model, not %d; or begins with walk, check, export or stat%s", len(args),
			hint(strings.Join(args[:min(1, len(args))], ""), []string{"walk", "check", "export", "stat"}))
	}
	o := verifier.Options{Source: sourceOf(c, args[0])}
	o.Strict, o.Time, o.States = c.Bool("q"), c.Duration("time"), c.Uint64("states")
	o.Sweep = c.String("sweep")
	if o.Graph = c.String("o"); o.Graph == "" {
		o.Graph = o.Model + ".graph"
	}
	if s := c.String("mem"); s != "" {
		n, err := byteCount(s)
		if err != nil {
			return err
		}
		o.Memory = n
	}
	if o.Time < 0 {
		return errors.New("limits are not negative")
	}
	ctx, stop := limited(c.Context, o.Memory)
	defer stop()
	b := &bar{w: c.App.ErrWriter, terminal: terminal(c.App.ErrWriter)}
	o.Progress = b.show
	o.Labels = graphFormulas(c)
	r, err := verifier.BuildGraph(ctx, o)
	stop()
	b.done()
	if err != nil {
		return err
	}
	warn(c, r.Report, map[string]bool{})
	if r.Exit == 0 && slices.ContainsFunc(r.Warnings, isFailure) {
		r.Exit = failedCode
	}
	if c.Bool("json") {
		return answer(r.Exit, printJSON(c, r))
	}
	return answer(r.Exit, r.WriteText(c.App.Writer))
}

// answer converts an exit code to an error.
func answer(code int, err error) error {
	if err == nil && code != 0 {
		return cli.Exit("", code)
	}
	return err
}

func printJSON(c *cli.Context, v any) error {
	enc := json.NewEncoder(c.App.Writer)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// graphTask returns the task: a graph's file and its model.
func graphTask(c *cli.Context, action string, args []string) (t query.Task, err error) {
	if len(args) != 2 {
		return t, fmt.Errorf("graph %s takes the file of a graph, and its model, not %d arguments", action, len(args))
	}
	return query.Task{File: args[0], Source: sourceOf(c, args[1]), Formulas: graphFormulas(c),
		Trail: c.String("k")}, nil
}

func graphWalk(c *cli.Context, args []string) error {
	t, err := graphTask(c, "walk", args)
	if err != nil {
		return err
	}
	ctx := c.Context
	r, err := query.Walk(ctx, t, c.Bool("check"))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return answer(r.Exit, printJSON(c, r))
	}
	return answer(r.Exit, r.WriteText(c.App.Writer))
}

func graphCheck(c *cli.Context, args []string) error {
	if c.Bool("f") {
		return errors.New("graph check knows no fairness: gospin verify -f -ltl FORMULA MODEL looks for fair runs, " +
			"and CTL with fairness is absent")
	}
	t, err := graphTask(c, "check", args)
	if err != nil {
		return err
	}
	ctx := c.Context
	found, err := query.Check(ctx, t)
	if err != nil {
		return err
	}
	code := 0
	for i := range found {
		f := &found[i]
		if n := f.Verdict.ExitCode(); n == 1 || code == 0 {
			code = n
		}
	}
	if c.Bool("json") {
		return answer(code, printJSON(c, found))
	}
	for i := range found {
		if err := found[i].WriteText(c.App.Writer); err != nil {
			return err
		}
	}
	return answer(code, nil)
}

func graphExport(c *cli.Context, args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return fmt.Errorf("graph export takes the file of a graph, and perhaps its model, not %d arguments",
			len(args))
	}
	t := query.Task{File: args[0]}
	if len(args) == 2 {
		t.Source = sourceOf(c, args[1])
	}
	format := c.String("format")
	if !slices.Contains(graph.Formats, format) {
		return fmt.Errorf("unknown format %q%s: there are %s", format, hint(format, graph.Formats),
			strings.Join(graph.Formats, ", "))
	}
	if path := c.String("o"); path != "" {
		if slices.Contains(args, path) {
			return fmt.Errorf("-o %s would overwrite what is read", path)
		}
		return files.Write(path, func(w io.Writer) error { return query.Export(c.Context, w, t, format) })
	}
	return query.Export(c.Context, c.App.Writer, t, format)
}

func graphStat(c *cli.Context, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("graph stat takes the file of a graph, not %d arguments", len(args))
	}
	r, err := query.Stat(c.Context, args[0])
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c, r)
	}
	return r.WriteText(c.App.Writer)
}
