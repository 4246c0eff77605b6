package interpret

import "fmt"

// Failure is what fails in a state.
type Failure string

func (f Failure) Error() string { return string(f) }

// Fail has Try return a Failure.
func Fail(format string, args ...any) int32 { panic(Failure(fmt.Sprintf(format, args...))) }

// Unable is why a model can't be run: there are no rules for something in it.
type Unable string

func (u Unable) Error() string { return string(u) }

// Try does something that may fail.
func Try(f func()) (err error) {
	defer func() { caught[Failure](recover(), &err) }()
	f()
	return nil
}

// caught makes what was recovered an error, if it is one of a kind.
func caught[E error](what any, err *error) {
	if what == nil {
		return
	}
	why, ok := what.(E)
	if !ok {
		panic(what)
	}
	*err = why
}
