package preproc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strings"

	"gospin/promela/diag"
)

// Limits that no reasonable model reaches. They end loops and bombs with an error.
const (
	maxFile       = 64 << 20  // bytes of one file
	maxRead       = 256 << 20 // bytes of all inclusions together, so that a place fits into 31 bits
	maxOutput     = 64 << 20  // bytes of the expanded text
	maxInclusions = 20000
	maxDepth      = 200     // of includes within includes
	maxNesting    = 1000    // of macro calls within arguments, and of parentheses in #if
	maxExpanded   = 4 << 20 // tokens from expansion
	maxErrors     = 100
)

// file is the text of one file. It is read once, even if it is included several times.
type file struct {
	name    string
	raw     string   // without byte order mark
	clean   string   // raw without line continuations, ending in a newline
	splices []splice // differences between clean and raw
	starts  []int32  // offsets in raw at which lines begin
	once    bool     // has #pragma once, or was imported
}

// splice is a line continuation that was removed.
type splice struct {
	clean int32 // offset of the text after it
	delta int32 // difference of offsets in raw and clean from there on
}

// inclusion is one reading of a file.
type inclusion struct {
	file   *file
	base   int32 // place of its first byte
	parent *inclusion
	from   int32 // place of the #include, if there is a parent
	line   int32 // the line of the #include
	depth  int
	shifts []shift // by #line
	out    int32   // the line that was being written when an included file began
	notes  []diag.Note
}

// shift is the effect of a #line directive.
type shift struct {
	after int32 // the first line, in the file's own count, that it applies to
	line  int32 // the number of that line
	name  string
}

func newFile(name string, data []byte) (*file, error) {
	if len(data) > maxFile {
		return nil, errLarge
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return nil, fmt.Errorf("is not text: there is a NUL byte on line %d",
			1+bytes.Count(data[:at], []byte("\n")))
	}
	f := &file{name: name, raw: string(data)}
	f.starts = append(make([]int32, 0, 1+strings.Count(f.raw, "\n")), 0)
	for i := 0; ; {
		n := strings.IndexByte(f.raw[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		f.starts = append(f.starts, int32(i))
	}
	f.splice()
	return f, nil
}

// splice computes clean. Like gcc, it ignores blanks between the backslash and the newline.
func (f *file) splice() {
	var b strings.Builder
	from := 0
	for i := 0; i < len(f.raw); {
		n := strings.IndexByte(f.raw[i:], '\\')
		if n < 0 {
			break
		}
		i += n
		end := i + 1
		for end < len(f.raw) && class[f.raw[end]]&isBlank != 0 {
			end++
		}
		if end == len(f.raw) || f.raw[end] != '\n' {
			i++
			continue
		}
		b.WriteString(f.raw[from:i])
		from = end + 1
		f.splices = append(f.splices, splice{clean: int32(b.Len()), delta: int32(from - b.Len())})
		i = from
	}
	f.clean = f.raw
	if from > 0 {
		b.WriteString(f.raw[from:])
		f.clean = b.String()
	}
	if !strings.HasSuffix(f.clean, "\n") {
		f.clean += "\n"
	}
}

// place converts an offset in raw to a line and column.
func (f *file) place(off int32) (line, col int) {
	off = min(max(off, 0), int32(len(f.raw)))
	n := sort.Search(len(f.starts), func(i int) bool { return f.starts[i] > off })
	return n, int(off-f.starts[n-1]) + 1
}

// text is a line without its end.
func (f *file) text(line int) string {
	if line < 1 || line > len(f.starts) {
		return ""
	}
	s := f.raw[f.starts[line-1]:]
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		s = s[:n]
	}
	return strings.TrimSuffix(s, "\r")
}

// lineEnd returns the offset in raw of a line's newline.
func (f *file) lineEnd(line int32) int32 {
	if int(line) < len(f.starts) {
		return f.starts[line] - 1
	}
	return int32(len(f.raw))
}

// presumed returns the file name and line number of a line according to #line directives.
func (in *inclusion) presumed(line int) (string, int) {
	for i := len(in.shifts) - 1; i >= 0; i-- {
		if s := in.shifts[i]; int32(line) >= s.after {
			return s.name, line - int(s.after) + int(s.line)
		}
	}
	return in.file.name, line
}

// readProblem returns the reason for which a file could not be read, without the path.
func readProblem(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file"
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
