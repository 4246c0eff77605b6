package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/trail"
	"gospin/vm"
)

func showFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "p", Usage: "print the statements"},
		&cli.BoolFlag{Name: "g", Usage: "print the globals at every step"},
		&cli.BoolFlag{Name: "l", Usage: "print the locals of the moving process at every step"},
		&cli.BoolFlag{Name: "s", Usage: "print the sends"},
		&cli.BoolFlag{Name: "r", Usage: "print the receives"},
	}
}

// teller prints the steps of a run as SPIN does.
type teller struct {
	w                io.Writer
	m                *vm.Machine
	c                *cli.Context
	n                int
	pid              int
	sawFault, column bool
}

func newTeller(w io.Writer, m *vm.Machine, c *cli.Context) *teller {
	t := &teller{w: w, m: m, c: c, column: true}
	m.SetOutput(func(text string) {
		if t.column {
			fmt.Fprint(w, strings.Repeat(" ", 6*(t.pid+1)))
		}
		fmt.Fprint(w, text)
		t.column = strings.HasSuffix(text, "\n")
	})
	return t
}

func (t *teller) step(pid int, trans uint32, s *vm.State) {
	t.n++
	p := t.m.Program()
	tr := &p.Trans[trans]
	st := p.Stmts[tr.Stmt]
	sends, receives := tr.Guard == vm.GuardSend, tr.Guard == vm.GuardRecv
	if t.c.Bool("p") || t.c.Bool("s") && sends || t.c.Bool("r") && receives {
		fmt.Fprintf(t.w, "%3d:\tproc %2d (%s:1) %s:%d (state %d)\t[%s]\n", t.n, pid, p.Procs[tr.Proc].Name, st.File, st.Line, tr.From, st.Text)
	}
}

func (t *teller) values(pid int, s *vm.State) {
	if t.c.Bool("g") {
		for _, l := range t.m.Program().GlobalsText(s) {
			fmt.Fprintf(t.w, "\t\t%s\n", l)
		}
	}
	if t.c.Bool("l") && pid < len(t.m.Layout().ShapeOf(s.Vec).Procs) {
		for _, l := range t.m.Program().ProcText(s, pid) {
			fmt.Fprintf(t.w, "\t\t%s(%d):%s\n", t.procName(s, pid), pid, l)
		}
	}
}

func (t *teller) procName(s *vm.State, pid int) string {
	return t.m.Program().Procs[t.m.Layout().ShapeOf(s.Vec).Procs[pid].Type].Name
}

func (t *teller) move(mv vm.Move, s *vm.State, eff vm.Effect) {
	t.step(int(mv.Pid), mv.Trans, s)
	if mv.Partner != 0 {
		t.step(int(mv.Peer), mv.Partner, s)
	}
	t.values(int(mv.Pid), s)
	if eff&vm.Failed != 0 {
		for _, f := range t.m.Faults() {
			fmt.Fprintf(t.w, "gospin: %s, step %d: %s\n", t.m.Program().Name, t.n, f.Msg)
		}
		t.sawFault = true
	}
}

// end prints where every process is.
func (t *teller) end(s *vm.State) {
	p := t.m.Program()
	sh := t.m.Layout().ShapeOf(s.Vec)
	fmt.Fprintf(t.w, "#processes: %d\n", len(sh.Procs))
	for _, l := range p.GlobalsText(s) {
		fmt.Fprintf(t.w, "\t\t%s\n", l)
	}
	for pid := len(sh.Procs) - 1; pid >= 0; pid-- {
		pc := t.m.PC(s, pid)
		pt := &p.Procs[sh.Procs[pid].Type]
		st := pt.States[pc]
		where := ""
		if st.N > 0 {
			q := p.Stmts[p.Trans[st.First].Stmt]
			where = fmt.Sprintf(" %s:%d", q.File, q.Line)
		}
		valid := ""
		if st.End {
			valid = " <valid end state>"
		}
		fmt.Fprintf(t.w, "%3d:\tproc %2d (%s:1)%s (state %d)%s\n", t.n, pid, pt.Name, where, pc, valid)
	}
}

