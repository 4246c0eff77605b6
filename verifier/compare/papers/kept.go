package papers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gospin/verifier/files"
	"gospin/verifier/report"
)

// kept is a file of runs. Those in it are not made again; others are added when made, one per line. So
// tables that take long can be made in parts, and papers share the runs that they compare with.
type kept struct {
	path string
	text bytes.Buffer // the content of the file
	err  error        // why the file could not be written
}

// keptRun is a line of such a file. The first line has only the version.
type keptRun struct {
	Version string         `json:"version,omitempty"`
	Run     string         `json:"run,omitempty"` // its options
	Why     string         `json:"why,omitempty"` // it has no figures
	Report  *report.Report `json:"report,omitempty"`
}

// keep reads a file of runs made by this version, or begins one if there is none.
func keep(path, version string, runs map[string]outcome) (*kept, error) {
	k := &kept{path: path}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		k.line(keptRun{Version: version})
		return k, k.err
	}
	if err != nil {
		return nil, err
	}
	k.text.Write(text)
	dec := json.NewDecoder(bytes.NewReader(text))
	for n := 0; err == nil; n++ {
		var r keptRun
		if err = dec.Decode(&r); err != nil {
			break
		}
		switch {
		case n == 0 && r.Version != version:
			err = fmt.Errorf("%s has runs of another gospin, %s: this is %s", path, r.Version, version)
		case n > 0 && r.Report != nil:
			runs[r.Run] = outcome{r.Report, r.Why}
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the runs kept in %s: %w", path, err)
	}
	return k, nil
}

// line adds a line. The whole file is written each time, so it never ends in half a line.
func (k *kept) line(r keptRun) {
	if k.err = json.NewEncoder(&k.text).Encode(r); k.err == nil {
		k.err = files.WriteBytes(k.path, k.text.Bytes())
	}
}

// add keeps a run, without figures that no table has.
func (k *kept) add(run string, o outcome) {
	if k == nil {
		return
	}
	r := *o.Report
	r.Unreached, r.Options, r.Properties = nil, nil, nil
	k.line(keptRun{Run: run, Why: o.why, Report: &r})
}

// missing returns why not everything could be written.
func (k *kept) missing() error {
	if k == nil {
		return nil
	}
	return k.err
}
