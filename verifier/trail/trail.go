package trail

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gospin/verifier/files"
	"gospin/vm"
)

// Step is one line of a trail: a step of a process or of the claim.
type Step struct {
	Depth int // in SPIN's count
	Pid   int // in the model, or Claim
	ID    int // the statement's number
}

// Claim is the process number of a claim's steps.
const Claim = -1

// Trail is the contents of a trail file.
type Trail struct {
	Steps     []Step
	Merged    bool // statements may have been merged
	Claim     bool // a claim ran beside the model
	ClaimType int  // its number, as Program.ClaimType
	Cycle     int  // the cycle begins before this step; -1 if there is none
	Last      int  // depth of the last line
	Note      *Note
}

// Note is the last line of gospin's trails, which SPIN does not read. It names the property and the flags.
type Note struct {
	Property string   `json:"property,omitempty"`
	Formula  string   `json:"formula,omitempty"` // given on the command line
	Defines  []string `json:"defines,omitempty"` // NAME=VALUE, as after -D
	Undefs   []string `json:"undefs,omitempty"`
	Lossy    bool     `json:"lossy,omitempty"`
}

// Same reports whether both notes have the model read with the same flags.
func (n *Note) Same(m *Note) bool {
	return slices.Equal(n.Defines, m.Defines) && slices.Equal(n.Undefs, m.Undefs) && n.Lossy == m.Lossy
}

// beforeNote begins the line of a note. SPIN and pan stop reading at a line that isn't three numbers.
const beforeNote = "# gospin "

// ParseNote parses the line of a note, or returns nil if the line is none.
func ParseNote(line string) *Note {
	text, ok := strings.CutPrefix(line, beforeNote)
	n := &Note{}
	if !ok || json.Unmarshal([]byte(text), n) != nil {
		return nil
	}
	return n
}

// FromMoves returns the trail of a run, without the claim's moves.
func FromMoves(p *vm.Program, moves []vm.Move) *Trail {
	t := &Trail{Cycle: -1}
	add := func(pid uint8, trans uint32) {
		if t.Last++; pid == vm.ClaimPid {
			return
		}
		t.Steps = append(t.Steps, Step{t.Last, int(pid), int(p.Trans[trans].ID)})
	}
	for _, m := range moves {
		add(m.Pid, m.Trans)
		if m.Partner != 0 {
			add(m.Peer, m.Partner)
		}
	}
	return t
}

// BesideClaim returns the trail of a run, with the claim's moves.
func BesideClaim(p *vm.Program, moves []vm.Move) *Trail {
	t := &Trail{Cycle: -1, Claim: true, ClaimType: p.ClaimType}
	add := func(pid int, trans uint32) {
		t.Last++
		t.Steps = append(t.Steps, Step{t.Last, pid, int(p.Trans[trans].ID)})
	}
	for _, m := range moves {
		if m.Pid == vm.ClaimPid {
			add(Claim, m.Trans)
			continue
		}
		add(int(m.Pid), m.Trans)
		if m.Partner != 0 {
			add(int(m.Peer), m.Partner)
		}
	}
	return t
}

// MarkCycle makes the cycle begin after a depth.
func (t *Trail) MarkCycle(depth int) {
	t.Cycle = len(t.Steps)
	for i, s := range t.Steps {
		if s.Depth > depth {
			t.Cycle = i
			return
		}
	}
}

// Write writes the trail of a run without merged statements.
func (t *Trail) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	first := 0
	if t.Claim {
		fmt.Fprintf(b, "-2:%d:-2\n", t.ClaimType)
		first = 1 // the claim is process 0
	}
	for i, s := range t.Steps {
		if i == t.Cycle {
			fmt.Fprintln(b, "-1:-1:-1")
		}
		fmt.Fprintf(b, "%d:%d:%d\n", s.Depth, s.Pid+first, s.ID)
	}
	if t.Note != nil {
		b.WriteString(beforeNote)
		e := json.NewEncoder(b)
		e.SetEscapeHTML(false)
		if err := e.Encode(t.Note); err != nil {
			return err
		}
	}
	return b.Flush()
}

// WriteFile writes the trail to a file. If it fails, the file stays as it was.
func (t *Trail) WriteFile(path string) error { return files.Write(path, t.Write) }

// ReadFile reads a trail from a file.
func ReadFile(path string) (*Trail, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Read reads a trail.
func Read(r io.Reader) (*Trail, error) {
	t := &Trail{Cycle: -1}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		if line := sc.Text(); line == "" || line[0] == '#' {
			if note := ParseNote(line); note != nil {
				t.Note = note
			}
			continue
		}
		var s Step
		if k, err := fmt.Sscanf(sc.Text(), "%d:%d:%d", &s.Depth, &s.Pid, &s.ID); k != 3 || err != nil {
			return nil, fmt.Errorf("line %d is not depth:process:statement", n)
		}
		t.Last = max(t.Last, s.Depth)
		switch {
		case s.Depth == -4:
			t.Merged = true
		case s.Depth == -2:
			t.Claim, t.ClaimType = true, s.Pid
		case s.Depth == -1:
			t.Cycle = len(t.Steps)
		case s.Depth < 0:
		default:
			if t.Claim {
				s.Pid--
			}
			t.Steps = append(t.Steps, s)
		}
	}
	return t, sc.Err()
}
