//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/report"
)

// claimed are systems with two conditions a and b for claims to speak of.
var claimed = map[string]string{
	"counter": `byte x; bool up = 1;
#define a (x == 3)
#define b (x == 0)
active proctype P() { do :: up && x < 3 -> x++ :: up && x == 3 -> up = 0 :: !up && x > 0 -> x-- :: !up && x == 0 -> up = 1 od }
active proctype Q() { do :: x == 2 -> atomic { up = !up; skip } od }
`,
	"buffer": `chan c = [2] of { byte }; byte got;
#define a (got == 2)
#define b (len(c) == 2)
active proctype S() { byte k; do :: atomic { k < 3 -> c!k; k++ } :: k == 3 -> k = 0 od }
active proctype R() { byte v; do :: c?v -> got = v :: timeout -> got = 9 od }
`,
	"handshake": `chan c = [0] of { byte }; byte got;
#define a (got == 1)
#define b (got == 2)
active proctype S() { byte k; do :: c!k; k = (k + 1) % 3 od }
active [2] proctype R() { byte v; do :: c?v -> got = v od }
`,
	"ends": `byte x;
#define a (x == 2)
#define b (x > 2)
active proctype P() { x = 1; if :: x = 2 :: x = 3 fi; d_step { x++; x-- } }
active proctype Q() { x > 1; false }
`,
	"mutex": `bool want[2]; byte turn, in;
#define a (in == 1)
#define b (want[0] && want[1])
active [2] proctype P() { do :: want[_pid] = 1; turn = 1 - _pid; (!want[1 - _pid] || turn == _pid); in++; assert(in == 1); in--; want[_pid] = 0 od }
`,
}

// claims are the bodies of never claims: of formulas, and others.
var claims = []string{
	`do :: a -> break :: true od; accept: do :: !b od`,
	`do :: b -> break :: true od; accept: do :: !a od`,
	`T: do :: !a -> goto accept_S :: true od; accept_S: do :: !a od`,
	`T: do :: true :: a && !b -> goto accept od; accept: if :: !b -> goto accept fi`,
	`accept_init: if :: true -> goto T1 fi; T1: if :: a -> goto accept_init :: !a -> goto T1 fi`,
	`accept_init: if :: a -> goto accept_init :: true -> goto T1 fi; T1: if :: b -> goto accept_init :: true -> goto T1 fi`,
	`do :: a && b -> break :: else od`,
	`do :: a -> break :: !a od; do :: b -> break :: !b od; do :: a -> break :: !a od`,
	`do :: atomic { a -> b } -> break :: true od; accept: do :: a || b od`,
	`do :: !a && !b od`,
	`byte k; do :: k < 3 && a -> k++ :: k == 3 -> break :: else od; accept: do :: b -> k = 0 :: k < 7 -> k = k + 2 od`,
	`byte k = 2; int m[3]; bool f; do :: d_step { m[k % 3] = k; k = (k + 1) % 5; f = !f } :: a && m[1] == 4 -> break :: f od; byte late = 4; accept: do :: !b -> late--; late > 0 od`,
	`short s = -2; unsigned u : 3; do :: d_step { b -> s++; u = u + 3 } :: s > 0 && u == 1 -> break :: else -> if :: s > 2 -> s = 0 :: else fi od`,
	`do :: a -> goto accept :: true od; accept: goto accept`,
	`do :: a -> goto K :: b && !a -> goto M :: else od; K: goto accept_all; M: goto endM; accept_all: goto K; endM: goto endM`,
	`accept: do :: !(a && b) od`,
	`Z: if :: a -> goto U :: b -> goto V :: else -> goto Z fi; U: if :: a -> goto U :: b -> goto Z :: else fi; accept_U: if :: b -> goto accept_U :: true -> goto Z fi; V: if :: else -> goto accept_U :: b -> goto V fi`,
}

// TestClaimsAsPan: the verdict is pan's on every claim, and where no error cuts the search, so are stored,
// visited and matched states and the depth. SPIN replays our lassos.
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -DNOREDUCE -o pan pan.c; ./pan -a -n -m100000
func TestClaimsAsPan(t *testing.T) {
	t.Parallel()
	gospin(t)
	var violated, held atomic.Int32
	t.Run("claims", func(t *testing.T) {
		for system, text := range claimed {
			for i, claim := range claims {
				t.Run(fmt.Sprintf("%s/%d", system, i), func(t *testing.T) {
					inTurn(t)
					dir := t.TempDir()
					model := filepath.Join(dir, "m.pml")
					require.NoError(t, os.WriteFile(model, []byte(text+"never { "+claim+" }\n"), 0o600))
					wrong := claimAsPan(t, dir, model)
					fairAsPan(t, dir, model, "-a")
					if wrong {
						violated.Add(1)
					} else {
						held.Add(1)
					}
				})
			}
		}
	})
	fmt.Printf("claims: %d violated, %d held\n", violated.Load(), held.Load())
	require.Greater(t, violated.Load(), int32(15))
	require.Greater(t, held.Load(), int32(15))
}

func claimAsPan(t *testing.T, dir, model string) (violated bool) {
	buildPan(t, dir, model)
	want := runPan(t, dir, "-a", "-A") // assertions are looked for in a search of their own
	var r report.Report
	var answer []byte
	for _, mode := range []string{"", "collapse", "mask"} {
		require.NoError(t, os.RemoveAll(model+".trail"))
		args := []string{"verify", "-o1", "-o2", "-o3", "-noreduce", "-json", "-only=claims"}
		if mode != "" {
			args = append(args, "-order=dfs", "-compress="+mode)
		} else { // in batches, as far as can be; the path to an error is pan's if it is not to be short
			args = append(args, "-shorten=0")
		}
		cmd := exec.Command(gospin(t), append(args, model)...)
		cmd.Dir = dir
		before := r
		r = report.Report{}
		answer, _ = cmd.Output()
		require.NoError(t, json.Unmarshal(answer, &r), string(answer))
		if mode != "" {
			if before.Engine == "batch" { // its depth is another
				before.States.Depth = r.States.Depth
			}
			require.Equal(t, before.Verdict, r.Verdict, "the modes differ")
			require.Equal(t, before.States, r.States, "the modes differ")
		}
	}
	if want.Errors > 0 {
		require.Equal(t, report.Violated, r.Verdict, want.Text)
		replay, err := run(time.Minute, dir, "spin", "-t", "-p", model)
		require.NoError(t, err, replay)
		require.Contains(t, replay, "trail ends after")
		require.NotContains(t, replay, "step not found") // what SPIN says of a trail that does not fit
		return true
	}
	require.Equal(t, report.Holds, r.Verdict, want.Text)
	require.Equal(
		t,
		[]uint64{want.Stored, want.Visited, want.Matched, want.Depth},
		[]uint64{
			r.States.Stored,
			max(r.States.Stored, r.States.Visited),
			r.States.Matched,
			uint64(r.States.Depth),
		},
		"stored, visited, matched, depth\n%s%s",
		want.Text,
		strings.TrimSpace(string(answer)),
	)
	return false
}
