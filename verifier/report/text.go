package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// telling is from how many states on bytes and time for each say something: with fewer, the empty tables and
// the start are most of both.
const telling = 10_000

// WriteText prints the report: first what pan prints, in its words, since scripts look for them, then the
// rest.
func (r *Report) WriteText(out io.Writer) error {
	for _, one := range append([]*Report{r}, r.Searches...) {
		if err := one.WriteSearch(out); err != nil {
			return err
		}
	}
	return r.WriteVerdict(out)
}

// WriteSearch prints one search of the report, with the verdicts on its properties. The report may be
// incomplete.
func (r *Report) WriteSearch(out io.Writer) error {
	w := bufio.NewWriter(out)
	r.writeSearch(w)
	for _, p := range r.Properties[:r.Own] {
		p.write(w)
	}
	r.writeRemarks(w)
	return w.Flush()
}

// WriteVerdict prints the verdict of the run. If there were several searches, the verdicts on all properties
// come first.
func (r *Report) WriteVerdict(out io.Writer) error {
	w := bufio.NewWriter(out)
	own := r.Own
	if len(r.Searches) > 0 {
		fmt.Fprintln(w)
		own = 0
	}
	for _, p := range r.Properties[own:] { // some properties had no search
		p.write(w)
	}
	if text := r.RemovedText(); text != "" {
		fmt.Fprintln(w, text)
	}
	r.writeWhole(w)
	return w.Flush()
}

// writeSearch prints one search.
func (r *Report) writeSearch(w io.Writer) {
	for _, m := range r.Messages {
		fmt.Fprintln(w, m)
	}
	fmt.Fprintf(w, "\n(gospin)\n")
	if !r.Complete {
		fmt.Fprintln(w, "Warning: Search not completed")
	}
	if r.Reduced {
		fmt.Fprintln(w, "\t+ Partial Order Reduction")
	}
	fmt.Fprintf(w, "\n%s search for:\n", r.Omitted.kind())
	if r.Trace != "" {
		fmt.Fprintf(w, "\t%-19s\t+\n", r.Trace+" assertion")
	}
	fmt.Fprintf(w, "\tnever claim         \t%s\n", r.claimText())
	if r.Claim != "" {
		within := sign(r.Assertions)
		if r.ClaimAsserts {
			within = "+ (the claim's own)"
		}
		fmt.Fprintf(w, "\tassertion violations\t%s\n\tacceptance   cycles \t+ (fairness %s)\n", within, r.fairText())
		fmt.Fprintf(w, "\tinvalid end states\t- (disabled by never claim)\n\n")
	} else {
		fmt.Fprintf(w, "\tassertion violations\t%s\n\tcycle checks       \t- (not selected)\n", sign(r.Assertions))
		fmt.Fprintf(w, "\tinvalid end states\t%s\n\n", sign(r.EndStates))
	}
	fmt.Fprintf(w, "State-vector %d byte, depth reached %d, errors: %d\n", r.Memory.StateVector, r.States.Depth, r.Found)
	visited, total := "", "stored"
	if r.States.Visited > r.States.Stored {
		visited, total = fmt.Sprintf(" (%d visited)", r.States.Visited), "visited"
	}
	stored := "states, stored" + visited
	switch {
	case r.Sweep != nil && r.Sweep.Regress > 0:
		stored = "nodes, stored (states that were forgotten may have several)"
	case r.Cache != nil && r.Cache.Forgotten > 0:
		stored = "states, stored (visits: some were forgotten, and visited again)"
	}
	fmt.Fprintf(w, "%9d %s\n", r.States.Stored, stored)
	fmt.Fprintf(w, "%9d states, matched\n", r.States.Matched)
	fmt.Fprintf(w, "%9d transitions (= %s+matched)\n", r.States.Transitions, total)
	fmt.Fprintf(w, "%9d atomic steps\n\n%s", r.States.AtomicSteps, r.Omitted.asPan())
	r.writeUnreached(w)
	r.writeOurs(w)
}

// Details describes the parts of a search that pan does not have: how states were stored, and the engine.
func (r *Report) Details() string {
	var b strings.Builder
	r.writeOurs(&b)
	return b.String()
}

