package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier/formats"
)

// version is set by the linker in releases.
var version = "development"

func versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "print the version",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "schema", Usage: "print the JSON schema of what verify -json prints"},
			&cli.BoolFlag{Name: "json", Usage: "print the version as a JSON object"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return fmt.Errorf("version takes no arguments, not %q", c.Args().First())
			}
			if c.Bool("schema") {
				_, err := io.WriteString(c.App.Writer, formats.Schema)
				return err
			}
			if c.Bool("json") {
				enc := json.NewEncoder(c.App.Writer)
				return enc.Encode(about())
			}
			return printVersion(c.App.Writer)
		},
	}
}

// printVersion prints the line for -V, --version and version.
func printVersion(w io.Writer) error {
	_, err := fmt.Fprintf(w, "gospin %s, %s\n", commit(), platform())
	return err
}

// platform returns the Go version and the platform.
func platform() string {
	return fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// built describes how the program was built.
type built struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // "" if unknown
	Time     string `json:"time"`   // of the commit
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func about() built {
	b := built{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; version == "development" && v != "(devel)" &&
		!strings.Contains(v, "v0.0.0-") &&
		v != "" {
		b.Version = v // a tag; other versions only repeat the commit
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// commit returns the version, with what the build knows about the source.
func commit() string {
	b := about()
	if b.Commit == "" {
		return b.Version
	}
	date := ""
	if day, _, ok := strings.Cut(b.Time, "T"); ok {
		date = " of " + day
	}
	return fmt.Sprintf("%s (commit %.12s%s%s)", b.Version, b.Commit, date,
		map[bool]string{true: ", modified"}[b.Modified])
}
