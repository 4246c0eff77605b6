package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/files/faulty"
	"gospin/verifier/graph/query"
	"gospin/verifier/thorough"
	"gospin/verifier/trail"
)

// writers are command lines that write files, after what each needs, and the files.
var writers = []struct{ before, line, files string }{
	{"", "verify m.pml", "m.pml.trail"},
	{"", "verify -e -c0 -quiet m.pml", "m.pml1.trail"},
	{"", "verify -json -report html:r.html -trail m.trail m.pml", "m.trail r.html"},
	{"", "verify -report json:r.json -report junit:r.xml -report sarif:r.sarif good.pml", "r.json r.xml r.sarif"},
	{"", "verify -trail t.trail -report itf:r.json m.pml", "t.trail r.json"},
	{"", "verify -ctl AG(x<2) good.pml", ""},
	{"", "verify -cpuprofile p good.pml", "p"},
	{"", "graph -o g good.pml", "g"},
	{"", "graph -o g -states 1 good.pml", "g.partial"},
	{"", "graph -ctl AG(x<2) -o g m.pml", "g m.pml.trail"},
	{"graph -o g talk.pml", "graph export -o g.dot g", "g.dot"},
	{"graph -ctl AG(x<7) -o g talk.pml", "graph check -ctl AG(x<7) -k t.trail g talk.pml", "t.trail"},
	{"graph -o g m.pml", "graph walk -k t.trail g m.pml", "t.trail"},
	{"", "train good.pml", "good.pml.profile"},
	{"verify m.pml", "replay -html r.html m.pml", "r.html"},
	{"verify m.pml", "replay -chart=c.svg m.pml", "c.svg"},
	{"", "simulate -n1 -chart=c.svg talk.pml", "c.svg"},
	{"", "fmt -w good.pml", "good.pml"},
	{"", "verify -certificate c.cert good.pml", "c.cert"},
	{"", "sweep -fresh -D X=1,2 -o t.json -format json -report junit:r.xml good.pml", "t.json r.xml"},
}

// TestCommandsWhoseFilesFail has every call to the system that writes files fail, one at a time or with all
// later ones. A verdict is as without, each file is whole or as it was, and the exit code says that something
// could not be written; but a violation is one without its trail, too.
func TestCommandsWhoseFilesFail(t *testing.T) {
	for _, w := range writers {
		t.Run(w.line, func(t *testing.T) {
			f := newFailing(t, w.before, w.line, strings.Fields(w.files))
			for n := 1; f.runs(n, false); n += thorough.Of(3, 1) {
				require.Less(t, n, 100)
			}
			for n := 1; thorough.On && f.runs(n, true); n++ {
				require.Less(t, n, 100)
			}
		})
	}
}

// TestATraceThatCannotBeRemoved: where there is none to write, it is said that an older one is still there.
func TestATraceThatCannotBeRemoved(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("good.pml", []byte(good), 0o600))
	require.NoError(t, os.WriteFile("r.json", []byte(old), 0o600))
	sys := faulty.Use(t)
	sys.Forever = true
	sys.FailAt(2) // the first call is that the file is begun
	code, out, errs := command("", "verify", "-report", "itf:r.json", "good.pml")
	require.Equal(t, failedCode, code)
	require.Contains(t, out, "assertions: holds")
	require.Contains(t, errs, "r.json")
	require.Contains(t, errs, "input/output error")
	sys.FailAt(0)
	sys.Forever = false
	code, _, errs = command("", "verify", "-report", "itf:r.json", "good.pml")
	require.Equal(t, 0, code)
	require.Contains(t, errs, "the one of an earlier run is removed")
	require.NoFileExists(t, "r.json")
}

// failing runs a command line while files fail.
type failing struct {
	*testing.T
	sys    *faulty.System
	line   string
	files  []string
	before map[string]string // files, with something old in place of what is written
	code   int
	answer []string
}

func newFailing(t *testing.T, before, line string, files []string) *failing {
	t.Chdir(t.TempDir())
	t.Setenv(asProgram, "1") // for sweeps
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	f := &failing{T: t, sys: faulty.Use(t), line: line, files: files}
	f.before = map[string]string{"m.pml": wrong, "good.pml": good, "talk.pml": talk}
	f.restore()
	if before != "" {
		f.command(before)
	}
	f.before = f.present()
	code, out, _ := f.command(line)
	f.code, f.answer = code, verdicts(out)
	for _, name := range files {
		require.FileExists(t, name)
		if !strings.HasSuffix(name, ".pml") {
			f.before[name] = old
		}
	}
	return f
}

