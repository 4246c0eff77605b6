//go:build !js

package main

import (
	"slices"
	"time"

	"github.com/urfave/cli/v2"
)

func workerCommand() *cli.Command {
	return &cli.Command{
		Name: "worker", ArgsUsage: " ",
		Usage: "verify what gospin sweep -nats or -cluster asks for, on this machine",
		Description: "Jobs carry their models; each is a process of its own, which reads nothing else. A job is taken if " +
			"its memory is free. What a worker was at when it died, another one does.",
		Flags: slices.Concat(under("Where", clusterFlags()), under("What it takes", []cli.Flag{
			&cli.IntFlag{Name: "j", Usage: "`N` jobs at a time", DefaultText: "as many as processors"},
			&cli.StringFlag{Name: "mem", Usage: "memory for all jobs at a time, a `SIZE` such as 8G",
				DefaultText: "three quarters of the machine's"},
			&cli.DurationFlag{Name: "idle", Usage: "end after a `DURATION` without a job", DefaultText: "never"},
			&cli.DurationFlag{Name: "lease", Value: 30 * time.Second,
				Usage: "a `DURATION` after which a job goes to another worker, if this one is not heard of"},
			&cli.IntFlag{Name: "tries", Value: 3, Usage: "give a job up that has ended its worker `N` times"},
			&cli.BoolFlag{Name: "job", Hidden: true},
			&cli.BoolFlag{Name: "part", Hidden: true},
		})),
		Action: work,
	}
}
