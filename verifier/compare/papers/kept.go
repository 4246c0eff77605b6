package papers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gospin/verifier/report"
)

// kept is a file of runs: those that are in it are not made again, and those made are added, one a line. So
// tables that take long can be made in parts, and papers share what they compare with.
type kept struct {
	file *os.File
	enc  *json.Encoder
	err  error
}

// keptRun is a line of it. The first one has the version only.
type keptRun struct {
	Version string         `json:"version,omitempty"`
	Run     string         `json:"run,omitempty"` // its options
	Why     string         `json:"why,omitempty"` // it has no figures
	Report  *report.Report `json:"report,omitempty"`
}

// keep opens a file of runs that this version has made, and has what is in it.
func keep(path, version string, runs map[string]outcome) (*kept, error) {
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if f, err = os.Create(path); err != nil {
			return nil, err
		}
		k := &kept{file: f, enc: json.NewEncoder(f)}
		return k, k.enc.Encode(keptRun{Version: version})
	case err != nil:
		return nil, err
	}
	dec := json.NewDecoder(f)
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
	_ = f.Close()
	if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the runs kept in %s: %w", path, err)
	}
	if f, err = os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	return &kept{file: f, enc: json.NewEncoder(f)}, nil
}

// add keeps a run, without what no table tells.
func (k *kept) add(run string, o outcome) {
	if k == nil {
		return
	}
	r := *o.Report
	r.Unreached, r.Options, r.Properties = nil, nil, nil
	k.err = errors.Join(k.err, k.enc.Encode(keptRun{Run: run, Why: o.why, Report: &r}))
}

// close tells what went wrong with the file, too.
func (k *kept) close() error {
	if k == nil {
		return nil
	}
	return errors.Join(k.err, k.file.Close())
}
