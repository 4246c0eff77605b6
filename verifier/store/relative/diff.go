package relative

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"gospin/compression"
	"gospin/compression/intern"
	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/verifier/store"
	"gospin/vm/layout"
)

// Diffs has the options of a store of differences.
type Diffs struct {
	K     int    // a chain has at most K-1 differences; at least 1
	Limit int64  // in bytes; 0 for none
	Of    string // bytes, components or cells; "" for bytes
	Hash2 int    // length from which a list becomes a table; 0 for no limit

	// Split defines the components; nil for those of the vector, with the globals in pieces.
	Split    *compression.CollapseOptions
	HashBits int // of slots, as in Deltas

	// Slots is the number of lists; 0 for as many as needed.
	Slots int
}

// DiffStats has the figures of a store of differences.
type DiffStats struct {
	Whole, Differences               uint64 // records
	WholeBytes, DiffBytes, SlotBytes int64
	Shared                           int64  // bytes of component tables, and of keys in use
	Runs                             uint64 // in all differences
	Comparisons, Early               uint64 // of a state with a record; those decided before the end
	Back                             uint64 // number of records followed back
	Longest                          int    // chain
	Secondary                        int    // tables
	// Paper is the size of the records in the accounting of the paper's table 1: four bytes for each stored
	// cell.
	Paper int64
}

// Diff stores most states as their difference from the previous state (Mukherjee, Tari, Bertok, "Memory
// efficient state-space analysis in software model-checking", 2010).
//
// A record has a colour; twice the distance in bytes to the record that it differs from (0 if it is whole),
// plus one if the shape differs, in which case both shape numbers follow; and the key or the changes. Its
// number is its place.
type Diff struct {
	l      *layout.Layout
	o      Diffs
	limit  int64
	text   offheap.Arena[byte]
	tail   int // bytes of a colour
	table  table
	second map[int]*table // replacing lists, by home
	cells  *cells
	cache  vectors
	st     DiffStats
	n      uint64
	shadow map[string]int // with invariants: the records by key

	record []byte // being built
	path   []int
	key    []byte
	seen   []uint32 // by byte of a key: the comparison that has seen its value
	now    uint32   // number of the present comparison
}

const maxText = 1<<32 - 2 // bytes; a slot has a place plus one

// NewDiff returns a store of differences. A hint is a record's number, and the number of differences between
// it and a whole one. The Refs of this store are record numbers and stay valid.
func NewDiff(l *layout.Layout, o Diffs) *Diff {
	if o.Of == "" {
		o.Of = OfBytes
	}
	d := &Diff{l: l, o: o, limit: store.OrNone(o.Limit)}
	d.cells = &cells{l: l, kind: o.Of, split: o.Split, tables: map[class]*intern.Table{}}
	d.o.K = max(o.K, 1)
	if d.table = newTable(1<<10, 1<<14); o.Slots > 0 {
		d.table.free()
		d.table = newTable(o.Slots, 1<<26-1)
		d.table.fixed = true
	}
	d.table.tellBy(someBits(o.HashBits))
	if invariants {
		d.shadow = map[string]int{}
	}
	return d
}

// KeepColours implements Store.
func (d *Diff) KeepColours(bits uint) { d.tail = store.ColourBytes(bits) }

// Visit implements Store.
func (d *Diff) Visit(a *store.Arrival) (store.Ref, store.Status) {
	key := d.l.Key(a.State.Vec)
	t, l := d.listOf(key)
	for n, ok := t.next(&l); ok; n, ok = t.next(&l) {
		if steps, same := d.same(int(n), key); same {
			if d.shadow != nil {
				d.check(key, int(n))
			}
			return d.visited(a, int(n), steps, store.Closed)
		}
	}
	if d.shadow != nil {
		d.check(key, -1)
	}
	r, steps, ok := d.store(a, key)
	if !ok {
		return 0, store.Full
	}
	if t, l = d.reserveIn(t, l, r); t == &d.table && d.o.Hash2 > 0 && l.met+1 >= d.o.Hash2 {
		t.put(&l, uint64(r))
		d.split(l.home)
	} else {
		t.put(&l, uint64(r))
	}
	return d.visited(a, r, steps, store.New)
}

