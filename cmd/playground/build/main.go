// Command build compiles gospin to WebAssembly and makes the pages of the playground, in dist/playground:
// playground.html has everything in it, and can be opened as a file; index.html loads gospin.wasm, for a
// server that compresses it.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gospin/cmd/playground"
)

// hot are the packages whose functions are inlined, so that searches are fast. Without inlining in the
// others, the program is a sixth smaller.
var hot = []string{
	"vm", "vm/layout", "verifier/atomic", "verifier/batch", "verifier/batch/unmove", "verifier/por", "verifier/product",
	"verifier/roots", "verifier/search", "verifier/space", "verifier/store", "verifier/system", "compression/mix",
	"compression/offheap", "compression/probe",
}

func main() {
	to := flag.String("o", "dist/playground", "the folder of the pages")
	flag.Parse()
	if err := build(*to); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func build(to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	code := filepath.Join(to, "gospin.wasm")
	args := []string{"build", "-trimpath", "-tags", "urfave_cli_no_docs", "-pgo=off", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, p := range hot {
		args = append(args, "-gcflags=gospin/"+p+"=")
	}
	compile := exec.Command("go", append(args, "-o", code, "gospin/cmd/gospin")...)
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	compile.Stdout, compile.Stderr = os.Stdout, os.Stderr
	if err := compile.Run(); err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	start, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	if err != nil {
		return err
	}
	text, err := os.ReadFile(code)
	if err != nil {
		return err
	}
	for name, p := range map[string]*playground.Program{
		"playground.html": {Start: start, Code: text},
		"index.html":      {Start: start, From: "gospin.wasm"},
	} {
		var page bytes.Buffer
		if err := playground.Page(&page, p); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), page.Bytes(), 0o644); err != nil {
			return err
		}
		fmt.Println(filepath.Join(to, name))
	}
	return nil
}
