package roots

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// TestOpen compares two stacks, which share roots, with slices.
func TestOpen(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 1))
		var (
			o     [2]Open[[64]uint64, uint32]
			model [2][]uint32
			next  uint32
		)
		take := func(want []uint32, n int, take func(rs [][64]uint64, notes []uint32) int) {
			rs, notes := make([][64]uint64, n), make([]uint32, n)
			got := take(rs, notes)
			require.Equal(t, len(want), got)
			for i, v := range want {
				require.Equal(t, v, notes[i])
				require.EqualValues(t, v, rs[i][0])
				require.EqualValues(t, v+1, rs[i][63])
			}
		}
		var disk *Disk
		if seed >= 4 {
			disk = NewDisk(t.TempDir(), int64(seed)*20_000)
			for i := range o {
				o[i].Spill(disk, seed%2 == 1)
			}
		}
		for range thorough.Of(300, 1000) {
			i, n := r.IntN(2), r.IntN(300)
			if disk != nil && r.IntN(10) == 0 {
				n *= 10
			}
			at, has := &o[i], min(n, len(model[i]))
			switch r.IntN(6) {
			case 0, 1:
				for range n {
					next++
					at.Push(&[64]uint64{0: uint64(next), 63: uint64(next + 1)}, next)
					model[i] = append(model[i], next)
				}
			case 2:
				cut := len(model[i]) - has
				take(model[i][cut:], n, at.Pop)
				model[i] = model[i][:cut]
			case 3:
				take(model[i][:has], n, at.Peek)
				at.Drop(has)
				model[i] = model[i][has:]
			case 4:
				if other := 1 - i; len(model[other]) == 0 {
					o[other].Free()
					at.Share(&o[other])
					cut := o[other].Len()
					require.InDelta(t, len(model[i])/2, cut, chunkWords/64)
					model[other] = append(model[other], model[i][:cut]...)
					model[i] = append([]uint32(nil), model[i][cut:]...)
				}
			case 5:
				if n < 10 {
					var got []uint32
					at.Drain(func(_ *[64]uint64, note uint32) { got = append(got, note) })
					require.Equal(t, len(model[i]), len(got))
					if len(got) > 0 {
						require.Equal(t, model[i], got)
					}
					require.Zero(t, at.Bytes())
					model[i] = nil
				}
			}
			require.Equal(t, len(model[i]), at.Len())
			if r := at.Below(n); r != nil {
				require.EqualValues(t, model[i][len(model[i])-1-n], r[0][0])
			} else {
				require.True(t, n >= len(model[i]) || n >= at.n)
			}
		}
		if disk != nil {
			require.Positive(t, disk.Written())
			require.NoError(t, disk.Full())
			o[0].Free()
			o[1].Free()
			require.Zero(t, disk.n)
			require.NoError(t, disk.Close())
		}
	}
}

// broken is a disk that fails from some byte on, or returns other bytes than were written.
type broken struct {
	DiskFile
	most  int64
	flips bool
}

func (b *broken) WriteAt(p []byte, at int64) (int, error) {
	if b.most > 0 && at+int64(len(p)) > b.most {
		return 0, errors.New("the disk is full")
	}
	return b.DiskFile.WriteAt(p, at)
}

func (b *broken) ReadAt(p []byte, at int64) (int, error) {
	n, err := b.DiskFile.ReadAt(p, at)
	if b.flips {
		p[len(p)/2] ^= 4
	}
	return n, err
}

// TestBrokenDisks checks that chunks stay in memory if the disk is full, and that damaged chunks are
// rejected.
func TestBrokenDisks(t *testing.T) {
	old := newDiskFile
	t.Cleanup(func() { newDiskFile = old })
	for _, b := range []broken{{most: 1 << 20}, {flips: true}} {
		newDiskFile = func(folder string) (f DiskFile, err error) {
			b.DiskFile, err = old(folder)
			return &b, err
		}
		disk := NewDisk(t.TempDir(), 1<<18)
		var o Open[[1]uint64, uint32]
		o.Spill(disk, false)
		const all = 300_000
		for i := range uint64(all) {
			o.Push(&[1]uint64{i}, uint32(i))
		}
		read := func() {
			n := 0
			o.Each(func(r *[1]uint64, note uint32) {
				require.Equal(t, [2]uint64{uint64(n), uint64(n)}, [2]uint64{r[0], uint64(note)})
				n++
			})
			require.Equal(t, all, n)
		}
		if b.flips {
			require.Panics(t, read)
			require.ErrorContains(t, disk.Err(), "not read as they were")
		} else {
			read()
			require.ErrorContains(t, disk.Full(), "full")
		}
		o.Free()
		require.NoError(t, disk.Close())
	}
}
