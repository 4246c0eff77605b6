package compare

import (
	"errors"
	"os/exec"

	"gospin/verifier/report"
	"gospin/verifier/search"
)

// Why is a word that explains in a table why a run does not count; "" for other failures.
type Why string

const (
	OutOfMemory Why = "memory"
	OutOfTime   Why = "time"
	TooDeep     Why = "depth"
	Refused     Why = "refused" // the way does not support this model
	Differs     Why = "differs" // the result differs from the baseline's
)

func (w Why) String() string {
	if w == "" {
		return "failed"
	}
	return string(w)
}

// failure is an error with its reason as a word.
type failure struct {
	error
	why Why
}

// because returns the word for an error, or "".
func because(err error) Why {
	var f failure
	errors.As(err, &f)
	return f.why
}

// cutShort returns the word for what ended a search early.
func cutShort(incomplete []string) Why {
	for _, why := range incomplete {
		switch why {
		case search.MemoryLimit:
			return OutOfMemory
		case search.TimeLimit:
			return OutOfTime
		case search.DepthLimit:
			return TooDeep
		}
	}
	return ""
}

// usageCode is gospin's exit code for a way that it refuses, or, if the error has a line, a wrong model.
const usageCode = 2

// given returns the word for a gospin that ended with an error instead of a report. The line is that of the
// model which the error names, or 0.
func given(err error, line int) Why {
	var exit *exec.ExitError
	switch {
	case !errors.As(err, &exit):
		return ""
	case exit.ExitCode() == report.Inconclusive.ExitCode():
		return OutOfMemory
	case exit.ExitCode() == usageCode && line == 0:
		return Refused
	}
	return ""
}
