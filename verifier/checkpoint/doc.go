// Package checkpoint keeps on disk what a long piece of work has come to, so that another process can go on
// with it when this one is killed. It knows nothing of what it keeps.
//
// A Folder belongs to one run, and to one process at a time (a lock, which the system takes away from a
// process that ends). It has these files:
//
//   - run: About, written once, before anything else.
//   - state-N: what the work under way has come to, a generation each. The two youngest stay. One is written
//     beside its name, brought to the disk, and renamed, so that a name stands for a whole file; and before
//     the one before the last goes, the folder has been brought to the disk, too.
//   - part-N: what a part of the work has come to that is done.
//   - progress: how far the work is, for people. Nothing depends on it.
//
// A file is a row of blocks of up to 1 MiB (Writer, Reader). Each has its number, the number of its file,
// which is random, and a checksum of all that (CRC-32C, Castagnoli). The last one has a mark. So a block that
// is damaged, is missing, or has come from another file is seen. All blocks are looked at before the first is
// used: of a damaged generation nothing is taken, and the one before is. Damage is never repaired.
//
// Within blocks lie numbers (by varints), bytes with their length, and rows of words. Sections have names, so
// that reader and writer keep in step.
//
// Known warts: on systems other than Linux, the BSDs, macOS and Windows there is no lock.
package checkpoint
