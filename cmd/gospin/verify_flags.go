package main

import (
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// defineFlags returns the flags about reading a model.
func defineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "D", Usage: "define a macro: `NAME=VALUE`"},
		&cli.StringSliceFlag{Name: "U", Usage: "undefine a macro: `NAME`"},
		&cli.BoolFlag{Name: "lossy", Usage: "a send to a full channel loses the message (spin -m)"},
	}
}

func verifyFlags() []cli.Flag {
	flags := slices.Concat(
		under("What is verified", defineFlags()),
		under("What is checked", propertyFlags()),
		under("How states are stored", slices.Concat(storeFlags(), deltaFlags())),
		under("How states are stored approximately", approximateFlags()),
		under("How it is searched", slices.Concat(orderFlags(), exploreFlags(), sweepFlags(), graphFlags())),
		under("What is left out", reductionFlags()),
		under("When it stops", slices.Concat(limitFlags(), shortestFlags())),
		under("Output", slices.Concat(reportFlags(), trailFlags(), outputFlags(), lintFlags(), certificateFlags())),
	)
	for _, name := range []string{"safety", "run", "search", "o4", "o5", "o6"} {
		flags = append(flags, &cli.BoolFlag{Name: name, Hidden: true})
	}
	return flags
}

// under puts flags under a heading in the command's help.
func under(heading string, flags []cli.Flag) []cli.Flag {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.BoolFlag:
			f.Category = heading
		case *cli.StringFlag:
			f.Category = heading
		case *cli.StringSliceFlag:
			f.Category = heading
		case *cli.IntFlag:
			f.Category = heading
		case *cli.Uint64Flag:
			f.Category = heading
		case *cli.Float64Flag:
			f.Category = heading
		case *cli.DurationFlag:
			f.Category = heading
		}
	}
	return flags
}

// storeFlags returns the flags about storing states.
func storeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "compress", Value: way.Roots,
			Usage: "how states are stored, `MODE`: " +
				strings.Join(way.Names(), ", ") + "; and chains: " + way.Chains,
		},
		&cli.StringFlag{
			Name:  "split",
			Usage: "other components of collapse, and of differences of components, a `LIST` of " + strings.Join(way.Splits, ", "),
		},
		&cli.IntFlag{
			Name:        "index-bytes",
			Usage:       "width `N` of the indices of collapse1997, 1 to 4",
			DefaultText: "2",
		},
		&cli.StringFlag{
			Name:        "profile",
			Usage:       "`FILE` of gospin train, for -compress=trained",
			DefaultText: "MODEL.profile",
		},
		&cli.StringFlag{Name: "code", Usage: "`FILE` with the frequencies of byte values, for -compress=huffman"},
		&cli.BoolFlag{Name: "collapse", Usage: "short for -compress=collapse"},
	}
}

// orderFlags returns the flags about the order and the workers of a search.
func orderFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:  "order",
			Value: way.Orders()[0],
			Usage: "the `ORDER` in which states are searched: " +
				strings.Join(slices.Concat(way.Orders(), way.Explored()), ", ") +
				" (dfs gives pan's depth, bfs shortest counterexamples); any is any with -compress=roots, else dfs",
		},
		&cli.IntFlag{
			Name:        "workers",
			Usage:       "`N` search together, with -compress=roots in any order, and with unmove breadth first",
			DefaultText: "one, and as many as processors in searches of more than a second",
		},
	}
}

// approximateFlags returns the flags of approximate searches.
func approximateFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{
			Name: "bitstate",
			Usage: "keep a few bits of every state: an approximate search, which may take new states for known ones " +
				"and never says that a property holds",
		},
		&cli.IntFlag{
			Name:        "w",
			Usage:       "2^`N` bits for -bitstate",
			DefaultText: "30, or as many as -mem allows",
		},
		&cli.IntFlag{Name: "k", Usage: "`N` bits for each state of -bitstate", Value: way.DefaultHashes},
		&cli.StringFlag{
			Name: "hc",
			Usage: "keep only a hash of every state, of 64 or -hc=`BITS`, 16 to 64: an approximate search, too " +
				"(SPIN's -hc0 to -hc4 mean -hc)",
		},
		&cli.IntFlag{Name: "runs", Usage: "`N` approximate searches with different hash functions", Value: 1},
		&cli.IntFlag{Name: "sample", DefaultText: "none", Usage: "with -bitstate, -hc or -cache: have the `N` smallest " +
			"hashes of states in the report, which tell what several searches have in common"},
	}
}

