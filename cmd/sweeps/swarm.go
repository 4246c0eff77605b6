package sweeps

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

// Swarm makes many approximate searches of each model, with different hash functions, orders and depths
// (Holzmann, Joshi, Groce, "Swarm verification techniques", 2011).
type Swarm struct {
	N int
	// Only is the number of the one search to make, or -1 for all. A search depends on nothing but its
	// number, so several machines can share a swarm.
	Only int
	// DepthFirst reports whether a model can only be searched depth first, since it has claims.
	DepthFirst func(model string) bool
}

// member is the name of the axis of a swarm.
const member = "member"

// Sampled is the number of hashes of states that each search of a swarm reports.
const Sampled = 1024

// ParseSwarm reads N, or I/N.
func ParseSwarm(text string) (s Swarm, err error) {
	of, n, one := strings.Cut(text, "/")
	s.Only = -1
	if !one {
		n = of
	} else if s.Only, err = strconv.Atoi(of); err != nil {
		return s, fmt.Errorf("-swarm takes N, or I/N for one of them, not %q", text)
	}
	switch s.N, err = strconv.Atoi(n); {
	case err != nil:
		return s, fmt.Errorf("-swarm takes N, or I/N for one of them, not %q", text)
	case s.N < 1 || s.N > maxValues:
		return s, fmt.Errorf("-swarm takes 1 to %d searches, not %d", maxValues, s.N)
	case one && (s.Only < 0 || s.Only >= s.N):
		return s, fmt.Errorf("-swarm %s: searches are numbered from 0 to %d", text, s.N-1)
	}
	return s, nil
}

// axis returns the axis of the searches.
func (s *Swarm) axis() Axis {
	a := Axis{Name: member, Flag: member}
	for i := range s.N {
		if s.Only < 0 || i == s.Only {
			a.Values = append(a.Values, strconv.Itoa(i))
		}
	}
	return a
}

// Kinds of searches. The very first search has pan's order.
const (
	shuffled = iota // depth first, choices in random order
	shallow         // the same, with a depth limit
	anywhere        // any open state
	caching         // forgets some states
	ways
)

// minDepth is the smallest depth limit. There are four more, each twice the one before.
const minDepth = 500

// Member returns the flags of a search of a swarm, given the flags that all have.
func (s *Swarm) Member(i int, model string, flags []string) (out []string) {
	out = append(out, fmt.Sprintf("-sample=%d", Sampled), fmt.Sprintf("-seed=%d", i))
	way := i % ways
	if s.DepthFirst != nil && s.DepthFirst(model) {
		way %= anywhere
	}
	if way == caching {
		flags = slices.DeleteFunc(slices.Clone(flags), func(f string) bool {
			return strings.HasPrefix(f, "-w=") || strings.HasPrefix(f, "-k=")
		})
	}
	switch way {
	case shuffled:
		if out = append(out, "-bitstate"); i > 0 {
			out = append(out, "-shuffle")
		}
	case shallow:
		out = append(out, "-bitstate", "-shuffle", fmt.Sprintf("-m=%d", minDepth<<(i/ways%5)))
	case anywhere:
		out = append(out, "-bitstate", "-order=random")
	case caching:
		out = append(out, "-cache=auto", "-maxvisits=10")
	}
	return append(slices.Clip(flags), out...)
}

// Chosen are the flags that a swarm chooses itself.
var Chosen = []string{"bitstate", "hc", "order", "seed", "shuffle", "sample", "cache", "maxvisits", "compress",
	"runs", "m"}

