package batchtest

// Counters are n counters from 0 to m-1, each of which may take a step.
func Counters(n, m int) *Toy {
	return New(make([]int, n), func(values []int, to func(Move)) {
		for i, v := range values {
			values[i] = (v + 1) % m
			to(Move{Values: values, Atomic: uint64(v & 1), Deeper: 1 + v%3, Reach: v * 2})
			values[i] = v
		}
		if values[0]%2 == 1 {
			to(Move{Reach: 3})
		}
	})
}

// Graph is a random graph: from each of n nodes lead up to k edges.
func Graph(n, k int) *Toy {
	return New([]int{0, 0}, func(values []int, to func(Move)) {
		x := uint64(values[0])*0x9e3779b97f4a7c15 + uint64(values[1])
		for range 1 + int(x>>60)%k {
			x = x*0xd1b54a32d192ed03 + 0x9e3779b97f4a7c15
			next := []int{int(x>>32) % n, int(x>>40) % 3}
			to(Move{Values: next, Atomic: x >> 62, Deeper: 1, Reach: int(x >> 59 & 3)})
		}
	})
}

// Wide are counters whose roots get wider: of one word at first, and of more later.
func Wide(n, m int) *Toy {
	s := Counters(n, m)
	s.Pad = 60 / n
	s.Pack()
	return s
}

// Updown are counters that go up and down: chains lead back the way they have come.
func Updown(n, m int) *Toy {
	return New(make([]int, n), func(values []int, to func(Move)) {
		for i, v := range values {
			for _, d := range []int{1, m - 1} {
				values[i] = (v + d) % m
				to(Move{Values: values})
			}
			values[i] = v
		}
	})
}

// Shared are cells that all set one more to any number: any other may have been there before.
func Shared(n, k, m int) *Toy {
	space := New(make([]int, n+1), func(values []int, to func(Move)) {
		was := values[n]
		for i, v := range values[:n] {
			values[i] = (v + 1) % k
			for values[n] = range m {
				to(Move{Values: values, Deeper: 1})
			}
			values[i], values[n] = v, was
		}
	})
	space.Pad = 4
	space.Pack()
	return space
}
