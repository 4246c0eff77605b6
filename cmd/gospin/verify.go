package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/fair"
	"gospin/verifier/formats"
	"gospin/verifier/report"
	"gospin/verifier/way"
)

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name: "verify", ArgsUsage: "MODEL|FOLDER...",
		Flags:  slices.Concat(verifyFlags(), under("By several machines", splitFlags())),
		Usage:  "search all states for failed assertions, invalid end states, and runs that claims accept",
		Action: profiled(whileWatching(timed(verify))),
	}
}

func verify(c *cli.Context) error {
	if err := checkKeeping(c); err != nil {
		return err
	}
	if many(c) {
		return verifyMany(c)
	}
	o, err := verifyOptions(c)
	if err != nil {
		return err
	}
	if err := split(c, o); err != nil {
		return err
	}
	o.Coverage, o.Counts = c.Bool("coverage") || c.Bool("counts"), c.Bool("counts")
	all := outcomeOf(c, o)
	if all.Expect, err = expectationsOf(o.Model); err != nil {
		return err
	}
	to, err := reports(c)
	if err != nil {
		return err
	}
	outlast(c, to)
	ctx, stop := limited(c.Context, o.Memory)
	defer stop()
	b := &bar{w: c.App.ErrWriter, terminal: terminal(c.App.ErrWriter), often: c.Bool("v")}
	quiet, instead := c.Bool("quiet"), printed(to)
	said, told := map[string]bool{}, newRunPrinter(c, o)
	if !quiet {
		o.Progress = b.show
	}
	look, err := newLinter(c, said)
	if err != nil {
		return err
	}
	o.Look = func(m *promela.Model) (diag.List, error) {
		found, err := look(m)
		all.Lints = found
		return found, err
	}
	o.Ended = func(r *report.Report) error {
		b.ended(r)
		warn(c, r, said)
		if quiet || instead {
			return nil
		}
		return told.search(r)
	}
	r, err := verifier.Run(ctx, *o)
	stop()
	b.done()
	if err != nil {
		return err
	}
	if !quiet {
		for _, n := range notes(c) {
			fmt.Fprintln(c.App.ErrWriter, "note: "+n)
		}
	}
	printResume(c, r)
	switch {
	case instead:
	case quiet:
		err = r.WriteVerdicts(c.App.Writer)
	default:
		err = told.end(r)
	}
	if err != nil {
		return err
	}
	if all.Report = r; all.Expect != nil && !instead {
		if _, err := fmt.Fprintln(c.App.Writer, "expectations: "+asExpected(all)); err != nil {
			return err
		}
	}
	if err := write([]*formats.Outcome{all}, to, c.App.Writer, c.App.ErrWriter); err != nil {
		return complained(c, err)
	}
	if err := openRun(c, o, r); err != nil {
		return err
	}
	code := all.Exit()
	if cert := r.Certificate; code == 0 && cert != nil && cert.Why != "" {
		if code = failedCode; cert.Cut {
			code = report.Inconclusive.ExitCode()
		}
	}
	return answer(code, nil)
}

// warn prints those warnings of a report that were not printed before; with -quiet, only failures.
func warn(c *cli.Context, r *report.Report, said map[string]bool) {
	for _, w := range r.Warnings {
		if !said[w] && (!c.Bool("quiet") || isFailure(w)) {
			said[w] = true
			fmt.Fprintln(c.App.ErrWriter, w)
		}
	}
}

// isFailure reports whether a warning means that something could not be written.
func isFailure(warning string) bool { return strings.HasPrefix(warning, "error: ") }

