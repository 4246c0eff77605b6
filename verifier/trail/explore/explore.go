package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gospin/verifier/reason"
	"gospin/verifier/trail"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// Config is what a server is made of.
type Config struct {
	// Compile makes the program with expressions that are shown: without a claim, nothing merged, to explain.
	Compile func(ctx context.Context, show []string) (*vm.Program, []story.Expr, error)
	Show    []string // at first
	// Formulas are followed along the run.
	Formulas []Formula
	About    page.About
	Rand     *rand.Rand
	Trail    string // where trails are saved
	Replay   string // the command that shows it
	Begin    *Found // with what it begins; nil: the initial state
	Seek     Seek
	Patience time.Duration // how long a request may take to come; 0: 10 s
}

// Formula is a formula of the model.
type Formula struct {
	Name    string
	Text    string
	Program *vm.Program // with it beside, compiled to explain
}

// Found is a run.
type Found struct {
	Trail    *trail.Trail
	Violates string   // the property, a formula with its text; "": none, or it is not known
	Why      []string // it does
}

// Seek are the searches that go on from a state. Nothing with a reason says that none was found, without one
// that there is none.
type Seek struct {
	// Error looks for the fewest moves to an error; what it is comes last.
	Error func(ctx context.Context, p *vm.Program, from *vm.State) (moves []vm.Move, reason, what string)
	// State looks for the fewest moves to another state that is as asked.
	State func(ctx context.Context, p *vm.Program, from *vm.State, is func(*vm.State) bool) (
		moves []vm.Move, reason string)
	// Violation looks for a run that begins so and violates a formula.
	Violation func(ctx context.Context, f *Formula, begins *trail.Trail) (run *Found, reason string)
}

// Server is a run and those who look at it.
type Server struct {
	c     Config
	token string
	mu    sync.Mutex

	p       *vm.Program
	show    []story.Expr // of Config.Show, and what was typed
	watches []string     // their texts
	run     *story.Run
	live    *page.Live
	follow  []*reason.Following // of Config.Formulas
	found   *Found              // the run is all of this one
	dropped []dropped           // what redo brings back, the latest last
	same    int                 // the first steps that are what they were before the act under way
}

// dropped are moves that were taken back.
type dropped struct {
	at    int // behind so many
	moves []vm.Move
	found *Found // they were the end of this one
}

// New begins with the run of the configuration. An error is that it cannot be taken.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.Patience == 0 {
		c.Patience = patience
	}
	s := &Server{c: c, token: newToken(), watches: slices.Clone(c.Show)}
	var err error
	if s.p, s.show, err = c.Compile(ctx, s.watches); err != nil {
		return nil, err
	}
	s.begin()
	if c.Begin != nil {
		if err := s.become(c.Begin); err != nil {
			return nil, err
		}
	}
	s.explain()
	return s, nil
}

// begin starts the run, and its page, again.
func (s *Server) begin() {
	about := s.c.About
	for _, f := range s.c.Formulas {
		about.Formulas = append(about.Formulas, f.Name)
	}
	s.live, s.found, s.follow = page.NewLive(about), nil, nil
	for i := range s.p.Procs {
		for _, src := range s.p.Procs[i].Sources {
			if src.File != "" {
				s.live.Reads(src.File)
			}
		}
	}
	for _, f := range s.c.Formulas {
		s.follow = append(s.follow, reason.Follow(f.Program))
	}
	o := page.Options()
	o.Show = s.show
	run, events := story.NewRun(vm.NewMachine(s.p), o, true)
	s.run = run
	s.add(events)
}

// add takes events in, with how the formulas stand behind them.
func (s *Server) add(events []story.Event) {
	var stand []story.Value
	for i, f := range s.follow {
		stand = append(stand, story.Value{Name: "ltl " + s.c.Formulas[i].Name, Text: f.String()})
	}
	for _, e := range events {
		switch e := e.(type) {
		case *story.Start:
			e.Shown = append(slices.Clip(e.Shown), stand...)
		case *story.Step:
			e.Shown = append(slices.Clip(e.Shown), stand...)
		}
	}
	s.live.Add(append(events, s.run.End()))
}

func (s *Server) take(pick int) {
	s.found = nil
	s.live.Violates("", nil, -1)
	events := s.run.Take(pick)
	moves := s.run.Moves()
	for _, f := range s.follow {
		f.Take(s.p, moves[len(moves)-1])
	}
	s.add(events)
}

// takeAll takes moves as far as there are such choices.
func (s *Server) takeAll(moves []vm.Move) error {
	for i, mv := range moves {
		pick := s.run.Find(mv)
		if pick < 0 {
			return fmt.Errorf("move %d of %d cannot be taken", i+1, len(moves))
		}
		s.take(pick)
	}
	return nil
}

