//go:build !invariants

package unmove

import "gospin/verifier/roots"

// shadow would be the set of all states that are stored.
type shadow[R roots.Root] struct{}

func (shadow[R]) add(*R)              {}
func (shadow[R]) check(*scout[R])     {}
func (shadow[R]) holds(*R, bool)      {}
func (shadow[R]) blind()              {}
func (shadow[R]) each(func([]uint64)) {}
