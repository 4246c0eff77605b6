package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/trail"
	"gospin/vm"
)

func simulateCommand(code *int) *cli.Command {
	return &cli.Command{
		Name: "simulate", Usage: "run the model once, at random", ArgsUsage: "MODEL",
		Flags: append(append(defineFlags(), showFlags()...),
			&cli.Uint64Flag{Name: "n", Usage: "`SEED` of the choices", DefaultText: "the time"},
			&cli.IntFlag{Name: "u", Usage: "stop after this many `STEPS`", DefaultText: "never"},
			&cli.BoolFlag{Name: "i", Usage: "choose every step"}),
		Action: func(c *cli.Context) error {
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
			r := &random{t: newTeller(w, m, c), m: m, w: w, limit: c.Int("u"), rng: rand.New(rand.NewPCG(seed, 1))}
			if c.Bool("i") {
				r.in = bufio.NewScanner(c.App.Reader)
			}
			r.run()
			if r.t.faults > 0 {
				*code = verifier.Violated.ExitCode()
			}
			return nil
		},
	}
}

// loaded are the options that name a model.
func loaded(c *cli.Context) (*verifier.Options, error) {
	path, err := model(c)
	return &verifier.Options{Model: path, Defines: c.StringSlice("D"), Undefs: c.StringSlice("U"), Lossy: c.Bool("lossy")}, err
}

// machine is for the model that a command names.
func machine(c *cli.Context) (*vm.Machine, error) {
	o, err := loaded(c)
	if err != nil {
		return nil, err
	}
	_, p, err := verifier.Load(o)
	if err != nil {
		return nil, err
	}
	return vm.NewMachine(p), nil
}

// random is a random run, or one that the user leads.
type random struct {
	t     *teller
	m     *vm.Machine
	w     *bufio.Writer
	rng   *rand.Rand
	in    *bufio.Scanner // nil: the choice is random
	limit int
}

func (r *random) run() {
	t := r.t
	var s vm.State
	eff := r.m.Initial(&s)
	if eff&vm.Failed != 0 {
		t.fail(r.m.Faults())
	}
	t.begin(&s)
	n := 0
	var moves []vm.Move
	for t.faults == 0 {
		if r.limit > 0 && n >= r.limit {
			fmt.Fprintf(r.w, "-------------\ndepth-limit (-u%d steps) reached\n", r.limit)
			break
		}
		moves, eff = trail.Moves(r.m, &s, moves[:0])
		if eff&vm.Failed != 0 {
			t.fail(r.m.Faults())
		}
		if len(moves) == 0 {
			if len(t.procs(&s)) > 0 {
				fmt.Fprintln(r.w, "      timeout")
			}
			break
		}
		pick := r.rng.IntN(len(moves))
		if r.in != nil {
			if pick = r.choose(moves); pick < 0 {
				break
			}
		}
		n++
		t.pid = int(moves[pick].Pid)
		eff = r.m.Do(&s, moves[pick])
		t.move(n, moves[pick], &s, eff)
		if eff&vm.Abort != 0 {
			break
		}
	}
	t.end(n, &s)
}

// choose asks for a move; negative: stop.
func (r *random) choose(moves []vm.Move) int {
	for {
		fmt.Fprintln(r.w, "Select a statement")
		for i, mv := range moves {
			st := r.m.Describe(mv)
			fmt.Fprintf(r.w, "\tchoice %d: proc %2d (%s:1) %s:%d [%s]\n", i+1, mv.Pid, procName(r.t.p, r.t.procs(&r.t.now)[mv.Pid]), st.File, st.Line, st.Text)
		}
		fmt.Fprintf(r.w, "Select [1-%d, q]: ", len(moves))
		r.w.Flush()
		if !r.in.Scan() || r.in.Text() == "q" {
			fmt.Fprintln(r.w)
			return -1
		}
		var n int
		if k, _ := fmt.Sscan(r.in.Text(), &n); k == 1 && n >= 1 && n <= len(moves) {
			return n - 1
		}
		fmt.Fprintf(r.w, "%q is none of the choices\n", r.in.Text())
	}
}
