package sweeps

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"gospin/verifier/files"
	"gospin/verifier/formats"
)

// keptAs returns the path of a cell's answer; "": answers are not kept.
func (s *Sweep) keptAs(c *Cell) (string, error) {
	if s.Digest == nil || s.Kept == "" {
		return "", nil
	}
	text, err := s.Digest(c)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(text + "\x00" + c.Model + "\x00" + strings.Join(c.Args, "\x00")))
	return filepath.Join(s.Kept, hex.EncodeToString(sum[:])+".json"), nil
}

// keep writes a cell's answer.
func keep(path string, c *Cell, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	all, err := json.Marshal(kept{Took: c.Took, Memory: c.Memory, Report: text})
	if err != nil {
		return err
	}
	return files.WriteBytes(path, all)
}

// recall reads an answer that keep wrote, and reports whether it could.
func (c *Cell) recall(text []byte) bool {
	var k kept
	if json.Unmarshal(text, &k) != nil {
		return false
	}
	r, err := formats.Read(k.Report)
	if err != nil {
		return false
	}
	c.Report, c.Took, c.Memory, c.Known = r, k.Took, k.Memory, true
	return true
}
