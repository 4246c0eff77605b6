// Package trail reads and writes SPIN's trails and replays them.
//
// A trail is a file of lines depth:pid:statement, one for each step; a rendezvous takes two, the sender's and the
// receiver's. Negative numbers carry remarks: -4 says that statements may be merged, -2 names a claim, -1 starts the
// cycle. A statement's number counts the model's statements in the order of the text, from 0.
package trail

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"gospin/vm"
)

// Step is a line of a trail.
type Step struct {
	Depth int
	Pid   int
	ID    int
}

// FromMoves makes the steps of a run.
func FromMoves(p *vm.Program, moves []vm.Move) []Step {
	var out []Step
	add := func(pid uint8, t uint32) {
		out = append(out, Step{len(out) + 1, int(pid), int(p.Trans[t].ID)})
	}
	for _, m := range moves {
		add(m.Pid, m.Trans)
		if m.Partner != 0 {
			add(m.Peer, m.Partner)
		}
	}
	return out
}

// WriteFile writes a trail.
func WriteFile(path string, steps []Step) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, s := range steps {
		fmt.Fprintf(w, "%d:%d:%d\n", s.Depth, s.Pid, s.ID)
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Read reads a trail; remarks are passed over.
func Read(r io.Reader) ([]Step, error) {
	var out []Step
	sc := bufio.NewScanner(r)
	for n := 1; sc.Scan(); n++ {
		var s Step
		if sc.Text() == "" {
			continue
		}
		if k, err := fmt.Sscanf(sc.Text(), "%d:%d:%d", &s.Depth, &s.Pid, &s.ID); k != 3 || err != nil {
			return nil, fmt.Errorf("line %d of the trail is not depth:pid:statement", n)
		}
		if s.Depth >= 0 {
			out = append(out, s)
		}
	}
	return out, sc.Err()
}

// Replay takes the steps of a trail on a machine. Each move and the state that it leads to go to see.
func Replay(m *vm.Machine, steps []Step, see func(mv vm.Move, s *vm.State, eff vm.Effect)) error {
	p := m.Program()
	var s vm.State
	m.Initial(&s)
	var moves []vm.Move
	for i := 0; i < len(steps); {
		var eff vm.Effect
		moves, eff = m.Moves(&s, moves[:0])
		if eff&vm.Released != 0 {
			moves, _ = m.Moves(&s, moves[:0])
		}
		found := false
		for _, mv := range moves {
			if int(mv.Pid) != steps[i].Pid || int(p.Trans[mv.Trans].ID) != steps[i].ID {
				continue
			}
			n := 1
			if mv.Partner != 0 {
				if i+1 >= len(steps) || int(mv.Peer) != steps[i+1].Pid || int(p.Trans[mv.Partner].ID) != steps[i+1].ID {
					continue
				}
				n = 2
			}
			e := m.Do(&s, mv)
			see(mv, &s, e)
			found = true
			i += n
			break
		}
		if !found {
			return fmt.Errorf("the trail does not fit the model: process %d cannot take statement %d at step %d", steps[i].Pid, steps[i].ID, i+1)
		}
	}
	return nil
}
