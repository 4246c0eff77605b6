package findings

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gospin/promela/resolve"
	"gospin/verifier/ask"
	"gospin/verifier/files"
	"gospin/verifier/reason"
	"gospin/verifier/report"
	"gospin/verifier/trail"
	"gospin/vm"
)

// The trail of the first violated property is MODEL.trail, where spin -t expects it. The trails of others
// are MODEL.PROPERTY.trail. With a trail for every error (-e), the first search that finds errors numbers
// them as pan does, MODEL1.trail and so on; later searches write MODEL.PROPERTY1.trail.

const trailEnding = ".trail"

// trailsOf returns the path of the first property's trail, and the beginning of the paths of the others.
func trailsOf(o *ask.Options) (first, base string) {
	if o.Trail == "" {
		return o.Model + trailEnding, o.Model
	}
	if st, err := os.Stat(o.Trail); err == nil && st.IsDir() {
		base = filepath.Join(o.Trail, filepath.Base(o.Model))
		return base + trailEnding, base
	}
	return o.Trail, strings.TrimSuffix(o.Trail, trailEnding)
}

// inFileName turns a property's name into a part of a file name.
func inFileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-", r) || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, name)
}

// NameTrails gives each claim among the parts a different name in file names. Formulas have no names to use.
func NameTrails(o *ask.Options, parts []ask.Part) {
	taken := []string{"assertions", inFileName(EndStates)}
	for i := range parts {
		p := &parts[i]
		if p.Trace != nil {
			taken = append(taken, p.Trace.Name)
		}
		if p.Claim == "" {
			continue
		}
		name := inFileName(p.Name)
		if slices.Contains(o.Formulas, p.Name) {
			name = resolve.FormulaFile
		}
		p.File = name
		for n := 2; slices.Contains(taken, p.File); n++ {
			p.File = fmt.Sprintf("%s-%d", name, n)
		}
		taken = append(taken, p.File)
	}
}

// trailsOf returns the paths for the trail of a violated property. The first that can be written is taken.
func (f *Findings) trailsOf(p *report.Property) []string {
	first, base := trailsOf(f.Options)
	name := f.Part.File
	if f.Part.Claim == "" {
		name = inFileName(p.Name)
	} else if p.Name != f.Part.Name && !f.Options.AllTrail { // an error of the model
		name += "-" + inFileName(p.Name)
	}
	own := base + "." + name + trailEnding
	switch {
	case f.Options.AllTrail && f.Part.Named:
		return []string{fmt.Sprintf("%s.%s%d%s", base, name, f.n, trailEnding)}
	case f.Options.AllTrail:
		return []string{fmt.Sprintf("%s%d%s", base, f.n, trailEnding)}
	case f.Part.Named || len(f.Report.Properties) > 0:
		return []string{own}
	}
	if note := endOf(own); note != nil && note.Property == p.Name && f.Options.Note().Same(note) {
		_ = files.Remove(own) // an earlier run violated other properties, too
	}
	return []string{first, own}
}

// writeTrail writes the trail of a violation, and a message about it.
func (f *Findings) writeTrail(p *report.Property, moves []vm.Move, cycle int) {
	tr := trail.FromMoves(f.Fresh, moves)
	if f.Fresh.ClaimType >= 0 {
		tr = trail.BesideClaim(f.Fresh, moves)
	}
	if p.Cycle {
		tr.MarkCycle(cycle)
	}
	note := f.Options.Note()
	note.Property = p.Name
	if slices.Contains(f.Options.Formulas, f.Part.Name) {
		note.Formula = f.Part.Name
	}
	tr.Note = note
	if f.n == 1 || !f.Options.AllTrail { // only the first of several errors is explained
		p.Why = reason.Of(f.Fresh, tr)
	}
	for _, path := range f.trailsOf(p) {
		if err := tr.WriteFile(path); err != nil {
			f.Report.Warnings = append(f.Report.Warnings, "error: cannot write the trail: "+err.Error()+
				outdated(path)+"\nhint: -trail DIR writes it elsewhere")
			continue
		}
		f.Report.Messages = append(f.Report.Messages, "pan: wrote "+path)
		p.Trail, p.Replay = path, f.Options.Replay(path, note.Formula)
		return
	}
	p.Unwritten = tr
	p.Message += "; its trail could not be written"
}

// outdated removes a trail of an earlier run that could not be replaced, or reports that it still exists.
func outdated(path string) string {
	if st, err := os.Lstat(path); err != nil || !st.Mode().IsRegular() {
		return ""
	}
	if err := files.Remove(path); err != nil {
		return "; the one that is there is of an earlier run"
	}
	return ""
}

// RemoveStale removes trails of earlier runs of the same model, read with the same flags, for properties that
// hold now. It returns their paths. It compares the notes at the ends of trails. Trails of models without a
// file stay, since nothing shows that the model is the same.
func RemoveStale(o *ask.Options, held []report.Property) (removed []string) {
	first, base := trailsOf(o)
	var names, new []string
	for _, p := range held {
		if p.Verdict == report.Holds {
			names = append(names, p.Name)
		}
		new = append(new, filepath.Clean(p.Trail))
	}
	if len(names) == 0 || o.Read != nil {
		return nil
	}
	entries, err := os.ReadDir(filepath.Dir(base))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		path := filepath.Join(filepath.Dir(base), e.Name())
		own := path == filepath.Clean(first) || ownTrail(e.Name(), filepath.Base(base))
		if !e.Type().IsRegular() || !own || slices.Contains(new, filepath.Clean(path)) {
			continue
		}
		note := endOf(path)
		if note == nil || !slices.Contains(names, note.Property) || !o.Note().Same(note) {
			continue
		}
		if files.Remove(path) == nil {
			removed = append(removed, path)
		}
	}
	return removed
}

// ownTrail reports whether an earlier run may have written a trail of this name: BASE.trail, BASEn.trail, or
// BASE.PROPERTYn.trail.
func ownTrail(name, base string) bool {
	rest, ok := strings.CutPrefix(name, base)
	if ok {
		rest, ok = strings.CutSuffix(rest, trailEnding)
	}
	if !ok {
		return false
	}
	if property, ok := strings.CutPrefix(rest, "."); ok {
		return property != "" && inFileName(property) == property
	}
	_, err := strconv.ParseUint(rest, 10, 32)
	return rest == "" || err == nil
}

// maxNote limits the length of the note at the end of a trail.
const maxNote = 64 << 10

// endOf reads the note at the end of a trail, or returns nil if there is none.
func endOf(path string) *trail.Note {
	st, err := os.Lstat(path)
	if err != nil || !st.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.NewSectionReader(f, max(0, st.Size()-maxNote), maxNote))
	if err != nil {
		return nil
	}
	sc := bufio.NewScanner(bytes.NewReader(text))
	sc.Buffer(nil, maxNote+1)
	last := ""
	for sc.Scan() {
		last = sc.Text()
	}
	return trail.ParseNote(last)
}
