package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gospin/cmd/bench/machines"
	"gospin/verifier/partition"
	"gospin/verifier/report"
	"gospin/verifier/search"
)

// network is what is assumed to lie between machines: a server that reads and writes a gigabit a second, and
// half a millisecond through it. What it needs for a batch is measured.
var network = machines.Network{Latency: 0.5e-3, Bandwidth: 125e6}

// crowds are the numbers of machines for which searches are simulated.
var crowds = []int{1, 2, 4, 8, 16, 32, 64, 128}

// inParts matches the costs that a search in partitions prints.
var inParts = regexp.MustCompile(
	`of (\d+) successors that belong to another partition, (\d+)% were sent, in (\d+) batches, ([\d.]+) bytes each`)

// machines measures searches in partitions on this machine, with one owner, and prints what a simulation with
// these costs finds for many machines, for the same search and one of a hundred times as many states.
func (b *bench) machines() error {
	models, err := largeModels(b.ours, "")
	if err != nil {
		return err
	}
	fmt.Printf("%-28s %10s | %7s %7s %7s %7s | %s\n", "in partitions", "states", "µs/st", "sent/st", "B/sent", "µs/batch",
		"times as fast as one, by the number of machines; how busy the server is, with the most")
	for _, m := range models {
		if !strings.HasPrefix(m.name, b.only) {
			continue
		}
		s, w, err := b.measured(m)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		for _, times := range []int{1, 100} {
			s := s
			s.States *= times
			fmt.Printf("%-28s %10.3g | %7.1f %7.2f %7.1f %7.0f |", m.name, float64(s.States), s.PerState*1e6,
				s.Successors, s.Bytes, 2e6*w.PerEntry)
			one, last := machines.Simulate(1, s, w), machines.Result{}
			for _, n := range crowds {
				last = machines.Simulate(n, s, w)
				fmt.Printf(" %d: %.1f", n, one.Seconds/last.Seconds)
			}
			fmt.Printf("; %.0f%%\n", 100*last.Server)
		}
	}
	return nil
}

// partitioned has what a search in partitions costs.
type partitioned struct {
	states, cpu, sent, batches, bytes float64
}

// measured makes a search with few partitions and with many, and returns its size and costs. What the second
// costs more is due to its batches. Half of that is taken to be the server's.
func (b *bench) measured(m model) (machines.Search, machines.Network, error) {
	w := network
	few, err := b.inPartitions(m, 4)
	if err != nil {
		return machines.Search{}, w, err
	}
	many, err := b.inPartitions(m, 16)
	if err != nil {
		return machines.Search{}, w, err
	}
	perBatch := max(0, many.cpu-few.cpu) / max(1, many.batches-few.batches)
	w.PerEntry = perBatch / 2
	return machines.Search{
		States: int(few.states), Successors: many.sent / many.states, PerEntry: perBatch / 2,
		Bytes:    many.bytes,
		PerState: (few.cpu - perBatch*few.batches) / few.states,
		Batch:    partition.NewPlan(1, search.Limits{}).BatchStates,
	}, w, nil
}

// inPartitions makes a search by one owner.
func (b *bench) inPartitions(m model, partitions int) (s partitioned, err error) {
	path, err := filepath.Abs(m.path)
	if err != nil {
		return s, err
	}
	dir := filepath.Join(b.dir, "cluster", m.name)
	args := slices.Concat([]string{"verify", "-o1", "-o2", "-o3", "-report", "json", "-cluster", "-cluster-dir", dir,
		"-workers", "1", "-partitions", strconv.Itoa(partitions)}, m.defines, []string{path})
	ran, err := call(b.dir, b.binary, args...)
	if err != nil {
		return s, err
	}
	var r report.Report
	if err := json.Unmarshal(ran.stdout, &r); err != nil {
		return s, err
	}
	field := inParts.FindSubmatch(ran.stderr)
	if field == nil {
		return s, fmt.Errorf("no figures in %q", ran.stderr)
	}
	number := func(i int) float64 {
		x, _ := strconv.ParseFloat(string(field[i]), 64) // the expression matches numbers only
		return x
	}
	return partitioned{states: float64(r.States.Stored), cpu: ran.cpu, sent: number(1) * number(2) / 100,
		batches: number(3), bytes: number(4)}, nil
}
