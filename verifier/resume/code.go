//go:build !js

package resume

import (
	"bytes"
	"encoding/gob"

	"gospin/verifier/report"
)

// encode and decode keep all fields of a report, also those that its JSON leaves out.
func encode(r *report.Report) ([]byte, error) {
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(r)
	return out.Bytes(), err
}

func decode(data []byte, r *report.Report) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(r)
}
