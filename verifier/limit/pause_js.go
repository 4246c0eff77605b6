package limit

import "time"

const between = 100 * time.Millisecond

var paused time.Time

// pause regularly lets other goroutines, Go's timers and JavaScript's events run: there is only one
// thread, which a search would occupy.
func pause() {
	if time.Since(paused) < between {
		return
	}
	time.Sleep(time.Millisecond)
	paused = time.Now()
}
