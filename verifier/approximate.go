package verifier

import (
	"fmt"
	"math"
	"strings"

	"gospin/verifier/store"
)

// Approximate says how a search remembers states of which it keeps too little to tell all of them apart: what
// it finds is true, what it does not find may be there.
type Approximate struct {
	Bitstate bool // states leave bits
	Bits     int  // -w: there are 2^Bits; 0: as many as Memory allows, but no more than mostBits
	Hashes   int  // -k: bits for each state; 0: DefaultHashes
	Hash     int  // -hc: a hash of so many bits is kept of every state; 0: it is not
	Runs     int  // searches with other hash functions; 0: one
}

const (
	// DefaultHashes is how many bits a state leaves.
	DefaultHashes = 3
	// DefaultHash is how many bits are kept of a state's hash.
	DefaultHash = store.MaxHash

	mostHashes = 100
	mostRuns   = 1000
	leastBits  = store.MinBits
	// mostBits is how many bits there are if nobody says more: 1 GiB. Making much more takes longer than most
	// searches.
	mostBits = 33
	// widestBits is more than any machine has.
	widestBits = 48
)

// Kinds of modes that are approximate, as reports name them, too.
const (
	bitstateMode = "bitstate"
	hashMode     = "hash-compact"
)

// kind is that of the mode; "": states are stored exactly.
func (a *Approximate) kind() string {
	switch {
	case a.Bitstate:
		return bitstateMode
	case a.Hash != 0:
		return hashMode
	}
	return ""
}

// flag is what asks for it.
func (a *Approximate) flag() string {
	if a.Bitstate {
		return "-bitstate"
	}
	return "-hc"
}

// settle fills in what is left open, once the memory is known. Explicit says that the user has named it.
func (a *Approximate) settle(memory int64, explicit bool) error {
	bits := a.Bits != 0 || a.Hashes != 0
	switch {
	case a.Bitstate && a.Hash != 0:
		return fmt.Errorf("-bitstate and -hc exclude each other")
	case a.kind() == "" && a.Runs != 0:
		return fmt.Errorf("-runs is for -bitstate and -hc: other searches see all states in one run")
	case !a.Bitstate && bits:
		return fmt.Errorf("-w and -k are for -bitstate")
	case a.Hash != 0 && (a.Hash < store.MinHash || a.Hash > store.MaxHash):
		return fmt.Errorf("-hc takes %d to %d bits of a hash, not %d", store.MinHash, store.MaxHash, a.Hash)
	case a.Hashes < 0 || a.Hashes > mostHashes:
		return fmt.Errorf("-k takes 1 to %d bits for a state, not %d", mostHashes, a.Hashes)
	case a.Runs < 0 || a.Runs > mostRuns:
		return fmt.Errorf("-runs takes 1 to %d, not %d", mostRuns, a.Runs)
	case a.Bits != 0 && (a.Bits < leastBits || a.Bits > widestBits):
		return fmt.Errorf("-w takes %d to %d, for 2^%[1]d to 2^%[2]d bits, not %d", leastBits, widestBits, a.Bits)
	}
	if a.kind() != "" {
		a.Runs = max(a.Runs, 1)
	}
	if !a.Bitstate {
		return nil
	}
	if a.Hashes == 0 {
		a.Hashes = DefaultHashes
	}
	if a.Bits == 0 {
		a.Bits = int(store.BitsIn(memory / 4 * 3)) // the rest is the path's
		if !explicit {
			a.Bits = min(a.Bits, mostBits)
		}
	}
	if size := int64(1) << (a.Bits - 3); size > memory {
		return fmt.Errorf("-w %d takes %s, but there are %s for states: give more with -mem, or take %d",
			a.Bits, Size(size), Size(memory), store.BitsIn(memory))
	}
	return nil
}

