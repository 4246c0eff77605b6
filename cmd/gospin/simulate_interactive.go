package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier/report"
	"gospin/verifier/trail/lines"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// menu lets the user choose the steps of a run, and undo them.
type menu struct {
	c         *cli.Context
	m         *vm.Machine
	rng       *rand.Rand
	w         *bufio.Writer
	out       *gate
	in        *bufio.Scanner
	run       *story.Run
	tell      func(story.Event)
	decisions []int // numbers of moves at which the user had a choice
	now       *story.Whole
	auto      int // number of random choices before the user is asked again
}

const menuHelp = `  1, 2, ...  take that step
  u          undo: back to the choice before
  r, r 20    take a step at random, or 20 times
  v          the values of all variables
  q          end here
`

// interact runs a model by the choices of a user, who is only asked if there are several moves.
func interact(c *cli.Context, m *vm.Machine, rng *rand.Rand) error {
	w := bufio.NewWriter(c.App.Writer)
	defer w.Flush()
	t := &menu{c: c, m: m, rng: rng, w: w, out: &gate{w: w}, in: bufio.NewScanner(c.App.Reader)}
	t.begin()
	for t.run.Len() > 0 {
		if u := c.Int("u"); u > 0 && len(t.run.Moves()) >= u {
			t.tell(&story.LimitReached{Steps: u})
			break
		}
		pick, more := 0, true
		if t.run.Len() > 1 {
			t.decisions = append(t.decisions, len(t.run.Moves()))
			if pick, more = t.choose(); !more {
				break
			}
		}
		if pick >= 0 {
			t.events(t.run.Take(pick))
		}
	}
	e := t.run.End()
	t.tell(e)
	if e.Faults > 0 {
		return cli.Exit("", report.Violated.ExitCode())
	}
	return nil
}

// begin restarts the run.
func (t *menu) begin() {
	options := storyOptions(t.c)
	options.Whole, options.Show = true, shownIn(t.c.StringSlice("show"), t.m.Program())
	if asSpin(t.c) {
		t.tell = spinText(t.out, t.c, t.m.Program().UsesPrio).Event
	} else {
		text := &lines.Changes{W: t.out, Last: !t.c.Bool("B"), Silent: t.c.Bool("b"), Chosen: true}
		t.tell = text.Event
	}
	var events []story.Event
	t.run, events = story.NewRun(t.m, options, false)
	t.events(events)
}

func (t *menu) events(list []story.Event) {
	for _, e := range list {
		switch e := e.(type) {
		case *story.Start:
			t.now = e.After
		case *story.Step:
			t.now = e.After
		}
		t.tell(e)
	}
}

// choose asks for a choice. A negative pick means none of them; more is false if the input has ended.
func (t *menu) choose() (pick int, more bool) {
	if t.auto > 0 {
		t.auto--
		return t.rng.IntN(t.run.Len()), true
	}
	t.values(false)
	t.offer()
	for {
		fmt.Fprintf(t.w, "Select [1-%d, u, r, v, q, ?]: ", t.run.Len())
		t.w.Flush()
		if !t.in.Scan() {
			fmt.Fprintln(t.w)
			return 0, false
		}
		text := strings.TrimSpace(t.in.Text())
		word, rest, _ := strings.Cut(text, " ")
		i, err := strconv.Atoi(word)
		switch {
		case err == nil && i >= 1 && i <= t.run.Len():
			return i - 1, true
		case word == "q":
			fmt.Fprintln(t.w)
			return 0, false
		case word == "u" && len(t.decisions) < 2:
			fmt.Fprintln(t.w, "there is no choice before this one")
		case word == "u":
			t.undo()
			return -1, true
		case word == "r":
			if n, err := strconv.Atoi(strings.TrimSpace(rest)); err == nil && n > 0 {
				t.auto = n - 1
			}
			return t.rng.IntN(t.run.Len()), true
		case word == "v":
			t.values(true)
		case word == "?" || word == "h":
			fmt.Fprint(t.w, menuHelp)
		default:
			fmt.Fprintf(t.w, "%q is none of the choices\n", text)
			t.offer()
		}
	}
}

// offer lists the choices as SPIN does, with statements as in the model, or in SPIN's words if requested.
func (t *menu) offer() {
	fmt.Fprintln(t.w, "Select a statement")
	for i := range t.run.Len() {
		c := t.run.Choice(i)
		text, peer := c.Written, c.PeerWritten
		if asSpin(t.c) {
			text, peer = c.Text, c.PeerText
		}
		fmt.Fprintf(t.w, "\tchoice %d: proc %2d (%s:1) %s:%d [%s]", i+1, c.Pid, c.Name, c.File, c.Line, text)
		if c.Peer != nil {
			fmt.Fprintf(t.w, " with proc %2d (%s:1) [%s]", c.Peer.Pid, c.Peer.Name, peer)
		}
		fmt.Fprintln(t.w)
	}
}

// undo returns to the previous choice.
func (t *menu) undo() {
	moves := append([]vm.Move{}, t.run.Moves()[:t.decisions[len(t.decisions)-2]]...)
	t.decisions = t.decisions[:len(t.decisions)-2]
	t.out.shut = true
	t.begin()
	for _, mv := range moves {
		t.events(t.run.Take(t.run.Find(mv)))
	}
	t.out.shut = false
	fmt.Fprintf(t.w, "back after step %d\n", len(moves))
}

// values prints the values of variables. Values that are 0 or empty are printed only with all.
func (t *menu) values(all bool) {
	var list []string
	for name, text := range lines.Values(t.now) {
		if text != "" && (all || text != "0" && text != "[]") {
			list = append(list, name+" = "+text)
		}
	}
	if len(list) == 0 {
		list = []string{"all values are 0 or empty"}
	}
	line := "\t"
	for i, text := range list {
		if i < len(list)-1 {
			text += ", "
		}
		if len([]rune(line+text)) > 98 && line != "\t" {
			fmt.Fprintln(t.w, strings.TrimRight(line, " "))
			line = "\t"
		}
		line += text
	}
	fmt.Fprintln(t.w, line)
}
