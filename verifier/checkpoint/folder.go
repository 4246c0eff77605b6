package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gospin/verifier/files"
)

// About describes the run of a folder.
type About struct {
	Format  int
	Version string // of the program
	Begun   time.Time
	Folder  string   // the working directory of the run
	Args    []string // its command line
	Texts   []Text   // the files that it read
}

// Text is a file that the run depends on.
type Text struct{ Path, Text string }

// Folder is a folder with a run.
type Folder struct {
	Path  string
	About About

	every time.Duration
	lock  io.Closer
	last  int // the last generation
	kept  time.Time
	cost  time.Duration
}

// InUse is the error if another process uses a folder.
type InUse struct{ Path string }

func (e *InUse) Error() string {
	return e.Path + ": another process is using this checkpoint: wait until it has ended, or end it"
}

// Names of files.
const (
	lockName     = "lock"
	runName      = "run"
	stateName    = "state-"
	partName     = "part-"
	progressName = "progress"
)

// Least is the minimum time between two generations, as a multiple of the time for writing one. So at most
// the fraction 1/Least of the time is spent on writing.
const Least = 50

// Create creates a folder for a run, with a generation due at this interval. It refuses a folder that has a
// run already.
func Create(path string, about About, every time.Duration) (*Folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	f, err := locked(path, every)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(f.at(runName)); err == nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s has a checkpoint already: go on with it by -resume %s, or remove the folder", path, path)
	}
	about.Format = Format
	f.About = about
	text, err := json.Marshal(&about)
	if err == nil {
		err = f.write(runName, func(w *Writer) { w.Begin(runName); w.Bytes(text) })
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// Open opens the folder of a run.
func Open(path string, every time.Duration) (*Folder, error) {
	about, err := Read(path)
	if err != nil {
		return nil, err
	}
	f, err := locked(path, every)
	if err != nil {
		return nil, err
	}
	f.About = *about
	if all := f.generations(); len(all) > 0 {
		f.last = all[0]
	}
	return f, nil
}

// Read returns the description of a folder, even if another process uses it.
func Read(path string) (*About, error) {
	r, err := OpenReader(filepath.Join(path, runName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no checkpoint: gospin verify -checkpoint %s makes one", path, path)
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	r.Begin(runName)
	text := r.Bytes()
	if err := r.End(); err != nil {
		return nil, err
	}
	about := &About{}
	if err := json.Unmarshal(text, about); err != nil {
		return nil, &Damaged{filepath.Join(path, runName), err.Error()}
	}
	if about.Format != Format {
		return nil, fmt.Errorf("%s was written by gospin %s in format %d; this one reads format %d only", path,
			about.Version, about.Format, Format)
	}
	return about, nil
}

// locked locks a folder for this process.
func locked(path string, every time.Duration) (*Folder, error) {
	lock, err := LockFile(filepath.Join(path, lockName))
	if errors.Is(err, ErrLocked) {
		return nil, &InUse{path}
	}
	if err != nil {
		return nil, err
	}
	return &Folder{Path: path, every: every, lock: lock, kept: time.Now()}, nil
}

// Close unlocks the folder.
func (f *Folder) Close() error { return f.lock.Close() }

func (f *Folder) at(name string) string { return filepath.Join(f.Path, name) }

// write writes a file, and syncs the folder.
func (f *Folder) write(name string, what func(*Writer)) error {
	err := files.Write(f.at(name), func(to io.Writer) error {
		w := NewWriter(to)
		what(w)
		return w.Close()
	})
	if err != nil {
		return err
	}
	return files.SyncFolder(f.Path)
}

// Due reports whether the next generation is due.
func (f *Folder) Due() bool { return time.Since(f.kept) >= max(f.every, Least*f.cost) }

// Keep writes the next generation. If that fails, the earlier ones stay.
func (f *Folder) Keep(what func(*Writer)) error {
	begun := time.Now()
	f.last++
	err := f.write(generation(f.last), what)
	f.kept = time.Now()
	f.cost = f.kept.Sub(begun)
	if err != nil {
		return err
	}
	return f.forget(2)
}

// forget removes all generations but a number of the last ones.
func (f *Folder) forget(all int) error {
	var errs []error
	if there := f.generations(); len(there) > all {
		for _, n := range there[all:] {
			errs = append(errs, files.Remove(f.at(generation(n))))
		}
	}
	return errors.Join(errs...)
}

func generation(n int) string { return stateName + strconv.Itoa(n) }

// generations returns the existing generations, the last one first.
func (f *Folder) generations() (out []int) {
	all, _ := os.ReadDir(f.Path)
	for _, e := range all {
		if s, is := strings.CutPrefix(e.Name(), stateName); is {
			if n, err := strconv.Atoi(s); err == nil && n > 0 && generation(n) == e.Name() {
				out = append(out, n)
			}
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// Newest opens the last generation that is intact; nil if there are no generations. For later ones, it
// returns what is wrong with them. It is an error if there are generations, but none is intact.
func (f *Folder) Newest() (r *Reader, damaged []error, err error) {
	for _, n := range f.generations() {
		if r, err = OpenReader(f.at(generation(n))); err == nil {
			return r, damaged, nil
		}
		damaged = append(damaged, err)
	}
	if len(damaged) > 0 {
		return nil, nil, fmt.Errorf("%w: no checkpoint that is whole is left in %s", damaged[0], f.Path)
	}
	return nil, nil, nil
}

// Done stores the result of a part, by its number. Generations are not needed any more.
func (f *Folder) Done(part int, what []byte) error {
	err := f.write(partName+strconv.Itoa(part), func(w *Writer) { w.Begin(partName); w.Bytes(what) })
	if err != nil {
		return err
	}
	return f.forget(0)
}

// Part returns the result of a part; nil if it is not done.
func (f *Folder) Part(part int) ([]byte, error) {
	r, err := OpenReader(f.at(partName + strconv.Itoa(part)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	r.Begin(partName)
	what := r.Bytes()
	return what, r.End()
}
