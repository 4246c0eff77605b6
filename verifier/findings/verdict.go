package findings

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gospin/verifier/ask"
	"gospin/verifier/fair"
	"gospin/verifier/host"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/store/cache"
	"gospin/verifier/way"
	"gospin/vm"
)

// Figures converts a search's counts.
func Figures(res *search.Result) report.States {
	s := report.States{
		Stored:      res.Stored,
		Matched:     res.Matched,
		Transitions: res.Transitions(),
		AtomicSteps: res.AtomicSteps,
		Depth:       res.Depth,
		Visited:     res.Visited,
	}
	if res.Visited > 0 {
		s.Transitions = res.Visited + res.Matched
	}
	return s
}

// Tally adds a search's counts, and the size of its store, to the report.
func Tally(r *report.Report, res *search.Result, stats store.Stats) {
	r.States = Figures(res)
	r.Errors, r.Found = res.Errors, res.Errors
	r.Complete, r.Incomplete = !res.Stopped && len(res.Incomplete) == 0, res.Incomplete
	r.Memory = report.Memory{
		StateVector: res.MaxVector,
		Store:       stats.Bytes,
		Parts:       stats.Parts,
		Stack:       res.Stack,
		PeakRSS:     host.PeakRSS(),
	}
	if r.Omitted != nil {
		r.Omitted.Add(report.RunFigures{
			States: r.States, Errors: res.Errors, Expected: stats.Omissions, Seconds: r.Time.Search,
		})
	}
	if res.Stored > 0 {
		r.Memory.BytesPerState = float64(stats.Bytes) / float64(res.Stored)
	}
	if slices.Contains(res.Incomplete, search.DepthLimit) {
		r.Messages = append(r.Messages, "error: max search depth too small")
	}
}

// Ending is what a verdict depends on besides a search's counts.
type Ending struct {
	Part    *ask.Part
	Prog    *vm.Program
	Taken   []byte   // as in search.Task
	Errors  int      // number of errors that ends the search; 0 for none
	Invalid []string // why the search may have left out too much
	Full    error    // why the store refused further states; nil if it did not, or memory ran out
}

// Conclude adds the conclusions from a search's end to the report.
func (e *Ending) Conclude(r *report.Report, res *search.Result) {
	switch {
	case res.Stopped:
	case e.Part.Claim == "":
		r.Unreach(e.Prog.Unreached(e.Taken))
	default:
		r.Unreach(e.Prog.UnreachedByClaim(e.Taken))
	}
	r.Invalid = e.Invalid
	why := reasons(r, res, e.Full)
	r.Cut = strings.Join(why, "; ")
	if e.Part.Claim == "" && e.Part.Kind != ask.OnlyOverflow {
		r.Cover(e.Prog, e.Taken)
	}
	e.draw(r, append(why, r.Invalid...))
	remarkMemory(r, res)
	remarkMissed(r, e.Prog)
	e.remarkClaim(r)
}

// Advice returns the reason for which a run ended early, with the flag that helps.
func Advice(why limit.Reached) string {
	switch why {
	case limit.Time:
		return string(why) + ": give more with -time"
	case limit.Memory:
		return string(why) + ": give more with -mem"
	}
	return string(why)
}

// reasons returns the reasons for which a search is incomplete, with the flags that help.
func reasons(r *report.Report, res *search.Result, full error) []string {
	var out []string
	for _, why := range res.Incomplete {
		switch {
		case why == search.DepthLimit:
			why += ": without -m there is none"
		case why == search.EndlessAtomic:
			why += ": a loop within an atomic sequence may never leave it"
		case errors.Is(full, cache.ErrFull) && why == search.MemoryLimit:
			why = full.Error() + ": give more with -cache or -mem, or try -chains or another -order"
		case why == search.VisitLimit:
			why += ": give more with -maxvisits or -cache"
		case why == search.MemoryLimit && full != nil:
			why = full.Error()
		case why == search.MemoryLimit:
			why = Advice(limit.Memory) + sparing(r)
		case why == search.NoMemory:
			why += ": allow more (ulimit -v, a control group)" + sparing(r)
		case why == search.TimeLimit:
			why = Advice(limit.Time)
		case why == search.StateLimit:
			why += ": give more with -states"
		}
		out = append(out, why)
	}
	return out
}

// sparing suggests how to use less memory in a search that ran out of it.
func sparing(r *report.Report) string {
	switch {
	case fair.Demand(r.Fair).Strong():
		return ""
	case r.Memory.Stack > r.Memory.Store && r.Compress != way.Unmove: // unmove searches breadth first
		return fmt.Sprintf(
			"; the path of the search takes %s of it, and -m bounds its depth",
			report.Size(r.Memory.Stack),
		)
	}
	return way.Less(r.Compress)
}

// Bytes that a state takes by way.Tree and by way.Unmove, which has open states besides: of those measured.
const (
	treeLeast, treeMost     = 3, 7
	unmoveLeast, unmoveMost = 1, 2
)

// remarkMemory reports, for a search that ran out of memory, its size, and what other stores would need.
func remarkMemory(r *report.Report, res *search.Result) {
	m := &r.Memory
	full := slices.Contains(res.Incomplete, search.MemoryLimit)
	if m.BytesPerState <= treeMost || res.Stored == 0 || !full || fair.Demand(r.Fair).Strong() {
		return // searches for strongly fair cycles have no other store
	}
	held := m.Store + m.Stack
	text := fmt.Sprintf("%s held %s states, of %.1f bytes in tables", report.Size(held), some(res.Stored),
		m.BytesPerState)
	if res.Open > 0 {
		text += fmt.Sprintf(", and %s of them are still to be expanded", some(res.Open))
	}
	text += fmt.Sprintf("; it holds %s to %s by -compress=%s, of %d to %d bytes, and more by -compress=%s "+
		"-noreduce, of %d to %d besides open ones; less is kept by -cache auto and -sweep; several machines hold "+
		"more (gospin help clusters)",
		some(uint64(held/treeMost)), some(uint64(held/treeLeast)), way.Tree, treeLeast, treeMost,
		way.Unmove, unmoveLeast, unmoveMost)
	r.Remark("%s", text)
}

// some is a number of states for people.
func some(n uint64) string {
	if n >= 1_000_000 {
		return fmt.Sprintf("%.1f million", float64(n)/1e6)
	}
	return strconv.FormatUint(n, 10)
}

// draw sets the verdict.
func (e *Ending) draw(r *report.Report, reasons []string) {
	p := e.Part
	if m := &r.Memory; m.Store > 0 {
		m.TotalPerState = m.BytesPerState * float64(m.Store+m.Stack) / float64(m.Store)
	}
	r.AddHeld("end-state", EndStates, r.EndStates)
	r.AddHeld("assertion", "assertions", r.Assertions)
	if p.Trace != nil {
		r.AddHeld(r.Trace, p.Trace.Name, true)
	}
	r.AddHeld(p.Kind, p.Name, p.Claim != "" || p.Kind == ask.OnlyOverflow)
	if r.Omitted != nil {
		reasons = append(reasons, r.Omitted.Verdict())
	}
	switch {
	case r.Errors > 0:
		if r.Verdict = report.Violated; r.Cut != "" && r.Errors != e.Errors {
			r.Reason = "not all errors are counted: " + r.Cut
		}
	case len(reasons) > 0:
		r.Verdict, r.Reason = report.Inconclusive, strings.Join(reasons, "; ")
	default:
		r.Verdict = report.Holds
	}
	r.Exit = r.Verdict.ExitCode()
}
