package main

import (
	"bufio"
	"fmt"

	"github.com/urfave/cli/v2"

	"gospin/verifier/trail"
	"gospin/vm"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name: "replay", Usage: "follow the trail of an error, gospin's or pan's", ArgsUsage: "MODEL",
		Flags: append(append(defineFlags(), showFlags()...),
			&cli.StringFlag{Name: "k", Usage: "the trail's `FILE`", DefaultText: "MODEL.trail"},
			&cli.IntFlag{Name: "t", Usage: "replay MODEL`N`.trail", DefaultText: "MODEL.trail"}),
		Action: func(c *cli.Context) error {
			m, err := machine(c)
			if err != nil {
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
			w := bufio.NewWriter(c.App.Writer)
			defer w.Flush()
			ended, err := follow(newTeller(w, m, c), tr)
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
	t.begin(&s)
	err = trail.Replay(t.m, tr, func(k *trail.Taken) {
		if k.Cycle {
			fmt.Fprintln(t.w, "<<<<<START OF CYCLE>>>>>")
		}
		t.move(k.Step, k.Move, k.After, k.Effect)
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
