package report

import "fmt"

// Certificate is the file of all states, with which others can check the verdict.
type Certificate struct {
	File   string `json:"file"`
	States uint64 `json:"states"`
	Bytes  int64  `json:"bytes"`             // of the file
	Why    string `json:"missing,omitempty"` // why there is none; "": there is one
	// Symmetric means that each state stands for those to which permutations map it.
	Symmetric bool `json:"symmetric,omitempty"`
	Cut       bool `json:"-"` // a limit was reached
}

// line describes the certificate, and how to check it.
func (c *Certificate) line() string {
	switch {
	case c == nil:
		return ""
	case c.Why != "":
		return fmt.Sprintf("certificate: none, %s\n", c.Why)
	}
	each := float64(c.Bytes) / float64(max(c.States, 1))
	left := "nothing left out"
	if c.Symmetric {
		left = "up to symmetry"
	}
	return fmt.Sprintf("certificate: %s, all %d states in %d bytes (%.1f each), %s; next: gospin check %s\n",
		c.File, c.States, c.Bytes, each, left, c.File)
}
