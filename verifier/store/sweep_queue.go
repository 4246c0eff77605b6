package store

// classHeap is a heap of classes, with the smallest value at the top. It contains the heads, in which most
// values differ.
type classHeap []queued

type queued struct {
	head uint64
	c    *valueClass
}

func (q *queued) before(r *queued) bool {
	return q.head < r.head || q.head == r.head && q.c.rest < r.c.rest
}

func (h *classHeap) push(c *valueClass) {
	q := append(*h, queued{c.head, c})
	i := len(q) - 1
	for up := (i - 1) / 2; i > 0 && q[i].before(&q[up]); i, up = up, (up-1)/2 {
		q[i], q[up] = q[up], q[i]
	}
	*h = q
}

func (h *classHeap) pop() *valueClass {
	q := *h
	least, n := q[0].c, len(q)-1
	q[0], q[n] = q[n], queued{}
	q = q[:n]
	for i := 0; ; {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && q[down+1].before(&q[down]) {
			down++
		}
		if !q[down].before(&q[i]) {
			break
		}
		q[i], q[down] = q[down], q[i]
		i = down
	}
	*h = q
	return least
}
