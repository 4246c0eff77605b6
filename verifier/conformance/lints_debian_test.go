//go:build conformance

package conformance

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/lint"
	"gospin/promela/resolve"
)

// foundInDebian is all that lints find in the models of Debian's package; each was looked at, and is so.
var foundInDebian = []string{
	"Book_1991/p101.pml:12 write-only: 'state' is given values, but never read",
	"Book_1991/p123.pml:11 write-only: 'any' is given values, but never read",
	"Book_1991/p123.pml:33 write-only: 'any' is given values, but never read",
	"Book_1991/p337.session.h:6 unused-variable: variable 'toggle' is never used",
	"Book_1991/p337.defines2.h:15 unused-channel: channel 'use_to_pres' is never used",
	"Book_1991/p337.defines2.h:16 unused-channel: channel 'pres_to_use' is never used",
	"Book_1991/p347.session.prog.h:6 unused-variable: variable 'toggle' is never used",
	"Exercises/ex_1a.pml:4 write-only: 'i' is given values, but never read",
	"Exercises/ex_6.pml:8 write-only: 'sent_b' is given values, but never read",
	"LTL/ltl_example.pml:1 unused-variable: variable 'a' is never used",
	"LTL/pftp.pml:175 unused-variable: variable 'r_state' is never used",
	"LTL/zune.pml:47 unreachable: no path leads to this statement",
	"dtp.pml:16 unused-channel: channel 'RtoC' is never used",
	"dtp.pml:49 unused-variable: variable 'cnt' is never used",
	"loops.pml:2 write-only: 'b' is given values, but never read",
	"priorities.pml:7 write-only: 'a' is given values, but never read",
	"sort.pml:55 write-only: 'biggest' is given values, but never read",
	"test_mtype.pml:38 unused-variable: variable 'nn' is never used",
	"test_mtype.pml:39 unused-variable: variable 'ss' is never used",
	"test_mtype.pml:40 unused-variable: variable 'pp' is never used",
	"werkplaats.pml:37 unused-variable: variable 'm4' is never used",
}

func TestLintsOfDebianModels(t *testing.T) {
	t.Parallel()
	var got []string
	read := 0
	err := filepath.WalkDir(debian, func(path string, _ fs.DirEntry, err error) error {
		if !strings.HasSuffix(path, ".pml") {
			return err
		}
		m, wrong := resolve.ParseFile(t.Context(), path, resolve.Options{})
		if wrong != nil {
			return err
		}
		read++
		found, err := lint.Check(t.Context(), m, nil)
		require.NoError(t, err)
		for _, d := range found {
			file, _ := filepath.Rel(debian, d.Pos.File)
			got = append(got, fmt.Sprintf("%s:%d %s: %s", file, d.Pos.Line, d.Name, d.Msg))
		}
		return err
	})
	require.NoError(t, err, "the models of Debian's package spin are missing")
	require.Equal(t, 77, read, "all but LTL/patterns.pml")
	require.Equal(t, foundInDebian, got)
}
