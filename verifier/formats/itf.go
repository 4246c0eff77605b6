package formats

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"gospin/verifier/report"
	"gospin/verifier/trail/story"
)

// itfTrace is a trace in the Informal Trace Format.
type itfTrace struct {
	Meta   map[string]any   `json:"#meta"`
	Vars   []string         `json:"vars"`
	States []map[string]any `json:"states"`
	Loop   *int             `json:"loop,omitempty"`
}

// writeITF writes the trace of the first violated property. Each global variable is one of the trace's
// variables. Arrays are lists, and so are channels, with their messages. A process is a record of its place,
// under @, and its locals.
func (o *Outcome) writeITF(w io.Writer) error {
	if o.Report == nil {
		return fmt.Errorf("%w of a model that is refused", ErrNoTrace)
	}
	var first *run
	var p *report.Property
	for _, v := range o.violated() {
		if first = o.run(v); first != nil {
			p = v
			break
		}
	}
	if first == nil {
		for _, err := range o.missed {
			return err
		}
		return ErrNoTrace
	}
	t := itfTrace{Meta: map[string]any{
		"format":             "ITF",
		"format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
		"source":             o.Source.Model,
		"description":        fmt.Sprintf("%s: %s", p.Name, p.What()),
		"generator":          "gospin " + o.Version,
		"property":           p.Name,
	}}
	for i := range first.states {
		t.add(first, i)
	}
	if first.loop >= 0 {
		t.Loop = &first.loop
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(t)
}

// add adds a state. All states have all variables.
func (t *itfTrace) add(r *run, i int) {
	s := &r.states[i]
	globals, names := itfValues(s.globals)
	meta := map[string]any{"index": i}
	if by := r.by[i]; by >= 0 {
		step := &r.Steps[by]
		meta["step"], meta["process"] = step.Number, fmt.Sprintf("%s(%d)", step.Process, step.Pid)
		meta["statement"] = step.Statement
		if step.Place != nil {
			meta["place"] = fmt.Sprintf("%s:%d", step.Place.File, step.Place.Line)
		}
	}
	if i == 0 {
		t.Vars = append(append([]string{}, names...), r.owners...)
	}
	state := map[string]any{"#meta": meta}
	for _, name := range t.Vars {
		state[name] = struct{}{} // the process does not exist
	}
	for _, name := range names {
		if !slices.Contains(t.Vars, name) {
			continue // a channel without a name so far
		}
		state[name] = globals[name]
	}
	for _, q := range s.processes {
		record, _ := itfValues(q.locals)
		record["@"] = q.place
		state[q.name] = record
	}
	t.States = append(t.States, state)
}

// itfElement matches the name of an array element.
var itfElement = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.+)\[(\d+)\]$`)
})

// itfValues returns the values of variables by name, with arrays as lists.
func itfValues(list []story.Value) (map[string]any, []string) {
	out, names := map[string]any{}, []string{}
	for _, v := range list {
		name, value := v.Name, itfValue(v)
		if m := itfElement().FindStringSubmatch(v.Name); m != nil {
			before, _ := out[m[1]].([]any)
			if m[2] == strconv.Itoa(len(before)) {
				if name = m[1]; before == nil {
					names = append(names, name)
				}
				out[name] = append(before, value)
				continue
			}
		}
		if _, known := out[name]; !known {
			names = append(names, name)
		}
		out[name] = value
	}
	return out, names
}

func itfValue(v story.Value) any {
	if v.Queue > 0 {
		messages := []string{}
		return append(messages, v.Messages...)
	}
	if _, err := strconv.ParseInt(v.Text, 10, 64); err == nil {
		return map[string]string{"#bigint": v.Text}
	}
	return v.Text
}