func simulateCommand() *cli.Command {
	return &cli.Command{
		Name: "simulate", Usage: "run the model once, at random", ArgsUsage: "MODEL",
		Flags: append(append(defineFlags(), showFlags()...),
			&cli.Uint64Flag{Name: "n", Usage: "seed (default: the time)"},
			&cli.IntFlag{Name: "u", Usage: "stop after this many steps (default: 100,000)", Value: 100000},
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
			w := bufio.NewWriter(os.Stdout)
			defer w.Flush()
			return simulate(newTeller(w, m, c), rand.New(rand.NewPCG(seed, 1)), c.Int("u"), c.Bool("i"), w)
		},
	}
}

func machine(c *cli.Context) (*vm.Machine, error) {
	path, err := model(c)
	if err != nil {
		return nil, err
	}
	_, p, err := verifier.Load(&verifier.Options{Model: path, Defines: c.StringSlice("D"), Undefs: c.StringSlice("U"), Compress: "mask", Lossy: c.Bool("lossy")})
	if err != nil {
		return nil, err
	}
	return vm.NewMachine(p), nil
}

func simulate(t *teller, rng *rand.Rand, steps int, ask bool, w *bufio.Writer) error {
	var s vm.State
	t.m.Initial(&s)
	var moves []vm.Move
	in := bufio.NewScanner(os.Stdin)
	for t.n < steps && !t.sawFault {
		var eff vm.Effect
		moves, eff = t.m.Moves(&s, moves[:0])
		if eff&vm.Released != 0 {
			continue
		}
		for _, f := range t.m.Faults() {
			fmt.Fprintf(w, "gospin: %s\n", f.Msg)
		}
		if len(moves) == 0 {
			break
		}
		pick := rng.IntN(len(moves))
		if ask {
			if pick = choose(t, moves, in, w); pick < 0 {
				break
			}
		}
		t.pid = int(moves[pick].Pid)
		t.move(moves[pick], &s, t.m.Do(&s, moves[pick]))
	}
	t.end(&s)
	return nil
}

// choose asks for a move; negative: stop.
func choose(t *teller, moves []vm.Move, in *bufio.Scanner, w *bufio.Writer) int {
	for {
		fmt.Fprintln(w, "Select a statement")
		for i, mv := range moves {
			st := t.m.Describe(mv)
			fmt.Fprintf(w, "\tchoice %d: proc %2d %s:%d [%s]\n", i+1, mv.Pid, st.File, st.Line, st.Text)
		}
		fmt.Fprintf(w, "Select [1-%d, q]: ", len(moves))
		w.Flush()
		if !in.Scan() || in.Text() == "q" {
			return -1
		}
		var n int
		if k, _ := fmt.Sscan(in.Text(), &n); k == 1 && n >= 1 && n <= len(moves) {
			return n - 1
		}
	}
}

func replayCommand() *cli.Command {
	return &cli.Command{
		Name: "replay", Usage: "follow the trail of an error, gospin's or pan's", ArgsUsage: "MODEL",
		Flags: append(append(defineFlags(), showFlags()...), &cli.StringFlag{Name: "k", Usage: "the trail (default: MODEL.trail)"}),
		Action: func(c *cli.Context) error {
			m, err := machine(c)
			if err != nil {
				return err
			}
			path := c.String("k")
			if path == "" {
				path = c.Args().First() + ".trail"
			}
			f, err := os.Open(path)
			if err != nil {
				return fmt.Errorf("no trail: %w", err)
			}
			defer f.Close()
			steps, err := trail.Read(f)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(os.Stdout)
			defer w.Flush()
			t := newTeller(w, m, c)
			var end vm.State
			m.Initial(&end)
			err = trail.Replay(m, steps, func(mv vm.Move, s *vm.State, eff vm.Effect) {
				t.pid = int(mv.Pid)
				t.move(mv, s, eff)
				end.CopyFrom(s)
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "gospin: trail ends after %d steps\n", t.n)
			t.end(&end)
			return nil
		},
	}
}

func inspectCommand() *cli.Command {
	return &cli.Command{
		Name: "inspect", Usage: "print the automata, the bytecode and the layout of the state vector", ArgsUsage: "MODEL", Flags: defineFlags(),
		Action: func(c *cli.Context) error {
			m, err := machine(c)
			if err != nil {
				return err
			}
			p := m.Program()
			p.WriteAutomata(os.Stdout)
			fmt.Println("\nlayout of the state vector:")
			p.WriteLayout(os.Stdout)
			fmt.Println("\nbytecode:")
			p.WriteCode(os.Stdout)
			return nil
		},
	}
}