func (d *Diff) visited(a *store.Arrival, r, steps int, status store.Status) (store.Ref, store.Status) {
	a.Hint = append(a.Hint[:0], uint64(r), uint64(steps))
	if a.Add != 0 {
		status = a.AddColour(d.colour(r), status)
	}
	return store.Ref(r), status
}

func (d *Diff) colour(r int) []byte { return d.text.From(r)[:d.tail] }

// listOf looks up the list of a key's hash, or the secondary table that replaces it.
func (d *Diff) listOf(key []byte) (*table, lookup) {
	l := d.table.lookUp(uint32(mix.Bytes(key) >> hashBits))
	if len(d.second) > 0 {
		if t := d.second[l.home]; t != nil {
			return t, t.lookUp(secondHash(key))
		}
	}
	return &d.table, l
}

func secondHash(key []byte) uint32 { return uint32(mix.Seeded(hashBits, key) >> hashBits) }

// store writes a record, and returns the number of differences between it and a whole one.
func (d *Diff) store(a *store.Arrival, key []byte) (r, steps int, ok bool) {
	need := d.text.Need(len(key) + d.tail + 1)
	if !d.table.fits(0) && !d.table.fixed {
		need += d.table.need(d.table.larger()) - d.table.bytes()
	}
	if d.text.Bytes()+d.slots()+d.cells.bytes()+d.cache.bytes+need > d.limit ||
		d.text.End()+len(key)+d.tail > maxText {
		return 0, 0, false
	}
	r = -1
	if len(a.Parent) > 0 && int(a.Parent[1])+1 < d.o.K {
		if r = d.storeDiff(int(a.Parent[0]), key); r >= 0 {
			steps = int(a.Parent[1]) + 1
		}
	}
	if r < 0 {
		r = d.text.Alloc(d.tail + 1 + len(key))
		copy(d.text.From(r)[d.tail+1:], key)
		d.st.Whole++
		d.st.WholeBytes += int64(d.tail + 1 + len(key))
		d.st.Paper += paperCell * int64(d.cells.count(shapeOf(key)))
	}
	d.n++
	d.st.Longest = max(d.st.Longest, steps)
	d.cache.put(r, key, steps)
	if d.shadow != nil {
		d.shadow[string(key)] = r
	}
	return r, steps, true
}

// paperCell is the size of a cell in the paper's table 1.
const paperCell = 4

// storeDiff writes a key's difference from a record, or returns -1 if that would not be shorter.
func (d *Diff) storeDiff(prev int, key []byte) int {
	from, b, reshaped := d.expand(prev), d.record[:0], 0
	if shapeOf(from) != shapeOf(key) {
		b, reshaped = append(append(b, from[:layout.ShapeBytes]...), key[:layout.ShapeBytes]...), 1
	}
	b, runs, changed := d.cells.encode(b, from, key)
	if d.record = b; len(b) >= len(key) {
		return -1
	}
	// A piece that does not fit into the rest of a chunk begins less than its length later.
	most := d.text.End() + d.tail + binary.MaxVarintLen64 + len(b) - prev
	head := (bits.Len(uint(2*most+1)) + 6) / 7
	n := d.tail + head + len(b)
	r := d.text.Alloc(n)
	to := d.text.At(r, n)[d.tail:]
	for i, back := 0, 2*(r-prev)+reshaped; i < head; i, back = i+1, back>>7 {
		if to[i] = byte(back); i < head-1 {
			to[i] |= 0x80
		}
	}
	copy(to[head:], b)
	d.st.Differences++
	d.st.Runs += uint64(runs)
	d.st.DiffBytes += int64(n)
	d.st.Paper += paperCell * int64(changed)
	return r
}

// read returns the distance of a record to the one that it differs from, whether the shape differs, and what
// follows.
func (d *Diff) read(r int) (back int, reshaped bool, text []byte) {
	text = d.text.From(r)[d.tail:]
	if v := text[0]; v < 0x80 {
		return int(v >> 1), v&1 != 0, text[1:]
	}
	v, n := binary.Uvarint(text)
	return int(v >> 1), v&1 != 0, text[n:]
}

