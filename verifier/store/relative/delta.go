package relative

import (
	"fmt"

	"gospin/compression"
	"gospin/compression/mix"
	"gospin/verifier/store"
	"gospin/vm"
	"gospin/vm/layout"
)

// Deltas has the options of a store of deltas.
type Deltas struct {
	K         int   // a chain has at most K-1 deltas; at least 1
	Limit     int64 // in bytes; 0 for none
	Forward   Maker // compare states by making moves; nil to undo them
	NoShorten bool  // a record keeps its first predecessor
	Collapse  bool  // whole states are collapsed
	HashBits  int   // as for tellBy, but 0 for all, and negative for none

	alike int // number of different hashes; 0 for all; for tests
	rules int // limit of rules; 0 for what a record can hold; for tests
	short int // initial width of a number; 0 for the usual one; for tests
}

// Maker makes moves in turn, as a machine makes them: s has the vector of a stored state, and gets that of
// the next one.
type Maker interface {
	Make(s *vm.State, moves []vm.Move)
}

// DeltaStats has the figures of a store of deltas.
type DeltaStats struct {
	Whole, Deltas                     uint64 // records
	WholeBytes, DeltaBytes, SlotBytes int64
	Shared                            int64  // bytes of component values, moves, and states in use
	Comparisons, Early                uint64 // of a state with a record; those refuted before the end
	Back                              uint64 // moves undone or made
	Longest                           int    // chain
	Shortened                         uint64 // records
	Moves                             int    // in the dictionary
}

// Delta stores most states as a predecessor and the moves from there (Evangelista, Pradat-Peyre, "Memory
// efficient state space storage in explicit software model checking", 2005).
type Delta struct {
	l       *layout.Layout
	o       Deltas
	limit   int64
	records records
	table   table
	whole   wholes
	rules   rules
	cache   vectors
	st      DeltaStats
	shadow  map[string]int // with invariants: the records by key

	key   []byte // being compared
	path  []int  // the rules or the records of a chain
	state vm.State
	front []byte // hidden prefix of the first vector
}

// NewDelta returns a store of deltas. A hint is a record's number and the maximum length of its chain. The
// Refs of this store are record numbers and stay valid.
func NewDelta(l *layout.Layout, o Deltas) *Delta {
	d := &Delta{l: l, o: o, limit: store.OrNone(o.Limit), rules: newRules()}
	d.o.K = max(o.K, 1)
	if o.rules > 0 {
		d.rules.most = o.rules
	}
	if d.o.short == 0 {
		d.o.short = 2
	}
	if d.whole = wholes(&wholeKeys{l: l}); o.Collapse {
		d.whole = &wholeRoots{codec: compression.NewCollapse(l, wholeSplit)}
	}
	d.KeepColours(0)
	d.table = newTable(1<<10, 1<<10)
	d.table.tellBy(someBits(o.HashBits))
	if invariants {
		d.shadow = map[string]int{}
	}
	return d
}

// KeepColours implements Store.
func (d *Delta) KeepColours(bits uint) { d.records = newRecords(d.o.short, store.ColourBytes(bits)) }

// Visit implements Store.
func (d *Delta) Visit(a *store.Arrival) (store.Ref, store.Status) {
	key := d.l.Key(a.State.Vec)
	hash := mix.Bytes(key) >> hashBits
	if d.o.alike > 0 {
		hash %= uint64(d.o.alike)
	}
	l := d.table.lookUp(uint32(hash))
	for n, ok := d.table.next(&l); ok; n, ok = d.table.next(&l) {
		if long, same := d.same(int(n), key); same {
			return d.visitKnown(a, int(n), long)
		}
	}
	if d.shadow != nil {
		d.check(key, -1)
	}
	if d.front == nil {
		d.front = append([]byte{}, a.State.Vec[:d.l.Hidden]...)
	}
	r, long, ok := d.store(a, &l, key)
	if !ok {
		return 0, store.Full
	}
	a.Hint = append(a.Hint[:0], uint64(r), uint64(long))
	status := store.New
	if a.Add != 0 {
		status = a.AddColour(d.records.colour(r), status)
	}
	return store.Ref(r), status
}

