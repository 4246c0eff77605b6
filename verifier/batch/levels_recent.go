package batch

import "gospin/verifier/roots"

// States that are recently known take at most a byte for so many states, if there are more than the least.
const (
	leastRecent = 1 << 9
	recentShare = 2
)

// recent are states known to be stored, and to have been expanded, by their hashes.
type recent[R roots.Root] []R

func newRecent[R roots.Root](n int) recent[R] { return make([]R, n) }

func (c recent[R]) at(hash uint64) *R { return &c[hash>>20&uint64(len(c)-1)] }

func (c recent[R]) put(hash uint64, r *R)      { *c.at(hash) = *r }
func (c recent[R]) has(hash uint64, r *R) bool { return *c.at(hash) == *r }

func (c recent[R]) bytes() int64 {
	var r R
	return int64(len(c) * 8 * len(r))
}