const old = "old"

func (f *failing) command(line string) (code int, out, errs string) {
	return command("", strings.Fields(line)...)
}

// present are the files that are there.
func (f *failing) present() map[string]string {
	all := map[string]string{}
	list, err := os.ReadDir(".")
	require.NoError(f, err)
	for _, e := range list {
		text, err := os.ReadFile(e.Name())
		require.NoError(f, err)
		all[e.Name()] = string(text)
	}
	return all
}

// restore has the files be as before.
func (f *failing) restore() {
	for name := range f.present() {
		require.NoError(f, os.Remove(name))
	}
	for name, text := range f.before {
		require.NoError(f, os.WriteFile(name, []byte(text), 0o600))
	}
}

// verdicts are the parts of an output that say what holds.
func verdicts(out string) []string {
	return regexp.MustCompile(`(?m)^verdict: \w+|"verdict": ?"\w+"|^[^:\n]+: (?:holds|violated)\b`).FindAllString(out, -1)
}

// runs has the n-th call fail, and reports whether there was one.
func (f *failing) runs(n int, forever bool) bool {
	f.restore()
	f.sys.Forever = forever
	f.sys.FailAt(n)
	code, out, errs := f.command(f.line)
	failed := f.sys.HasFailed()
	f.sys.Forever = false
	f.sys.FailAt(0)
	what := []any{"call %d, forever %t\n%s%s", n, forever, out, errs}
	require.NotContains(f, errs, "internal error", what...)
	if !failed {
		require.Equal(f, f.code, code, what...)
		require.Equal(f, f.answer, verdicts(out), what...)
		return false
	}
	if !strings.Contains(out, "its trail could not be written") {
		require.Contains(f, errs, "input/output error", what...)
	}
	isVerdict := strings.HasPrefix(f.line, "verify")
	if code != failedCode {
		require.Equal(f, []int{1, 1}, []int{f.code, code}, what...)
	}
	if said := verdicts(out); isVerdict && len(said) > 0 {
		require.Equal(f, f.answer, said, what...)
	}
	if strings.Contains(f.line, "-json") {
		require.NoError(f, json.Unmarshal([]byte(out), new(any)), what...)
	}
	f.look(code, errs, forever, what)
	return true
}

// look looks at the files.
func (f *failing) look(code int, errs string, forever bool, what []any) {
	for name, text := range f.present() {
		was, isOld := f.before[name]
		switch {
		case isOld && text == was && text == old && strings.HasSuffix(name, ".trail") && code == 1:
			require.Contains(f, errs, "of an earlier run", what...)
		case isOld && text == was:
		case strings.HasSuffix(name, ".gospin-new"):
			require.True(f, forever, what...) // what is left can't be removed
		default:
			// Where MODEL.trail can't be written, the property's own name serves.
			require.Contains(f, f.files, strings.Replace(name, ".assertions.", ".", 1), what...)
			require.NoError(f, f.whole(name), what...)
		}
	}
	for name := range f.before {
		if !strings.HasSuffix(name, ".trail") {
			require.FileExists(f, name, what...)
		}
	}
}

// whole returns what is missing in a file.
func (f *failing) whole(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	ending := name[strings.LastIndexByte(name, '.')+1:]
	switch ending {
	case "json", "sarif":
		return json.Unmarshal(text, new(any))
	case "xml", "svg":
		d := xml.NewDecoder(bytes.NewReader(text))
		for err == nil {
			_, err = d.Token()
		}
		if err == io.EOF {
			err = nil
		}
		return err
	case "html":
		return endsWith(text, "</html>\n")
	case "dot", "pml":
		return endsWith(text, "}\n")
	case "profile":
		return nil
	case "cert":
		code, out, errs := command("", "check", name)
		if code != 0 {
			return errors.New(out + errs)
		}
		return nil
	case "trail":
		_, err := trail.ReadFile(name)
		return errors.Join(err, endsWith(text, "}\n"))
	case "partial", "g":
		_, err := query.Stat(f.Context(), name)
		return err
	}
	return nil
}

func endsWith(text []byte, with string) error {
	if !bytes.HasSuffix(text, []byte(with)) {
		return io.ErrUnexpectedEOF
	}
	return nil
}
