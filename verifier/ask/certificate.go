package ask

import (
	"fmt"

	"gospin/verifier/way"
)

// settleCertificate refuses what does not go with a certificate, which is of all states; symmetry is the only
// reduction that can be checked, and is used if requested.
func (o *Options) settleCertificate() error {
	if o.Certificate == "" {
		return nil
	}
	if o.Certificate == o.Model {
		return fmt.Errorf("a certificate in %s would overwrite the model", o.Certificate)
	}
	for _, no := range []struct {
		is        bool
		flag, why string
	}{
		{o.POR != "" && o.POR != way.Unreduced, "-por=" + o.POR, "a certificate is of all states: leave it out"},
		{o.Kind() != "", o.Ways().StoredAs(), "a certificate is of whole states"},
		{o.Compress != way.Roots, "-compress=" + o.Compress, "states are listed from -compress=" + way.Roots},
		{o.Cache != "", "-cache", "states are forgotten"},
		{o.Sweeps(), "-sweep, -graph and -ctl", "states are forgotten"},
		{o.Depth > 0, "-m", "a certificate is of all states"},
		{o.States > 0, "a limit of states", "a certificate is of all states"},
		{o.Order == way.DepthFirst || o.Explores(), "-order=" + o.Order, "states are listed in batches: leave it out"},
		{o.AllTrail, "-e", "only what holds has a certificate"},
		{len(o.Formulas) > 0 || o.Acceptance || o.NonProgress || o.Fair.On(), "a search for cycles, or of a formula (-ltl, -a, -l, -f)",
			"certificates are of assertions and end states"},
		{o.NoAssert || o.NoEnd || o.Strict || o.Overflow, "-A, -E, -q or -W truncation",
			"certificates are of assertions and end states as they are by default"},
		{o.Lossy, "-lossy", "what checks certificates does not know it"},
	} {
		if no.is {
			return fmt.Errorf("-certificate and %s exclude each other: %s", no.flag, no.why)
		}
	}
	for _, only := range o.Only {
		if only != OnlySafety {
			return fmt.Errorf("-certificate and -only=%s exclude each other: certificates are of assertions and "+
				"end states together, -only=%s", only, OnlySafety)
		}
	}
	o.Only, o.Reduction.Merging = []string{OnlySafety}, "off"
	return nil
}
