// Command dist builds the releases: for each platform an archive with the program, man pages, the manual as
// one page, completions and examples; a Debian package if dpkg-deb is installed; and checksums.
//
// The version is the tag of the commit, or -version. Dist needs Go, and the network for modules.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// platforms are the platforms of archives.
const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	log.SetFlags(0)
	out := flag.String("out", "dist", "folder to write to")
	list := flag.String("platforms", platforms, "what to build for, as OS/ARCH, separated by commas")
	version := flag.String("version", "", "version (default: the tag of the commit, or its number)")
	flag.Parse()
	if *version == "" {
		*version = described()
	}
	d := &dist{out: *out, version: strings.TrimPrefix(*version, "v")}
	if err := d.make(strings.Split(*list, ",")); err != nil {
		log.Fatal("dist: ", err)
	}
}

// described returns the version according to the repository's tags.
func described() string {
	text, err := exec.Command("git", "describe", "--tags", "--always", "--dirty").Output()
	if err != nil {
		return "development"
	}
	return strings.TrimSpace(string(text))
}

// dist is one release.
type dist struct {
	out, version string
	files        []string // written so far
}

func (d *dist) make(list []string) error {
	if err := os.MkdirAll(d.out, 0o755); err != nil {
		return err
	}
	shared, err := os.MkdirTemp("", "gospin-dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(shared)
	if err := writeShared(shared); err != nil {
		return err
	}
	for _, platform := range list {
		if err := d.archive(platform, shared); err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
	}
	return writeSums(d.out, d.files)
}

// archive builds the archive for a platform.
func (d *dist) archive(platform, shared string) error {
	system, processor, ok := strings.Cut(platform, "/")
	if !ok {
		return errors.New("a platform is OS/ARCH")
	}
	dir, err := os.MkdirTemp("", "gospin-dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := "gospin"
	if system == "windows" {
		name += ".exe"
	}
	program := filepath.Join(dir, name)
	build := exec.Command(
		"go", "build", "-trimpath", "-tags", "urfave_cli_no_docs,nats",
		"-ldflags", "-s -w -X main.version="+d.version, "-o", program, "./cmd/gospin",
	)
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	top := fmt.Sprintf("gospin-%s-%s-%s", d.version, system, processor)
	path := filepath.Join(d.out, top+".tar.gz")
	write := writeTar
	if system == "windows" {
		path, write = filepath.Join(d.out, top+".zip"), writeZip
	}
	if err := write(path, top, shared, dir); err != nil {
		return err
	}
	d.files = append(d.files, path)
	log.Print(path)
	if system != "linux" {
		return nil
	}
	path, err = writeDebian(d.out, d.version, processor, program, shared)
	if path != "" {
		d.files = append(d.files, path)
		log.Print(path)
	}
	return err
}