// met handles the visit of a known state, with the length of its chain. A shorter way replaces its own: the
// chain of the record that this way comes from is shorter, so it does not contain this state.
func (d *Delta) visitKnown(a *store.Arrival, r, long int) (store.Ref, store.Status) {
	if d.shadow != nil {
		d.check(d.l.Key(a.State.Vec), r)
	}
	if !d.o.NoShorten && len(a.Parent) > 0 {
		if now := int(a.Parent[1]) + 1; now < long {
			if word := d.word(a, int(a.Parent[0])); word != 0 {
				d.records.set(r, int(a.Parent[0]), word)
				long = now
				d.st.Shortened++
			}
		}
	}
	a.Hint = append(a.Hint[:0], uint64(r), uint64(long))
	status := store.Closed
	if a.Add != 0 {
		status = a.AddColour(d.records.colour(r), status)
	}
	return store.Ref(r), status
}

// A dictionary smaller than this may always grow; a larger one must be small compared with the records. If
// every move has its own values, it is better to store whole states.
const minRules = 256 << 10

// word returns the number of the rule that leads from a record to the state of a, or 0 if there is none.
func (d *Delta) word(a *store.Arrival, from int) int {
	key, room := d.l.Key(a.State.Vec), minRules+(d.records.bytes()+d.whole.bytes())/4
	if d.o.Forward == nil {
		return d.rules.number(a.Via, d.expand(from), key, room)
	}
	// Moves may depend on more than the stored state: on hidden variables, or on a choice of copies.
	if d.behind(d.expand(from), a.Via); string(d.l.Key(d.state.Vec)) != string(key) {
		return 0
	}
	return d.rules.number(a.Via, nil, nil, room)
}

// store adds a record after a look-up, and returns the length of its chain.
func (d *Delta) store(a *store.Arrival, l *lookup, key []byte) (r, long int, ok bool) {
	if !d.reserve(a, l) {
		return 0, 0, false
	}
	number, word := 0, 0
	if len(a.Parent) > 0 && int(a.Parent[1])+1 < d.o.K {
		number, long = int(a.Parent[0]), int(a.Parent[1])+1
		word = d.word(a, number)
	}
	if word == 0 {
		number, long = d.whole.put(a.State.Vec), 0
	}
	d.st.Longest = max(d.st.Longest, long)
	r = d.records.add(number, word)
	d.table.put(l, uint64(r))
	d.cache.put(r, key, 0)
	if d.shadow != nil {
		d.shadow[string(key)] = r
	}
	return r, long, true
}

// room makes room for another record, if the limit allows it.
func (d *Delta) reserve(a *store.Arrival, l *lookup) bool {
	if d.bytes()+d.whole.need(a.State.Vec) > d.limit || d.records.n >= maxRecords {
		return false
	}
	if d.table.fits(uint64(d.records.n)) {
		return true
	}
	homes := d.table.larger()
	if left := d.limit - d.bytes() + d.table.bytes(); d.table.need(homes) > left {
		return false
	}
	d.table.grow(homes, uint64(float64(homes)*tableLoad)+1)
	*l = d.table.lookUp(l.hash)
	d.table.place(l)
	if d.shadow != nil {
		d.checkAll()
	}
	return true
}

// same reports whether a record has a key, and returns the length of its chain if so.
func (d *Delta) same(r int, key []byte) (long int, same bool) {
	d.st.Comparisons++
	if d.o.Forward != nil {
		long = d.remake(r)
		d.st.Back += uint64(long)
		return long, string(d.l.Key(d.state.Vec)) == string(key)
	}
	y := append(d.key[:0], key...)
	d.key = y
	for at := r; ; long++ {
		number, word := d.records.get(at)
		if word == 0 {
			return long, d.whole.equal(number, y)
		}
		d.st.Back++
		var ok bool
		if y, ok = d.rules.undo(word, y); !ok {
			d.st.Early++
			return 0, false
		}
		at = number
	}
}

// behind sets the present state to the one that moves lead to from a key, with initial values for everything
// that is not stored.
func (d *Delta) behind(key []byte, moves []vm.Move) {
	s := &d.state
	s.Vec = append(append(s.Vec[:0], d.front...), key...)
	s.Excl, s.Turn, s.Copy, s.Dirty = -1, 0, 0, 0
	d.o.Forward.Make(s, moves)
}

