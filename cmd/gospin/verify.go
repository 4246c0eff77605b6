package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/signal"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
)

func defineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "D", Usage: "define a macro: `NAME=VALUE`"},
		&cli.StringSliceFlag{Name: "U", Usage: "undefine a macro: `NAME`"},
		&cli.BoolFlag{Name: "lossy", Usage: "a send to a full channel loses the message (spin -m)"},
	}
}

func verifyFlags() []cli.Flag {
	flags := append(defineFlags(),
		&cli.StringFlag{Name: "compress", Value: verifier.DefaultMode, Usage: "how states are stored, `MODE`: " + strings.Join(verifier.Modes, ", ") + "; and chains: " + verifier.Chains},
		&cli.StringFlag{Name: "split", Usage: "other components of collapse, a `LIST` of " + strings.Join(verifier.Splits, ", ")},
		&cli.IntFlag{Name: "index-bytes", Usage: "width `N` of the indices of collapse1997, 1 to 4", DefaultText: "2"},
		&cli.StringFlag{Name: "profile", Usage: "`FILE` of gospin train, for -compress=trained", DefaultText: "MODEL.profile"},
		&cli.StringFlag{Name: "code", Usage: "`FILE` with the frequencies of byte values, for -compress=huffman"},
		&cli.BoolFlag{Name: "collapse", Usage: "short for -compress=collapse"},
		&cli.IntFlag{Name: "m", Usage: "search no deeper than `N` steps", DefaultText: "unlimited"},
		&cli.StringFlag{Name: "mem", Usage: "memory for the states and the path of the search, a `SIZE` such as 8G", DefaultText: "three quarters of the machine's"},
		&cli.DurationFlag{Name: "time", Usage: "give up after a `DURATION` such as 10m", DefaultText: "never"},
		&cli.IntFlag{Name: "c", Value: 1, Usage: "stop at the `N`th error; 0: never"},
		&cli.BoolFlag{Name: "e", Usage: "write a trail for every error, and do not stop"},
		&cli.BoolFlag{Name: "E", Usage: "invalid end states are no errors"},
		&cli.BoolFlag{Name: "A", Usage: "failed assertions are no errors"},
		&cli.BoolFlag{Name: "q", Usage: "a valid end state has empty channels"},
		&cli.StringFlag{Name: "only", Usage: "check only these properties, a `LIST` of safety, claims, and names of claims and formulas"},
		&cli.StringFlag{Name: "N", Usage: "check only the claim or formula `NAME`"},
		&cli.StringFlag{Name: "ltl", Usage: "check only this `FORMULA` over the model's variables, or the claim or formula of that name"},
		&cli.BoolFlag{Name: "a", Usage: "look for acceptance cycles, also without a claim"},
		&cli.BoolFlag{Name: "l", Usage: "look for non-progress cycles"},
		&cli.BoolFlag{Name: "f", Usage: "of infinite runs, only those count that are fair to every process: who is able to move all the time does"},
		&cli.BoolFlag{Name: "noclaim", Usage: "leave the model's claims and formulas out"},
		&cli.BoolFlag{Name: "json", Usage: "print the report as one JSON object"},
		&cli.BoolFlag{Name: "noreduce", Usage: "no partial-order reduction (there is none)"},
		&cli.BoolFlag{Name: "o1", Usage: "no dataflow optimisation (there is none)"},
		&cli.BoolFlag{Name: "o2", Usage: "no elimination of dead variables (there is none)"},
		&cli.BoolFlag{Name: "o3", Usage: "no merging of statements (there is none)"},
		&cli.BoolFlag{Name: "n", Usage: "do not list unreached states"},
		&cli.IntFlag{Name: "w", Hidden: true},
		&cli.StringFlag{Name: "cpuprofile", Hidden: true},
	)
	for _, name := range []string{"safety", "run", "search", "v", "o4", "o5", "o6"} {
		flags = append(flags, &cli.BoolFlag{Name: name, Hidden: true})
	}
	return flags
}

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "search all states for failed assertions, invalid end states, and runs that claims accept", ArgsUsage: "MODEL", Flags: verifyFlags(),
		Action: verify,
	}
}