// compiled has macros for compiling pan, with the corresponding flags of gospin.
var compiled = map[string]string{
	"COLLAPSE":     "-collapse compresses states",
	"NOCOMP":       "-compress=none stores states whole",
	"MA":           "-compress=ma keeps a minimised automaton",
	"BITSTATE":     "-bitstate keeps a few bits of a state",
	"HC":           "-hc keeps a hash of a state",
	"HC0":          "-hc keeps a hash of a state",
	"HC1":          "-hc keeps a hash of a state",
	"HC2":          "-hc keeps a hash of a state",
	"HC3":          "-hc keeps a hash of a state",
	"HC4":          "-hc keeps a hash of a state",
	"BFS":          "-order=bfs searches breadth first",
	"NOREDUCE":     "-noreduce makes all orders of steps",
	"NOCLAIM":      "-noclaim leaves claims out",
	"SAFETY":       "-only=safety leaves claims out, which are searches of their own",
	"NP":           "-l looks for non-progress cycles",
	"NOFAIR":       "fairness is off without -f",
	"NFAIR":        "-f needs no number of processes",
	"NOBOUNDCHECK": "indices are always checked, which costs little",
	"NOSTUTTER":    "formulas are over runs that stay where they end",
	"FULLSTACK":    "the stack has no other form",
	"NIBIS":        "rendezvous are looked at by the reduction itself",
	"SC":           "the stack grows as it needs",
	"SPACE":        "-compress=tree or -compress=ma need the least memory",
	"MEMCNT":       "-mem SIZE, such as 4G, limits the memory",
	"RANDOMIZE":    "-bitstate -shuffle makes choices in random order, -seed N by another seed",
	"T_RAND":       "-bitstate -shuffle makes choices in random order, -seed N by another seed",
	"P_RAND":       "-bitstate -shuffle makes choices in random order, -seed N by another seed",
	"T_REVERSE":    "-bitstate -shuffle makes choices in another order",
	"REVERSE":      "-bitstate -shuffle makes choices in another order",
	"PRINTF":       "gospin replay prints what the model prints",
	"VERBOSE":      "-v prints more",
	"CHECK":        "-v prints more",
	"PEG":          "without -n, unreached states are listed",
	"CTL":          "gospin graph check -ctl FORMULA checks formulas of CTL",
	"BCS":          "there is no search by the number of context switches",
	"BFS_DISK":     "-order=bfs keeps what is open in memory",
	"MEMLIM":       "-mem SIZE, such as 4G, limits the memory",
	"VECTORSZ":     "state vectors may have any size",
	"REACH":        "-order=bfs, or -order=dfs without -m, misses nothing below a depth",
	"XUSAFE":       "the computed reduction does not use xr and xs; -noreduce makes all orders of steps",
	"NCORE":        "-workers N search together",
	"BFS_PAR":      "-workers N search together",
}

// notes returns remarks about flags that have a meaning in SPIN but none here.
func notes(c *cli.Context) []string {
	var out []string
	if c.IsSet("w") && !c.Bool("bitstate") {
		out = append(out, "-w is for -bitstate; else it is not needed: the table grows")
	}
	if n := c.String("hc"); spinHash(n) {
		out = append(
			out,
			"-hc"+n+" is taken as -hc, which keeps 64 bits of a hash; SPIN's keeps more bytes, "+
				"but of a hash of 32 bits (-hc=32)",
		)
	}
	for _, d := range c.StringSlice("D") {
		name, _, _ := strings.Cut(d, "=")
		if instead := compiled[name]; instead != "" {
			out = append(out, "-D"+name+" defines a macro of the model; "+instead)
		}
	}
	return out
}

// claimName matches names of claims. A formula that is one word has to be in parentheses.
var claimName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
})

func verifyOptions(c *cli.Context) (*verifier.Options, error) {
	path, err := model(c)
	if err != nil {
		return nil, err
	}
	return optionsFor(c, path)
}

