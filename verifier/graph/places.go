package graph

import "math/bits"

// packedPlaces are the positions of all arrays in a complete graph: for each block of nodes the lowest
// position, and for each node the distance from it, in the width that the block needs.
type packedPlaces struct {
	blocks  []byte // per block: lowest position (5 bytes), its position in offsets (5), width (1)
	offsets bitString
}

const (
	blockShift = 6
	blockBytes = 2*placeBytes + 1
)

func readPlace(b []byte) uint64 {
	b = b[:placeBytes]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32
}

func writePlace(b []byte, at uint64) {
	for k := range placeBytes {
		b[k] = byte(at >> (8 * k))
	}
}

// pack packs the positions for a number of nodes. It returns nil if they are too large.
func pack(places func(uint32) uint64, nodes uint64) *packedPlaces {
	p := &packedPlaces{}
	for from := uint64(0); from < nodes; from += 1 << blockShift {
		to := min(nodes, from+1<<blockShift)
		least, most := ^uint64(0), uint64(0)
		for i := from; i < to; i++ {
			if at := places(uint32(i)); at >= firstPlace {
				least, most = min(least, at), max(most, at)
			}
		}
		if most == 0 {
			least, most = firstPlace, firstPlace-1
		}
		w := uint(bits.Len64(most - least + firstPlace))
		if p.offsets.n>>(8*placeBytes) != 0 {
			return nil
		}
		var b [blockBytes]byte
		writePlace(b[:], least)
		writePlace(b[placeBytes:], p.offsets.n)
		b[2*placeBytes] = byte(w)
		p.blocks = append(p.blocks, b[:]...)
		for i := from; i < to; i++ {
			at := places(uint32(i))
			if at >= firstPlace {
				at += firstPlace - least
			}
			p.offsets.put(at, w)
		}
	}
	return p
}

func (p *packedPlaces) at(i uint32) uint64 {
	b := p.blocks[int(i>>blockShift)*blockBytes:][:blockBytes]
	w := uint(b[2*placeBytes])
	at := p.offsets.get(readPlace(b[placeBytes:])+uint64(i&(1<<blockShift-1))*uint64(w), w)
	if at >= firstPlace {
		at += readPlace(b) - firstPlace
	}
	return at
}
