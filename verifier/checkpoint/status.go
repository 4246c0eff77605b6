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

// Status describes how far a run is, for people.
type Status struct {
	Pid         int
	Begun       time.Time // of the process
	Ended       bool
	Done, Parts int
	About       string // what is being searched for
	Errors      int
	Depth       int
	Limit       int64 // of memory; 0: none
	Rows        []Row // the last ones, oldest first
}

// Row has the figures of a search at one time.
type Row struct {
	At                        time.Time
	Elapsed                   time.Duration
	Stored, Transitions, Open uint64
	Level, Expanded           uint64 // of a search by levels: states of the current level; 0 if unknown
	Memory                    int64
}

// maxRows limits the rows of a status. When there are more, every other one is removed, except the last.
const maxRows = 120

// With returns the rows with one more.
func (s *Status) With(r Row) []Row {
	if n := len(s.Rows); n > 0 && r.Stored < s.Rows[n-1].Stored { // a new search
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

// Tell writes the status.
func (f *Folder) Tell(text []byte) error { return files.WriteBytes(f.at(progressName), text) }

// Seen is what other processes can read of a folder.
type Seen struct {
	About  *About
	Status *Status // nil if nothing is known yet
	InUse  bool
	Kept   time.Time // when the last generation was written; zero if there is none
	Bytes  int64     // of all generations
}

// ReadStatus returns how far the run of a folder is, even if another process uses it.
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