// cut takes back all moves but the first few.
func (s *Server) cut(keep int) {
	all := s.run.Moves()
	if keep >= len(all) {
		return
	}
	s.begin()
	_ = s.takeAll(all[:keep]) // they were taken before
	s.same = min(s.same, keep)
}

// drop does so for what redo brings back.
func (s *Server) drop(keep int) {
	if all := s.run.Moves(); keep < len(all) {
		s.dropped = append(s.dropped, dropped{keep, slices.Clone(all[keep:]), s.found})
		s.cut(keep)
	}
}

// movesOf are the moves of a trail in a program, without those of a claim, and where its cycle begins; -1:
// there is none.
func movesOf(p *vm.Program, t *trail.Trail) (moves []vm.Move, cycle int, err error) {
	cycle = -1
	for k, err := range trail.Replay(vm.NewMachine(p), t) {
		if err != nil {
			return nil, -1, err
		}
		if k.Cycle {
			cycle = len(moves)
		}
		moves = append(moves, k.Move)
	}
	if t.Cycle >= 0 && cycle < 0 {
		cycle = len(moves) // where the run stays
	}
	return moves, cycle, nil
}

// become makes the run one that was found, from where both part.
func (s *Server) become(f *Found) error {
	moves, cycle, err := movesOf(s.p, f.Trail)
	if err != nil {
		return err
	}
	same := 0
	for was := s.run.Moves(); same < min(len(was), len(moves)) && was[same] == moves[same]; {
		same++
	}
	s.cut(same)
	if err := s.takeAll(moves[same:]); err != nil {
		return err
	}
	s.found = f
	s.live.Violates(f.Violates, f.Why, cycle)
	return nil
}

// explain tells why the run is wrong, if it is.
func (s *Server) explain() {
	if s.found == nil && (s.run.Faulty() || s.run.InvalidEnd()) {
		s.live.Violates("", reason.Of(s.p, trail.FromMoves(s.p, s.run.Moves())), -1)
	}
}

// watch takes expressions for those that are shown. The run stays.
func (s *Server) watch(ctx context.Context, texts []string) error {
	p, show, err := s.c.Compile(ctx, texts)
	if err != nil {
		return err
	}
	s.adopt(p, show)
	s.watches = texts
	return nil
}

// adopt goes on with another program of the model, which shows other expressions.
func (s *Server) adopt(p *vm.Program, show []story.Expr) {
	found, moves := s.found, s.run.Moves()
	s.p, s.show, s.same = p, show, 0
	s.begin()
	_ = s.takeAll(moves) // expressions change no moves
	if found != nil {
		_ = s.become(found)
	}
}

// choice is a choice as the page gets it.
type choice struct {
	Pid  int     `json:"pid"`
	File int     `json:"file"`
	Line int     `json:"line,omitempty"`
	Text string  `json:"text"`
	Peer *choice `json:"peer,omitempty"`
}

// waiting is a process that cannot move, as the page gets it.
type waiting struct {
	Pid int    `json:"pid"`
	For string `json:"for"`
}

// next is what may come behind a state: choices, or why there are none, and who waits for what.
type next struct {
	Choices []choice  `json:"choices"`
	Why     string    `json:"why"`
	Waits   []waiting `json:"waits"`
	Watches []string  `json:"watches"`
	Dropped int       `json:"dropped"` // how often redo has something to bring back
}

// next tells what may come behind the first moves of the run.
func (s *Server) next(at int) next {
	run, moves := s.run, s.run.Moves()
	if at < len(moves) {
		moves = moves[:at]
		run, _ = story.NewRun(vm.NewMachine(s.p), story.Options{}, true)
		for _, mv := range moves {
			run.Take(run.Find(mv))
		}
	}
	out := next{
		Choices: []choice{}, Waits: []waiting{}, Watches: append([]string{}, s.watches...),
		Dropped: len(s.dropped),
	}
	for _, c := range run.Choices() {
		one := choice{Pid: c.Pid, File: s.live.File(c.File), Line: c.Line, Text: c.Written}
		if c.Peer != nil {
			one.Peer = &choice{Pid: c.Peer.Pid, File: -1, Text: c.PeerWritten}
		}
		out.Choices = append(out.Choices, one)
	}
	switch {
	case run.Faulty():
		out.Why = "The run ends here, with an error."
		return out
	case len(out.Choices) > 0:
	case run.InvalidEnd():
		out.Why = "No process can move, and not all are in valid end states."
	default:
		out.Why = "No process can move: all are in valid end states."
	}
	for _, w := range reason.Waits(s.p, trail.FromMoves(s.p, moves)) {
		out.Waits = append(out.Waits, waiting{w.Pid, w.For})
	}
	return out
}
