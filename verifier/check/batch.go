package check

import "bytes"

// batch has successors that are looked up together: then the processor waits for the memory of several of
// them at a time.
type batch struct {
	bytes []byte
	all   []arrival
}

// arrival is a successor.
type arrival struct {
	from  uint32 // the state before it
	end   int    // of its bytes; they begin where those of the one before end
	n     uint64 // its number
	group *group
	at    int // its place in the table
	entry uint64
	tag   uint64
}

// none is the number of a state that is not in the certificate.
const none = ^uint64(0)

func (b *batch) add(state []byte, from uint32) {
	b.bytes = append(b.bytes, state...)
	b.all = append(b.all, arrival{from: from, end: len(b.bytes), n: none})
}

// findAll looks all successors up: first their entries in the tables, then the states of these.
func (c *checker) findAll(b *batch) {
	begin := 0
	for i := range b.all {
		a := &b.all[i]
		state := b.bytes[begin:a.end]
		if a.group = c.group(len(state)); a.group != nil {
			a.at, a.tag = a.group.place(c.seed, state)
		}
		begin = a.end
	}
	for i := range b.all {
		if a := &b.all[i]; a.group != nil {
			a.entry = a.group.table[a.at]
		}
	}
	begin = 0
	for i := range b.all {
		a := &b.all[i]
		state := b.bytes[begin:a.end]
		begin = a.end
		if a.group == nil {
			continue
		}
		for x := a.entry; x != 0; x = a.group.table[a.at] {
			if x&^number == a.tag && bytes.Equal(a.group.at(int(x&number-1)), state) {
				a.n = a.group.first + x&number - 1
				break
			}
			a.at = (a.at + 1) % len(a.group.table)
		}
	}
}
