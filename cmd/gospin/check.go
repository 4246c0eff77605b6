package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier/check"
	"gospin/verifier/host"
	"gospin/verifier/limit"
	"gospin/verifier/report"
)

// certificateFlags returns the flags for writing a certificate.
func certificateFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{
		Name: "certificate",
		Usage: "where assertions and end states hold, write all states to a `FILE`, which gospin check checks by itself. " +
			"Reductions are off then, but -symmetry=auto may be given",
	}}
}

func checkCommand() *cli.Command {
	return &cli.Command{
		Name: "check", ArgsUsage: "FILE",
		Usage: "check a certificate that gospin verify -certificate wrote, by rules of its own",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "mem", Usage: "memory for the states, a `SIZE` such as 8G",
				DefaultText: "three quarters of the machine's"},
			&cli.DurationFlag{Name: "time", Usage: "give up after a `DURATION` such as 10m", DefaultText: "never"},
			&cli.IntFlag{Name: "workers", Usage: "`N` check together", DefaultText: "as many as processors"},
			&cli.StringFlag{Name: "formulas",
				Usage: "check formulas and never claims of the model on the states, too: `NAMES` with commas, or all"},
			&cli.BoolFlag{Name: "text", Usage: "print the model that the certificate is about, and check nothing"},
			&cli.BoolFlag{Name: "json", Usage: "print what was found as JSON"},
		},
		Description: "gospin verify -certificate m.cert m.pml     searches, and writes the states\n" +
			"gospin check -formulas all m.cert         makes every step again, and checks formulas\n" +
			"gospin check -text m.cert                 the model that it is about\n\n" +
			"Exit codes: 0 all of it is true, 1 it is not, 2 wrong usage, 3 it is not known, 4 gospin failed.",
		Action: timed(checkCertificate),
	}
}

// checked is the outcome of a check.
type checked struct {
	File        string          `json:"file"`
	Answer      string          `json:"answer"` // proved, refused or inconclusive
	Reason      string          `json:"reason"`
	Model       string          `json:"model,omitempty"`
	Text        string          `json:"text_sha256,omitempty"`
	States      uint64          `json:"states,omitempty"`
	Transitions uint64          `json:"transitions,omitempty"`
	Symmetric   bool            `json:"symmetric,omitempty"`
	Formulas    []check.Verdict `json:"formulas,omitempty"`
	Seconds     float64         `json:"check_seconds"`
	PeakRSS     int64           `json:"peak_rss_bytes"`
	Exit        int             `json:"exit"`

	unable bool // a formula is in the way
}

func checkCertificate(c *cli.Context) error {
	if c.NArg() != 1 {
		return fmt.Errorf("check takes one certificate, not %d; gospin verify -certificate FILE MODEL writes it", c.NArg())
	}
	begun := time.Now()
	o := check.Options{Workers: processors, Memory: host.Memory() / 4 * 3}
	if c.IsSet("workers") {
		if o.Workers = c.Int("workers"); o.Workers < 1 {
			return fmt.Errorf("-workers takes a number above 0, not %d", o.Workers)
		}
	}
	if s := c.String("mem"); s != "" {
		n, err := byteCount(s)
		if err != nil {
			return err
		}
		o.Memory = n
	}
	switch names := c.String("formulas"); {
	case names == "all":
		o.Formulas = []string{""}
	case c.IsSet("formulas"):
		o.Formulas = strings.Split(names, ",")
	}
	if c.Duration("time") < 0 {
		return errors.New("limits are not negative")
	}
	path := c.Args().First()
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	if !st.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", path)
	}
	ctx, stop := limited(c.Context, o.Memory)
	defer stop()
	if c.Bool("text") {
		h, err := check.Read(ctx, f, st.Size())
		if err != nil {
			return err
		}
		_, err = io.WriteString(c.App.Writer, h.Text)
		return err
	}
	crew(o.Workers)
	out := &checked{File: path}
	r, err := check.Run(ctx, f, st.Size(), o)
	err = out.conclude(ctx, r, err)
	stop()
	if err != nil {
		return err
	}
	out.Seconds, out.PeakRSS = time.Since(begun).Seconds(), host.PeakRSS()
	if c.Bool("json") {
		return answer(out.Exit, printJSON(c, out))
	}
	return answer(out.Exit, out.write(c.App.Writer))
}

// conclude records the outcome of a check. An error is not the certificate's fault.
func (o *checked) conclude(ctx context.Context, r *check.Result, err error) error {
	var refused check.Refused
	var unable check.Unable
	var reached limit.Reached
	switch {
	case err == nil:
		o.Answer, o.Model, o.States, o.Transitions = "proved", r.Model, r.States, r.Transitions
		o.Formulas, o.Symmetric = r.Formulas, r.Symmetric
		if slices.ContainsFunc(r.Formulas, func(v check.Verdict) bool { return !v.Holds }) {
			o.Exit = report.Violated.ExitCode()
		}
		o.Text = fmt.Sprintf("%x", sha256.Sum256([]byte(r.Text)))
		o.Reason = "all that comes after a state is there, and nothing fails"
	case errors.As(err, &refused):
		o.Answer, o.Reason, o.Exit = "refused", refused.Error(), report.Violated.ExitCode()
	case errors.As(err, &unable):
		o.Answer, o.Reason, o.Exit = "inconclusive", unable.Error(), report.Inconclusive.ExitCode()
		o.unable = true
	case errors.As(err, &reached) || ctx.Err() != nil:
		o.Answer, o.Reason, o.Exit = "inconclusive", cmp.Or(string(reached), string(limit.Cause(ctx))),
			report.Inconclusive.ExitCode()
	default:
		return err
	}
	return nil
}

// write prints the answer, the reason, and what to do next.
func (o *checked) write(w io.Writer) error {
	text := fmt.Sprintf("certificate: %s (%s)\n", o.Answer, o.Reason)
	switch o.Answer {
	case "proved":
		text += fmt.Sprintf("%s: no assertion fails, no end state is invalid, in %d states and %d transitions, from the one at the "+
			"start\n", o.Model, o.States, o.Transitions)
		if o.Symmetric {
			text += "each state stands for those that permutations of processes make of it; the permutations are proved\n"
		}
		next := fmt.Sprintf("gospin check -text %s prints the model that this is about, preprocessed", o.File)
		for _, v := range o.Formulas {
			word := "holds in all runs"
			if !v.Holds {
				word, next = "violated by some run", fmt.Sprintf("gospin verify -only=%s %s shows a run that violates it", v.Name, o.Model)
			}
			with := "negated formula"
			if v.Claim {
				with = "claim"
			}
			text += fmt.Sprintf("%s: %s (%d states with the %s)\n", v.Name, word, v.States, with)
		}
		text += "next: " + next + "\n"
	case "refused":
		text += "next: gospin verify -certificate FILE MODEL makes a certificate of the model at hand\n"
	default:
		next := "gospin check -mem or -time with more"
		if o.unable {
			next = "gospin check " + o.File + ", without -formulas, tries assertions and end states"
		}
		text += "next: " + next + "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}
