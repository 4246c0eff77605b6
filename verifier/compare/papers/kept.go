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

// kept is a file of runs: those that are in it are not made again, and those made are added, one a line. So
// tables that take long can be made in parts, and papers share what they compare with.
type kept struct {
	path string
	text bytes.Buffer // of the whole file
	err  error        // why it is not on the disk
}

// keptRun is a line of it. The first one has the version only.
type keptRun struct {
	Version string         `json:"version,omitempty"`
	Run     string         `json:"run,omitempty"` // its options
	Why     string         `json:"why,omitempty"` // it has no figures
	Report  *report.Report `json:"report,omitempty"`
}

// keep has what is in a file of runs that this version has made. One that is not there is begun.
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

// line adds a line. The file is written as a whole each time, so that none is ever half there.
func (k *kept) line(r keptRun) {
	if k.err = json.NewEncoder(&k.text).Encode(r); k.err == nil {
		k.err = files.WriteBytes(k.path, k.text.Bytes())
	}
}

// add keeps a run, without what no table tells.
func (k *kept) add(run string, o outcome) {
	if k == nil {
		return
	}
	r := *o.Report
	r.Unreached, r.Options, r.Properties = nil, nil, nil
	k.line(keptRun{Run: run, Why: o.why, Report: &r})
}

// missing returns why not all of it is on the disk.
func (k *kept) missing() error {
	if k == nil {
		return nil
	}
	return k.err
}
