package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"gospin/verifier"
)

// Config says what to run.
type Config struct {
	Binary   string   // gospin
	Models   []Model  // rows of the tables
	Growth   []Model  // points of the growth charts
	Modes    []string // of gospin
	Pan      bool     // pan's own modes, too
	Time     time.Duration
	Depth    int       // of pan's stack; 0: 1,000,000, or ten times that where it does not suffice
	Progress io.Writer // nil: none
	Terminal bool      // Progress is a terminal: one line, written again and again
}

// Run runs every mode on every model. When ctx is done, what has been run so far is returned, and
// marked as partial.
func Run(ctx context.Context, c Config) (*Table, error) {
	t := &Table{Modes: c.Modes}
	if c.Pan {
		t.Modes = append(append([]string(nil), c.Modes...), panModeNames()...)
	}
	total := len(c.Models) + len(c.Growth)
	for i, m := range append(append([]Model(nil), c.Models...), c.Growth...) {
		rows, err := c.runModel(ctx, m, fmt.Sprintf("%d of %d", i+1, total))
		if ctx.Err() != nil {
			t.Partial = true
		} else if err != nil && i == 0 {
			return nil, err
		} else if err != nil { // what has been run is worth more
			r := m.row(t.Modes[len(rows)])
			r.Note = strings.Join(strings.Fields(err.Error()), " ")
			rows = append(rows, r)
		}
		relate(rows)
		if i < len(c.Models) {
			t.Rows = append(t.Rows, rows...)
		} else {
			t.Growth = append(t.Growth, rows...)
		}
		if t.Partial {
			break
		}
	}
	c.tell("")
	return t, nil
}

// patience is how long the children of a stopped program may go on.
const patience = time.Second

// tell shows a line of progress, on a terminal in the place of the one before.
func (c *Config) tell(s string) {
	switch {
	case c.Progress == nil:
	case c.Terminal:
		fmt.Fprintf(c.Progress, "\r%-70s\r%s", "", s)
	case s != "":
		fmt.Fprintln(c.Progress, s)
	}
}

// runModel runs every mode on a model.
func (c *Config) runModel(ctx context.Context, m Model, which string) ([]Row, error) {
	var rows []Row
	for _, mode := range c.Modes {
		c.tell(fmt.Sprintf("model %s: %s, %s", which, m.title(), mode))
		r, err := c.runGospin(ctx, m, mode)
		if err != nil {
			return rows, err
		}
		rows = append(rows, r)
	}
	if c.Pan {
		p, err := c.runPans(ctx, m, which)
		return append(rows, p...), err
	}
	return rows, nil
}

// title is the model's name with its macros.
func (m *Model) title() string { return strings.Join(append([]string{m.Name}, m.Defines...), " ") }

func (m *Model) row(mode string) Row {
	return Row{Model: m.Name, Defines: strings.Join(m.Defines, " "), Mode: mode}
}

// runGospin runs one mode of gospin in a process of its own.
func (c *Config) runGospin(ctx context.Context, m Model, mode string) (Row, error) {
	args := []string{"verify", "-json", "-noclaim", "-c0", "-compress=" + mode, "-noreduce", "-o1", "-o2", "-o3"}
	if c.Time > 0 {
		args = append(args, "-time="+c.Time.String())
	}
	for _, d := range m.Defines {
		args = append(args, "-D"+d)
	}
	cmd := exec.CommandContext(ctx, c.Binary, append(args, m.Path)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = patience
	err := cmd.Run()
	r := m.row(mode)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	var rep verifier.Report
	if jerr := json.Unmarshal(out.Bytes(), &rep); jerr != nil {
		if err == nil {
			err = jerr
		}
		return r, fmt.Errorf("%s, mode %s: %w\n%s", m.Path, mode, err, bytes.TrimSpace(errs.Bytes()))
	}
	r.Stored, r.Transitions, r.Vector = rep.States.Stored, rep.States.Transitions, rep.Memory.StateVector
	r.Bytes, r.PeakRSS, r.Seconds = rep.Memory.Store, rep.Memory.PeakRSS, rep.Time.Search
	if rep.Verdict == verifier.Inconclusive {
		r.Note = rep.Reason
	}
	return r, nil
}
