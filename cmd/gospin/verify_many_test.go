package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	spent = regexp.MustCompile(`\(\d+ states?, [0-9.]+ s\)`)
	// folder is a folder of models that expect things of themselves, or nothing.
	folder = map[string]string{
		"models/good.pml":     good,
		"models/bad.pml":      wrong,
		"models/broken.pml":   "byte 3;\n",
		"models/as.pml":       "/* expect: assertions violated */\n" + wrong,
		"models/not.pml":      "// expect: assertions holds\n" + wrong,
		"models/sub/what.pml": "/* expect: asertions violated */\n" + wrong,
		"models/sub/word.pml": "/* expect: assertions violate */\n" + good,
		"models/notes.txt":    "no model",
		"held/a.pml":          good,
		"held/as.pml":         "/* expect: assertions violated,\n   end-states inconclusive */\n" + wrong,
	}
)

// TestManyModels: a line for each, and the exit code of the worst; what a model expects is no violation.
func TestManyModels(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"models/sub", "held", "empty"} {
		require.NoError(t, os.MkdirAll(dir, 0o755))
	}
	for name, text := range folder {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	told := func(line string, code int) string {
		got, out, errs := typedLine(line)
		require.Equal(t, code, got, "%s\n%s%s", line, out, errs)
		return spent.ReplaceAllString(out, "(...)") + errs
	}
	require.Equal(t, `models/as.pml        violated, as expected (...)
models/bad.pml       violated: assertions (...)
models/broken.pml    refused: models/broken.pml:1:6: error: the name of a variable expected, not '3'
models/good.pml      holds (...)
models/not.pml       violated, not as expected: assertions violated, expected: holds (...)
models/sub/what.pml  violated, not as expected: assertions violated; expected of asertions, which is no property `+
		`(did you mean "assertions"?) (...)
models/sub/word.pml  refused: expect: "violate" is no verdict (did you mean "violated"?): there are holds, violated, inconclusive
`, told("verify models", 2))
	require.Equal(t, "held/a.pml   holds (...)\nheld/as.pml  violated, as expected (...)\n", told("verify held", 0))
	require.Empty(t, told("verify -quiet held", 0))
	require.Contains(t, told("verify held models/bad.pml", 1), "models/bad.pml  violated: assertions")
	require.Equal(t, "gospin: there is no model (*.pml) in the folder empty\n", told("verify empty", 2))
	require.Contains(t, told("verify -json held", 2), "-report json is of one model; of many, there is junit")
	junit := told("verify -report junit held models/not.pml", 1)
	require.Contains(t, junit, `<testsuites name="gospin" tests="6" failures="1" errors="0"`)
	require.Contains(t, junit, `<failure message="violated, but expected: holds" type="assertion">`)
}

// TestModelsToBeginWith: what is written holds, and nothing is overwritten.
func TestModelsToBeginWith(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{"new lock", "examples peterson"} {
		code, _, errs := typedLine(line)
		require.Zero(t, code, errs)
		code, _, errs = typedLine(line)
		require.Equal(t, 2, code)
		require.Contains(t, errs, "is there already, and stays as it is\n")
	}
	code, out, errs := typedLine("verify lock.pml peterson.pml")
	require.Zero(t, code, "%s%s", out, errs)
	require.Equal(t, 2, len(regexp.MustCompile(`(?m) holds \(`).FindAllString(out, -1)), out)
	_, out, _ = typedLine("examples")
	require.Contains(t, out, "\n  peterson ")
	_, _, errs = typedLine("examples petersen")
	require.Contains(t, errs, `there is no example "petersen" (did you mean "peterson"?)`)
}
