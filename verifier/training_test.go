package verifier_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/compression/train"
	"gospin/verifier"
	"gospin/verifier/files"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/verifier/tune"
)

func TestTrainingIsReproducible(t *testing.T) {
	o := verifier.Options{Source: source.Source{Model: write(t, counting)}}
	for _, search := range tune.Searches {
		var first *train.Profile
		for range 2 {
			p, err := tune.Train(
				context.Background(),
				o,
				tune.TrainOptions{States: 50, Search: search, Seed: 5},
			)
			require.NoError(t, err)
			require.False(t, p.Training.Complete)
			if first == nil {
				first = p
			}
			require.Equal(t, first, p, search)
		}
	}
	all, err := tune.Train(context.Background(), o, tune.TrainOptions{})
	require.NoError(t, err)
	require.True(t, all.Training.Complete)
	require.Equal(t, verify(t, counting, verifier.Options{}).States.Stored, all.States)
}

// TestTrainingEnds when it is told to.
func TestTrainingEnds(t *testing.T) {
	big := `byte a, b, c; active proctype P() { do :: a++ :: b++ :: c++ od }`
	train := func(until time.Duration) (*train.Profile, error) {
		ctx, stop := context.WithTimeout(context.Background(), until)
		defer stop()
		return tune.Train(ctx, verifier.Options{Source: source.Source{Model: write(t, big)}},
			tune.TrainOptions{States: 1 << 24, Memory: 1 << 20})
	}
	p, err := train(0)
	require.ErrorIs(t, err, context.DeadlineExceeded, "nothing has been seen")
	for until := 10 * time.Millisecond; err != nil && until < time.Minute; until *= 4 {
		p, err = train(until)
	}
	require.NoError(t, err)
	require.Less(t, p.States, uint64(1<<24))
}

// TestProfilesAndClaims: beside a claim a vector is another, so that the profile of the model is not used.
func TestProfilesAndClaims(t *testing.T) {
	o := verifier.Options{
		Source:  source.Source{Model: write(t, properties)},
		Storage: verifier.Storage{Compress: "trained"},
		Limits:  verifier.Limits{Errors: 1},
	}
	p, err := tune.Train(context.Background(), o, tune.TrainOptions{})
	require.NoError(t, err)
	require.NoError(t, files.Write(tune.ProfilePath(o.Model), p.Write))
	r, err := verifier.Run(context.Background(), o)
	require.NoError(t, err)
	require.Contains(t, r.GoesBy, "profile")
	require.NotEmpty(t, r.Searches)
	for _, s := range r.Searches {
		require.Contains(t, s.GoesBy, "a training run of")
	}
	want := verify(t, properties, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	require.Equal(t, want.Verdict, r.Verdict)
	require.Equal(t, want.States, r.States)
}

// TestTrainedTakesHalfOfMask: as the paper has it for its own mode, and much less for most models.
func TestTrainedTakesHalfOfMask(t *testing.T) {
	for _, name := range thorough.Of(
		[]string{"leader", "phils"}, []string{"leader", "sort", "phils", "snoopy", "hajek", "cambridge"}) {
		text, err := os.ReadFile("../examples/" + name + ".pml")
		require.NoError(t, err)
		mask := verify(
			t,
			string(text),
			verifier.Options{
				Storage:  verifier.Storage{Compress: "mask"},
				Question: verifier.Question{NoClaim: true},
			},
		)
		trained := verify(
			t,
			string(text),
			verifier.Options{
				Storage:  verifier.Storage{Compress: "trained"},
				Question: verifier.Question{NoClaim: true},
			},
		)
		require.Equal(t, mask.States, trained.States, name)
		require.Less(t, trained.Memory.BytesPerState, mask.Memory.BytesPerState/2, name)
	}
}
