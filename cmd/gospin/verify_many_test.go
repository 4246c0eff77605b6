package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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
models/sub/word.pml  refused: models/sub/word.pml:1:23: error: expect: "violate" is no verdict (did you mean "violated"?): there are holds, violated, inconclusive
`, told("verify models", 2))
	require.Equal(t, "held/a.pml   holds (...)\nheld/as.pml  violated, as expected (...)\n", told("verify held", 0))
	require.Empty(t, told("verify -quiet held", 0))
	require.Contains(t, told("verify held models/bad.pml", 1), "models/bad.pml  violated: assertions")
	require.Equal(t, "gospin: there is no model (*.pml) in the folder empty\n", told("verify empty", 2))
	require.Contains(t, told("verify -json held", 2), "-report json is of one model; of many, there are junit, sarif, github, "+
		"html, html-fragment")
	require.Equal(t, "held/a.pml   holds (...)\ncoverage: all 2 statements are executed\n"+
		"held/as.pml  violated, as expected (...)\ncoverage: all 2 statements are executed; so far: the search "+
		"stopped at an error\n", told("verify -coverage held", 0))
	require.Contains(t, told("verify -quiet -counts held", 2), "-coverage and -counts are not for -quiet")
	sarif := told("verify -report sarif -W write-only=off held models/not.pml models/broken.pml", 2)
	require.Equal(t, 2, strings.Count(sarif, `"ruleId": `), sarif)
	require.Contains(t, sarif, `"uri": "models/not.pml"`)
	told("verify -report html:all.html held models/not.pml", 1)
	page, err := os.ReadFile("all.html")
	require.NoError(t, err)
	require.Contains(t, string(page), "<title>3 models, 1 not as they should be</title>")
	require.Regexp(t, `^(?s)held/a.pml .*\n::error file=models/not.pml,line=3,col=\d+,title=assertions%3A violated`,
		told("verify -report github held models/not.pml", 1), "annotations stand below the lines")
	require.Equal(t, "models/broken.pml:1:6: error: the name of a variable expected, not '3'\nbyte 3;\n     ^\n"+
		"::error file=models/broken.pml,line=1,col=6,"+
		"title=the name of a variable expected%2C not '3'::the name of a variable expected, not '3'\n",
		told("lint -report github models/good.pml models/broken.pml", 2))
	require.Equal(t, "gospin: fmt has no flag -report: gospin fmt -h lists them\n", told("fmt -report sarif models/good.pml", 2))
	junit := told("verify -report junit held models/not.pml", 1)
	require.Contains(t, junit, `<testsuites name="gospin" tests="6" failures="1" errors="0"`)
	require.Contains(t, junit, `<failure message="violated, but expected: holds" type="assertion">`)
}

// TestTrailsOfFolders: a violation that no model expects leaves its trail beside the model, or in the folder
// of -trail; expected ones leave none, unless -trail asks for them.
func TestTrailsOfFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"models/sub", "held", "empty", "trails"} {
		require.NoError(t, os.MkdirAll(dir, 0o755))
	}
	for name, text := range folder {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	trails := func(line string, code int) (out []string) {
		got, said, errs := typedLine(line)
		require.Equal(t, code, got, "%s\n%s%s", line, said, errs)
		for _, pattern := range []string{"*", "*/*", "*/*/*"} {
			paths, err := filepath.Glob(pattern + ".trail")
			require.NoError(t, err)
			for _, path := range paths {
				out = append(out, filepath.ToSlash(path))
				require.NoError(t, os.Remove(path))
			}
		}
		return out
	}
	require.Empty(t, trails("verify held", 0))
	require.Equal(t, []string{"models/bad.pml.trail", "models/not.pml.trail"},
		trails("verify models/as.pml models/bad.pml models/not.pml", 1))
	require.Equal(t, []string{"trails/as.pml.trail", "trails/bad.pml.trail"},
		trails("verify -trail trails models/as.pml models/bad.pml", 1))
}

// TestExpectationsOfOne: what a model expects holds for a single one, too, in words and in the exit code.
func TestExpectationsOfOne(t *testing.T) {
	t.Chdir(t.TempDir())
	const both = wrong + "ltl low { [] (x < 2) }\n"
	for name, text := range map[string]string{
		"as.pml":  "/* expect: assertions violated, low violated */\n" + both,
		"not.pml": "/* expect: assertions violated, low holds */\n" + both,
		"bad.pml": "/* expect: assertions fails */\n" + both,
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for line, want := range map[string]struct {
		code int
		text string
	}{
		"verify as.pml":                   {0, "expectations: as expected\n"},
		"verify -quiet as.pml":            {0, "verdict: violated\nexpectations: as expected\n"},
		"verify -only low as.pml":         {0, "expectations: as expected\n"},
		"verify -ltl [](x<=2) as.pml":     {0, "expectations: as expected\n"},
		"verify -ltl [](x<2) as.pml":      {1, "expectations: not as expected: [](x<2) violated\n"},
		"verify -json as.pml":             {0, `"exit":0,`},
		"verify not.pml":                  {1, "expectations: not as expected: low violated, expected: holds\n"},
		"verify -json not.pml":            {1, `"unmet":["low violated, expected: holds"]`},
		"verify -only assertions not.pml": {0, "expectations: as expected\n"},
		"verify bad.pml":                  {2, `"fails" is no verdict`},
	} {
		code, out, errs := typedLine(line)
		require.Equal(t, want.code, code, "%s\n%s%s", line, out, errs)
		require.Contains(t, out+errs, want.text, line)
	}
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

// TestReadNoFurther: a report's file is written although nothing reads standard output any more.
func TestReadNoFurther(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte("byte x; init { x = 1; assert(x == 2) }"), 0o600))
	for _, line := range []string{"verify -report junit:r m.pml", "verify -report junit:r ."} {
		closed, out := io.Pipe()
		require.NoError(t, closed.Close())
		var errs strings.Builder
		require.Equal(t, 1, run(strings.Fields("gospin "+line), nil, out, &errs), errs.String())
		require.FileExists(t, "r")
		require.NoError(t, os.Remove("r"))
	}
}
