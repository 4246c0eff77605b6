package partition_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/partition"
	"gospin/verifier/search"
	"gospin/verifier/source"
)

// BenchmarkPartitions makes a search in eight partitions by one goroutine, without a network. It prints what
// a state costs with all that is sent for it.
func BenchmarkPartitions(b *testing.B) {
	src := source.Source{Model: "../../examples/phils.pml", Defines: []string{"N=8"}}
	for range b.N {
		prog, err := src.Program(b.Context(), source.Aim{})
		require.NoError(b, err)
		plan := partition.NewPlan(8, search.Limits{})
		logs := make([][][]byte, plan.Partitions)
		parts := make([]*partition.Partition, plan.Partitions)
		for i := range parts {
			parts[i] = partition.New(plan, i, successors(prog))
		}
		send := func(to int, text []byte) error {
			logs[to] = append(logs[to], text)
			return nil
		}
		to, text, err := partition.Initial(plan, successors(prog))
		require.NoError(b, err)
		require.NoError(b, send(to, text))
		for some := true; some; {
			some = false
			for i, p := range parts {
				if len(logs[i]) == 0 && p.Tally().Collected {
					logs[i] = append(logs[i], partition.Sign(partition.Flush))
				}
				for len(logs[i]) > 0 {
					some = true
					text, logs[i] = logs[i][0], logs[i][1:]
					require.NoError(b, p.Handle(context.Background(), text, send))
				}
			}
		}
		var all []partition.Tally
		for _, p := range parts {
			all = append(all, p.Tally())
			p.Free()
		}
		sum := partition.Sum(all)
		var sent, bytes uint64
		for i := range all {
			sent += all[i].Elsewhere - all[i].Spared
			bytes += all[i].Sent
		}
		b.ReportMetric(float64(sent)/float64(sum.Stored), "sent/state")
		b.ReportMetric(float64(bytes)/float64(sum.Stored), "bytes/state")
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(sum.Stored), "ns/state")
	}
}
