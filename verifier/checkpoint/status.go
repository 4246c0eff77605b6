package checkpoint

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gospin/verifier/files"
)

// Status is how far a run is: for people.
type Status struct {
	Pid         int
	Begun       time.Time // of the process
	Ended       bool
	Done, Parts int
	About       string // what is looked for
	Errors      int
	Depth       int
	Limit       int64 // of memory; 0: none
	Rows        []Row // the last ones, oldest first
}

// Row is how far a search was at a time.
type Row struct {
	At                        time.Time
	Elapsed                   time.Duration
	Stored, Transitions, Open uint64
	Level, Expanded           uint64 // of a search level by level: states of the present one; 0: unknown
	Memory                    int64
}

// maxRows is how many a status has: each time there are more, every other one goes, but for the last.
const maxRows = 120

// With are the rows with one more.
func (s *Status) With(r Row) []Row {
	if n := len(s.Rows); n > 0 && r.Stored < s.Rows[n-1].Stored { // of another search
		return []Row{r}
	}
	if len(s.Rows) < maxRows {
		return append(slices.Clone(s.Rows), r)
	}
	out := make([]Row, 0, maxRows)
	for i := 0; i < len(s.Rows); i += 2 {
		out = append(out, s.Rows[i])
	}
	return append(out, r)
}

// Tell writes how far the run is.
func (f *Folder) Tell(text []byte) error { return files.WriteBytes(f.at(progressName), text) }

// Seen is what can be seen of a folder from elsewhere.
type Seen struct {
	About  *About
	Status *Status // nil: nothing is known yet
	InUse  bool
	Kept   time.Time // when the youngest generation was written; zero: there is none
	Bytes  int64     // of all generations
}

// ReadStatus tells how far the run of a folder is, whoever is using it.
func ReadStatus(path string) (*Seen, error) {
	about, err := Read(path)
	if err != nil {
		return nil, err
	}
	out := &Seen{About: about}
	if lock, err := LockFile(filepath.Join(path, lockName)); errors.Is(err, ErrLocked) {
		out.InUse = true
	} else if err == nil {
		_ = lock.Close()
	}
	text, err := os.ReadFile(filepath.Join(path, progressName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		out.Status = &Status{}
		if json.Unmarshal(text, out.Status) != nil {
			out.Status = nil
		}
	}
	f := &Folder{Path: path}
	for _, n := range f.generations() {
		if st, err := os.Stat(f.at(generation(n))); err == nil {
			out.Bytes += st.Size()
			if st.ModTime().After(out.Kept) {
				out.Kept = st.ModTime()
			}
		}
	}
	return out, nil
}
