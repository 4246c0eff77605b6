package roots

import "unsafe"

// Field is the place of a number in roots.
type Field struct {
	Word  int
	Shift uint
	Mask  uint64 // of the number, before it is shifted; 0 if the number is always 0
	Class int    // fields of a class share their numbers
}

// Bits returns the bits of the word that belong to the field.
func (f *Field) Bits() uint64 { return f.Mask << (f.Shift & 63) }

// Number returns the number in the field of a root.
func (f *Field) Number(root []uint64) uint64 { return root[f.Word] >> (f.Shift & 63) & f.Mask }

// Put sets the field to a number. The field must be 0.
func (f *Field) Put(root []uint64, n uint64) { root[f.Word] |= n << (f.Shift & 63) }

// Words returns the words of a root.
func Words[R Root](r *R) []uint64 { return unsafe.Slice((*uint64)(unsafe.Pointer(r)), len(*r)) }
