package partition

import (
	"fmt"

	"gospin/verifier/search"
)

// Sum returns the counts of a search, given the latest tallies of all partitions. They are exact when the
// search is done.
func Sum(tallies []Tally) (res search.Result) {
	found := uint64(0)
	for i := range tallies {
		t := &tallies[i]
		res.Stored += t.Stored
		found += t.Found
		res.AtomicSteps += t.Atomic
		res.Errors += int(t.Errors)
		res.Depth = max(res.Depth, t.Depth)
		res.MaxVector = max(res.MaxVector, t.KeyLen)
		res.Open += t.Stored - t.Expanded
		if t.Incomplete != "" {
			res.Incomplete = []string{t.Incomplete}
		}
	}
	if found > res.Stored {
		res.Matched = found - res.Stored
	}
	return res
}

// Done reports whether a search is over, given the latest tallies of all partitions, and then, read after
// them, the lengths of their logs.
//
// A partition's batches are in logs before its tally counts the entry that they come from. So let t be a time
// between the two readings. At t, every partition had handled its log up to what was its end even later, and
// had nothing collected. So no entry was under way, nobody had anything to send, and nothing can come any
// more but duplicates. A tally that is too old only delays the end.
func Done(tallies []Tally, lengths []uint64) bool {
	for i := range tallies {
		if tallies[i].Collected || tallies[i].Entries < lengths[i] {
			return false
		}
	}
	return true
}

// First returns the error that is met first, by level, partition, and number, with its partition; nil if
// there is none.
func First(tallies []Tally) (in int, first *Met) {
	for i := range tallies {
		for j := range tallies[i].Met {
			if m := &tallies[i].Met[j]; first == nil || m.Level < first.Level {
				in, first = i, m
			}
		}
	}
	return in, first
}

// Origin returns, as an entry, a state of the partition with its level, and where it was found from.
func (p *Partition) Origin(n uint32) ([]byte, error) {
	if int(n) >= p.origins.Len() {
		return nil, fmt.Errorf("partition %d has no state %d", p.own, n)
	}
	from, number, level := p.originOf(n)
	e := &entry{kind: Batch, from: from}
	e.items.add(number, level, p.keyOf(n))
	return e.encode(&p.shapes), nil
}

func (p *Partition) originOf(n uint32) (from int, number, level uint32) {
	o := p.origins.At(int(n))
	return int(o >> numberBits & (1<<partitionBits - 1)), uint32(o), uint32(o >> (numberBits + partitionBits))
}

// Path returns the vectors of the states from the initial one to a state, given its partition and number.
// origin asks a partition for what Origin returns.
func Path(
	plan *Plan, next Successors, in int, n uint32, origin func(in int, n uint32) ([]byte, error),
) (path [][]byte, err error) {
	s := &shapes{l: next.Layout()}
	initial, _ := next.Initial()
	for in != plan.Partitions {
		text, err := origin(in, n)
		if err != nil {
			return nil, err
		}
		var e entry
		if err := e.decode(text, s); err != nil {
			return nil, err
		}
		if e.items.len() != 1 || e.from > plan.Partitions {
			return nil, errDamaged
		}
		path = append(path, append(initial[:s.l.Hidden:s.l.Hidden], e.items.key(0)...))
		in, n = e.from, e.items.numbers[0]
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path, nil
}