// found describes in a few words the result of a search that has found no error.
func (c *Cell) found() string {
	if c.Report.Verdict == report.Holds {
		return "no error found, all states seen"
	}
	var out []string
	for part := range strings.SplitSeq(c.Report.Reason, "; ") {
		if at := strings.IndexAny(part, ":("); at > 0 {
			part = strings.TrimSpace(part[:at])
		}
		if !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return strings.Join(out, "; ")
}

// Coverage estimates, from samples of states, what the searches of each swarm have seen together.
func (s *Sweep) Coverage(w io.Writer, cells []*Cell) {
	if s.Swarm == nil {
		return
	}
	for _, group := range s.swarms(cells) {
		for _, claim := range claims(group) {
			if c := coverageOf(group, claim); c.members > 1 {
				text := c.String()
				if claim != "" {
					text = claim + ": " + text
				}
				if of := strings.Join(s.labels(group[0], len(s.Axes)-1), " "); of != "" {
					text = of + ": " + text
				}
				tables.Wrap(w, text, "", "  ")
			}
		}
	}
	if slices.ContainsFunc(cells, func(c *Cell) bool { return c.Exit == report.Violated.ExitCode() }) {
		return
	}
	tables.Wrap(w, "a swarm looks for errors: that it has found none does not show that there are none",
		"", "  ")
}

// swarms returns the cells of each swarm, which is the last axis.
func (s *Sweep) swarms(cells []*Cell) (out [][]*Cell) {
	known := map[string]int{}
	for _, c := range cells {
		key := c.Model + "\x00" + strings.Join(c.Values[:len(c.Values)-1], "\x00")
		at, is := known[key]
		if !is {
			at = len(out)
			known[key] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], c)
	}
	return out
}

// claims returns the claims that any search was about; "" for assertions and end states.
func claims(cells []*Cell) (out []string) {
	for _, c := range cells {
		if c.Report == nil {
			continue
		}
		for _, r := range c.Report.All {
			if len(r.Sample) > 0 && !slices.Contains(out, r.Claim) {
				out = append(out, r.Claim)
			}
		}
	}
	return out
}

// coverage describes what several searches have seen of one state space.
type coverage struct {
	members int
	states  float64 // seen by all searches together
	exact   bool    // all these states are in the samples
	sample  int     // number of states in the common sample
	alone   int     // states in the sample that only one search has seen
	least   float64 // the smallest share of the states that a search has seen
	most    float64
}

// coverageOf compares the searches' samples, which have the smallest hashes. Below the smallest of the
// samples' largest hashes, each sample has all states of its search, so those hashes are a sample of all
// states.
func coverageOf(cells []*Cell, claim string) (c coverage) {
	var all [][]string
	limit := ""
	for _, cell := range cells {
		if cell.Report == nil {
			continue
		}
		at := slices.IndexFunc(cell.Report.All, func(r *report.Report) bool { return r.Claim == claim })
		if at < 0 || len(cell.Report.All[at].Sample) == 0 {
			continue
		}
		hashes := cell.Report.All[at].Sample
		all = append(all, hashes)
		if last := hashes[len(hashes)-1]; len(hashes) >= Sampled && (limit == "" || last < limit) {
			limit = last
		}
	}
	seen := map[string]int{}
	var shares []int
	for _, hashes := range all {
		n := 0
		for _, h := range hashes {
			if limit == "" || h <= limit {
				seen[h]++
				n++
			}
		}
		shares = append(shares, n)
	}
	c.members, c.sample, c.exact, c.states = len(all), len(seen), limit == "", float64(len(seen))
	if len(seen) == 0 {
		return c
	}
	if at, err := strconv.ParseUint(limit, 16, 64); err == nil {
		c.states = float64(len(seen)-1) / (float64(at) / math.Exp2(64))
	}
	for _, n := range seen {
		if n == 1 {
			c.alone++
		}
	}
	c.least = float64(slices.Min(shares)) / float64(len(seen))
	c.most = float64(slices.Max(shares)) / float64(len(seen))
	return c
}

func (c *coverage) String() string {
	some := fmt.Sprintf("%d states", int(c.states))
	if !c.exact {
		some = fmt.Sprintf("some %.2g states", c.states)
		if c.states < 1e6 {
			some = fmt.Sprintf("some %d states", int(c.states+50)/100*100)
		}
	}
	text := fmt.Sprintf("%d searches saw %s together, each %.0f to %.0f %% of them; %.1f %% were seen by one search "+
		"alone", c.members, some, 100*c.least, 100*c.most, 100*float64(c.alone)/float64(c.sample))
	if !c.exact {
		text += fmt.Sprintf(" (by a sample of %d)", c.sample)
	}
	return text
}
