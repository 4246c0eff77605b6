package roots

import (
	"unsafe"

	"gospin/compression/mix"
)

// places tells in which of this many slots roots belong. The loops are no generic code, because in that which
// another package asks for the compiler calls the hash functions.
func places[R Root](rs []R, slots int, at *[ahead]int) {
	if len(rs) == 0 {
		return
	}
	k := width[R]()
	w := unsafe.Slice((*uint64)(unsafe.Pointer(&rs[0])), len(rs)*k)
	switch k {
	case 1:
		placesOfWords(w, slots, at)
	case 2:
		placesOfPairs(w, slots, at)
	default:
		placesOfLong(w, k, slots, at)
	}
}

func placesOfWords(rs []uint64, slots int, at *[ahead]int) {
	for i, w := range rs {
		at[i&(ahead-1)] = mix.Slot(mix.Word(w), slots)
	}
}

func placesOfPairs(rs []uint64, slots int, at *[ahead]int) {
	for i := 0; i+1 < len(rs); i += 2 {
		at[i>>1&(ahead-1)] = mix.Slot(mix.Pair(rs[i], rs[i+1]), slots)
	}
}

func placesOfLong(rs []uint64, k, slots int, at *[ahead]int) {
	for i := 0; len(rs) >= k; i++ {
		at[i&(ahead-1)] = mix.Slot(mix.Words(rs[:k]), slots)
		rs = rs[k:]
	}
}
