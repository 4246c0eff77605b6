package trail

import (
	"context"
	"slices"

	"gospin/vm"
)

// Shorten looks for a shorter path to a fault than the one that led to it, until ctx is done: rounds are
// cut out, and moves are left out by halves, quarters and so on down to single ones (Zeller and
// Hildebrandt, "Simplifying and isolating failure-inducing input", 2002), those of one process at a time
// first. A path with moves left out is walked as far as its moves are enabled; those that are not are left
// out, too. The state tells whether the fault has come: met is asked after every move, with the move's
// effect, and in every state, with that of asking for its moves. The path is of a program of which nothing
// is merged. Beside a claim that changes nothing but its own control state, the moves of the others are
// left out, and its own follow: where it has several that do not meet the fault, it stays where it is.
func Shorten(
	ctx context.Context, m *vm.Machine, path []vm.Move, met func(s *vm.State, eff vm.Effect) bool,
) []vm.Move {
	h := &shortening{m: m, met: met, ctx: ctx, beside: m.Program().Claim != nil}
	if h.walk(path) {
		h.best = slices.Clone(h.taken)
	} else {
		return path // it needs what a walk does not give
	}
	for {
		before := len(h.best)
		h.byProcess()
		h.byPieces()
		if len(h.best) == before || h.late() {
			return h.best
		}
	}
}

type shortening struct {
	m   *vm.Machine
	met func(s *vm.State, eff vm.Effect) bool
	ctx context.Context

	beside bool // a claim moves, too
	best   []vm.Move
	s      vm.State
	moves  []vm.Move
	taken  []vm.Move
	at     map[string]int // the states of the walk, by their keys
	keys   []string       // of these, in their order
	after  []int          // how many moves lead to each
	key    []byte
}

func (h *shortening) late() bool { return h.ctx.Err() != nil }

// walk takes those of the moves that it can, without coming to a state twice, and tells whether the fault has
// come. It gives up when it is as long as the best path.
func (h *shortening) walk(path []vm.Move) bool {
	h.m.Initial(&h.s)
	h.taken, h.keys, h.after, h.at = h.taken[:0], h.keys[:0], h.after[:0], map[string]int{}
	h.arrive()
	for i, mv := range path {
		if i&1023 == 1023 && h.late() {
			return false
		}
		if mv.Pid == vm.ClaimPid {
			continue // its moves follow
		}
		var eff vm.Effect
		h.moves, eff = Moves(h.m, &h.s, h.moves[:0])
		if h.met(&h.s, eff) {
			return true
		}
		if !slices.Contains(h.moves, mv) {
			continue
		}
		if h.beside && h.s.Excl < 0 {
			if met, ok := h.claim(false); met || !ok {
				return met
			}
		}
		eff = h.m.Do(&h.s, mv)
		h.taken = append(h.taken, mv)
		if h.met(&h.s, eff) {
			return true
		}
		if eff&(vm.Pruned|vm.Abort) != 0 {
			return false
		}
		h.arrive()
		if h.best != nil && len(h.taken) >= len(h.best) {
			return false
		}
	}
	moves, eff := Moves(h.m, &h.s, h.moves[:0])
	if h.met(&h.s, eff) || !h.beside || h.s.Excl >= 0 {
		return h.met(&h.s, eff)
	}
	met, ok := h.claim(false)
	for n := 0; ok && !met && len(moves) == 0 && n < mostAlone; n++ { // the others stand still
		met, ok = h.claim(true)
	}
	return met
}

// mostAlone is how often a claim moves alone.
const mostAlone = 100

// claim takes a move of the claim: one that meets the fault, the only one, or one that leaves it where it is.
func (h *shortening) claim(alone bool) (met, ok bool) {
	moves, eff := h.m.ClaimMoves(&h.s, nil, alone)
	if eff != 0 {
		return false, false
	}
	before, best := h.s.Vec, -1
	for i, mv := range moves {
		h.s.Vec = slices.Clone(before)
		if eff = h.m.ClaimDo(&h.s, mv); h.met(&h.s, eff) {
			h.taken = append(h.taken, mv)
			return true, true
		}
		if len(moves) == 1 || slices.Equal(before, h.s.Vec) {
			best = i
		}
	}
	if h.s.Vec = before; best < 0 {
		return false, false
	}
	h.m.ClaimDo(&h.s, moves[best])
	h.taken = append(h.taken, moves[best])
	return false, true
}

// arrive takes note of a state of the walk, or cuts the round out that led back to it.
func (h *shortening) arrive() {
	s := &h.s
	h.key = append(append(h.key[:0], s.Vec...), byte(s.Excl), byte(s.Excl>>8), s.Turn)
	if i, known := h.at[string(h.key)]; known {
		for _, key := range h.keys[i+1:] {
			delete(h.at, key)
		}
		h.taken, h.keys, h.after = h.taken[:h.after[i]], h.keys[:i+1], h.after[:i+1]
		return
	}
	key := string(h.key)
	h.at[key] = len(h.keys)
	h.keys, h.after = append(h.keys, key), append(h.after, len(h.taken))
}

// try walks a path, and keeps it if it is better.
func (h *shortening) try(path []vm.Move) bool {
	if !h.walk(path) || len(h.taken) >= len(h.best) {
		return false
	}
	h.best = slices.Clone(h.taken)
	return true
}

// byProcess leaves out all moves of a process, or all from one on.
func (h *shortening) byProcess() {
	var of [256]bool
	for _, mv := range h.best {
		of[mv.Pid] = mv.Pid != vm.ClaimPid
	}
	for pid := range of {
		for n := len(h.best); of[pid] && n > 0 && !h.late(); n /= 2 {
			// the last n moves are searched for those of the process
			from := len(h.best) - min(n, len(h.best))
			path := slices.Clone(h.best[:from])
			for _, mv := range h.best[from:] {
				if int(mv.Pid) != pid {
					path = append(path, mv)
				}
			}
			if len(path) < len(h.best) && h.try(path) {
				break
			}
		}
	}
}

// byPieces leaves out pieces of the path, smaller and smaller ones.
func (h *shortening) byPieces() {
	var path []vm.Move
	for size := len(h.best) / 2; size > 0; size /= 2 {
		for from := len(h.best) - size; from >= 0; from -= size {
			if h.late() {
				return
			}
			from = min(from, len(h.best)-size)
			if from < 0 {
				break
			}
			path = append(append(path[:0], h.best[:from]...), h.best[from+size:]...)
			h.try(path)
		}
	}
}
