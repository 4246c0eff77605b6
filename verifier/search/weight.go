package search

// weight ends a search whose stack and store exceed the memory limit.
type weight struct {
	task *Task
	res  *Result
	halt func()
}

// add adds memory of the stack, which never shrinks.
func (w *weight) add(bytes int) {
	if w != nil {
		w.res.Stack += int64(bytes)
		w.checkLimits()
	}
}

// look checks the limit from time to time, since the store grows by itself.
func (w *weight) checkLimits() {
	if most := w.task.Limits.Memory; most > 0 && w.res.Stack+w.task.Store.Stats().Bytes > most {
		w.res.incomplete(MemoryLimit)
		w.halt()
	}
}
