package conformance

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
)

// Small models are searched in this process where they are searched in many ways: to begin a process takes
// longer than to search them.

// rawOptions are those of the flags raw, but for the model and its store.
var rawOptions = verifier.Options{
	Order: "dfs",
	Reduction: verifier.Reduction{
		POR: "off", Merging: ask.MergingBeside("off"), NoDataflow: true, NoDropUnread: true, NoMerge: true,
	},
	Question: verifier.Question{NoClaim: true},
}

// copyOf copies a model to where trails may be left beside it. The result false says that the model is not to
// be searched in this process: it includes others, or another gospin is to be tested.
func copyOf(t *testing.T, model string) (string, bool) {
	t.Helper()
	text, err := os.ReadFile(model)
	require.NoError(t, err)
	copied := filepath.Join(t.TempDir(), filepath.Base(model))
	require.NoError(t, os.WriteFile(copied, text, 0o600))
	return copied, os.Getenv("GOSPIN_BINARY") == "" && !bytes.Contains(text, []byte("include"))
}

// searchHere makes a search in this process.
func searchHere(t *testing.T, o *verifier.Options) figures {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	r, err := verifier.Run(ctx, *o)
	require.NoError(t, err)
	return figuresIn(r)
}
