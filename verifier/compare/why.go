package compare

import (
	"errors"
	"os/exec"

	"gospin/verifier/report"
	"gospin/verifier/search"
)

// Why is a word for why a run does not count, which stands in a table; "" is one that has failed otherwise.
type Why string

const (
	OutOfMemory Why = "memory"
	OutOfTime   Why = "time"
	TooDeep     Why = "depth"
	Refused     Why = "refused" // the way is not for this model
	Differs     Why = "differs" // from the baseline in what it finds
)

func (w Why) String() string {
	if w == "" {
		return "failed"
	}
	return string(w)
}

// failure is why a run has no figures.
type failure struct {
	error
	why Why
}

// because is a word for an error; "": there is none.
func because(err error) Why {
	var f failure
	errors.As(err, &f)
	return f.why
}

// cutShort is a word for what ended a search before it was done.
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

// usageCode is gospin's exit code for what it does not take: the way of a search, or, at a line, the model.
const usageCode = 2

// given is a word for the exit of a gospin that gave no report, but an error about a line of the model; 0:
// about none.
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