// reductionFlags returns the flags about reductions.
func reductionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "por", Value: ask.DefaultRule,
			Usage: "partial-order reduction by a `RULE`: " + strings.Join(ask.Rules, ", "),
		},
		&cli.BoolFlag{Name: "noreduce", Usage: "short for -por=off"},
		&cli.StringFlag{
			Name: "symmetry",
			Usage: "store states that alike processes make of each other as one: `auto`, off, or check, which tries on " +
				"10,000 states first what auto has proved",
			DefaultText: "auto, but off with -noreduce, -por=spin, -o1, -o2, -o3, -shortest, -checkpoint, or -certificate",
		},
		&cli.BoolFlag{Name: "o1", Usage: "do not reset dead variables"},
		&cli.BoolFlag{Name: "o2", Usage: "keep globals that nothing reads; implies -o1"},
		&cli.BoolFlag{Name: "o3", Usage: "do not merge statements"},
	}
}

// limitFlags returns the flags that limit a search.
func limitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "m", Usage: "search no deeper than `N` steps", DefaultText: "unlimited"},
		&cli.StringFlag{
			Name:        "mem",
			Usage:       "memory for the states and the path of the search, a `SIZE` such as 8G",
			DefaultText: "three quarters of the machine's",
		},
		&cli.StringFlag{
			Name: "open-mem", DefaultText: "all",
			Usage: "keep a `SIZE` of open states in memory, and others on disk: in the folder of -checkpoint, or in TMPDIR",
		},
		&cli.DurationFlag{
			Name: "time", DefaultText: "never",
			Usage: "give up after a `DURATION` such as 10m: for the whole run, all properties together",
		},
		&cli.StringFlag{
			Name: "checkpoint",
			Usage: "keep what the run has come to in a folder, `DIR[,10m]`, every so often, and when -time, -mem or a " +
				"signal ends it: gospin verify -resume DIR goes on",
		},
		&cli.StringFlag{
			Name: "resume",
			Usage: "go on with the run that is kept in a folder, `DIR[,10m]`, after whatever has ended it: with its model " +
				"and flags, and if need be other -mem, -time, -workers",
		},
		&cli.IntFlag{Name: "c", Value: 1, Usage: "stop at the `N`th error; 0: never"},
		&cli.BoolFlag{Name: "first", Usage: "search for no further property once one is violated"},
		&cli.BoolFlag{Name: "e", Usage: "write a trail for every error, and do not stop"},
		&cli.DurationFlag{
			Name: "shorten", Value: 2 * time.Second,
			Usage: "look for a shorter trail to an error, for a `DURATION`; 0, and by default with -order=dfs, -m " +
				"and -e: it is shown as found",
		},
	}
}

// propertyFlags returns the flags that select properties.
func propertyFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "E", Usage: "invalid end states are no errors"},
		&cli.BoolFlag{Name: "A", Usage: "failed assertions are no errors"},
		&cli.BoolFlag{Name: "q", Usage: "a valid end state has empty channels"},
		&cli.StringFlag{
			Name: "only",
			Usage: "check only these properties, a `LIST` of safety, assertions, end-states, claims, overflow (values that " +
				"do not fit into a variable or message), and names of claims and formulas",
		},
		&cli.StringFlag{Name: "N", Usage: "check only the claim or formula `NAME`"},
		&cli.StringFlag{
			Name:  "ltl",
			Usage: "check only this `FORMULA` over the model's variables, or the claim or formula of that name",
		},
		&cli.BoolFlag{Name: "a", Usage: "look for acceptance cycles, also without a claim"},
		&cli.BoolFlag{Name: "l", Usage: "look for non-progress cycles"},
		&cli.BoolFlag{
			Name: "f",
			Usage: "of infinite runs, only those count that are fair to every process: who is able to move all " +
				"the time does",
		},
		&cli.BoolFlag{
			Name: "F",
			Usage: "of infinite runs, only those count that are strongly fair to every process: who is able to move " +
				"again and again does",
		},
		&cli.StringFlag{
			Name: "fair", DefaultText: "none",
			Usage: "fairness to some processes, a `LIST` of weak:PROCTYPE and strong:PROCTYPE, and weak or strong for " +
				"all others; -f is weak, -F is strong",
		},
		&cli.BoolFlag{Name: "noclaim", Usage: "leave the model's claims and formulas out"},
	}
}

// outputFlags returns the flags about output, and those flags of SPIN that request the default.
func outputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "n", Usage: "do not list unreached states"},
		&cli.BoolFlag{
			Name: "stats",
			Usage: "print what the engine of -compress=roots has remembered and learnt, and where the time went: shares " +
				"of what processes do that is always the same (direct), looked up by what it depends on (hashed), or " +
				"each transition by itself (split); ns per transition to find states (expand), to hash them and ask " +
				"for their places, to wait for these, and to put them there (add)",
		},
		&cli.StringFlag{Name: "cpuprofile", Hidden: true},
	}
}
