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
// If it can't be written, chunks stay in memory. It is nobody's after a run: it has no name, where the system
// allows that.
type Disk struct {
	folder string
	share  int64 // bytes of each stack that stay in memory, about

	mu      sync.Mutex
	file    DiskFile
	free    map[int][]int64 // places by size
	end     int64
	n       int // chunks that are there
	written int64
	full    error
	err     error
}

// DiskFile is a file as a Disk needs it.
type DiskFile interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Truncate(size int64) error
}

// away is where a chunk lies on disk.
type away struct {
	is   bool
	at   int64
	size int
	sum  uint32
}

// NewDisk returns one whose file is made in a folder when the first chunk goes there.
func NewDisk(folder string, share int64) *Disk {
	return &Disk{folder: folder, share: share, free: map[int][]int64{}}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// write puts a chunk on disk. False: it could not, and stays where it is.
func (d *Disk) write(b []byte) (a away, ok bool) {
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
	a = away{is: true, at: d.end, size: len(b), sum: crc32.Checksum(b, castagnoli)}
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

// read reads a chunk. Without it a search can't go on: so it ends as if there were no memory, and Err says
// why.
func (d *Disk) read(b []byte, a away) {
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

// release gives a place back.
func (d *Disk) release(a away) {
	if !a.is {
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

// Err is why a chunk could not be read; Full, why none was written any more.
func (d *Disk) Err() error  { return d.err }
func (d *Disk) Full() error { return d.full }

// Written is how many bytes were written.
func (d *Disk) Written() int64 { return d.written }

// Close gives the file up.
func (d *Disk) Close() error {
	if d.file == nil {
		return nil
	}
	if f, is := d.file.(*os.File); is {
		_ = os.Remove(f.Name()) // where it could not be removed before
	}
	return d.file.Close()
}

// Spill has a stack put chunks on a disk; queue says that the oldest are taken. Nothing waits yet. No disk is
// nil.
func (o *Open[R, N]) Spill(to *Disk, queue bool) { o.disk, o.queue = to, queue }

// nearest chunks of a queue stay in memory.
const nearest = 2

// send puts a chunk on disk: that which is taken last of those in memory.
func (o *Open[R, N]) send() {
	i := o.sent
	if o.queue {
		if i = len(o.chunks) - 1; i < nearest {
			return
		}
	}
	if i >= len(o.chunks) {
		return
	}
	c := &o.chunks[i]
	if !c.away.is {
		var ok bool
		if c.away, ok = o.disk.write(c.bytes()); !ok {
			c.away = away{}
			return
		}
		o.bytes -= c.memory.Bytes()
		c.memory.Free()
		c.memory, c.roots, c.notes = offheap.Block[uint64]{}, nil, nil
	}
	o.sent++
}

func (c *chunk[R, N]) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&c.memory.Data[0])), len(c.memory.Data)*8)
}

// read brings a chunk into memory. Its place stays.
func (o *Open[R, N]) read(c *chunk[R, N]) {
	a := c.away
	*c = newChunk[R, N]()
	o.disk.read(c.bytes(), a)
}

// fetch brings a chunk back, if it is on disk.
func (o *Open[R, N]) fetch(c *chunk[R, N]) {
	a := c.away
	if !a.is {
		return
	}
	o.read(c)
	o.bytes += c.memory.Bytes()
	o.disk.release(a)
}