// same reports whether a record has a key, and, if so, returns the number of differences to a whole record.
// Following records back, the first value found for a byte is the record's. A record whose key is in use
// counts as whole: in depth-first order, many states are reached again soon after they were left.
func (d *Diff) same(r int, key []byte) (steps int, same bool) {
	d.st.Comparisons++
	if d.now++; d.now == 0 {
		clear(d.seen)
		d.now = 1
	}
	for len(d.seen) < len(key) {
		d.seen = append(d.seen, 0)
	}
	shape := shapeOf(key)
	for at := r; ; steps++ {
		if from, long := d.cache.get(at); from != nil {
			return steps + long, shapeOf(from) == shape && d.agreesBesides(key, from)
		}
		back, reshaped, text := d.read(at)
		if back == 0 {
			return steps, shapeOf(text) == shape && d.agreesBesides(key, text[:d.keyLen(shape)])
		}
		before := shape
		if reshaped {
			if shapeOf(text[layout.ShapeBytes:]) != shape {
				break
			}
			before, text = shapeOf(text), text[2*layout.ShapeBytes:]
		}
		if d.o.Of == OfBytes && !d.agreesRuns(key, text) ||
			d.o.Of != OfBytes && !d.agrees(key, d.cells.changes(shape, text)) {
			break
		}
		d.st.Back++
		shape = before
		at -= back
	}
	d.st.Early++
	return 0, false
}

func (d *Diff) keyLen(shape uint32) int { return d.l.ShapeByID(shape).Size - d.l.Hidden }

// agrees reports whether a key has the values in changes, if these are the last changes of their bytes.
func (d *Diff) agrees(key []byte, x changes) bool {
	for {
		off, value, ok := x.next()
		if !ok {
			return !x.wrong
		}
		for i, v := range value {
			at := off + i
			if at >= len(key) { // part of a process that has ended
				break
			}
			if d.seen[at] != d.now {
				if key[at] != v {
					return false
				}
				d.seen[at] = d.now
			}
		}
	}
}

// agreesRuns is agrees for runs of bytes, where comparisons spend most of their time.
func (d *Diff) agreesRuns(key, text []byte) bool {
	for at := layout.ShapeBytes; ; {
		skip, n := uint64(text[0]), 1
		if skip >= 0x80 {
			skip, n = binary.Uvarint(text)
		}
		if skip == 0 {
			return true
		}
		from := at + int(skip) - 1
		size := int(text[n])
		value := text[n+1 : n+1+size]
		at, text = from+size, text[n+1+size:]
		if from >= len(key) { // part of a process that has ended
			continue
		}
		was := key[from:min(at, len(key))]
		seen := d.seen[from:]
		for i, v := range was {
			if seen[i] != d.now {
				if v != value[i] {
					return false
				}
				seen[i] = d.now
			}
		}
	}
}

// agreesBesides reports whether a key agrees with a whole one, except for the bytes that have been seen.
func (d *Diff) agreesBesides(key, whole []byte) bool {
	n := min(len(key), len(whole))
	for i := layout.ShapeBytes; i < n; i++ {
		if i+8 <= n && binary.LittleEndian.Uint64(key[i:]) == binary.LittleEndian.Uint64(whole[i:]) {
			i += 7
		} else if key[i] != whole[i] && d.seen[i] != d.now {
			return false
		}
	}
	return true
}

// expand returns the key of a record. It is valid until other records are expanded.
func (d *Diff) expand(r int) []byte {
	if key, _ := d.cache.get(r); key != nil {
		return key
	}
	d.path = d.path[:0]
	var from []byte
	long := 0
	for at := r; ; {
		if from, long = d.cache.get(at); from != nil {
			break
		}
		back, _, text := d.read(at)
		if back == 0 {
			from = text[:d.keyLen(shapeOf(text))]
			break
		}
		d.path = append(d.path, at)
		at -= back
	}
	y := append(d.key[:0], from...)
	for i := len(d.path) - 1; i >= 0; i-- {
		_, reshaped, text := d.read(d.path[i])
		if reshaped {
			after := text[layout.ShapeBytes : 2*layout.ShapeBytes]
			text = text[2*layout.ShapeBytes:]
			n := d.keyLen(shapeOf(after))
			for y = y[:min(n, len(y))]; len(y) < n; {
				y = append(y, 0)
			}
			copy(y, after)
		}
		x := d.cells.changes(shapeOf(y), text)
		for off, value, ok := x.next(); ok; off, value, ok = x.next() {
			copy(y[off:], value)
		}
	}
	d.key = y
	return d.cache.put(r, y, long+len(d.path))
}

