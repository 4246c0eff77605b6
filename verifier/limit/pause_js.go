package limit

import "time"

const between = 100 * time.Millisecond

var paused time.Time

// pause lets other goroutines, Go's timers and JavaScript's events have their turn now and then: there is one
// thread, which a search would keep.
func pause() {
	if time.Since(paused) < between {
		return
	}
	time.Sleep(time.Millisecond)
	paused = time.Now()
}
