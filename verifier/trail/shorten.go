package trail

import (
	"context"
	"slices"

	"gospin/vm"
)

// Shorten looks for a shorter path to a fault until ctx is done. It cuts out rounds that return to a state,
// then leaves out moves in halves, quarters and smaller pieces down to single moves (Zeller and Hildebrandt,
// "Simplifying and isolating failure-inducing input", 2002), first among the moves of one process. What
// remains is walked, skipping moves that are not enabled. The walk calls met after every move with the move's
// effect, and in every state with the effect of listing its moves; met reports whether the fault is there.
// The path must be of a program without merged statements. If a claim runs that only changes its own control
// state, only the model's moves are left out, and the claim's follow from them. If several moves of the claim
// are enabled and none meets the fault, the claim stays where it is.
func Shorten(
	ctx context.Context, m *vm.Machine, path []vm.Move, met func(s *vm.State, eff vm.Effect) bool,
) []vm.Move {
	h := &shortening{m: m, met: met, ctx: ctx, beside: m.Program().Claim != nil}
	if h.walk(path) {
		h.best = slices.Clone(h.taken)
	} else {
		return path // Shorten needs properties that a walk does not have
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

	beside bool // a claim moves too
	best   []vm.Move
	s      vm.State
	moves  []vm.Move
	taken  []vm.Move
	at     map[string]int // positions of the walk's states, by their keys
	keys   []string       // the same keys, in order
	after  []int          // the number of moves that lead to each state
	key    []byte
}

func (h *shortening) late() bool { return h.ctx.Err() != nil }

// walk makes those moves that are enabled, cuts out rounds, and reports whether it met the fault. It gives up
// when it is as long as the best path.
func (h *shortening) walk(path []vm.Move) bool {
	h.m.Initial(&h.s)
	h.taken, h.keys, h.after, h.at = h.taken[:0], h.keys[:0], h.after[:0], map[string]int{}
	h.arrive()
	for i, mv := range path {
		if i&1023 == 1023 && h.late() {
			return false
		}
		if mv.Pid == vm.ClaimPid {
			continue // the claim's moves follow the model's
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
	for n := 0; ok && !met && len(moves) == 0 && n < maxAlone; n++ { // the model stands still
		met, ok = h.claim(true)
	}
	return met
}

// maxAlone limits the claim's moves after the model's last one.
const maxAlone = 100

// claim makes one move of the claim: one that meets the fault, the only one, or one that leaves it where it
// is.
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

// arrive records the present state of the walk, or cuts out the round that led back to it.
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

// try walks a path and keeps the result if it is shorter than the best.
func (h *shortening) try(path []vm.Move) bool {
	if !h.walk(path) || len(h.taken) >= len(h.best) {
		return false
	}
	h.best = slices.Clone(h.taken)
	return true
}

// byProcess tries to leave out all moves of a process, or all of them from some position on.
func (h *shortening) byProcess() {
	var of [256]bool
	for _, mv := range h.best {
		of[mv.Pid] = mv.Pid != vm.ClaimPid
	}
	for pid := range of {
		for n := len(h.best); of[pid] && n > 0 && !h.late(); n /= 2 {
			// only the last n moves are looked at
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

// byPieces tries to leave out pieces of the path, halving their size.
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
