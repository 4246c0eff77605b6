package compare

import "strings"

// Model is a model file and the macros it is read with.
type Model struct {
	Name    string // as shown
	Path    string
	Defines []string // NAME=VALUE
}

// Row is one run.
type Row struct {
	Model       string  `json:"model"`
	Defines     string  `json:"defines"`
	Mode        string  `json:"mode"`
	Vector      int     `json:"state_vector_bytes"`
	Stored      uint64  `json:"stored"`
	Transitions uint64  `json:"transitions"`
	Seconds     float64 `json:"search_seconds"`
	Bytes       int64   `json:"store_bytes"`
	PeakRSS     int64   `json:"peak_rss_bytes"`
	Note        string  `json:"note"` // why the run does not count; "": it does

	// Relative to the baseline on the same model; 0 where there is none.
	Memory float64 `json:"relative_memory"`
	Time   float64 `json:"relative_time"`
}

// title is the model's name with its macros.
func (r *Row) title() string { return strings.TrimSpace(r.Model + " " + r.Defines) }

// PerState is the memory in bytes per stored state.
func (r *Row) PerState() float64 {
	if r.Stored == 0 {
		return 0
	}
	return float64(r.Bytes) / float64(r.Stored)
}

// Baseline is the mode that others are told relative to.
const Baseline = "mask"

// Table is what has been run so far: rows in the order of models, then modes.
type Table struct {
	Modes   []string `json:"modes"`
	Rows    []Row    `json:"rows"`
	Growth  []Row    `json:"growth"` // of the scaled models, in order of size
	Partial bool     `json:"partial"`
}

// relate fills in the figures relative to the baseline, and notes counts that differ from its counts.
func relate(rows []Row) {
	base := map[string]*Row{}
	for i := range rows {
		if r := &rows[i]; r.Mode == Baseline && r.Note == "" {
			base[r.Model+r.Defines] = r
		}
	}
	for i := range rows {
		r := &rows[i]
		b := base[r.Model+r.Defines]
		if b == nil || r.Note != "" {
			continue
		}
		if r.Stored != b.Stored && !inexact(r.Mode) {
			r.Note = "stores other states than " + Baseline
			continue
		}
		if b.Bytes > 0 {
			r.Memory = float64(r.Bytes) / float64(b.Bytes)
		}
		if b.Seconds > 0 {
			r.Time = r.Seconds / b.Seconds
		}
	}
}

// inexact says of pan's hash compaction that it may lose states.
func inexact(mode string) bool { return mode == "pan HC" }

// models lists the models of the rows in order.
func (t *Table) models() []*Row {
	var out []*Row
	for i := range t.Rows {
		if n := len(out); n == 0 || out[n-1].Model != t.Rows[i].Model ||
			out[n-1].Defines != t.Rows[i].Defines {
			out = append(out, &t.Rows[i])
		}
	}
	return out
}

// rowOf returns the row of a mode for the model of another row, nil if there is none.
func (t *Table) rowOf(model *Row, mode string) *Row {
	for i := range t.Rows {
		if r := &t.Rows[i]; r.Mode == mode && r.Model == model.Model && r.Defines == model.Defines {
			return r
		}
	}
	return nil
}

// average is the mean of a figure of a mode over the rows that count, 0 if there are none.
func (t *Table) average(mode string, figure func(*Row) float64) float64 {
	sum, n := 0.0, 0
	for i := range t.Rows {
		if r := &t.Rows[i]; r.Mode == mode && r.Note == "" && figure(r) > 0 {
			sum += figure(r)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
