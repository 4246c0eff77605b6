package roots

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gospin/verifier/thorough"
)

// TestUnmoveKeepsWhatIsAdded checks that all entries are found, also after the table has grown.
func TestUnmoveKeepsWhatIsAdded(t *testing.T) {
	for _, code := range []uint{3, 4, 5, 6} {
		for _, span := range []uint{16, 20, 23} {
			r := rand.New(rand.NewPCG(uint64(code), uint64(span)))
			table := NewUnmove(span, code, 0)
			type entry struct {
				hash uint64
				lead Lead
			}
			var all []entry
			check := func() {
				for i, e := range all {
					if !slices.Contains(table.Look(e.hash, nil), e.lead) {
						t.Fatalf("span %d, code %d: entry %d of %d is gone: %+v", span, code, i, len(all), e)
					}
				}
			}
			for len(all) < thorough.Of(12000, 60000) && table.Places() > 40 {
				e := entry{hash: r.Uint64(), lead: Lead{Name: int32(r.ExpFloat64() * 4)}}
				switch {
				case r.IntN(8) == 0:
					e.lead = Lead{Whole: true}
				default:
					e.lead.Name %= int32(table.Names())
				}
				table.Add(e.hash, e.lead)
				all = append(all, e)
				if table.Full() {
					check()
					if !table.Grow(0) {
						t.Fatal("no room")
					}
					check()
				}
			}
			check()
			table.Free()
		}
	}
}
