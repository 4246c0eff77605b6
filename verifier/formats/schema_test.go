package formats

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryFieldIsInTheSchema: every field of a report is described in the schema.
func TestEveryFieldIsInTheSchema(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct {
				Ref   string `json:"$ref"`
				Items struct {
					Ref string `json:"$ref"`
				} `json:"items"`
			} `json:"properties"`
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal([]byte(Schema), &schema))
	seen := map[string]bool{}
	var check func(def string, of reflect.Type)
	check = func(def string, of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if def = strings.TrimPrefix(def, "#/$defs/"); of.Kind() != reflect.Struct || seen[def] {
			return
		}
		seen[def] = true
		known := schema.Defs[def].Properties
		for name, typ := range written(of) {
			if p, ok := known[name]; ok {
				check(p.Ref+p.Items.Ref, typ)
			} else if def != "search" || !whole[name] {
				t.Errorf("report.schema.json does not say what %q of %s is: add it to properties of %q", name, of, def)
			}
		}
	}
	check("report", reflect.TypeFor[document]())
	check("refusal", reflect.TypeFor[refusal]())
	require.Len(t, seen, len(schema.Defs)-1, "all but the verdict are objects")
}

// whole are fields of the whole run, which searches omit.
var whole = map[string]bool{"model": true, "exit": true, "options": true, "searches": true}

// written returns the JSON names of a struct's fields, including embedded ones.
func written(of reflect.Type) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(of) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if got, ok := of.FieldByName(f.Name); ok && len(got.Index) == len(f.Index) {
			out[name] = f.Type
		}
	}
	return out
}
