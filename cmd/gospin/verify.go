package main

import (
	"fmt"
	"os"
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

// later are SPIN's flags for what gospin does not do yet, and what to use instead.
var later = map[string]string{
	"a": "acceptance cycles are not searched for", "l": "non-progress cycles are not searched for", "f": "fairness is not available",
	"bfs": "only depth-first search is available", "bitstate": "only exact stores are available: -compress=collapse needs the least memory",
	"hc": "only exact stores are available: -compress=collapse needs the least memory", "ltl": "formulas are not checked", "N": "claims are not checked",
}

func verifyCommand(code *int) *cli.Command {
	flags := append(defineFlags(),
		&cli.StringFlag{Name: "compress", Value: "mask", Usage: "how states are stored: none, mask or collapse"},
		&cli.BoolFlag{Name: "collapse", Usage: "short for -compress=collapse"},
		&cli.IntFlag{Name: "m", Usage: "greatest depth of the search (default: unlimited)"},
		&cli.StringFlag{Name: "mem", Usage: "memory for the states, such as 8G (default: three quarters of the machine's)"},
		&cli.DurationFlag{Name: "time", Usage: "give up after this long, such as 10m"},
		&cli.IntFlag{Name: "c", Value: 1, Usage: "stop at the `N`th error; 0: never"},
		&cli.BoolFlag{Name: "e", Usage: "write a trail for every error"},
		&cli.BoolFlag{Name: "E", Usage: "invalid end states are no errors"},
		&cli.BoolFlag{Name: "A", Usage: "failed assertions are no errors"},
		&cli.BoolFlag{Name: "q", Usage: "a valid end state has empty channels"},
		&cli.BoolFlag{Name: "noclaim", Usage: "leave the model's claims out"},
		&cli.BoolFlag{Name: "json", Usage: "print the report as one JSON object"},
		&cli.BoolFlag{Name: "noreduce", Usage: "no partial-order reduction (there is none)"},
		&cli.BoolFlag{Name: "o1", Usage: "no dataflow optimisation (there is none)"},
		&cli.BoolFlag{Name: "o2", Usage: "no dead-variable elimination (there is none)"},
		&cli.BoolFlag{Name: "o3", Usage: "no statement merging (there is none)"},
		&cli.IntFlag{Name: "w", Hidden: true},
		&cli.BoolFlag{Name: "safety", Hidden: true},
	)
	for name := range later {
		flags = append(flags, &cli.BoolFlag{Name: name, Hidden: true})
	}
	return &cli.Command{
		Name: "verify", Usage: "search all states for failed assertions and invalid end states", ArgsUsage: "MODEL", Flags: flags,
		UseShortOptionHandling: false,
		Action: func(c *cli.Context) error {
			for name, why := range later {
				if c.Bool(name) {
					return fmt.Errorf("-%s: %s", name, why)
				}
			}
			o, err := verifyOptions(c)
			if err != nil {
				return err
			}
			r, err := verifier.Run(*o)
			if err != nil {
				return err
			}
			*code = r.Exit
			for _, w := range r.Warnings {
				fmt.Fprintln(os.Stderr, w)
			}
			if c.Bool("json") {
				return r.WriteJSON(os.Stdout)
			}
			r.WriteText(os.Stdout, o)
			return nil
		},
	}
}

func verifyOptions(c *cli.Context) (*verifier.Options, error) {
	path, err := model(c)
	if err != nil {
		return nil, err
	}
	o := &verifier.Options{Model: path, Defines: c.StringSlice("D"), Undefs: c.StringSlice("U"), Compress: c.String("compress"),
		Depth: c.Int("m"), Time: c.Duration("time"), Errors: c.Int("c"), NoAssert: c.Bool("A"), NoEnd: c.Bool("E"),
		Strict: c.Bool("q"), NoClaim: c.Bool("noclaim"), Lossy: c.Bool("lossy"), AllTrail: c.Bool("e"), Trails: !c.Bool("json") || c.Bool("e"),
		Progress: os.Stderr}
	if c.Bool("collapse") {
		o.Compress = "collapse"
	}
	if o.Depth < 0 || o.Errors < 0 {
		return nil, fmt.Errorf("-m and -c take no negative numbers")
	}
	if s := c.String("mem"); s != "" {
		if o.Memory, err = bytes(s); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// bytes reads a size such as 512M or 8G.
func bytes(s string) (int64, error) {
	units := map[byte]int64{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30, 'T': 1 << 40}
	t := strings.TrimSuffix(strings.ToUpper(s), "B")
	unit := int64(1)
	if n := len(t); n > 0 && units[t[n-1]] > 0 {
		unit = units[t[n-1]]
		t = t[:n-1]
	}
	v, err := strconv.ParseFloat(t, 64)
	if err != nil || v <= 0 {
		return 0, fmt.Errorf("-mem takes a size such as 512M or 8G, not %q", s)
	}
	return int64(v * float64(unit)), nil
}
