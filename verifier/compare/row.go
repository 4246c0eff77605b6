package compare

import (
	"strings"

	"gospin/verifier/report"
)

// Model is a model file with its macros.
type Model struct {
	Name    string // as shown
	Path    string
	Defines []string // NAME=VALUE
}

// Row is one run.
type Row struct {
	Model       string         `json:"model"`
	Defines     string         `json:"defines"`
	Mode        string         `json:"mode"`
	Verdict     report.Verdict `json:"verdict"`
	Vector      int            `json:"state_vector_bytes"`
	Stored      uint64         `json:"stored"`
	Transitions uint64         `json:"transitions"`
	Seconds     float64        `json:"search_seconds"`
	Total       float64        `json:"total_seconds"` // from text to verdict
	Bytes       int64          `json:"store_bytes"`
	Stack       int64          `json:"stack_bytes"` // of the search's path
	PeakRSS     int64          `json:"peak_rss_bytes"`
	Note        string         `json:"note"`          // why the run does not count, or ""
	Why         Why            `json:"why,omitempty"` // Note as a word
	Runs        int            `json:"runs"`
	Vague       bool           `json:"vague,omitempty"` // the runs are too quick to compare

	Picked string `json:"picked,omitempty"` // what auto has chosen, and why

	// relative to the baseline on the same model; 0 if unknown
	States float64 `json:"relative_states"`
	Memory float64 `json:"relative_memory"`
	Time   float64 `json:"relative_time"`
}

// title returns the model's name with its macros.
func (r *Row) title() string { return strings.TrimSpace(r.Model + " " + r.Defines) }

// PerState returns the memory per stored state, in bytes.
func (r *Row) PerState() float64 {
	if r.Stored == 0 {
		return 0
	}
	return float64(r.Bytes) / float64(r.Stored)
}

// withStack is PerState with the search's path, or 0 if that is unknown.
func (r *Row) withStack() float64 {
	if r.Stored == 0 || r.Stack == 0 {
		return 0
	}
	return float64(r.Bytes+r.Stack) / float64(r.Stored)
}

// Table has the runs so far, ordered by model, then by mode.
type Table struct {
	About   About    `json:"about"`
	Modes   []string `json:"modes"`
	Rows    []Row    `json:"rows"`
	Growth  []Row    `json:"growth"` // of the scaled models, in order of size
	Partial bool     `json:"partial"`

	subject *Subject
}

// relate fills in the relative figures, and adds notes to runs with other results than the baseline.
func (s *Subject) relate(rows []Row) {
	base := map[string]*Row{}
	for i := range rows {
		if r := &rows[i]; r.Mode == s.baseline && r.Note == "" {
			base[r.title()] = r
		}
	}
	for i := range rows {
		r := &rows[i]
		b := base[r.title()]
		if b == nil || r.Note != "" {
			continue
		}
		if r.Note = s.differ(r, b); r.Note != "" {
			r.Why = Differs
			continue
		}
		r.States = ratio(float64(r.Stored), float64(b.Stored))
		r.Memory = ratio(float64(r.Bytes), float64(b.Bytes))
		if !r.Vague && !b.Vague {
			r.Time = ratio(r.Seconds, b.Seconds)
		}
	}
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// models returns the first row of each model, in order.
func models(rows []Row) []*Row {
	var out []*Row
	for i := range rows {
		if n := len(out); n == 0 || out[n-1].title() != rows[i].title() {
			out = append(out, &rows[i])
		}
	}
	return out
}

// rowOf returns the row of a mode for another row's model, or nil if there is none.
func rowOf(rows []Row, model *Row, mode string) *Row {
	for i := range rows {
		if r := &rows[i]; r.Mode == mode && r.Model == model.Model && r.Defines == model.Defines {
			return r
		}
	}
	return nil
}
