package main

import (
	"encoding/binary"
	"slices"
)

// alike returns how many states remain if states that differ in one process only, and behave alike, are
// merged, process by process.
func (g *graph) alike() int {
	most := 0
	of := make([]int, len(g.vecs)) // the representative of each state
	for s := range of {
		of[s] = s
		most = max(most, len(g.pcs(s)))
	}
	left := len(of)
	for pid := range most {
		left = g.merge(pid, of)
	}
	return left
}

// merge merges alike states that differ in a process, and returns how many remain.
func (g *graph) merge(pid int, of []int) int {
	class, n := make([]int, len(of)), 0
	numbers := map[string]int{}
	number := func(key []byte) int {
		k, is := numbers[string(key)]
		if !is {
			k = len(numbers)
			numbers[string(key)] = k
		}
		return k
	}
	for s := range of {
		if of[s] != s {
			continue
		}
		key := []byte(g.vecs[s])
		if procs := g.prog.Layout.ShapeOf(key).Procs; pid < len(procs) {
			q := procs[pid]
			clear(key[q.Off : q.Off+g.prog.Layout.Procs[q.Type].Size])
		}
		class[s] = number(binary.AppendUvarint(key, uint64(g.fails[s])))
	}
	for len(numbers) > n {
		n = len(numbers)
		clear(numbers)
		fresh := make([]int, len(of))
		for s := range of {
			if of[s] != s {
				continue
			}
			var to []int
			for _, e := range g.next[s] {
				to = append(to, class[of[e.to]])
			}
			slices.Sort(to)
			key := binary.AppendUvarint(nil, uint64(class[s]))
			for _, c := range slices.Compact(to) {
				key = binary.AppendUvarint(key, uint64(c))
			}
			fresh[s] = number(key)
		}
		class = fresh
	}
	first := map[int]int{}
	for s := range of {
		if of[s] != s {
			of[s] = of[of[s]]
			continue
		}
		if _, met := first[class[s]]; !met {
			first[class[s]] = s
		}
		of[s] = first[class[s]]
	}
	for s := range of { // former representatives
		of[s] = of[of[s]]
	}
	return len(first)
}
