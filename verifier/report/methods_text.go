package report

import (
	"fmt"
)

// What text reports say of each method, a line each.

// line tells of -compress=delta; "" if there is none.
func (d *Delta) line() string {
	if d == nil {
		return ""
	}
	return fmt.Sprintf("delta: k %d, whole %.1f %%, %.1f bytes per delta, moves back %.1f per comparison (longest %d), "+
		"refuted early %.0f %%, shortened %d, moves known %d\n",
		d.K, 100*per(d.Whole, d.Whole+d.Deltas), per(uint64(d.DeltaBytes), d.Deltas),
		per(d.Back, d.Comparisons), d.Longest, 100*per(d.Early, d.Comparisons), d.Shortened, d.Moves)
}

// line tells of -compress=diff; "" if there is none.
func (d *Diff) line() string {
	if d == nil {
		return ""
	}
	out := fmt.Sprintf("diff: delta %d, whole %.1f %%, %.1f bytes per difference (%.1f runs), steps back %.1f per "+
		"comparison (longest %d), decided early %.0f %%, secondary tables %d\n",
		d.K, 100*per(d.Whole, d.Whole+d.Differences), per(uint64(d.DiffBytes), d.Differences),
		per(d.Runs, d.Differences), per(d.Back, d.Comparisons), d.Longest,
		100*per(d.Early, d.Comparisons), d.Secondary)
	if d.Paper > 0 {
		out += fmt.Sprintf("by the accounting of the paper, four bytes for each of the %s stored: %d bytes; in truth %d\n",
			d.Cells, d.Paper, d.WholeBytes+d.DiffBytes+d.SlotBytes+d.SharedBytes)
	}
	return out
}

// line tells of -compress=unmove; "" if there is none.
func (u *Unmove) line(stored uint64) string {
	if u == nil {
		return ""
	}
	return fmt.Sprintf("unmove: k %d, %d bits, whole %.1f %%, rules %d, %.1f reads a look, refuted early %.1f %%\n",
		u.K, u.Bits, 100*per(u.Whole, stored), u.Rules, per(u.Reads, u.Looks), 100*per(u.Refuted, u.Reads))
}

// line tells of a cache; "" if there is none.
func (c *Cache) line() string {
	if c == nil {
		return ""
	}
	of := ""
	if c.Limit > 0 {
		of = fmt.Sprintf(" of %d", c.Limit)
	}
	about := ""
	if c.Estimated {
		about = "about "
	}
	return fmt.Sprintf("cache: %d%s states in use at most, TD-tree %d, %d forgotten, %d visits (%s%.0f %%)\n",
		c.Most, of, c.Tree, c.Forgotten, c.Visits, about, 100*float64(c.Visits)/float64(max(c.Known, 1)))
}

// unfolds tells whether nodes are not states: some states were forgotten and met again, perhaps.
func (s *Sweep) unfolds() bool { return s != nil && s.Regress > 0 }

// Line tells of a sweep-line search; "" if there is none.
func (s *Sweep) Line() string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("sweep: %s, %s, peak %d, %d persistent, %s, %s\n", Count(s.Sweeps, "sweep"),
		Count(s.Nodes, "node"), s.Peak, s.Persistent, Count(s.Regress, "regress edge"),
		Count(s.Values, "progress value"))
}

// graphLine tells of the graph that a search has written; "" if there is none.
func (s *Sweep) graphLine() string {
	if s == nil || s.GraphBytes == 0 {
		return ""
	}
	return fmt.Sprintf("graph: %s, %s, %.1f bits each, %s\n", Count(s.Edges, "edge"), Count(s.Moves, "move"),
		s.EdgeBits, Size(s.GraphBytes))
}

func per(n, of uint64) float64 { return float64(n) / float64(max(of, 1)) }
