package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/files"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// opener shows a page in the browser; tests replace it.
var opener = func(path string) error {
	name, args := "xdg-open", []string{path}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "cmd", []string{"/c", "start", "", path}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}

// openRun shows the run of the first violation, if -open is given. The page stays in a temporary folder,
// since the browser may read it later.
func openRun(c *cli.Context, o *verifier.Options, r *report.Report) error {
	if !c.Bool("open") {
		return nil
	}
	i := slices.IndexFunc(r.Properties, func(p report.Property) bool {
		return p.HasRun()
	})
	if i < 0 {
		fmt.Fprintln(c.App.ErrWriter, "note: -open: no property is violated, there is no run to show")
		return nil
	}
	p := &r.Properties[i]
	dir, err := os.MkdirTemp("", "gospin-")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, filepath.Base(o.Model)+".html")
	err = files.Write(path, func(w io.Writer) error { return writeRun(w, o.Source, p) })
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "page: %s\n", path)
	if err := opener(path); err != nil {
		fmt.Fprintf(c.App.ErrWriter, "note: -open: the browser cannot be started: %v\n", err)
	}
	return nil
}

// writeRun writes the page of a run that violates a property. The model was read before, within the run's
// limits.
func writeRun(w io.Writer, src source.Source, violation *report.Property) error {
	tr, err := violation.Run()
	if err != nil {
		return err
	}
	m, err := src.Open(context.Background())
	if err != nil {
		return err
	}
	number := -1
	if tr.Claim {
		number = tr.ClaimType
	}
	p, err := m.BesideClaim(context.Background(), source.Aim{Explain: true, Fits: true}, number)
	if err != nil {
		return err
	}
	about := page.About{
		Model: src.Model, Read: src.Read, Replay: violation.Replay, Violates: violated(m, tr.Note),
		Remarks: reasons(context.Background(), p, tr),
	}
	return page.Write(w, about, story.Replay(vm.NewMachine(p), tr, page.Options()))
}