// Methods describes what each requested method did, a line each.
func (r *Report) Methods() string {
	picked := ""
	if r.Picked != "" {
		picked = fmt.Sprintf("picked by auto: %s\n", r.Picked)
	}
	return r.symmetryLine() + r.Sweep.Line() + r.Sweep.graphLine() + r.Omitted.lines() + r.Cache.line() +
		r.Delta.line() + r.Diff.line() + picked + r.Unmove.line(r.States.Stored) +
		r.Certificate.line() + r.Checkpoint.line()
}

func (r *Report) symmetryLine() string {
	if r.Symmetry == "" {
		return ""
	}
	return fmt.Sprintf("symmetry: %s\n", r.Symmetry)
}

func (r *Report) writeOurs(w io.Writer) {
	fmt.Fprintf(w, "compression: %s, engine: %s, reductions: %s\n", r.Compress, r.engine(), r.Reductions)
	fmt.Fprint(w, r.symmetryLine())
	if r.DepthMeant != "" {
		fmt.Fprintf(w, "depth reached: %s\n", r.DepthMeant)
	}
	fmt.Fprint(w, r.Sweep.Line(), r.Sweep.graphLine(), r.Omitted.lines(), r.Cache.line())
	fmt.Fprint(w, r.Certificate.line())
	if r.GoesBy != "" {
		fmt.Fprintf(w, "trained by %s: %d values unseen, %d codes made anew\n", r.GoesBy, r.Unseen, r.Widened)
	}
	if r.Components != "" {
		fmt.Fprintf(w, "nr of templates: [ 0:globals 1:chans 2:procs ]\ncollapse counts: %s\n", r.Components)
		var values []string
		for _, v := range r.Values {
			values = append(values, fmt.Sprintf("%s %d", v.Of, v.N))
		}
		fmt.Fprintf(w, "component values: %s", strings.Join(values, ", "))
		if !r.AsPan {
			fmt.Fprint(w, " (-split=pan counts as pan does)")
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, r.Delta.line(), r.Diff.line())
	if r.Picked != "" {
		fmt.Fprintf(w, "picked by auto: %s\n", r.Picked)
	}
	fmt.Fprint(w, r.Unmove.line(r.States.Stored))
	m := &r.Memory
	var parts []string
	for _, p := range m.Parts {
		parts = append(parts, p.Name+" "+Size(p.Bytes))
	}
	each := ""
	if r.States.Stored >= telling {
		each = fmt.Sprintf("%.1f bytes per state in total, the search's stack included, ", m.TotalPerState)
	}
	fmt.Fprintf(w, "memory: %s%s in tables (%s), stack %s, peak RSS %s\n", each, Size(m.Store),
		strings.Join(parts, ", "), Size(m.Stack), Size(m.PeakRSS))
	fmt.Fprintf(w, "time: %.3f s to compile, %.3f s to search", r.Time.Compile, r.Time.Search)
	if r.Time.Search > 0 && r.States.Stored >= telling {
		fmt.Fprintf(w, ", %.0f states per second", float64(r.States.Stored)/r.Time.Search)
	}
	fmt.Fprintln(w)
	r.Stats.write(w)
	fmt.Fprintln(w)
}

// engine describes the engine and the order, or why it was not batches.
func (r *Report) engine() string {
	switch {
	case r.EngineReason != "":
		return fmt.Sprintf("%s (%s)", r.Engine, r.EngineReason)
	case r.Workers > 1:
		return fmt.Sprintf("%s (%s, %d workers)", r.Engine, r.OrderSaid, r.Workers)
	case r.Workers == 1:
		return fmt.Sprintf("%s (%s)", r.Engine, r.OrderSaid)
	}
	return r.Engine
}

func (p *Property) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s", p.Name, p.Verdict)
	if p.Place != nil {
		fmt.Fprintf(w, " at %v", p.Place)
	}
	if p.Message != "" {
		fmt.Fprintf(w, ": %s", p.Message)
	}
	if p.Trail != "" {
		fmt.Fprintf(w, ", trail in %s", p.Trail)
	}
	switch {
	case p.Found == 0 && p.Steps > 0:
		fmt.Fprintf(w, " (%d steps)", p.Steps)
	case p.Found > 0:
		of := ""
		if p.Kind == "ltl" || p.Kind == "never" {
			of = " of the model"
		}
		fmt.Fprintf(w, " (%d steps%s, shortened from %d)", p.Steps, of, p.Found)
	}
	fmt.Fprintln(w)
	if p.Shortest != "" {
		fmt.Fprintf(w, "\tshortest: %s\n", p.Shortest)
	}
	for _, line := range p.OnCycle() {
		fmt.Fprintf(w, "\t%s\n", line)
	}
	if p.Replay != "" {
		fmt.Fprintf(w, "\treplay: %s\n", p.Replay)
	}
}

