package layout

import "encoding/binary"

// Kinds of cells: how a value is represented in a vector (little-endian) and truncated when stored.
const (
	CellU8   uint8 = iota // byte, pid, mtype, chan, elements of bit arrays
	CellBit               // bit scalars: the lowest bit
	CellI16               // short
	CellI32               // int
	CellU8M               // unsigned of up to 8 bits, with a mask
	CellU16M              // up to 16 bits
	CellU32M              // up to 31 bits
)

// CellSize is the number of bytes of a cell.
func CellSize(c uint8) int {
	switch c {
	case CellI16, CellU16M:
		return 2
	case CellI32, CellU32M:
		return 4
	}
	return 1
}

// Load reads the cell of kind c at off.
func Load(vec []byte, c uint8, off int32) int32 {
	switch c {
	case CellU8, CellBit, CellU8M:
		return int32(vec[off])
	case CellI16:
		return int32(int16(binary.LittleEndian.Uint16(vec[off:])))
	case CellU16M:
		return int32(binary.LittleEndian.Uint16(vec[off:]))
	default:
		return int32(binary.LittleEndian.Uint32(vec[off:]))
	}
}

// Store writes v, truncated according to the kind and, for masked kinds, the mask.
func Store(vec []byte, c uint8, off, mask, v int32) {
	switch c {
	case CellU8:
		vec[off] = byte(v)
	case CellBit:
		vec[off] = byte(v) & 1
	case CellU8M:
		vec[off] = byte(v & mask)
	case CellI16:
		binary.LittleEndian.PutUint16(vec[off:], uint16(v))
	case CellU16M:
		binary.LittleEndian.PutUint16(vec[off:], uint16(v&mask))
	case CellU32M:
		binary.LittleEndian.PutUint32(vec[off:], uint32(v&mask))
	default:
		binary.LittleEndian.PutUint32(vec[off:], uint32(v))
	}
}

// Truncate returns the value that a cell holds after storing v.
func Truncate(c uint8, mask, v int32) int32 {
	switch c {
	case CellU8:
		return int32(byte(v))
	case CellBit:
		return v & 1
	case CellI16:
		return int32(int16(v))
	case CellI32:
		return v
	}
	return v & mask
}