// remake makes the moves from a whole state to a record, and returns the number of records on the way.
func (d *Delta) remake(r int) (long int) {
	d.path = d.path[:0]
	number, word := d.records.get(r)
	for ; word != 0; number, word = d.records.get(number) {
		d.path = append(d.path, word)
	}
	d.behind(d.whole.key(number), nil)
	for i := len(d.path) - 1; i >= 0; i-- {
		copy(d.state.Vec, d.front)
		d.o.Forward.Make(&d.state, d.rules.moves[d.rules.rules[d.path[i]].moves-1])
	}
	return len(d.path)
}

// expand returns the key of a record. It is valid until other records are expanded.
func (d *Delta) expand(r int) []byte {
	if key, _ := d.cache.get(r); key != nil {
		return key
	}
	if d.o.Forward != nil {
		d.remake(r)
		return d.cache.put(r, d.l.Key(d.state.Vec), 0)
	}
	d.path = d.path[:0]
	var from []byte
	for at := r; ; {
		if from, _ = d.cache.get(at); from != nil {
			break
		}
		number, word := d.records.get(at)
		if word == 0 {
			from = d.whole.key(number)
			break
		}
		d.path = append(d.path, word)
		at = number
	}
	y := append(d.key[:0], from...)
	for i := len(d.path) - 1; i >= 0; i-- {
		y = d.rules.redo(d.path[i], y)
	}
	d.key = y
	return d.cache.put(r, y, 0)
}

// check compares the result of a visit, the record or -1, with the shadow set.
func (d *Delta) check(key []byte, r int) {
	want, known := d.shadow[string(key)]
	if !known {
		want = -1
	}
	if r != want {
		panic(fmt.Sprintf("delta: record %d for the state of record %d", r, want))
	}
}

// checkAll expands all records.
func (d *Delta) checkAll() {
	for key, r := range d.shadow {
		clear(d.cache.records)
		if long, same := d.same(r, []byte(key)); !same || long >= d.o.K || string(d.expand(r)) != key {
			panic(fmt.Sprintf("delta: record %d expands to another state, by a chain of %d", r, long))
		}
	}
}

// Close implements Store.
func (d *Delta) Close(_ *store.Arrival, r store.Ref, drop store.Colour) {
	store.DropColour(d.records.colour(int(r)), drop)
}

// Caps implements Store.
func (d *Delta) Caps() store.Caps { return store.Caps{Exact: true, Coloured: true, Via: true} }

// Err implements Store.
func (d *Delta) Err() error { return nil }

func (d *Delta) bytes() int64 {
	return d.records.bytes() + d.table.bytes() + d.whole.bytes() + d.shared()
}

func (d *Delta) shared() int64 { return d.whole.shared() + d.rules.bytes() + d.cache.bytes }

// Deltas returns the store's figures.
func (d *Delta) Deltas() DeltaStats {
	st := d.st
	st.Whole = uint64(d.whole.len())
	st.Deltas = uint64(d.records.n) - st.Whole
	st.WholeBytes = d.whole.bytes() + int64(st.Whole)*int64(d.records.b)
	st.DeltaBytes = int64(st.Deltas) * int64(d.records.b)
	st.SlotBytes, st.Shared, st.Moves = d.table.bytes(), d.shared(), len(d.rules.rules)-1
	return st
}

// Stats implements Store.
func (d *Delta) Stats() store.Stats {
	return store.Stats{Stored: uint64(d.records.n)}.With(store.InSlots, d.table.bytes()).
		With("records", d.records.bytes()).With("whole states", d.whole.bytes()).
		With(store.InComponents, d.whole.shared()).With("moves", d.rules.bytes()).
		With("states at hand", d.cache.bytes)
}

// Free implements Store.
func (d *Delta) Free() {
	if d.shadow != nil {
		d.checkAll()
	}
	d.table.free()
	for i := range d.records.chunks {
		d.records.chunks[i].Free()
	}
	d.whole.free()
}
