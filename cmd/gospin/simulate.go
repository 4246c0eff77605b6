package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

func simulateCommand() *cli.Command {
	return &cli.Command{
		Name: "simulate", Usage: "run the model once, at random", ArgsUsage: "MODEL",
		Flags: append(append(defineFlags(), showFlags()...),
			&cli.Uint64Flag{Name: "n", Usage: "`SEED` of the choices", DefaultText: "the time"},
			&cli.IntFlag{Name: "u", Usage: "stop after this many `STEPS`", DefaultText: "never"},
			&cli.BoolFlag{Name: "i", Usage: "choose every step"}),
		Action: simulate,
	}
}

func simulate(c *cli.Context) error {
	m, err := machine(c)
	if err != nil {
		return err
	}
	seed := c.Uint64("n")
	if !c.IsSet("n") {
		seed = uint64(time.Now().UnixNano())
	}
	w := bufio.NewWriter(c.App.Writer)
	defer w.Flush()
	rng := rand.New(rand.NewPCG(seed, 1))
	choose := func(n int, _ func(int) story.Choice) int { return rng.IntN(n) }
	if c.Bool("i") {
		choose = (&menu{w, bufio.NewScanner(c.App.Reader)}).choose
	}
	text := newStoryText(w, c, m.Program().UsesPrio)
	erring := false
	for e := range story.Simulate(m, storyOptions(c), c.Int("u"), choose) {
		text.event(e)
		if end, ok := e.(*story.End); ok {
			erring = end.Erring
		}
	}
	if erring {
		return cli.Exit("", verifier.Violated.ExitCode())
	}
	return nil
}

// machine loads the model that a command names.
func machine(c *cli.Context) (*vm.Machine, error) {
	path, err := model(c)
	if err != nil {
		return nil, err
	}
	p, err := source(c, path).Program(verifier.Aim{})
	if err != nil {
		return nil, err
	}
	return vm.NewMachine(p), nil
}

// menu lets the user choose every step.
type menu struct {
	w  *bufio.Writer
	in *bufio.Scanner
}

// choose asks for one of n choices; negative: stop.
func (m *menu) choose(n int, describe func(int) story.Choice) int {
	for {
		fmt.Fprintln(m.w, "Select a statement")
		for i := range n {
			c := describe(i)
			fmt.Fprintf(m.w, "\tchoice %d: proc %2d (%s:1) %s:%d [%s]\n", i+1, c.Pid, c.Name, c.File, c.Line, c.Text)
		}
		fmt.Fprintf(m.w, "Select [1-%d, q]: ", n)
		m.w.Flush()
		if !m.in.Scan() || m.in.Text() == "q" {
			fmt.Fprintln(m.w)
			return -1
		}
		var i int
		if k, _ := fmt.Sscan(m.in.Text(), &i); k == 1 && i >= 1 && i <= n {
			return i - 1
		}
		fmt.Fprintf(m.w, "%q is none of the choices\n", m.in.Text())
	}
}
