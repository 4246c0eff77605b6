package cluster

import (
	"fmt"
	"io/fs"
	"math/bits"
	"slices"
	"strings"

	"gospin/cmd/sweeps"
)

// Job is one search with all that it needs.
type Job struct {
	Run    string        `json:"run"`
	Digest string        `json:"digest"`
	Built  string        `json:"built"` // version of the program that can answer it
	Label  string        `json:"label"` // for people
	Model  string        `json:"model"` // path of the model among the files
	Files  []sweeps.File `json:"files"`
	Args   []string      `json:"args"` // of verify
	Memory int64         `json:"memory_bytes"`
}

// allowed has the flags of verify that a job may have: those that name no file.
var allowed = strings.Fields(`D U lossy
	E A q only N ltl a l f noclaim ctl
	compress split index-bytes collapse bitstate w k hc runs sample
	order workers seed shuffle cache evict chains lean maxvisits sweep
	por noreduce symmetry o1 o2 o3
	m time states open-mem c first e shorten shortest
	delta kdelta delta-compare noshorten delta-whole slot-hash kdiff diff-cells hash2 paper-accounting
	n stats W safety run search o4 o5 o6`)

// Check refuses a job that could read or write other files than it carries.
func (j *Job) Check() error {
	for _, a := range j.Args {
		name, value, _ := strings.Cut(strings.TrimPrefix(a, "-"), "=")
		switch {
		case strings.HasPrefix(a, "-D") && len(a) > 2:
			name = "D"
		case !strings.HasPrefix(a, "-"):
			return fmt.Errorf("a job takes flags only, not %q", a)
		case strings.Contains(value, "trained"):
			return fmt.Errorf("a job may not have -%s=%s: it reads a file", name, value)
		}
		if !slices.Contains(allowed, name) {
			return fmt.Errorf("a job may not have -%s: it could name a file, or is about one machine", name)
		}
	}
	if _, err := j.Read(j.Model); err != nil {
		return fmt.Errorf("the job does not carry its model, %s", j.Model)
	}
	if j.Memory < 1 {
		return fmt.Errorf("the job does not say how much memory it may have")
	}
	return nil
}

// Read returns a file that the job carries, and no other.
func (j *Job) Read(path string) ([]byte, error) {
	for _, f := range j.Files {
		if f.Path == path {
			return f.Text, nil
		}
	}
	return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("a job reads only what it carries")}
}

// TrailsOfJob is the folder for trails, in the folder of a job's process.
const TrailsOfJob = "trails"

// smallest is the class of all small jobs.
const smallest = 6

// classOf returns the least power of two of mebibytes that is at least this memory.
func classOf(memory int64) int { return max(smallest, bits.Len64(uint64((memory-1)>>20))) }

// leastOf returns the least memory of a class, in bytes.
func leastOf(class int) int64 {
	if class == smallest {
		return 1
	}
	return 1<<(class-1+20) + 1
}
