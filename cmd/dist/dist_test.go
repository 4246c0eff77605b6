package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/cmd/gospin/manual"
)

// TestManualPage: each page has its section, and what links refer to is there.
func TestManualPage(t *testing.T) {
	page, err := manualPage()
	require.NoError(t, err)
	for _, p := range manual.Pages() {
		require.Contains(t, string(page), "<section id=\""+p.Name+"\">")
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllSubmatch(page, -1) {
		require.Contains(t, string(page), `id="`+string(m[1])+`"`)
	}
	require.NotContains(t, string(page), ".md\"")
	require.NotContains(t, string(page), "src=")
}

// TestArchives: both kinds hold the files of all folders, and only the program can be run.
func TestArchives(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	require.NoError(t, write(dir, "gospin", []byte("a program")))
	require.NoError(t, write(dir, "man/man1/gospin.1", []byte("a page")))
	modes := map[string]os.FileMode{"top/gospin": 0o755, "top/man/man1/gospin.1": 0o644}

	tarred := filepath.Join(out, "a.tar.gz")
	require.NoError(t, writeTar(tarred, "top", dir))
	f, err := os.Open(tarred)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	r, found := tar.NewReader(z), 0
	for head, err := r.Next(); err != io.EOF; head, err = r.Next() {
		require.NoError(t, err)
		require.Equal(t, modes[head.Name], head.FileInfo().Mode(), head.Name)
		found++
	}
	require.Equal(t, len(modes), found)

	zipped := filepath.Join(out, "a.zip")
	require.NoError(t, writeZip(zipped, "top", dir))
	list, err := zip.OpenReader(zipped)
	require.NoError(t, err)
	defer list.Close()
	require.Len(t, list.File, len(modes))
	for _, entry := range list.File {
		require.Equal(t, modes[entry.Name], entry.Mode(), entry.Name)
	}

	require.NoError(t, writeSums(out, []string{tarred, zipped}))
	sums, err := os.ReadFile(filepath.Join(out, "SHA256SUMS"))
	require.NoError(t, err)
	require.Regexp(t, `^[0-9a-f]{64}  a\.tar\.gz\n[0-9a-f]{64}  a\.zip\n$`, string(sums))
}

func TestDebianVersion(t *testing.T) {
	require.Equal(t, "1.2.0", debianVersion("1.2.0"))
	require.Equal(t, "0~abc123", debianVersion("abc123"))
}
