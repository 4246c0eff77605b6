package host

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSmallestLimitOfMemory(t *testing.T) {
	tells := func(n uint64) func() (uint64, error) { return func() (uint64, error) { return n, nil } }
	silent := func() (uint64, error) { return 0, errors.New("no control groups here") }
	require.EqualValues(t, 8, smallest(8))
	require.EqualValues(t, 8, smallest(8, silent, tells(0)))
	require.EqualValues(t, 5, smallest(8, tells(5), silent))
	require.EqualValues(t, 3, smallest(8, tells(5), tells(3)))
	require.EqualValues(t, 12, smallest(8, tells(12), silent))
	require.EqualValues(t, 8, smallest(8, tells(1<<63)), "that is how no limit is written")
}

// TestMemoryOfNestedGroups runs in whatever groups the tests are in: no group from the root to this process
// may have a limit below what is found.
func TestMemoryOfNestedGroups(t *testing.T) {
	found := Memory()
	require.Greater(t, found, int64(0))
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Skip("no control groups here")
	}
	for line := range strings.Lines(string(own)) {
		field := strings.SplitN(strings.TrimSpace(line), ":", 3)
		root, file := "/sys/fs/cgroup", "memory.max" // as of version 2
		if field[1] == "memory" {
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if field[1] != "" {
			continue
		}
		for path := field[2]; ; path = filepath.Dir(path) {
			text, err := os.ReadFile(filepath.Join(root, path, file))
			if n, bad := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && bad == nil {
				require.LessOrEqual(t, found, n, path)
			}
			if path == "/" || path == "." {
				break
			}
		}
	}
}

func TestRSS(t *testing.T) {
	held := make([]byte, 64<<20)
	for i := 0; i < len(held); i += 512 {
		held[i] = 1
	}
	require.GreaterOrEqual(t, RSS()+8<<20, int64(len(held)))
	require.LessOrEqual(t, RSS(), PeakRSS()+8<<20)
	runtime.KeepAlive(held)
}
