package verifier

import (
	"bufio"
	"fmt"
	"io"
)

// WriteVerdicts prints only the verdicts, about all properties and of the whole.
func (r *Report) WriteVerdicts(out io.Writer) error {
	w := bufio.NewWriter(out)
	for i := range r.Properties {
		r.Properties[i].write(w)
	}
	fmt.Fprintf(w, "verdict: %s", r.Verdict)
	if r.Reason != "" {
		fmt.Fprintf(w, " (%s)", r.Reason)
	}
	fmt.Fprintln(w)
	return w.Flush()
}
