package verifier

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON prints the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	if r.Properties == nil {
		r.Properties = []Property{}
	}
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", b)
	return err
}

func onOff(on bool) string {
	if on {
		return "+"
	}
	return "-"
}

// WriteText prints the report in SPIN's form, then what SPIN does not say.
func (r *Report) WriteText(w io.Writer, o *Options) {
	for _, m := range r.Messages {
		fmt.Fprintln(w, m)
	}
	fmt.Fprintf(w, "\n(gospin)\n")
	if r.Stopped || len(r.Incomplete) > 0 {
		fmt.Fprintln(w, "Warning: Search not completed")
	}
	fmt.Fprintf(w, "\nFull statespace search for:\n")
	fmt.Fprintf(w, "\tnever claim         \t- (none selected)\n")
	fmt.Fprintf(w, "\tassertion violations\t%s\n", onOff(!o.NoAssert))
	fmt.Fprintf(w, "\tcycle checks       \t- (not available)\n")
	fmt.Fprintf(w, "\tinvalid end states\t%s\n\n", onOff(!o.NoEnd))
	fmt.Fprintf(w, "State-vector %d byte, depth reached %d, errors: %d\n", r.Memory.StateVector, r.States.Depth, r.Errors)
	fmt.Fprintf(w, "%9d states, stored\n", r.States.Stored)
	fmt.Fprintf(w, "%9d states, matched\n", r.States.Matched)
	fmt.Fprintf(w, "%9d transitions (= stored+matched)\n", r.States.Transitions)
	fmt.Fprintf(w, "%9d atomic steps\n\n", r.States.AtomicSteps)
	fmt.Fprintf(w, "compression: %s; reductions: none\n", r.Compress)
	fmt.Fprintf(w, "%.1f bytes per state in all tables (%.3f MB), peak memory %.1f MB\n", r.Memory.BytesPerState, float64(r.Memory.Store)/1e6, float64(r.Memory.PeakRSS)/1e6)
	rate := 0.0
	if r.Time.Search > 0 {
		rate = float64(r.States.Stored) / r.Time.Search
	}
	fmt.Fprintf(w, "compiled in %.3f s, searched in %.3f s, %.0f states/second\n\n", r.Time.Compile, r.Time.Search, rate)
	for _, p := range r.Properties {
		fmt.Fprintf(w, "%s %s: %s", p.Kind, p.Name, p.Verdict)
		if p.Message != "" {
			fmt.Fprintf(w, " (%s)", p.Message)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "verdict: %s", r.Verdict)
	if r.Reason != "" {
		fmt.Fprintf(w, " (%s)", r.Reason)
	}
	fmt.Fprintln(w)
}
