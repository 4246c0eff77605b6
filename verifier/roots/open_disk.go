package roots

import (
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"
	"unsafe"

	"gospin/compression/offheap"
)

// Disk is a file for the chunks of stacks that take more memory than they may. Several stacks may share it.
// If it can't be written, chunks stay in memory. Where the system allows that, the file has no name, so
// nothing remains of it after a run.
type Disk struct {
	folder string
	share  int64 // about how many bytes of each stack stay in memory

	mu      sync.Mutex
	file    DiskFile
	free    map[int][]int64 // offsets of free places, by size
	end     int64
	n       int // chunks on disk
	written int64
	full    error
	err     error
}

// DiskFile has the methods of a file that a Disk needs.
type DiskFile interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Truncate(size int64) error
}

// location is the place of a chunk on disk.
type location struct {
	onDisk bool
	at     int64
	size   int
	sum    uint32
}

// NewDisk returns a Disk. Its file is created in folder when the first chunk is written.
func NewDisk(folder string, share int64) *Disk {
	return &Disk{folder: folder, share: share, free: map[int][]int64{}}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// write writes a chunk. If it fails, it returns false, and the chunk stays in memory.
func (d *Disk) write(b []byte) (a location, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.full != nil {
		return a, false
	}
	if d.file == nil {
		if d.file, d.full = newDiskFile(d.folder); d.full != nil {
			return a, false
		}
	}
	a = location{onDisk: true, at: d.end, size: len(b), sum: crc32.Checksum(b, castagnoli)}
	places := d.free[len(b)]
	if n := len(places); n > 0 {
		a.at = places[n-1]
	}
	if _, d.full = d.file.WriteAt(b, a.at); d.full != nil {
		return a, false
	}
	if n := len(places); n > 0 {
		d.free[len(b)] = places[:n-1]
	} else {
		d.end += int64(len(b))
	}
	d.n++
	d.written += int64(len(b))
	return a, true
}

var newDiskFile = func(folder string) (DiskFile, error) {
	f, err := os.CreateTemp(folder, ".gospin-open-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name())
	return f, nil
}

// read reads a chunk. If that fails, the search cannot go on, so read panics as if memory had run out; Err
// returns the reason.
func (d *Disk) read(b []byte, a location) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, err := d.file.ReadAt(b, a.at)
	if err == nil && crc32.Checksum(b, castagnoli) != a.sum {
		err = fmt.Errorf("open states that were written to %s are not read as they were", d.folder)
	}
	if err != nil {
		d.err = err
		panic(offheap.OutOfMemory(0))
	}
}

// release frees the place of a chunk.
func (d *Disk) release(a location) {
	if !a.onDisk {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.free[a.size] = append(d.free[a.size], a.at)
	if d.n--; d.n == 0 && d.file.Truncate(0) == nil {
		clear(d.free)
		d.end = 0
	}
}

// Err returns why a chunk could not be read. Full returns why no more chunks could be written.
func (d *Disk) Err() error  { return d.err }
func (d *Disk) Full() error { return d.full }

// Written returns the number of bytes written.
func (d *Disk) Written() int64 { return d.written }

// Close closes the file and removes it.
func (d *Disk) Close() error {
	if d.file == nil {
		return nil
	}
	if f, is := d.file.(*os.File); is {
		_ = os.Remove(f.Name()) // if the system did not allow that while it was open
	}
	return d.file.Close()
}

// Spill makes a stack spill chunks to a disk. queue says that roots are taken oldest first. The stack must be
// empty. A nil disk means none.
func (o *Open[R, N]) Spill(to *Disk, queue bool) { o.disk, o.queue = to, queue }

// minResident is the number of the oldest chunks of a queue that stay in memory.
const minResident = 2

// spill writes a chunk to disk: of those in memory, the one that will be needed last.
func (o *Open[R, N]) spill() {
	i := o.spilled
	if o.queue {
		if i = len(o.chunks) - 1; i < minResident {
			return
		}
	}
	if i >= len(o.chunks) {
		return
	}
	c := &o.chunks[i]
	if !c.location.onDisk {
		var ok bool
		if c.location, ok = o.disk.write(c.bytes()); !ok {
			c.location = location{}
			return
		}
		o.bytes -= c.memory.Bytes()
		c.memory.Free()
		c.memory, c.roots, c.notes = offheap.Block[uint64]{}, nil, nil
	}
	o.spilled++
}

func (c *chunk[R, N]) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&c.memory.Data[0])), len(c.memory.Data)*8)
}

// read reads a chunk into memory. Its place on disk is not freed.
func (o *Open[R, N]) read(c *chunk[R, N]) {
	a := c.location
	*c = newChunk[R, N]()
	o.disk.read(c.bytes(), a)
}

// fetch reads a chunk back if it is on disk, and frees its place there.
func (o *Open[R, N]) fetch(c *chunk[R, N]) {
	a := c.location
	if !a.onDisk {
		return
	}
	o.read(c)
	o.bytes += c.memory.Bytes()
	o.disk.release(a)
}
