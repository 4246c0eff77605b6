//go:build conformance

package conformance

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/source"
)

// mostClaimed bounds the models that are searched beside claims here: their states.
const mostClaimed = 300_000

// TestDebianClaimsInBatches: the claims of the models of Debian's package that decide where they come to.
func TestDebianClaimsInBatches(t *testing.T) {
	t.Parallel()
	var all besides
	err := filepath.WalkDir(debian, func(path string, _ fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(debian, path); strings.HasSuffix(path, ".pml") && cut[name] == 0 {
			all.holdClaims(t, path, mostClaimed)
		}
		return err
	})
	require.NoError(t, err, "the models of Debian's package spin are missing")
	fmt.Printf("\nclaims of Debian's models in batches: %v\n", &all)
	require.Greater(t, all.held.Load()+all.violated.Load(), int64(10))
}

// TestProtocolClaimsInBatches: what is asked of the protocols, as far as it is decided by where a claim comes
// to.
func TestProtocolClaimsInBatches(t *testing.T) {
	t.Parallel()
	var all besides
	for _, p := range protocolFormulas {
		for i, formula := range p.formulas {
			t.Run(fmt.Sprintf("%s/%d", p.model, i), func(t *testing.T) {
				src := source.Source{
					Model: filepath.Join(examples, p.model+".pml"), Defines: p.defines, Formulas: []string{formula},
				}
				all.hold(t, src, formula, mostClaimed, besideWays, formula)
			})
		}
	}
	fmt.Printf("\nclaims on protocols in batches: %v\n", &all)
	require.Greater(t, all.held.Load(), int64(20))
	require.Greater(t, all.violated.Load(), int64(10))
}
