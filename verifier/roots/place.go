package roots

import (
	"unsafe"

	"gospin/compression/mix"
)

// places computes for each root its home slot, of this many slots. The loops are not generic: in generic code
// instantiated by another package, the compiler does not inline the hash functions.
func places[R Root](rs []R, slots int, at []int) {
	if len(rs) == 0 {
		return
	}
	k := width[R]()
	at = at[:len(rs)]
	first := (*uint64)(unsafe.Pointer(&rs[0]))
	switch k {
	case 1:
		placesOfWords(unsafe.Slice(first, len(rs)), slots, at)
	case 2:
		placesOfPairs(unsafe.Slice((*[2]uint64)(unsafe.Pointer(first)), len(rs)), slots, at)
	default:
		placesOfLong(unsafe.Slice(first, len(rs)*k), k, slots, at)
	}
}

func placesOfWords(rs []uint64, slots int, at []int) {
	rs = rs[:len(at)]
	for i := range at {
		at[i] = mix.Slot(mix.Word(rs[i]), slots)
	}
}

func placesOfPairs(rs [][2]uint64, slots int, at []int) {
	rs = rs[:len(at)]
	for i := range at {
		at[i] = mix.Slot(mix.Pair(rs[i][0], rs[i][1]), slots)
	}
}

func placesOfLong(rs []uint64, k, slots int, at []int) {
	for i := range at {
		at[i] = mix.Slot(mix.Words(rs[:k]), slots)
		rs = rs[k:]
	}
}
