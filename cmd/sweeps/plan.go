package sweeps

import "gospin/verifier/report"

// Plan is a sweep as it is kept while others verify its cells.
type Plan struct {
	Models []string  `json:"models"`
	Axes   []Axis    `json:"axes"`
	Swarm  int       `json:"swarm,omitempty"` // how many searches; 0: it is none
	First  bool      `json:"first,omitempty"`
	Cells  []Planned `json:"cells"`
}

// Planned is a cell that others verify.
type Planned struct {
	Model  string   `json:"model"`
	Values []string `json:"values"`
	Args   []string `json:"args"`
	Digest string   `json:"digest"` // names its answer
}

// Plan returns what others need to know of the sweep, and the files of each cell.
func (s *Sweep) Plan(cells []*Cell) (*Plan, [][]File, error) {
	p := &Plan{Models: s.Models, Axes: s.Axes, First: s.First}
	if s.Swarm != nil {
		p.Swarm = s.Swarm.N
	}
	var all [][]File
	for _, c := range cells {
		name, files, err := s.digest(c)
		if err != nil {
			return nil, nil, err
		}
		p.Cells = append(p.Cells, Planned{c.Model, c.Values, c.Args, name})
		all = append(all, files)
	}
	return p, all, nil
}

// Sweep returns the sweep of a plan with its cells, none of them verified.
func (p *Plan) Sweep() (*Sweep, []*Cell) {
	s := &Sweep{Models: p.Models, Axes: p.Axes, First: p.First}
	if p.Swarm > 0 {
		s.Swarm = &Swarm{N: p.Swarm, Only: -1}
	}
	var cells []*Cell
	for _, c := range p.Cells {
		cells = append(cells, &Cell{Model: c.Model, Values: c.Values, Args: c.Args, Left: true,
			ofSwarm: p.Swarm > 0})
	}
	return s, cells
}

// HoldsFor reports whether an answer serves a cell that may take so much memory.
func (a *Answer) HoldsFor(memory int64) bool {
	return a.Report != nil && (a.Exit != report.Inconclusive.ExitCode() || a.Limit >= memory)
}