// optionsFor converts the flags for a model.
func optionsFor(c *cli.Context, path string) (_ *verifier.Options, err error) {
	o := &verifier.Options{
		Source: sourceOf(c, path),
		Storage: verifier.Storage{Code: c.String("code"), Profile: c.String("profile"),
			IndexBytes: c.Int("index-bytes")},
		Reduction: verifier.Reduction{
			POR:          c.String("por"),
			NoDataflow:   odd(c, "o1"),
			NoDropUnread: odd(c, "o2"),
			NoMerge:      odd(c, "o3"),
		},
		Limits: verifier.Limits{Depth: c.Int("m"), Time: c.Duration("time"), Errors: c.Int("c")},
		Question: verifier.Question{
			NoAssert: c.Bool("A"),
			NoEnd:    c.Bool("E"),
			Strict:   c.Bool("q"),
			Fair:     fairness(c),
			NoClaim:  c.Bool("noclaim"),
		},
		Sweeping: verifier.Sweeping{
			Sweep: c.String("sweep"),
			Graph: c.String("graph"),
			CTL:   c.StringSlice("ctl"),
		},
		AllTrail: c.Bool("e"),
		Trail:    c.String("trail"),
		Order:    c.String("order"),
		Seed:     c.Uint64("seed"),
		Caching:  caching(c),
		Stats:    c.Bool("stats") || c.Bool("v"),
		First:    c.Bool("first"),
		Shortest: c.Bool("shortest"),

		Certificate: c.String("certificate"),
	}
	if o.Certificate != "" && !c.IsSet("por") {
		o.POR = "off"
	}
	if c.IsSet("shorten") || !c.IsSet("m") && o.Order != "dfs" { // these flags request pan's paths
		o.Shorten = c.Duration("shorten")
	}
	if c.IsSet("compress") {
		o.Compress = c.String("compress")
	}
	if o.Approximate, err = approximate(c); err != nil {
		return nil, err
	}
	if c.Bool("collapse") {
		if c.IsSet("compress") && o.Compress != "collapse" {
			return nil, fmt.Errorf("-collapse and -compress=%s exclude each other", o.Compress)
		}
		o.Compress = "collapse"
	}
	if err := deltaOptions(c, o); err != nil {
		return nil, err
	}
	if c.Bool("noreduce") {
		if c.IsSet("por") && o.POR != "off" {
			return nil, fmt.Errorf("-noreduce and -por=%s exclude each other", o.POR)
		}
		o.POR = "off"
	}
	if err := readCheckpoint(c, o); err != nil {
		return nil, err
	}
	o.Crew = crew
	o.Workers, o.Processors = c.Int("workers"), processors
	o.Merging = ask.MergingBeside(o.POR)
	if o.Symmetry = c.String("symmetry"); !c.IsSet("symmetry") {
		o.ByDefault()
	}
	o.Acceptance, o.NonProgress, o.Shuffle, o.Sample = c.Bool("a"), c.Bool("l"), c.Bool("shuffle"), c.Int("sample")
	if err := readProperties(c, o); err != nil {
		return nil, err
	}
	if s := c.String("split"); s != "" {
		o.Split = strings.Split(s, ",")
	}
	if s := c.String("mem"); s != "" {
		if o.Memory, err = byteCount(s); err != nil {
			return nil, err
		}
	}
	if s := c.String("open-mem"); s != "" {
		if o.OpenMemory, err = byteCount(s); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// readProperties reads the flags that select properties.
func readProperties(c *cli.Context, o *verifier.Options) (err error) {
	if o.Overflow, err = truncates(c.StringSlice("W")); err != nil {
		return err
	}
	if s := c.String("only"); s != "" {
		o.Only = strings.Split(s, ",")
	}
	if s := c.String("N"); s != "" {
		o.Only = append(o.Only, s)
	}
	if s := c.String("ltl"); c.IsSet("ltl") {
		o.Only = append(o.Only, s)
		if !claimName().MatchString(s) {
			o.Formulas = []string{s}
		}
	}
	return nil
}

// fairness reads the flags about fairness, of which -f and -F stand for a list.
func fairness(c *cli.Context) fair.Demand {
	var all []string
	if c.Bool("f") {
		all = append(all, "weak")
	}
	if c.Bool("F") {
		all = append(all, "strong")
	}
	if c.IsSet("fair") {
		all = append(all, c.String("fair"))
	}
	return fair.Demand(strings.Join(all, ","))
}

// odd reports whether a flag is on: as in SPIN, giving it twice turns it off.
func odd(c *cli.Context, flag string) bool { return c.Count(flag)%2 == 1 }

// approximate reads the flags of approximate searches.
func approximate(c *cli.Context) (a verifier.Approximate, err error) {
	for _, name := range []string{"w", "k", "runs", "workers"} {
		if c.IsSet(name) && c.Int(name) < 1 {
			return a, fmt.Errorf("-%s takes a number above 0, not %d", name, c.Int(name))
		}
	}
	if a.Bitstate = c.Bool("bitstate"); a.Bitstate && c.IsSet("w") {
		a.Width = c.Int("w")
	}
	if c.IsSet("k") {
		a.Hashes = c.Int("k")
	}
	if c.IsSet("runs") {
		a.Runs = c.Int("runs")
	}
	if n := c.String("hc"); spinHash(n) {
		a.Hash = way.DefaultHash
	} else if c.IsSet("hc") {
		if a.Hash, err = strconv.Atoi(n); err != nil || a.Hash == 0 {
			return a, fmt.Errorf("-hc takes a number of bits, not %q", n)
		}
	}
	return a, nil
}

// spinHash reports whether a value of -hc is SPIN's, which is not a number of bits.
func spinHash(value string) bool { return len(value) == 1 && strings.Contains("01234", value) }

// byteCount parses a size such as 512M or 8G.
func byteCount(s string) (int64, error) {
	units := map[byte]float64{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30, 'T': 1 << 40}
	t := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s), "B"), "I")
	unit := 1.0
	if n := len(t); n > 0 && units[t[n-1]] > 0 {
		unit, t = units[t[n-1]], t[:n-1]
	}
	v, err := strconv.ParseFloat(t, 64)
	n := v * unit
	switch {
	case err != nil || n < 1 || n >= math.MaxInt64:
	case t == s && n < 1<<20:
		return 0, fmt.Errorf("-mem %s are bytes, too few for anything: add a unit, such as %sG", s, s)
	default:
		return int64(n), nil
	}
	return 0, fmt.Errorf("-mem takes a size such as 512M or 8G, not %q", s)
}
