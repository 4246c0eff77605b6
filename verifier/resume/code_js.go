package resume

import (
	"errors"

	"gospin/verifier/report"
)

var errNoFiles = errors.New("a page has no files for checkpoints")

func encode(*report.Report) ([]byte, error) { return nil, errNoFiles }

func decode([]byte, *report.Report) error { return errNoFiles }
