package verifier_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/files/faulty"
	"gospin/verifier/report"
)

// tallied has as many states as there are numbers of its counters, and is looked at some dozen times.
const tallied = `
byte n[5];
active [4] proctype P() {
end:	do
	:: n[_pid] < 9 -> n[_pid]++
	:: n[_pid] == 9 -> n[_pid] = 0
	od
}
`

// TestFullDisk: where checkpoints can't be written any more, the search goes on, and says so once; the last
// one that could stays, and another run goes on from there.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(tallied), 0o600))
	o := verifier.Options{}
	o.Model, o.Errors, o.Workers, o.POR = model, 1, 1, "off"
	want, err := verifier.Run(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, report.Holds, want.Verdict)
	disk := faulty.Use(t)
	disk.Forever = true
	for calls := 8; calls < 24; calls += 4 {
		disk.FailAt(0)
		var warned []string
		o := o
		o.Checkpoint, o.Every = filepath.Join(dir, "ck"), time.Nanosecond
		o.Warn = func(what string) { warned = append(warned, what) }
		disk.FailAt(calls)
		r, err := verifier.Run(t.Context(), o)
		require.NoError(t, err)
		require.True(t, disk.HasFailed())
		require.Equal(t, want.States, r.States)
		require.Equal(t, report.Holds, r.Verdict)
		require.Regexp(t, "^(the checkpoint could not be written: [^\n]*, and the search goes on\n)?"+
			"what was found could not be kept: [^\n]*$", strings.Join(warned, "\n"))

		disk.FailAt(0)
		disk.Forever = false
		o.Resume, warned = true, nil
		r, err = verifier.Run(t.Context(), o)
		require.NoError(t, err)
		require.Equal(t, want.States, r.States)
		require.Empty(t, warned)
		require.NoError(t, os.RemoveAll(o.Checkpoint))
		disk.Forever = true
	}
}
