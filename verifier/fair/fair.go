// Package fair says which infinite runs are fair. A process is able to move in a state if it has an
// executable statement there, and every process may move: the state is not inside an atomic sequence. A
// process that can only receive in a rendezvous is not able to: the sender makes the offer. It moves if it
// makes a statement, alone or as the receiver of a rendezvous. A run is
//
//   - weakly fair to a process that moves infinitely often, or is unable to infinitely often;
//   - strongly fair to a process that moves infinitely often, or is able to only finitely often.
//
// So a run that is strongly fair to a process is weakly fair to it.
package fair

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is what a process demands of a run.
type Kind uint8

const (
	None Kind = iota
	Weak
	Strong
)

// Demand is the fairness that is demanded: a list such as "strong:P,weak", with kinds of fairness for
// proctypes, and one for all other processes. "" demands none.
type Demand string

// On reports whether any fairness is demanded.
func (d Demand) On() bool { return d != "" }

// Strong reports whether strong fairness is demanded for any process.
func (d Demand) Strong() bool {
	rest, named, _ := d.read()
	if rest == Strong {
		return true
	}
	for _, k := range named {
		if k == Strong {
			return true
		}
	}
	return false
}

// Flag returns the flag that demands this.
func (d Demand) Flag() string {
	switch d {
	case "weak":
		return "-f"
	case "strong":
		return "-F"
	}
	return "-fair=" + string(d)
}

// Check returns an error if the list is wrong.
func (d Demand) Check() error {
	_, _, err := d.read()
	return err
}

// read returns the kind for proctypes that are not named, and for those that are.
func (d Demand) read() (rest Kind, named map[string]Kind, err error) {
	if d == "" {
		return None, nil, nil
	}
	named = map[string]Kind{}
	general := false
	for _, entry := range strings.Split(string(d), ",") {
		word, proctype, isNamed := strings.Cut(entry, ":")
		kind := map[string]Kind{"weak": Weak, "strong": Strong}[word]
		_, known := named[proctype]
		switch {
		case kind == None || isNamed && proctype == "":
			return None, nil, fmt.Errorf("-fair takes a list of weak, strong, weak:PROCTYPE and strong:PROCTYPE, not %q",
				entry)
		case isNamed && known:
			return None, nil, fmt.Errorf("-fair names %s twice", proctype)
		case !isNamed && general:
			return None, nil, fmt.Errorf("-f, -F and -fair exclude each other, unless -fair names proctypes")
		case isNamed:
			named[proctype] = kind
		default:
			rest, general = kind, true
		}
	}
	return rest, named, nil
}

// Named returns the proctypes that are named, in order.
func (d Demand) Named() (out []string) {
	_, named, _ := d.read()
	for name := range named {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Kinds returns what processes demand, by proctype. It returns nil if nothing is demanded.
func (d Demand) Kinds(proctypes []string) []Kind {
	if !d.On() {
		return nil
	}
	rest, named, _ := d.read()
	out := make([]Kind, len(proctypes))
	for i, name := range proctypes {
		out[i] = rest
		if k, is := named[name]; is {
			out[i] = k
		}
	}
	return out
}

// Of returns what processes of a proctype demand.
func (d Demand) Of(proctype string) Kind {
	if k := d.Kinds([]string{proctype}); k != nil {
		return k[0]
	}
	return None
}
