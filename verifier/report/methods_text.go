package report

import (
	"fmt"
)

// The text of each method's figures, a line each.

// line describes -compress=delta, or is "" if it was not used.
func (d *Delta) line() string {
	if d == nil {
		return ""
	}
	return fmt.Sprintf("delta: k %d, whole %.1f %%, %.1f bytes per delta, moves back %.1f per comparison (longest %d), "+
		"refuted early %.0f %%, shortened %d, moves known %d\n",
		d.K, 100*per(d.Whole, d.Whole+d.Deltas), per(uint64(d.DeltaBytes), d.Deltas),
		per(d.Back, d.Comparisons), d.Longest, 100*per(d.Early, d.Comparisons), d.Shortened, d.Moves)
}

// line describes -compress=diff, or is "" if it was not used.
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

// line describes -compress=unmove, or is "" if it was not used.
func (u *Unmove) line(stored uint64) string {
	if u == nil {
		return ""
	}
	return fmt.Sprintf("unmove: k %d, %d bits, whole %.1f %%, rules %d, %.1f reads a look, refuted early %.1f %%\n",
		u.K, u.Bits, 100*per(u.Whole, stored), u.Rules, per(u.Reads, u.Looks), 100*per(u.Refuted, u.Reads))
}

// line describes a cache, or is "" if there was none.
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

// Line describes a sweep-line search, or is "" if there was none.
func (s *Sweep) Line() string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("sweep: %s, %s, peak %d, %d persistent, %s, %s\n", Count(s.Sweeps, "sweep"),
		Count(s.Nodes, "node"), s.Peak, s.Persistent, Count(s.Regress, "regress edge"),
		Count(s.Values, "progress value"))
}

// graphLine describes the graph that the search wrote, or is "" if it wrote none.
func (s *Sweep) graphLine() string {
	if s == nil || s.GraphBytes == 0 {
		return ""
	}
	return fmt.Sprintf("graph: %s, %s, %.1f bits each, %s\n", Count(s.Edges, "edge"), Count(s.Moves, "move"),
		s.EdgeBits, Size(s.GraphBytes))
}

func per(n, of uint64) float64 { return float64(n) / float64(max(of, 1)) }

// line says where the search is kept.
func (c *Checkpoint) line() string {
	if c == nil {
		return ""
	}
	out := fmt.Sprintf("checkpoint: %s, written %s", c.Folder, times(c.Kept))
	if c.Seconds >= 0.05 {
		out += fmt.Sprintf(" in %.1f s", c.Seconds)
	}
	if c.Resumed > 0 {
		out += ", gone on with " + times(c.Resumed)
	}
	if c.Failed != "" {
		out += "; the last could not be: " + c.Failed
	}
	if c.Resume != "" {
		out += "; to go on: " + c.Resume
	}
	return out + "\n"
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
