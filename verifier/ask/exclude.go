package ask

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/verifier/way"
)

// Combinations of options that are impossible for every model.

// settleCaching rejects options that are impossible with a cache, or without one.
func (o *Options) settleCaching(m *way.Store) error {
	switch {
	case o.Lean && o.POR != way.Unreduced && o.POR != "":
		return fmt.Errorf("-lean and -por=%s exclude each other: use -noreduce", o.POR)
	case o.Cache == "" && len(o.Evict) > 0:
		return fmt.Errorf("-evict is for -cache")
	case o.Cache == "" && (o.Chains || o.MaxVisits != 0):
		return fmt.Errorf("-chains and -maxvisits are for -cache")
	case o.Lean && o.Workers > 1:
		return fmt.Errorf("-lean and -workers=%d exclude each other: one searches alone", o.Workers)
	case o.Cache == "":
		return nil
	}
	if _, err := o.Size(); err != nil {
		return err
	}
	if _, err := o.Criteria(); err != nil {
		return err
	}
	const colours = "-cache and %s exclude each other: what a search knows of a state would be forgotten with it"
	switch {
	case m.Approximate:
		return fmt.Errorf("-cache and %s exclude each other: what is left of states can't be taken out again",
			o.Ways().StoredAs())
	case m.Related:
		return fmt.Errorf("-cache and -compress=%s exclude each other: states are told by their predecessors, which "+
			"could not be forgotten: use collapse, mask or none", o.Compress)
	case !m.Forgets:
		return fmt.Errorf("-cache and -compress=%s exclude each other: states can't be taken out again one by one: "+
			"use collapse, mask or none", o.Compress)
	case o.Fair.On():
		return fmt.Errorf(colours, o.Fair.Flag())
	case o.Acceptance:
		return fmt.Errorf(colours, "-a")
	case o.NonProgress:
		return fmt.Errorf(colours, "-l")
	case o.Workers > 1:
		return fmt.Errorf("-cache and -workers=%d exclude each other: one searches alone", o.Workers)
	case o.MaxVisits < 0 || o.MaxVisits > 0 && o.MaxVisits < 1:
		return fmt.Errorf("-maxvisits takes a number from 1 on, not %g", o.MaxVisits)
	}
	return nil
}

// settleUnmove rejects options that are impossible with -compress=unmove, and names possible ones.
func (o *Options) settleUnmove(m *way.Store) error {
	if m.Name != way.Unmove {
		return nil
	}
	no := func(flag, why, instead string) error {
		return fmt.Errorf("%s is not for -compress=%s, %s: %s", flag, way.Unmove, why, instead)
	}
	broad := "which searches breadth first and keeps no path"
	if o.Order == way.DepthFirst {
		broad = "which makes all moves of a state, once"
	}
	ordered := way.OrderNamed(o.Order).Whole
	switch {
	case o.Lean:
		return no("-lean", "which makes all moves of a state", "take -compress=tree")
	case o.Order != "" && !ordered:
		return no("-order="+o.Order, "which searches breadth first or depth first", "take -order=bfs, -order=dfs, "+
			"or -compress=tree")
	case o.Depth > 0:
		return no("-m", broad, "leave it out, or take -compress=tree")
	case o.Fair.On() || o.NonProgress || o.Acceptance:
		return no("a search for cycles (-a, -l, -f)", broad, "take -compress=tree")
	case o.byPath():
		return no("-por="+o.POR, broad, "take -noreduce, or -compress=tree")
	}
	if o.Order == "" || o.Order == way.AnyOrder {
		o.Order = way.BreadthFirst
	}
	return nil
}

// byPath reports whether a reduction is requested that depends on the path of the search.
func (r *Reduction) byPath() bool {
	rule := way.ReductionNamed(r.POR)
	return rule != nil && rule.ByPath
}

// checkFairness rejects options that are impossible with fairness. Where it is strong, cycles are not looked
// for one by one.
func (o *Options) checkFairness() error {
	if err := o.Fair.Check(); err != nil || !o.Fair.Strong() {
		return err
	}
	if o.AllTrail || o.Errors != 1 {
		flag := map[bool]string{true: "-e", false: fmt.Sprintf("-c%d", o.Errors)}[o.AllTrail]
		return fmt.Errorf("%s and %s exclude each other: of strongly fair cycles, one is shown", o.Fair.Flag(), flag)
	}
	return nil
}

// checkProctypes returns an error if fairness is demanded for a proctype that the model does not have.
func (o *Options) checkProctypes(m *promela.Model) error {
	var names []string
	for _, p := range m.Procs {
		names = append(names, p.Name)
	}
	for _, name := range o.Fair.Named() {
		if slices.Contains(names, name) {
			continue
		}
		hint := ""
		if near := diag.DidYouMean(name, names); near != "" {
			hint = " (" + near + ")"
		}
		return fmt.Errorf("-fair: no proctype %q%s: there are %s", name, hint, strings.Join(names, ", "))
	}
	return nil
}

// checkShortest rejects options that are impossible with -shortest.
func (o *Options) checkShortest() error {
	if o.Shortest && o.AllTrail {
		return fmt.Errorf("-shortest and -e exclude each other: one run has the fewest moves, -e tells all")
	}
	return nil
}

// checkSwarming rejects options about one of many searches where it is not approximate.
func (o *Options) checkSwarming() error {
	switch depthFirst := o.Order == "" || o.Order == way.AnyOrder || o.Order == way.DepthFirst; {
	case o.Sample < 0 || o.Sample > way.MostSampled:
		return fmt.Errorf("-sample takes 1 to %d hashes, not %d", way.MostSampled, o.Sample)
	case o.Sample > 0 && o.Kind() == "" && o.Cache == "":
		return fmt.Errorf("-sample is for -bitstate, -hc and -cache: other searches see all states")
	case o.Shuffle && o.Kind() == "":
		return fmt.Errorf("-shuffle is for -bitstate and -hc: other searches see all states in any order")
	case o.Shuffle && !depthFirst:
		return fmt.Errorf("-shuffle and -order=%s exclude each other: it searches depth first", o.Order)
	}
	return nil
}

// settleTrail rejects paths for trails that do not exist.
func (o *Options) settleTrail() error {
	if o.Trail == "" {
		return nil
	}
	dir := o.Trail
	st, err := os.Stat(dir)
	if err != nil || !st.IsDir() {
		dir = filepath.Dir(o.Trail)
	}
	if model, e := os.Stat(o.Model); err == nil && e == nil && os.SameFile(st, model) {
		return fmt.Errorf("-trail=%s would overwrite the model", o.Trail)
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return fmt.Errorf("-trail=%s: there is no folder %s", o.Trail, dir)
	}
	return nil
}
