package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// writeDebian builds a Debian package and returns its path, or "" if dpkg-deb is missing.
func writeDebian(out, version, processor, program, shared string) (string, error) {
	tool, err := exec.LookPath("dpkg-deb")
	if err != nil {
		return "", nil
	}
	root, err := os.MkdirTemp("", "gospin-deb")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(root)
	for from, to := range map[string]string{
		program:                             "usr/bin/gospin",
		shared + "/man":                     "usr/share/man",
		shared + "/examples":                "usr/share/doc/gospin/examples",
		shared + "/manual.html":             "usr/share/doc/gospin/manual.html",
		shared + "/LICENSE":                 "usr/share/doc/gospin/copyright",
		shared + "/completions/gospin.bash": "usr/share/bash-completion/completions/gospin",
		shared + "/completions/_gospin":     "usr/share/zsh/vendor-completions/_gospin",
		shared + "/completions/gospin.fish": "usr/share/fish/vendor_completions.d/gospin.fish",
	} {
		if err := place(from, filepath.Join(root, to)); err != nil {
			return "", err
		}
	}
	for _, name := range []string{"", "usr/bin/gospin"} { // temporary folders are private
		if err := os.Chmod(filepath.Join(root, name), 0o755); err != nil {
			return "", err
		}
	}
	control := fmt.Sprintf("Package: gospin\nVersion: %s\nArchitecture: %s\nSection: math\nPriority: optional\n"+
		"Maintainer: gospin\nDescription: model checker for Promela\n"+
		" Searches all runs of a model of concurrent processes for failed assertions,\n"+
		" deadlocks and violated formulas, and shows a run for each.\n", debianVersion(version), processor)
	if err := write(root, "DEBIAN/control", []byte(control)); err != nil {
		return "", err
	}
	path := filepath.Join(out, fmt.Sprintf("gospin_%s_%s.deb", debianVersion(version), processor))
	build := exec.Command(tool, "--root-owner-group", "--build", root, path)
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("dpkg-deb: %w: %s", err, text)
	}
	return path, nil
}

// debianVersion returns a version that begins with a digit, as Debian requires.
func debianVersion(version string) string {
	if version == "" || version[0] < '0' || version[0] > '9' {
		return "0~" + version
	}
	return version
}

// place copies a file or a folder.
func place(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if info, err := os.Stat(from); err != nil {
		return err
	} else if info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
