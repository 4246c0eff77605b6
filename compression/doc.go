// Package compression turns state vectors into short keys.
//
// Codecs code one key after the other, all by the same rule: RLE by run lengths, Huffman by a static code of
// bytes that was measured beforehand (huffman.code, which go generate measures, or a file of one's own),
// Collapse1997 and Recursive by indices of whole bytes. A Chain puts them in a row. Byte masking is none of
// them: it is a layout without constant bytes, so that rle and huffman by themselves code the vector as C
// lays it out, and mask+rle and mask+huffman what masking has left. A Huffman code comes last in a chain, for
// its words have neither runs nor favourite bytes. Package codectest has the laws.
//
// Collapse (Holzmann, "State compression in SPIN", 1997) numbers the values of every component (the globals,
// each process, each channel) and keeps a state as its root: the numbers side by side, packed into bits. A
// field is as wide as its type's values need; when one overflows, all fields are laid out again (a packing),
// the slack of the last byte being shared out, and the roots must be translated.
//
// CollapseOptions draw the lines between components otherwise: a group is what is numbered as one, a split
// all groups of a shape. PanSplit gives pan's.
//
// A root that was reached from another differs from it only where components were written: given the other
// root as a hint, only those are numbered again.
//
// Trained (Holzmann, the same paper) goes by what a training run saw: it numbers components by type or, where
// that is shorter, by their seat in the vector, or codes their bytes one by one, whatever takes the least
// memory, tables included. What was not seen takes a free code or another bit.
//
// Tree (Laarman, van de Pol, Weber, 2011) needs no component tables: words are the leaves of a binary tree of
// pairs, and a state is the pair at its root. Blocks of pairs lie packed, each number as its distance from
// the block's least.
//
// Known warts: a field does not cross words. Where a group has bytes of several components, a change of the
// shape numbers all groups again.
package compression
