//go:build nats

package cluster

import (
	"context"
	"fmt"
	"sync"
)

// minShare is the least memory of a process that owns partitions.
const minShare = 32 << 20

// join begins to own partitions of the searches under way: as many processes as there may be jobs, each with
// its share of the memory.
func (w *Worker) join(ctx context.Context, crew *sync.WaitGroup) {
	if w.Own == nil {
		return
	}
	under, err := w.Session.Searches(ctx)
	if err != nil {
		return // they are looked for again
	}
	share := w.Memory / int64(w.Jobs)
	if share < minShare {
		return
	}
	for id, built := range under {
		for i := range w.Jobs {
			key := fmt.Sprintf("%s.%d", id, i)
			if built != w.Built || w.room() < share {
				continue
			}
			w.mutex.Lock()
			if w.at[key] != "" {
				w.mutex.Unlock()
				continue
			}
			w.used += share
			w.at[key] = "partitions of search " + id
			w.mutex.Unlock()
			w.Log("joins search " + id)
			crew.Go(func() {
				if err := w.Own(ctx, id, share); err != nil && ctx.Err() == nil {
					w.Log(fmt.Sprintf("search %s: %v", id, err))
				}
				w.mutex.Lock()
				w.used -= share
				delete(w.at, key)
				w.mutex.Unlock()
				select {
				case w.freed <- struct{}{}:
				default:
				}
			})
		}
	}
}
