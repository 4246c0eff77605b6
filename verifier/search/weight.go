package search

// weight ends a search whose stack and store take more memory than they may.
type weight struct {
	task *Task
	res  *Result
	halt func()
}

// add takes note of memory that the stack has taken. It never gives any back.
func (w *weight) add(bytes int) {
	if w != nil {
		w.res.Stack += int64(bytes)
		w.look()
	}
}

// look is for now and then: the store grows by itself.
func (w *weight) look() {
	if most := w.task.Limits.Memory; most > 0 && w.res.Stack+w.task.Store.Stats().Bytes > most {
		w.res.incomplete(MemoryLimit)
		w.halt()
	}
}
