package roots

import "unsafe"

// Field is where a number lies in roots.
type Field struct {
	Word  int
	Shift uint
	Mask  uint64 // of the number; 0: there is one only, which is 0
	Class int    // which numbers it may have
}

// Bits are those of its word that the field takes.
func (f *Field) Bits() uint64 { return f.Mask << (f.Shift & 63) }

// Number is the number in the field of a root.
func (f *Field) Number(root []uint64) uint64 { return root[f.Word] >> (f.Shift & 63) & f.Mask }

// Put puts a number into the field, which is 0.
func (f *Field) Put(root []uint64, n uint64) { root[f.Word] |= n << (f.Shift & 63) }

// Words are those of a root.
func Words[R Root](r *R) []uint64 { return unsafe.Slice((*uint64)(unsafe.Pointer(r)), len(*r)) }
