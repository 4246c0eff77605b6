package ask

import (
	"fmt"
	"slices"

	"gospin/verifier/graph/query"
	"gospin/verifier/source"
	"gospin/verifier/way"
)

// Sweeping are the options of sweep-line searches.
type Sweeping struct {
	Sweep string // a list of expressions in the order of comparison, or auto; "" for no sweep-line
	Graph string // file for the graph; "" for none
	// Labels are formulas whose conditions become labels of the graph's nodes.
	Labels query.Formulas
	CTL    []string // formulas to check on the graph, which is built if necessary; nothing else is checked

	Conditions *query.Conditions // of Labels, as parsed by Settle
	Throwaway  bool              // the graph is deleted after checking the formulas
}

const (
	SweepFlag = "-sweep"
	AutoSweep = "auto"
)

// Sweeps reports whether searches use a sweep-line. So does writing a graph: without a measure, nothing is
// ever forgotten.
func (o *Options) Sweeps() bool { return o.Sweep != "" || o.Graph != "" || len(o.CTL) > 0 }

// SweepAsked returns the flag that requests a sweep-line.
func (o *Options) SweepAsked() string {
	switch {
	case o.Sweep != "":
		return SweepFlag
	case len(o.CTL) > 0:
		return CTLFlag
	}
	return "-graph"
}

// settleSweep rejects options that are impossible with a sweep-line, and sets the way of storing states. It
// must be called before defaults are filled in.
func (o *Options) settleSweep() error {
	if !o.Sweeps() {
		return nil
	}
	flag := o.SweepAsked()
	not := func(other, why string) error {
		return fmt.Errorf("%s and %s exclude each other: %s", flag, other, why)
	}
	switch {
	case o.Bitstate:
		return not("-bitstate", "bits cannot be taken back; the sweep-line alone keeps few states, and whole ones")
	case o.Hash != 0:
		return not("-hc", "states are made again from what is kept, which a hash cannot; leave -hc out")
	case o.Compress != "" && !slices.Contains([]string{way.Roots, way.Mask}, o.Compress):
		return not("-compress="+o.Compress, growing(o.Compress)+"; the sweep-line keeps masked vectors: leave "+
			"-compress out")
	case o.storedOtherwise() != "":
		return not(o.storedOtherwise(), "the sweep-line keeps masked vectors; leave it out")
	case len(o.CTL) > 0 && len(o.Only) > 0:
		return fmt.Errorf("-ctl and -only=%s exclude each other: a formula of CTL has a search of its own; leave one "+
			"of them out", o.Only[0])
	case o.Cache != "" && len(o.CTL) > 0:
		return fmt.Errorf("-ctl and -cache exclude each other: states that are met again would be nodes again; " +
			"leave -cache out")
	case o.Cache != "" && o.Graph != "":
		return fmt.Errorf("-graph and -cache exclude each other: states that are met again would be nodes again; " +
			"leave -cache out")
	case o.Chains:
		return not("-chains", "the state that a chain hangs by may be passed; leave -chains out")
	case o.Lean:
		return not("-lean", "which step came before is forgotten with a state; leave -lean out")
	case o.Fair.On() && len(o.CTL) > 0:
		return not(o.Fair.Flag(), "its runs A and E are all runs, not only fair ones; leave "+o.Fair.Flag()+" out")
	case o.Fair.On():
		return not(o.Fair.Flag(), "it is about cycles, whose states are forgotten; search fair runs without "+flag)
	case o.Acceptance:
		return not("-a", "states of cycles are forgotten; look for acceptance cycles without "+flag)
	case o.NonProgress:
		return not("-l", "states of cycles are forgotten; look for non-progress cycles without "+flag)
	case o.Depth != 0:
		return not("-m", "states are not searched along a path, which a depth could limit; -time and -mem do")
	case o.Order != "" && o.Order != way.AnyOrder:
		return not("-order="+o.Order, "the sweep-line is an order; leave -order out")
	case o.Workers > 1:
		return not("-workers", "one searches alone; leave -workers out")
	}
	o.Order, o.Compress, o.Workers = way.AnyOrder, way.Mask, 1
	o.Reduction = Reduction{POR: way.Unreduced}
	if o.Sweep != "" && o.Sweep != AutoSweep {
		o.Measures = append(slices.Clip(o.Measures), source.Measure{Name: SweepFlag, Text: o.Sweep})
	}
	return nil
}

// growing returns why a sweep-line does not support a way of storing states.
func growing(name string) string {
	if how, err := way.Parse(name); err == nil {
		return how.Grows
	}
	return "there is no such way to store states"
}

// storedOtherwise returns a flag about storing states that has no meaning for a sweep-line.
func (o *Options) storedOtherwise() string {
	s := o.Storage
	s.Compress = ""
	return s.Flag()
}

// CTLFlag is the flag for CTL formulas.
const CTLFlag = "-ctl"

// settleCTL requests the graph for checking formulas, and nothing else.
func (o *Options) settleCTL() {
	if len(o.CTL) == 0 {
		return
	}
	o.Labels.CTL = append(slices.Clip(o.Labels.CTL), o.CTL...)
	o.Only, o.NoAssert, o.NoEnd, o.Errors = []string{OnlySafety}, true, true, 0
	if o.Throwaway = o.Graph == ""; o.Throwaway {
		o.Graph = o.Model + ".graph" // until it is begun
	}
}

// settleGraph parses the formulas for labels. Their conditions are measures of the model.
func (o *Options) settleGraph() error {
	o.settleCTL()
	if o.Graph == "" {
		return nil
	}
	if o.Graph == o.Model {
		return fmt.Errorf("a graph in %s would overwrite the model", o.Graph)
	}
	if o.Conditions == nil {
		o.Conditions = &query.Conditions{}
		if _, err := o.Conditions.Read(o.Labels); err != nil {
			return err
		}
	}
	o.Measures = append(slices.Clip(o.Measures), o.Conditions.Measures()...)
	return nil
}
