package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/examples"
	shipped "gospin/examples/papers"
	"gospin/verifier/compare/papers"
)

func TestPapersThatThereAreNot(t *testing.T) {
	for line, want := range map[string]string{
		"compare -paper nosuch":              `unknown paper "nosuch": there are delta, difference, caching, sweepline`,
		"compare -paper delta nosuch":        `-paper=delta has no model "nosuch": there are dbm, sieve,`,
		"compare -paper delta -sizes medium": `-sizes takes small or large, not "medium"`,
		"compare -paper delta -por":          "-por is not for -paper, which says itself what is compared",
		"compare -paper delta -modes mask":   "-modes is not for -paper",
		"compare -paper delta -format csv":   `unknown format "csv" for -paper: there are text, markdown, json, html`,
		"compare -paper delta -mem lots":     "lots",
		"compare -sizes large":               "-sizes is for -paper: delta, difference, caching, sweepline",
		"compare -html page.html":            "-html is for -paper",
	} {
		code, out, errs := gospin(t, line)
		require.Equal(t, 2, code, line)
		require.Empty(t, out, line)
		require.Contains(t, errs, want, line)
	}
}

// TestTablesOfAPaper: with the models that come with gospin, as text and as a page.
func TestTablesOfAPaper(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	code, out, errs := gospin(t, "compare -paper sweepline dining -html "+page)
	require.Equal(t, 0, code, errs)
	require.Contains(t, out, "T. Mailund, M. Westergaard")
	require.Contains(t, out, "1843", "states of six philosophers")
	require.Contains(t, errs, "dining N=6, mask")
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(text), "<td>1843</td>")
}

// TestPapersHaveTheirModels: and the benchmark protocols are what they were.
func TestPapersHaveTheirModels(t *testing.T) {
	for _, name := range papers.Names() {
		models, err := papers.Models(name)
		require.NoError(t, err)
		for _, m := range models {
			_, err := shipped.Models.ReadFile(m + ".pml")
			require.NoError(t, err, name)
		}
	}
	protocols, err := fs.Glob(examples.Models, "*.pml")
	require.NoError(t, err)
	require.Len(t, protocols, 17)
}
