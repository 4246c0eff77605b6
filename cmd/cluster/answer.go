//go:build nats

package cluster

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
)

// question asks for the origin of a state.
type question struct {
	Number uint32 `json:"number"`
}

// answer answers questions about partitions of this owner.
func (o *Owner) answer(ctx context.Context) error {
	o.mutex.Lock()
	asked := o.asked
	o.asked = nil
	o.mutex.Unlock()
	for _, m := range asked {
		p, _ := strconv.Atoi(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:])
		var q question
		h := o.held[p]
		if h == nil || json.Unmarshal(m.Data, &q) != nil {
			continue // another owner answers, or the question is repeated
		}
		for h.p.Tally().Stored <= uint64(q.Number) { // it has to catch up
			did, err := o.handleNext(ctx, h)
			if err != nil || o.held[p] == nil {
				return err
			}
			if !did {
				break
			}
		}
		if text, err := h.p.Origin(q.Number); err == nil {
			_ = m.Respond(text)
		}
	}
	return nil
}