func (r *Report) claimText() string {
	if r.Claim != "" {
		return "+ (" + r.Claim + ")"
	}
	if len(r.Unchecked) > 0 {
		return "- (not checked: " + strings.Join(r.Unchecked, ", ") + ")"
	}
	return "- (not selected)"
}

func sign(on bool) string {
	if on {
		return "+"
	}
	return "- (not selected)"
}

// Count formats a number of things in words.
func Count[N int | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Often formats a number of times.
func Often[N int | uint64](n N) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// Size formats a number of bytes in a suitable unit.
func Size(n int64) string {
	const units = "KMGT"
	if n < 1<<10 {
		return fmt.Sprintf("%d bytes", n)
	}
	v, u := float64(n)/(1<<10), 0
	for v >= 1<<10 && u+1 < len(units) {
		v, u = v/(1<<10), u+1
	}
	return fmt.Sprintf("%.1f %ciB", v, units[u])
}

// writeWhole prints the verdicts on all properties.
func (r *Report) writeWhole(w io.Writer) {
	fmt.Fprintf(w, "verdict: %s", r.Verdict)
	if r.Reason != "" {
		fmt.Fprintf(w, " (%s)", r.Reason)
	}
	fmt.Fprintln(w)
}

// WriteVerdicts prints only the verdicts, on all properties and of the run, with the remarks.
func (r *Report) WriteVerdicts(out io.Writer) error {
	w := bufio.NewWriter(out)
	for i := range r.Properties {
		if p := &r.Properties[i]; p.Absent {
			fmt.Fprintf(w, "%s: none in the model\n", p.Name)
		} else {
			p = new(*p)
			if why := r.searchOf(p).Undecided(p); why != "" {
				p.Message = why
			}
			p.write(w)
		}
	}
	for _, text := range r.Remarks {
		fmt.Fprintf(w, "remark: %s\n", text)
	}
	if text := r.RemovedText(); text != "" {
		fmt.Fprintln(w, text)
	}
	r.writeWhole(w)
	return w.Flush()
}

// Undecided is why a property of this search is not violated and does not hold either; "" if it does.
func (r *Report) Undecided(p *Property) string {
	switch {
	case p.Verdict != Inconclusive:
		return ""
	case p.Message != NotCompleted:
		return p.Message
	case r.Verdict == Violated && r.Cut == "":
		return "the search stopped at another violation; -c0 goes on"
	case r.Cut != "":
		return r.Cut
	}
	return p.Message
}

// searchOf returns the search of all joined ones that a property is of, or this one.
func (r *Report) searchOf(p *Property) *Report {
	for _, one := range r.All {
		for _, q := range one.Properties {
			if q.Name == p.Name && q.Kind == p.Kind {
				return one
			}
		}
	}
	return r
}

// writeRemarks prints the remarks, a line each.
func (r *Report) writeRemarks(w io.Writer) {
	for _, text := range r.OfSearch {
		fmt.Fprintf(w, "remark: %s\n", text)
	}
}

// RemovedText names the removed trails, or is "".
func (r *Report) RemovedText() string {
	gone := r.Removed
	if len(gone) == 0 {
		return ""
	}
	more := ""
	if n := len(gone) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("removed %s%s: trails of an earlier run, of what holds now", gone[0], more)
}