// reserveIn makes room for a record in a table after a look-up.
func (d *Diff) reserveIn(t *table, l lookup, r int) (*table, lookup) {
	if t.fits(uint64(r)) {
		return t, l
	}
	homes := t.homes
	if t.n >= t.capacity {
		homes = t.larger()
	}
	most := uint64(float64(r) * 1.1 * float64(homes) * tableLoad / float64(t.n+1))
	most = min(max(most, uint64(r)+1<<12), maxText)
	if t != &d.table {
		t.grow(homes, most)
	} else {
		d.grow(homes, most)
	}
	l = t.lookUp(l.hash)
	t.place(&l)
	return t, l
}

// grow enlarges the first table. Lists that were separate tables are lists again.
func (d *Diff) grow(homes int, most uint64) {
	old := d.table
	d.table = newTable(homes, most)
	d.table.tellBy(old.bits)
	add := func(hash uint32, number uint64) {
		l := d.table.lookUp(hash)
		d.table.place(&l)
		d.table.put(&l, number)
	}
	old.each(func(hash uint32, number uint64) {
		if d.second == nil || d.second[int(uint64(hash)/old.width)] == nil {
			add(hash, number)
		}
	})
	old.free()
	for _, t := range d.second {
		t.each(func(_ uint32, number uint64) {
			add(uint32(mix.Bytes(d.expand(int(number)))>>hashBits), number)
		})
		t.free()
	}
	d.second = nil
	if d.shadow != nil {
		d.checkAll()
	}
}

// split moves the records of a list to a separate table.
func (d *Diff) split(home int) {
	first := &d.table
	t := newTable(1<<6, uint64(max(2*d.text.End(), 1<<14)))
	t.tellBy(first.bits)
	add := func(number uint64) {
		l := t.lookUp(secondHash(d.expand(int(number))))
		t.place(&l)
		t.put(&l, number)
	}
	for i := home; i <= home+farthest; i++ {
		if w := first.word(i); w != 0 && i-first.far(i, w) == home {
			add(w&(1<<first.number-1) - 1)
		}
	}
	for _, s := range first.stash {
		if int(uint64(s.hash)/first.width) == home {
			add(uint64(s.number))
		}
	}
	if d.second == nil {
		d.second = map[int]*table{}
	}
	d.second[home] = &t
}

// check compares the result of a visit, the record or -1, with the shadow set.
func (d *Diff) check(key []byte, r int) {
	want, known := d.shadow[string(key)]
	if !known {
		want = -1
	}
	if r != want {
		panic(fmt.Sprintf("diff: record %d for the state of record %d", r, want))
	}
}

// checkAll expands all records.
func (d *Diff) checkAll() {
	for key, r := range d.shadow {
		clear(d.cache.records)
		if steps, same := d.same(r, []byte(key)); !same || steps >= d.o.K || string(d.expand(r)) != key {
			panic(fmt.Sprintf("diff: record %d expands to another state, by %d differences", r, steps))
		}
	}
}

// Close implements Store.
func (d *Diff) Close(_ *store.Arrival, r store.Ref, drop store.Colour) {
	store.DropColour(d.colour(int(r)), drop)
}

// Caps implements Store.
func (d *Diff) Caps() store.Caps { return store.Caps{Exact: true, Coloured: true} }

// Err implements Store.
func (d *Diff) Err() error { return nil }

// slots returns the memory of all tables.
func (d *Diff) slots() int64 {
	n := d.table.bytes()
	for _, t := range d.second {
		n += t.bytes()
	}
	return n
}

// Diffs returns the store's figures.
func (d *Diff) Diffs() DiffStats {
	st := d.st
	st.SlotBytes, st.Shared, st.Secondary = d.slots(), d.cells.bytes()+d.cache.bytes, len(d.second)
	return st
}

// Stats implements Store.
func (d *Diff) Stats() store.Stats {
	return store.Stats{Stored: d.n}.With(store.InSlots, d.slots()).With("records", d.text.Bytes()).
		With(store.InComponents, d.cells.bytes()).With("states at hand", d.cache.bytes)
}

// Free implements Store.
func (d *Diff) Free() {
	if d.shadow != nil {
		d.checkAll()
	}
	d.table.free()
	for _, t := range d.second {
		t.free()
	}
	d.text.Free()
	d.cells.free()
}
