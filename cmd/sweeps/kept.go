package sweeps

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gospin/verifier/files"
	"gospin/verifier/formats"
)

// Answer is the stored result of a cell.
type Answer struct {
	Took    time.Duration     `json:"took_ns"`
	Memory  int64             `json:"peak_rss_bytes"`
	Limit   int64             `json:"limit_bytes,omitempty"` // of memory, of the search
	Exit    int               `json:"exit"`
	Report  json.RawMessage   `json:"report,omitempty"`
	Error   string            `json:"error,omitempty"` // why there is no report
	Trails  map[string]string `json:"trails,omitempty"`
	Unheard string            `json:"unheard,omitempty"` // as of a cell
}

// digest returns the name of a cell's answer, and the files that it depends on.
func (s *Sweep) digest(c *Cell) (string, []File, error) {
	all, err := s.Files(c)
	if err != nil {
		return "", nil, err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00", s.Built)
	for _, f := range all {
		fmt.Fprintf(h, "%s\x00%d\x00%s\x00", f.Path, len(f.Text), f.Text)
	}
	fmt.Fprintf(h, "%s\x00%s", c.Model, strings.Join(c.Args, "\x00"))
	return hex.EncodeToString(h.Sum(nil)), all, nil
}

// keptAs returns the path of a cell's answer, or "" if answers are not kept.
func (s *Sweep) keptAs(c *Cell) (string, error) {
	if s.Files == nil || s.Kept == "" {
		return "", nil
	}
	name, _, err := s.digest(c)
	return filepath.Join(s.Kept, name+".json"), err
}

// Keep writes the answer that others gave to a cell, if answers are kept.
func (s *Sweep) Keep(c *Cell, a *Answer) error {
	path, err := s.keptAs(c)
	if err != nil || path == "" || a.Report == nil {
		return err
	}
	return s.keep(path, a)
}

// keep writes a cell's answer.
func (s *Sweep) keep(path string, a *Answer) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	all, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return files.WriteBytes(path, all)
}

// recall reads an answer that keep wrote, and reports whether it succeeded. An answer that ran out of memory
// is not used if this sweep has more.
func (s *Sweep) recall(path string, c *Cell) bool {
	text, err := os.ReadFile(path)
	var a Answer
	if err != nil || json.Unmarshal(text, &a) != nil || a.Report == nil {
		return false
	}
	if !a.HoldsFor(s.share()) && !s.Collect {
		return false
	}
	c.Take(&a)
	return c.Report != nil
}

// Take makes an answer the cell's own.
func (c *Cell) Take(a *Answer) {
	c.Report, c.Err = nil, errors.New(a.Error)
	if a.Report != nil {
		c.Report, c.Err = formats.Read(a.Report)
	}
	c.Took, c.Memory, c.Known, c.Exit, c.Trails = a.Took, a.Memory, true, a.Exit, a.Trails
	c.Unheard = a.Unheard
}

// trailsIn returns the trails in a folder.
func trailsIn(folder string) map[string]string {
	var out map[string]string
	paths, _ := filepath.Glob(filepath.Join(folder, "*.trail"))
	for _, p := range paths {
		if text, err := os.ReadFile(p); err == nil {
			if out == nil {
				out = map[string]string{}
			}
			out[filepath.Base(p)] = string(text)
		}
	}
	return out
}

// WriteTrail writes a cell's first trail to the folder of its answer. It returns the path, or "" if there is
// no trail.
func (s *Sweep) WriteTrail(c *Cell) (string, error) {
	path, err := s.keptAs(c)
	if err != nil || path == "" || len(c.Trails) == 0 {
		return "", err
	}
	first := slices.Min(slices.Collect(maps.Keys(c.Trails)))
	path = strings.TrimSuffix(path, ".json") + ".trail"
	return path, files.WriteBytes(path, []byte(c.Trails[first]))
}
