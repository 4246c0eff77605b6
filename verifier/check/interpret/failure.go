package interpret

import "fmt"

// Failure is an error in a state.
type Failure string

func (f Failure) Error() string { return string(f) }

// Fail makes Try return a Failure.
func Fail(format string, args ...any) int32 { panic(Failure(fmt.Sprintf(format, args...))) }

// Unable is the reason why a model can't be executed: it has something that is not supported.
type Unable string

func (u Unable) Error() string { return string(u) }

// Try calls a function that may fail.
func Try(f func()) (err error) {
	defer func() { caught[Failure](recover(), &err) }()
	f()
	return nil
}

// caught returns a recovered value as an error, if it is one of a kind.
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
