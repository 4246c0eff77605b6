package compare

import (
	"fmt"
	"slices"

	"gospin/verifier/compare/tables"
	"gospin/verifier/way"
)

// origins are the papers that ways to store states come from.
var origins = map[string]string{
	"rle":              "Holzmann 1997, section 3.1",
	"huffman":          "Holzmann 1997, section 3.2",
	"mask":             "Holzmann 1997, byte masking",
	"mask+rle":         "Holzmann 1997, section 3.1, after byte masking",
	"mask+huffman":     "Holzmann 1997, section 3.2, after byte masking",
	"collapse1997":     "Holzmann 1997, recursive indexing",
	"collapse":         "after Holzmann 1997, recursive indexing",
	"collapse+huffman": "after Holzmann 1997, recursive indexing and section 3.2",
	"trained":          "after Holzmann 1997, two-phase compression",
	"delta":            "Evangelista and Pradat-Peyre 2005",
	"diff":             "Mukherjee, Tari and Bertok 2010",
}

// keeps draws what is stored of a state, for a page.
var keeps = map[string]string{
	"roots": "#3 #12 #7", "none": "b b b b b b b b", "mask": "b b _ b _ b b b",
	"rle": "b 3× b 2× b", "huffman": "01 110 0 10 111", "mask+rle": "b _ 3× b _ 2×", "mask+huffman": "01 _ 110 _ 0",
	"collapse": "#3 #12 #7", "collapse+huffman": "011 10 1100", "collapse1997": "#003 #012 #007",
	"tree": "(#3,#12) ( ↖ ,#7)", "ma": "b→ ○ b→ ○ b→ ◎", "unmove": "hash rule", "trained": "c1 c5 c2",
	"delta": "↖before move", "diff": "↖before _ b _ _ b",
	"pan": "b b _ b _ b b b", "pan COLLAPSE": "#003 #012 #007", "pan MA": "b→ ○ b→ ○ b→ ◎", "pan HC": "hash",
}

// explorer returns the table and chart of a page in which figures can be chosen and sorted, or nil without
// rows.
func (t *Table) explorer() *tables.Explorer {
	list := models(t.Rows)
	if len(list) == 0 {
		return nil
	}
	e := &tables.Explorer{Baseline: t.subject.baseline, MemoryName: t.subject.memory.title}
	for _, m := range list {
		e.Models = append(e.Models, m.title())
	}
	stores := t.subject == Stores
	for _, mode := range t.Modes {
		m := tables.Mode{Name: mode, About: t.subject.about(mode)}
		if stores {
			m.Paper, m.Keeps = origins[mode], keeps[mode]
		}
		e.Modes = append(e.Modes, m)
	}
	figures := append(slices.Clone(t.subject.figures), figure{title: faster, of: speed, format: whole})
	for _, f := range figures {
		if shown := t.explored(&f, list); shown != nil {
			shown.More = f.title == faster
			e.Figures = append(e.Figures, *shown)
		}
	}
	e.Seconds = t.values(&figure{of: seconds}, list)
	e.Memory = t.values(&t.subject.memory, list)
	return e
}

// faster is the title of speed.
const faster = "States per second"

// speed is the number of states stored in a second.
func speed(r *Row) float64 {
	if r.Seconds == 0 {
		return 0
	}
	return float64(r.Stored) / r.Seconds
}

// values returns a figure for all modes and models.
func (t *Table) values(f *figure, list []*Row) (out [][]float64) {
	for _, mode := range t.Modes {
		var v []float64
		for _, m := range list {
			v = append(v, f.value(t.Rows, m, mode))
		}
		out = append(out, v)
	}
	return out
}

// explored returns a figure for a page, or nil if no run has it.
func (t *Table) explored(f *figure, list []*Row) *tables.Figure {
	out := tables.Figure{Title: f.title, Values: t.values(f, list)}
	found := false
	for k, mode := range t.Modes {
		var texts []string
		for i, m := range list {
			text := tables.Nothing
			if v := out.Values[k][i]; v > 0 {
				text, found = f.format(v), true
			} else if r := rowOf(t.Rows, m, mode); r != nil && r.Note != "" {
				text = r.Why.String()
			}
			texts = append(texts, text)
		}
		out.Texts = append(out.Texts, texts)
	}
	if !found {
		return nil
	}
	return &out
}

// advice says which way to store the states of a model is the fastest, which takes the least memory, and
// which one auto chooses.
func (t *Table) advice(m *Row) (out []string) {
	var fast, small, auto *Row
	for i := range t.Rows {
		r := &t.Rows[i]
		if r.title() != m.title() || r.Note != "" || inexact(r.Mode) || r.Stored == 0 || aboutPan[r.Mode] != "" {
			continue
		}
		if r.Mode == way.Auto {
			auto = r
			continue
		}
		if fast == nil || r.Seconds < fast.Seconds {
			fast = r
		}
		if small == nil || r.Bytes < small.Bytes {
			small = r
		}
	}
	for _, x := range []struct {
		what string
		row  *Row
	}{{"For speed", fast}, {"For memory", small}} {
		if x.row != nil {
			out = append(out, fmt.Sprintf("%s: -compress=%s (%.3f s, %.1f bytes per state).", x.what, x.row.Mode,
				x.row.Seconds, x.row.PerState()))
		}
	}
	if auto != nil && auto.Picked != "" {
		out = append(out, "By itself: -compress=auto chooses "+auto.Picked+".")
	}
	return out
}
