package main

import (
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier/checkpoint"
	"gospin/verifier/report"
)

func statusCommand() *cli.Command {
	return &cli.Command{
		Name: "status", ArgsUsage: "DIR|RUN", Usage: "print how far a run is: of a folder (verify -checkpoint), or of a cluster",
		Description: "gospin verify -checkpoint run m.pml  begin a run that can be gone on with\n" +
			"gospin status run                  look at it from another terminal\n" +
			"gospin status -cluster -open       searches, runs and workers of a cluster, live; without -open as text",
		Flags: append(clusterFlags(),
			&cli.BoolFlag{Name: "serve", Usage: "with -cluster or -nats: serve a live page, on this machine only"},
			&cli.BoolFlag{Name: "open", Usage: "open that page in the browser"},
			&cli.IntFlag{Name: "port", Usage: "serve it on 127.0.0.1:`N`", DefaultText: "one that is free"}),
		Action: func(c *cli.Context) error {
			if onCluster(c) {
				return clusterStatus(c)
			}
			for _, name := range []string{"serve", "open", "port"} {
				if c.IsSet(name) {
					return fmt.Errorf("-%s is for a cluster: with -cluster or -nats", name)
				}
			}
			if c.NArg() != 1 {
				return fmt.Errorf("status takes the folder of verify -checkpoint, not %d arguments", c.NArg())
			}
			seen, err := checkpoint.ReadStatus(c.Args().First())
			if err != nil {
				return err
			}
			return writeStatus(c.App.Writer, c.Args().First(), seen, time.Now())
		},
	}
}

// writeStatus prints the progress of a run.
func writeStatus(w io.Writer, dir string, seen *checkpoint.Seen, now time.Time) error {
	state := "not running: gospin verify -resume " + dir + " goes on"
	s := seen.Status
	switch {
	case s != nil && s.Ended && s.Done == s.Parts:
		state = "done: gospin verify -resume " + dir + " repeats the report"
	case seen.InUse && s != nil:
		state = fmt.Sprintf("running, process %d", s.Pid)
	case seen.InUse:
		state = "running"
	}
	fmt.Fprintf(w, "%s\nbegun %s, %s\n", lineOfRun(seen.About), seen.About.Begun.Format(time.DateTime), state)
	if s != nil {
		if s.Parts > 1 {
			fmt.Fprintf(w, "%d of %d searches are done\n", s.Done, s.Parts)
		}
		if n := len(s.Rows); n > 0 {
			last := &s.Rows[n-1]
			fmt.Fprintf(w, "%s, after %v: %d states, %d transitions, depth %d, errors %d\n", s.About,
				last.Elapsed.Round(time.Second), last.Stored, last.Transitions, s.Depth, s.Errors)
			fmt.Fprintln(w, describePace(s.Rows, s.Limit))
		}
	}
	if s != nil && s.Ended && s.Done == s.Parts {
		return nil
	}
	text := "no checkpoint has been written yet"
	if !seen.Kept.IsZero() {
		ago := now.Sub(seen.Kept).Round(time.Second)
		text = fmt.Sprintf("last checkpoint %v ago; %s on disk", ago, report.Size(seen.Bytes))
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// recent is the interval over which rates are computed.
const recent = time.Minute

// describePace describes how fast a search is, whether its open states grow, and when memory will be full.
// There is no percentage, since the number of states is unknown.
func describePace(rows []checkpoint.Row, limit int64) string {
	last := rows[len(rows)-1]
	first := rows[0]
	for _, r := range rows {
		if first = r; last.At.Sub(r.At) <= recent {
			break
		}
	}
	seconds := last.At.Sub(first.At).Seconds()
	if seconds < 1 {
		first, seconds = checkpoint.Row{Open: last.Open}, max(0.001, last.Elapsed.Seconds())
	}
	rate := float64(last.Stored-first.Stored) / seconds
	out := fmt.Sprintf("%.0f new states per second", rate)
	if last.Open > 0 {
		out += fmt.Sprintf(", %d open, %s", last.Open, describeTrend(first.Open, last.Open, seconds))
	}
	if last.Level > 0 {
		out += fmt.Sprintf(", %.0f %% of the present level done", 100*float64(last.Expanded)/float64(last.Level))
	}
	if left := limit - last.Memory; limit > 0 && left > 0 && rate > 0 && last.Stored > 100_000 {
		each := float64(last.Memory) / float64(last.Stored)
		full := time.Duration(float64(left) / (each * rate) * float64(time.Second))
		if full < 30*24*time.Hour {
			out += ", memory full in some " + formatTime(full) + " at this pace"
		}
	}
	return out
}

// describeTrend describes how the number of open states has changed.
func describeTrend(was, is uint64, seconds float64) string {
	switch d := float64(is) - float64(was); {
	case d > float64(was)/50:
		return fmt.Sprintf("growing by %.0f per second", d/seconds)
	case -d > float64(was)/50:
		return fmt.Sprintf("falling by %.0f per second", -d/seconds)
	}
	return "steady"
}

// formatTime formats a duration for people.
func formatTime(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f seconds", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f minutes", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f hours", d.Hours())
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}
