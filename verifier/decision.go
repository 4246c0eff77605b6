package verifier

import "gospin/verifier/way"

// decision is how a part is searched. It is known before the first state is made.
type decision struct {
	Engine, Store, Order string
	Workers              int
	Late                 bool   // all workers but one join when the search lasts
	Reduction, Off       string // the rule, and why there is none although one was asked for
	Proviso              int    // of depth-first search
	Why                  string // the search is not made in batches
}

// decide completes a decision, and shows it to who wants to see it.
func (j *job) decide(d decision) error {
	if j.o.decided == nil {
		return nil
	}
	d.Reduction, d.Off, d.Why = j.less.name, j.less.why, j.machine
	if j.less.rule == nil && d.Reduction != "none" {
		d.Reduction += " (idle)"
	}
	d.Proviso = int(j.less.proviso)
	return j.o.decided(d)
}

// stepByStep is the decision for a search of one choice at a time.
func (j *job) stepByStep() decision {
	d := decision{
		Engine: j.how.Moves(j.o.ways(), j.prog), Store: j.how.Name, Order: way.DepthFirst, Workers: 1,
	}
	if j.o.explores() {
		d.Order = j.o.Order
	}
	if j.o.Cache != "" {
		d.Store += ", cache"
	}
	return d
}
