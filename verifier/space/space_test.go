package space_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

var figures = regexp.MustCompile(`pan: stored=(\d+) matched=(\d+) transitions=(\d+) atomic=(\d+)`)

// count searches a space as simply as possible, with several engines that take turns at random.
func count(t *testing.T, s *space.Space, engines int) (stored, matched, atomic uint64) {
	root, eff := s.Initial()
	require.Zero(t, eff)
	seen := [][]uint64{root}
	for at := 0; at >= 0; {
		switch s.Words() {
		case 1:
			seen, at = some[[1]uint64](t, s, engines, seen, at, &matched, &atomic)
		case 2:
			seen, at = some[[2]uint64](t, s, engines, seen, at, &matched, &atomic)
		case 3:
			seen, at = some[[3]uint64](t, s, engines, seen, at, &matched, &atomic)
		case 4:
			seen, at = some[[4]uint64](t, s, engines, seen, at, &matched, &atomic)
		case 8:
			seen, at = some[[8]uint64](t, s, engines, seen, at, &matched, &atomic)
		default:
			t.Fatal(s.Words())
		}
	}
	if seen == nil { // the grain is too fine
		return 0, 0, 0
	}
	return uint64(len(seen)), matched, atomic
}

func some[R roots.Root](
	t *testing.T, s *space.Space, engines int, seen [][]uint64, at int, matched, atomic *uint64,
) ([][]uint64, int) {
	es := make([]batch.Engine[R], engines)
	for i := range es {
		es[i] = s.Engine().(batch.Engine[R])
	}
	turns := rand.New(rand.NewPCG(uint64(engines), uint64(at)))
	known := map[R]bool{}
	for _, w := range seen {
		known[rootOf[R](w)] = true
	}
	out := &batch.Found[R]{}
	for ; at < len(seen); at++ {
		r := rootOf[R](seen[at])
		out.Roots, out.Atomic = out.Roots[:0], 0
		for _, e := range es[1:] { // others learn what this one has only seen
			e.(interface{ Introduce(r *R) }).Introduce(&r)
		}
		e := es[turns.IntN(len(es))]
		eff, ok := e.Expand(&r, out)
		if !ok {
			if !s.Repack() {
				return nil, -1
			}
			for i, w := range seen {
				to := make([]uint64, s.Words())
				s.Convert(to, w)
				seen[i] = to
			}
			return seen, at
		}
		require.Zero(t, eff&(vm.Failed|vm.Abort), "%v", e.Faults())
		*atomic += out.Atomic
		for i := range out.Roots {
			d := out.Roots[i]
			if known[d] {
				*matched++
				continue
			}
			known[d] = true
			w := make([]uint64, len(d))
			for j := range w {
				w[j] = d[j]
			}
			seen = append(seen, w)
		}
	}
	return seen, -1
}

func rootOf[R roots.Root](w []uint64) (r R) {
	for i := range w {
		r[i] = w[i]
	}
	return r
}

func TestSpacesHaveTheRecordedStates(t *testing.T) {
	models, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	for _, path := range models {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
			require.NoError(t, err)
			for _, engines := range thorough.Of([]int{3 - 2*(len(path)%2)}, []int{1, 3}) {
				var s *space.Space
				var stored, matched, atomic uint64
				for grain := 0; grain <= space.Coarsest && stored == 0; grain++ {
					s = space.New(func() space.Noted { return system.Of(vm.NewMachine(prog)) }, grain, nil)
					stored, matched, atomic = count(t, s, engines)
				}
				got := fmt.Sprintf("pan: stored=%d matched=%d transitions=%d atomic=%d",
					stored, matched, stored+matched, atomic)
				require.Equal(t, figures.FindString(string(text)), got, "%d engines", engines)
				t.Logf("%d engines: %+v", engines, s.Stats())
			}
		})
	}
}