// refuseBeside refuses ways to store states that say nothing where none is stored.
func (o *Options) refuseBeside() error {
	flag := ""
	switch {
	case o.Compress != "":
		flag = "-compress=" + o.Compress
	case len(o.Split) > 0:
		flag = "-split"
	case o.IndexBytes != 0:
		flag = "-index-bytes"
	case o.Profile != "":
		flag = "-profile"
	case o.Code != "":
		flag = "-code"
	default:
		return nil
	}
	return fmt.Errorf("%s and %s exclude each other: nothing is kept of a state that could be compressed",
		o.flag(), flag)
}

// Omitted tells of the runs of an approximate search.
type Omitted struct {
	Bits   int     `json:"bits_log2,omitempty"`      // of a bitstate search
	Hashes int     `json:"bits_per_state,omitempty"` // that each state sets
	Hash   int     `json:"hash_bits,omitempty"`      // that are kept of each state
	Factor float64 `json:"hash_factor,omitempty"`    // bits there are for each state of the first run
	Runs   []Run   `json:"runs"`
}

// Run is one of several.
type Run struct {
	States   States  `json:"states"`
	Errors   int     `json:"errors"`
	Expected float64 `json:"expected_omissions"` // states taken for others
	Seconds  float64 `json:"search_seconds"`
}

// newOmitted is what the options say of the runs to come; nil if they are exact.
func newOmitted(o *Options) *Omitted {
	if o.kind() == "" {
		return nil
	}
	return &Omitted{Bits: o.Bits, Hashes: o.Hashes, Hash: o.Hash}
}

// add takes a run in.
func (a *Omitted) add(r Run) {
	if a.Runs = append(a.Runs, r); len(a.Runs) == 1 && a.Bits > 0 && r.States.Stored > 0 {
		a.Factor = math.Exp2(float64(a.Bits)) / float64(r.States.Stored)
	}
}

// text says what a search that found nothing is worth.
func (a *Omitted) text() string {
	each := make([]string, len(a.Runs))
	least := math.Inf(1)
	for i, r := range a.Runs {
		each[i], least = about(r.Expected), min(least, r.Expected)
	}
	out := "no error found (approximate): expected omissions " + strings.Join(each, ", ")
	if len(each) == 1 {
		return out + ", probability of none e^-" + each[0]
	}
	return fmt.Sprintf("%s in %d runs, probability of none e^-%s at best", out, len(each), about(least))
}

// about is a number with as many digits as mean something.
func about(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// writeHeader says what the search is, in SPIN's words.
func (a *Omitted) writeHeader() string {
	switch {
	case a == nil:
		return "Full statespace"
	case a.Hash > 0:
		return fmt.Sprintf("Hash-Compact %d", a.Hash)
	}
	return "Bit statespace"
}

// figures are the lines of pan on the bits.
func (a *Omitted) figures() string {
	if a == nil || a.Bits == 0 {
		return ""
	}
	return fmt.Sprintf("hash factor: %s (best if > 100.)\n\nbits set per state: %d (-k%[2]d)\n\n",
		fmt.Sprintf("%4.6g", a.Factor), a.Hashes)
}

// ours are the lines that pan does not have.
func (a *Omitted) ours() string {
	if a == nil {
		return ""
	}
	var b strings.Builder
	what := fmt.Sprintf("%d bits of a hash", a.Hash)
	if a.Bits > 0 {
		what = fmt.Sprintf("k=%d, 2^%d bits", a.Hashes, a.Bits)
	}
	for i, r := range a.Runs {
		which := ""
		if len(a.Runs) > 1 {
			which = fmt.Sprintf("run %d: %d states, stored, %d transitions, errors: %d, ", i+1, r.States.Stored,
				r.States.Transitions, r.Errors)
		}
		each := what
		if a.Bits > 0 && r.States.Stored > 0 {
			each += fmt.Sprintf(", %.1f per state", math.Exp2(float64(a.Bits))/float64(r.States.Stored))
		}
		fmt.Fprintf(&b, "%sexpected omissions %s (%s); probability of none e^-%[2]s\n", which,
			about(r.Expected), each)
	}
	return b.String()
}