func verify(c *cli.Context) error {
	o, err := verifyOptions(c)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if path := c.String("cpuprofile"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	r, err := verifier.Run(ctx, *o)
	if err != nil {
		return err
	}
	for _, w := range r.Warnings {
		fmt.Fprintln(c.App.ErrWriter, w)
	}
	for _, n := range notes(c) {
		fmt.Fprintln(c.App.ErrWriter, "note: "+n)
	}
	r.NoUnreached = c.Bool("n")
	write := r.WriteText
	if c.Bool("json") {
		write = r.WriteJSON
	}
	if err := write(c.App.Writer); err != nil {
		return err
	}
	if r.Exit != 0 {
		return cli.Exit("", r.Exit)
	}
	return nil
}

// notes are about flags that mean something in SPIN and nothing here.
func notes(c *cli.Context) []string {
	var out []string
	if c.IsSet("w") {
		out = append(out, "-w is not needed: the table grows")
	}
	for _, d := range c.StringSlice("D") {
		switch name, _, _ := strings.Cut(d, "="); name {
		case "COLLAPSE":
			out = append(out, "-DCOLLAPSE defines a macro of the model; -collapse compresses states")
		case "NOCOMP":
			out = append(out, "-DNOCOMP defines a macro of the model; -compress=none stores states whole")
		case "MA":
			out = append(out, "-DMA defines a macro of the model; -compress=ma keeps a minimised automaton")
		case "BITSTATE", "HC", "BFS":
			out = append(out, "-D"+name+" defines a macro of the model; -compress=tree and -compress=ma need the least memory")
		case "NOCLAIM":
			out = append(out, "-DNOCLAIM defines a macro of the model; -noclaim leaves claims out")
		}
	}
	return out
}

// word is what may be the name of a claim; a formula of one word is written in parentheses.
var word = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func verifyOptions(c *cli.Context) (*verifier.Options, error) {
	path, err := model(c)
	if err != nil {
		return nil, err
	}
	o := &verifier.Options{Model: path, Defines: c.StringSlice("D"), Undefs: c.StringSlice("U"), Compress: c.String("compress"), Code: c.String("code"), Profile: c.String("profile"), IndexBytes: c.Int("index-bytes"),
		Depth: c.Int("m"), Time: c.Duration("time"), Errors: c.Int("c"), NoAssert: c.Bool("A"), NoEnd: c.Bool("E"),
		Strict: c.Bool("q"), Fair: c.Bool("f"), NoClaim: c.Bool("noclaim"), Lossy: c.Bool("lossy"), AllTrail: c.Bool("e"),
		Progress: c.App.ErrWriter, Terminal: terminal(c.App.ErrWriter)}
	if c.Bool("collapse") {
		if c.IsSet("compress") && o.Compress != "collapse" {
			return nil, fmt.Errorf("-collapse and -compress=%s exclude each other", o.Compress)
		}
		o.Compress = "collapse"
	}
	o.Acceptance, o.NonProgress = c.Bool("a"), c.Bool("l")
	if s := c.String("only"); s != "" {
		o.Only = strings.Split(s, ",")
	}
	if s := c.String("N"); s != "" {
		o.Only = append(o.Only, s)
	}
	if s := c.String("ltl"); c.IsSet("ltl") {
		o.Only = append(o.Only, s)
		if !word.MatchString(s) {
			o.Formulas = []string{s}
		}
	}
	if s := c.String("split"); s != "" {
		o.Split = strings.Split(s, ",")
	}
	if s := c.String("mem"); s != "" {
		if o.Memory, err = byteCount(s); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// byteCount reads a size such as 512M or 8G.
func byteCount(s string) (int64, error) {
	units := map[byte]float64{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30, 'T': 1 << 40}
	t := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s), "B"), "I")
	unit := 1.0
	if n := len(t); n > 0 && units[t[n-1]] > 0 {
		unit, t = units[t[n-1]], t[:n-1]
	}
	v, err := strconv.ParseFloat(t, 64)
	if n := v * unit; err == nil && n >= 1 && n < math.MaxInt64 {
		return int64(n), nil
	}
	return 0, fmt.Errorf("-mem takes a size such as 512M or 8G, not %q", s)
}
