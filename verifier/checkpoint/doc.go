// Package checkpoint stores the progress of a long computation on disk, so that another process can continue
// it if this one is killed. It does not know what it stores.
//
// A Folder belongs to one run, and to one process at a time (by a lock, which the system releases when the
// process ends). It has these files:
//
//   - run: About, written once, first.
//   - state-N: the progress of the current part, a generation each. The last two are kept. A generation is
//     written under another name, synced and renamed, so that a file with the final name is complete; and the
//     folder is synced before an older generation is removed.
//   - part-N: the result of a part that is done.
//   - progress: how far the run is, for people. Nothing depends on it.
//
// A file is a sequence of blocks of up to 1 MiB (Writer, Reader). Each block has its number, the number of
// its file, which is random, and a checksum of all that (CRC-32C, Castagnoli). The last one is marked. So a
// block that is damaged, missing, or from another file is detected. All blocks are checked before the first
// one is used: if a generation is damaged, the one before it is used instead. Damage is never repaired.
//
// Blocks contain numbers (as varints), bytes with their length, and sequences of words. Sections have names,
// so that reader and writer can't get out of step.
//
// Known warts: there is no lock on systems other than Linux, the BSDs, macOS and Windows.
package checkpoint
