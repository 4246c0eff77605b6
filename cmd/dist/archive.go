package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeTar packs folders into a folder of an archive.
func writeTar(path, top string, dirs ...string) error {
	return creating(path, func(w io.Writer) error {
		z := gzip.NewWriter(w)
		t := tar.NewWriter(z)
		err := eachFile(dirs, func(name, from string, info fs.FileInfo) error {
			head := &tar.Header{
				Name: top + "/" + name, Mode: int64(modeOf(name)), Size: info.Size(), ModTime: info.ModTime(),
			}
			if err := t.WriteHeader(head); err != nil {
				return err
			}
			return copyFrom(t, from)
		})
		return first(err, t.Close(), z.Close())
	})
}

// writeZip does the same as writeTar.
func writeZip(path, top string, dirs ...string) error {
	return creating(path, func(w io.Writer) error {
		z := zip.NewWriter(w)
		err := eachFile(dirs, func(name, from string, info fs.FileInfo) error {
			head := &zip.FileHeader{Name: top + "/" + name, Method: zip.Deflate, Modified: info.ModTime()}
			head.SetMode(modeOf(name))
			entry, err := z.CreateHeader(head)
			if err != nil {
				return err
			}
			return copyFrom(entry, from)
		})
		return first(err, z.Close())
	})
}

// modeOf returns the mode of a file in an archive: programs are executable.
func modeOf(name string) fs.FileMode {
	if name == "gospin" || name == "gospin.exe" {
		return 0o755
	}
	return 0o644
}

// eachFile calls do for each file in folders, with its name in the archive.
func eachFile(dirs []string, do func(name, from string, info fs.FileInfo) error) error {
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			name, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			return do(filepath.ToSlash(name), path, info)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func copyFrom(w io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

func creating(path string, do func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return first(do(f), f.Close())
}

// first returns the first error that is not nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// writeSums writes the SHA-256 of files in the format of sha256sum -c.
func writeSums(dir string, files []string) error {
	return creating(filepath.Join(dir, "SHA256SUMS"), func(w io.Writer) error {
		for _, path := range files {
			sum := sha256.New()
			if err := copyFrom(sum, path); err != nil {
				return err
			}
			fmt.Fprintf(w, "%x  %s\n", sum.Sum(nil), filepath.Base(path))
		}
		return nil
	})
}
