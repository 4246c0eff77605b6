// Package compression converts state vectors to short keys.
//
// Codecs encode each key separately by a fixed rule: RLE by run lengths, Huffman by a static code of bytes,
// measured in advance (huffman.code, which go generate measures, or a file), Collapse1997 and Recursive by
// indices of whole bytes. A Chain combines them. Byte masking is not a codec but a layout without constant
// bytes: rle and huffman encode the vector as C lays it out, mask+rle and mask+huffman what masking leaves. A
// Huffman code must be last in a chain, since its words have neither runs nor frequent bytes. Package
// codectest tests the laws.
//
// Collapse (Holzmann, "State compression in SPIN", 1997) numbers the values of every component (the globals,
// each process, each channel) and stores a state as its root: the numbers, packed into bits. A field is as
// wide as its type's values require. When one overflows, all fields are laid out again (a packing), where the
// unused bits of the last byte are distributed, and the roots must be translated.
//
// CollapseOptions define other components: a group is what is numbered together, and a split is all groups of
// a shape. PanSplit returns pan's.
//
// A root reached from another one differs from it only where components were written. Given the other root as
// a hint, only those are numbered again.
//
// Trained (Holzmann, the same paper) uses the results of a training run. It numbers components by type or, if
// that is shorter, by their seat in the vector, or encodes their bytes one by one, whichever needs the least
// memory, including tables. A value that was not seen in training gets a free code or an additional bit.
//
// Tree (Laarman, van de Pol, Weber, 2011) needs no component tables: words are the leaves of a binary tree of
// pairs, and a state is the pair at its root. Blocks of pairs are packed, each number as its distance from
// the block's minimum.
//
// Known warts: fields do not cross words. If a group has bytes of several components, a change of shape
// numbers all groups again.
package compression
