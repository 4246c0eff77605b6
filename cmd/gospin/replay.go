package main

import (
	"bufio"
	"fmt"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/trail"
	"gospin/vm"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name: "replay", Usage: "follow the trail of an error, gospin's or pan's", ArgsUsage: "MODEL",
		Flags: append(append(defineFlags(), showFlags()...),
			&cli.StringFlag{Name: "k", Usage: "the trail's `FILE`", DefaultText: "MODEL.trail"},
			&cli.IntFlag{Name: "t", Usage: "replay MODEL`N`.trail", DefaultText: "MODEL.trail"},
			&cli.StringFlag{Name: "ltl", Usage: "the `FORMULA` that was verified, if it was one of the command line"}),
		Action: func(c *cli.Context) error {
			o, err := loaded(c)
			if err != nil {
				return err
			}
			if s := c.String("ltl"); s != "" {
				o.Formulas = []string{s}
			}
			if _, _, err := verifier.Load(o); err != nil {
				return err
			}
			path := c.String("k")
			if path == "" {
				path = c.Args().First()
				if c.IsSet("t") {
					path += fmt.Sprint(c.Int("t"))
				}
				path += ".trail"
			}
			tr, err := trail.ReadFile(path)
			if err != nil {
				return fmt.Errorf("cannot read the trail: %w", err)
			}
			number := -1
			if tr.Claim {
				number = tr.ClaimType
			}
			p, err := verifier.LoadBeside(o, number)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(c.App.Writer)
			defer w.Flush()
			ended, err := follow(newTeller(w, vm.NewMachine(p), c), tr)
			switch {
			case err != nil:
				return err
			case len(tr.Steps) == 0:
				fmt.Fprintln(c.App.ErrWriter, "note: the trail has no steps")
			case !ended:
				fmt.Fprintln(c.App.ErrWriter, "note: nothing is wrong where the trail ends: it may be cut short, or another model's")
			}
			return nil
		},
	}
}

// follow replays a trail and tells of it. It says whether the trail has led to an error, as far as can be seen.
func follow(t *teller, tr *trail.Trail) (ended bool, err error) {
	t.replays = true
	var s vm.State
	if t.m.Initial(&s)&vm.Failed != 0 {
		t.fail(t.m.Faults())
	}
	if tr.Claim {
		t.startClaim(tr)
	}
	t.begin(&s)
	err = trail.Replay(t.m, tr, func(k *trail.Taken) {
		if k.Cycle {
			t.cycle()
		}
		if k.Move.Pid == vm.ClaimPid {
			t.claimMove(k)
		} else {
			t.move(k.Step, k.Move, k.After, k.Effect)
		}
		s.CopyFrom(k.After)
	}, func(pid int) { t.pid = pid })
	if err != nil {
		return false, err
	}
	last := s
	moves, eff := trail.Moves(t.m, &last, nil)
	if eff&vm.Failed != 0 && t.faults == 0 {
		t.fail(t.m.Faults())
	}
	fmt.Fprintf(t.w, "gospin: trail ends after %d steps\n", tr.Last)
	t.end(tr.Last, &s)
	return t.faults > 0 || len(moves) == 0 || tr.Cycle >= 0 || tr.Claim, nil
}
