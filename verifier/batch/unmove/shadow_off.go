//go:build !invariants

package unmove

import "gospin/verifier/roots"

// shadow does nothing without the tag invariants.
type shadow[R roots.Root] struct{}

func (shadow[R]) add(*R)              {}
func (shadow[R]) check(*scout[R])     {}
func (shadow[R]) checkOne(*R, bool)   {}
func (shadow[R]) disable()            {}
func (shadow[R]) each(func([]uint64)) {}
