package trail

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"gospin/vm"
)

// Step is a step of a process of the model.
type Step struct {
	Depth int // as the trail counts
	Pid   int
	ID    int // number of the statement
}

// Trail is what a file says.
type Trail struct {
	Steps     []Step
	Merged    bool // statements may have been merged
	Claim     bool // a claim ran beside the model; Read leaves its steps out
	ClaimType int  // SPIN's number of it
	Cycle     int  // the cycle begins before this step; -1: there is none
	Last      int  // depth of the last line
}

// FromMoves is the trail of a run.
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

// BesideClaim is the trail of a run with the claim's moves, as SPIN has it: the claim is process 0.
func BesideClaim(p *vm.Program, moves []vm.Move) *Trail {
	t := &Trail{Cycle: -1, Claim: true, ClaimType: p.ClaimType}
	add := func(pid int, trans uint32) {
		t.Last++
		t.Steps = append(t.Steps, Step{t.Last, pid, int(p.Trans[trans].ID)})
	}
	for _, m := range moves {
		if m.Pid == vm.ClaimPid {
			add(0, m.Trans)
			continue
		}
		add(int(m.Pid)+1, m.Trans)
		if m.Partner != 0 {
			add(int(m.Peer)+1, m.Partner)
		}
	}
	return t
}

// MarkCycle lets the cycle begin behind a depth.
func (t *Trail) MarkCycle(depth int) {
	t.Cycle = len(t.Steps)
	for i, s := range t.Steps {
		if s.Depth > depth {
			t.Cycle = i
			return
		}
	}
}

// Write writes the trail of a run without merged statements. If it has a claim, it is one of BesideClaim.
func (t *Trail) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	if t.Claim {
		fmt.Fprintf(b, "-2:%d:-2\n", t.ClaimType)
	}
	for i, s := range t.Steps {
		if i == t.Cycle {
			fmt.Fprintln(b, "-1:-1:-1")
		}
		fmt.Fprintf(b, "%d:%d:%d\n", s.Depth, s.Pid, s.ID)
	}
	return b.Flush()
}

// WriteFile writes the trail to a file.
func (t *Trail) WriteFile(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := t.Write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

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
	for n := 1; sc.Scan(); n++ {
		if sc.Text() == "" {
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
			t.Claim = true
		case s.Depth == -1:
			t.Cycle = len(t.Steps)
		case s.Depth < 0:
		case t.Claim && s.Pid == 0:
		default:
			if t.Claim {
				s.Pid--
			}
			t.Steps = append(t.Steps, s)
		}
	}
	return t, sc.Err()
}
