package unmove

import (
	"encoding/json"
	"errors"
	"math/bits"
	"slices"

	"gospin/verifier/batch"
	"gospin/verifier/checkpoint"
	"gospin/verifier/roots"
)

// maxCount is more than any number of shapes, fields or rules.
const maxCount = 1 << 30

// resume continues from a checkpoint. The space has been read.
func (w *job) resume() {
	if w.Order == batch.DepthFirst {
		w.Err = errors.New("depth first, states that are kept by moves cannot be taken from a checkpoint")
		return
	}
	if w.Form != batch.ByMoves {
		kept := w.ReadLeft()
		if w.span = max(w.span, uint(bits.Len64(kept.N))+5); w.Err == nil {
			w.left = &rest{kept: kept}
		}
	} else {
		w.left = w.readRest(w.From)
		if err := w.From.Err(); w.Err == nil {
			w.Err = err
		}
	}
	if w.Err == nil && !slices.Contains(w.Widths(), w.Space.Words()) && w.Repack() {
		w.left.convert = true
	}
}

// resumed reports whether the search continues, after the checkpoint has been read.
func (w *job) resumed() bool {
	if w.From != nil && !w.loaded && w.Err == nil {
		w.Err = w.From.End()
	}
	w.loaded = w.loaded || w.GoesOn()
	return w.GoesOn()
}

// readRest reads what a breadth-first search has left. The states are read later, in order.
func (w *job) readRest(r *checkpoint.Reader) *rest {
	words := w.ResumeCounts(r)
	r.Begin("levels")
	var f figures
	if err := json.Unmarshal(r.Bytes(), &f); err != nil && r.Err() == nil {
		r.Fail("%v", err)
	}
	if f.Code == 0 || f.Code > wideCode {
		r.Fail("rules have names of %d bits", f.Code)
	}
	if r.Err() != nil {
		return nil
	}
	w.Unmove.Code, w.span, w.Result.Unmove = f.Code, f.Span, f.Stats
	w.cost = cost{counted: f.Counted, fit: f.Fit, work: f.Work, left: f.Left}
	left := &leftLevels{
		level: f.Level, before: f.Before,
		gaps:  gaps{last: f.LastWhole, longest: f.Longest, reads: f.GapReads, looks: f.GapLooks},
		freed: f.Gave, queued: f.Queued, queues: f.Queues,
	}
	r.Begin("table")
	set := &leftSet{table: roots.ReadUnmove(r.Words), all: func(func([]uint64)) {}}
	r.Begin("plans")
	for range r.Int(maxCount) {
		var p *plan
		if r.Bool() {
			p = readPlan(r)
		}
		if set.plans = append(set.plans, p); r.Err() != nil {
			return nil
		}
	}
	r.Begin("rules")
	for r.Bool() {
		set.rules = append(set.rules, leftRule{
			by: r.Int(255) - 1, name: r.Int(1<<f.Code - 1), after: readSide(r), before: readSide(r),
		})
	}
	for i := range left.states {
		left.states[i].n = r.Uint()
		left.states[i].each = func(f func([]uint64)) {
			root := make([]uint64, words)
			r.Begin("states")
			for n := r.Uint(); n > 0 && r.Words(root); n-- {
				f(root)
			}
		}
	}
	open := func(f func(root []uint64, note uint64)) {
		root := make([]uint64, words)
		r.Begin("open")
		for r.Bool() && r.Words(root) {
			f(root, r.Uint())
		}
	}
	return &rest{set: set, levels: left, open: open}
}

func readPlan(r *checkpoint.Reader) *plan {
	p := &plan{width: r.Int(64), words: r.Int(maxCount), used: r.Int(64)}
	for range r.Int(maxCount) {
		var places []place
		for range r.Int(64) {
			places = append(places, place{r.Int(64), r.Int(64), r.Int(max(0, p.words-1)), r.Int(64)})
		}
		if p.places = append(p.places, places); r.Err() != nil {
			break
		}
	}
	return p
}

func readSide(r *checkpoint.Reader) (s side) {
	s.shape = r.Int(maxCount)
	for range r.Int(maxCount) {
		s.fields, s.numbers = append(s.fields, r.Int(maxCount)), append(s.numbers, r.Uint())
		if r.Err() != nil {
			break
		}
	}
	return s
}

// takeKept continues a search in a set of whole roots.
func (l *levels[R]) takeKept(of *rest) {
	w, kind := l.job, l.job.Unmove.Whole
	l.set.shadow.disable()
	l.set.first()
	l.level = uint32(w.Result.Depth)
	l.set.tally.Deepest = uint64(l.level)
	l.gaps.last, l.queued, l.queues = l.level, true, true
	l.set.old, l.last = roots.NewFitted[R](kind, of.kept.N), roots.NewFitted[R](kind, 0)
	l.current, l.next = newLevel[R](l.level), newLevel[R](l.level+1)
	added, some := 0, make([]R, 1)
	add := func(root []uint64) bool {
		some[0] = packed[R](w, of, root)
		l.set.fresh = roots.AddAll(l.set.old, some, l.set.fresh[:0])
		if len(l.set.fresh) == 0 || !w.GoesOn() {
			return false
		}
		l.set.table.Add(l.team.scouts[0].asker.hashOf(&some[0]), roots.Lead{Whole: true})
		if added++; added%roomEvery == 0 {
			l.room()
		}
		if added%batch.LookEvery == 0 {
			w.Look(l.bytes(), l.frontier(), l.set.sum)
		}
		return true
	}
	of.kept.Set(func(root []uint64) { add(root) })
	open := func() {
		l.set.fresh = roots.AddAll(l.current, some, l.set.fresh[:0])
		l.open.Push(&some[0], l.level)
	}
	of.kept.Open(func(root []uint64, _ uint64) {
		some[0] = packed[R](w, of, root)
		open()
	})
	of.kept.Pending(func(root []uint64, _ uint64) {
		w.Result.Stats.Found++
		if !add(root) {
			w.Result.Matched++
			return
		}
		w.Result.Stored++
		open()
	})
	w.From.Begin("forest")
	w.From.Int(0)
	l.room()
}
