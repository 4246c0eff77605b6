package graph

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"gospin/verifier/search"
	"gospin/vm"
)

// A file is a magic word with the version, then blocks. A block is its kind, the length of its contents in
// four bytes, the contents, and a checksum in four bytes, of all that and the block's index. The last block
// holds a digest of all bytes before it.
const (
	magic    = "gospin-g"
	Version  = 1
	headLen  = 5
	sumLen   = 4
	maxBlock = 1 << 26 // bytes
	fullAt   = 1 << 16 // a block of this many bytes is written
)

// Kinds of blocks, in the order of their first occurrence.
const (
	headBlock  = 'H' // Head, as JSON
	moveBlock  = 'M' // rows of moves: their number, and each with its length
	labelBlock = 'L' // bits of the nodes' conditions, for complete nodes
	edgeBlock  = 'E' // edges of nodes: number of nodes, and bits
	tailBlock  = 'Z' // digest, and Tail as JSON
)

var table = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the checksum of a block with an index.
func checksum(block []byte, number uint32) uint32 {
	var n [4]byte
	binary.LittleEndian.PutUint32(n[:], number)
	return crc32.Update(crc32.Checksum(block, table), table, n[:])
}

// Writer writes a graph to a file while a search builds it. Only the dictionary of moves stays in memory.
type Writer struct {
	w       io.Writer
	sum     hash.Hash
	blocks  uint32
	label   Labeller
	atoms   []bool
	tail    Tail
	most    uint32 // the greatest target
	dict    moves
	row     []Target
	written int // moves written
	nodes   bitString
	edges   bitString
	in      uint64 // number of nodes in the block of edges
	last    int64  // last node of the block
	bits    uint64 // of all edge arrays
	bytes   int64
	block   []byte
}

var _ search.Graph = (*Writer)(nil)

// NewWriter begins a file.
func NewWriter(w io.Writer, h Head, label Labeller) (*Writer, error) {
	g := &Writer{w: w, sum: sha256.New(), label: label, atoms: make([]bool, len(h.Atoms)), last: -1}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if err := g.write(binary.LittleEndian.AppendUint32([]byte(magic), Version)); err != nil {
		return nil, err
	}
	return g, g.writeBlock(headBlock, head)
}

func (g *Writer) write(b []byte) error {
	g.sum.Write(b)
	n, err := g.w.Write(b)
	g.bytes += int64(n)
	return err
}

func (g *Writer) writeBlock(kind byte, payload []byte) error {
	b := append(g.block[:0], kind)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(payload)))
	b = append(b, payload...)
	b = binary.LittleEndian.AppendUint32(b, checksum(b, g.blocks))
	g.block = b
	g.blocks++
	return g.write(b)
}

// Node implements search.Graph.
func (g *Writer) Node(s *vm.State, number uint32) error {
	if uint64(number) != g.tail.Nodes {
		return fmt.Errorf("internal error: node %d comes after %d others", number, g.tail.Nodes)
	}
	g.tail.Nodes++
	if err := appendLabels(&g.nodes, g.label, s, g.atoms); err != nil {
		return err
	}
	if g.nodes.n >= 8*fullAt && g.nodes.n%8 == 0 {
		return g.flushLabels()
	}
	return nil
}

// Edges implements search.Graph.
func (g *Writer) Edges(number uint32, edges []search.Edge, isDead bool) (err error) {
	if g.row, err = g.dict.numbered(g.row[:0], edges); err != nil {
		return err
	}
	g.tail.Edges += uint64(len(edges))
	for i := range edges {
		g.most = max(g.most, edges[i].To)
	}
	s := &g.edges
	s.gamma(zigzag(int64(number)-g.last-1) + 1)
	g.last = int64(number)
	g.in++
	if len(edges) == 0 {
		s.put(0, 1)
		s.put(sign(isDead)-stays, 1)
	} else {
		s.put(1, 1)
		before := s.n
		appendArray(s, g.row, len(g.dict.list))
		g.bits += s.n - before
	}
	if s.n >= 8*fullAt {
		return g.flush()
	}
	return nil
}

// zigzag maps numbers of small magnitude to small numbers.
func zigzag(d int64) uint64 { return uint64(d<<1) ^ uint64(d>>63) }

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// flush writes the block of edges, after the moves and labels that it needs.
func (g *Writer) flush() error {
	if g.written < len(g.dict.list) {
		b := binary.AppendUvarint(nil, uint64(len(g.dict.list)-g.written))
		for _, row := range g.dict.list[g.written:] {
			b = binary.AppendUvarint(b, uint64(len(row)))
			for i := range row {
				m := &row[i]
				b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(m.Trans)), uint64(m.Partner))
				b = append(b, m.Pid, m.Peer)
			}
		}
		g.written = len(g.dict.list)
		if err := g.writeBlock(moveBlock, b); err != nil {
			return err
		}
	}
	if g.in > 0 {
		b := append(binary.AppendUvarint(nil, g.in), g.edges.bytes()...)
		g.edges.reset()
		g.in = 0
		return g.writeBlock(edgeBlock, b)
	}
	return nil
}

func (g *Writer) flushLabels() error {
	if g.nodes.n == 0 {
		return nil
	}
	b := append([]byte(nil), g.nodes.bytes()...)
	g.nodes.reset()
	return g.writeBlock(labelBlock, b)
}

// Close writes the end, with the search's results; the writer adds its own counts. If the search was cut
// short, nodes that no edge leads to do not count.
func (g *Writer) Close(t Tail) error {
	if err := errors.Join(g.flush(), g.flushLabels()); err != nil {
		return err
	}
	t.Nodes, t.Edges = min(g.tail.Nodes, uint64(g.most)+1), g.tail.Edges
	b, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return g.writeBlock(tailBlock, append(g.sum.Sum(nil), b...))
}

// Size returns what was written: nodes, edges, bits of the edge arrays, and bytes of the file.
func (g *Writer) Size() (nodes, edges, bits uint64, bytes int64) {
	return g.tail.Nodes, g.tail.Edges, g.bits, g.bytes
}

// Moves returns the number of different moves, |T|.
func (g *Writer) Moves() int { return len(g.dict.list) }

// ErrFile means that a file is not a graph, or was changed.
var ErrFile = errors.New("not a graph as gospin graph writes it")

// ErrCut means that a file is incomplete.
var ErrCut = errors.New("the file is cut short: its writer was ended, or the end is lost")

func bad(format string, a ...any) error {
	return fmt.Errorf("%w: %s", ErrFile, fmt.Sprintf(format, a...))
}

// Read reads a graph. Any difference from what was written is an error.
func Read(r io.Reader) (*Graph, error) {
	f := &reader{r: r, sum: sha256.New(), last: -1, targets: 1}
	start := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(r, start); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && err != io.EOF {
		return nil, err
	}
	if !bytes.HasPrefix(start, []byte(magic)) {
		return nil, bad("it begins otherwise")
	}
	if v := binary.LittleEndian.Uint32(start[len(magic):]); v != Version {
		return nil, bad("its version is %d, and this gospin reads %d", v, Version)
	}
	f.sum.Write(start)
	for {
		kind, payload, err := f.next()
		if err != nil {
			return nil, err
		}
		if f.g == nil && kind != headBlock {
			return nil, bad("it begins with block %q", kind)
		}
		switch kind {
		case headBlock:
			err = f.head(payload)
		case moveBlock:
			err = f.moves(payload)
		case labelBlock:
			f.g.labels.copyFrom(stringOf(payload), 0, uint64(len(payload))<<3)
		case edgeBlock:
			err = f.edges(payload)
		case tailBlock:
			return f.g, f.tail(payload)
		default:
			err = bad("there is no block %q", kind)
		}
		if err != nil {
			return nil, err
		}
	}
}

type reader struct {
	r      io.Reader
	sum    hash.Hash
	blocks uint32
	before []byte // digest of everything before the current block
	g      *Graph
	last   int64
	edge   uint64 // edges read so far
	most   uint64 // greatest target so far
	// upper bound of the number of nodes: one, plus one for each edge
	targets uint64
}

// next reads a block.
func (f *reader) next() (kind byte, payload []byte, err error) {
	var h [headLen]byte
	if _, err := io.ReadFull(f.r, h[:]); err != nil {
		return 0, nil, f.cut(err)
	}
	n := binary.LittleEndian.Uint32(h[1:])
	if n > maxBlock {
		return 0, nil, bad("block %d is %d bytes long", f.blocks, n)
	}
	// Memory grows with what is actually read, not with the stated length.
	var b bytes.Buffer
	b.Write(h[:])
	if m, err := io.CopyN(&b, f.r, int64(n)+sumLen); err != nil {
		if err == io.EOF && m < int64(n)+sumLen {
			err = io.ErrUnexpectedEOF
		}
		return 0, nil, f.cut(err)
	}
	block := b.Bytes()[:headLen+int(n)]
	if checksum(block, f.blocks) != binary.LittleEndian.Uint32(b.Bytes()[len(block):]) {
		return 0, nil, bad("the checksum of block %d is wrong", f.blocks)
	}
	f.blocks++
	if h[0] == tailBlock {
		f.before = f.sum.Sum(nil)
	}
	f.sum.Write(b.Bytes())
	return h[0], block[headLen:], nil
}

// cut returns the error for a file that ends too early.
func (f *reader) cut(err error) error {
	if err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if f.g == nil {
		return ErrCut
	}
	return fmt.Errorf("%w; there are the edges of %d nodes, %d of them; gospin graph writes it anew", ErrCut,
		f.g.expanded(), f.edge)
}

func (g *Graph) expanded() (n int) {
	for i := range g.known() {
		if g.Expanded(uint32(i)) {
			n++
		}
	}
	return n
}

func (f *reader) head(payload []byte) error {
	if f.g != nil {
		return bad("it has two heads")
	}
	var h Head
	if err := json.Unmarshal(payload, &h); err != nil {
		return bad("its head is not JSON: %v", err)
	}
	f.g = New(h)
	return nil
}

func (f *reader) moves(payload []byte) error {
	in := payload
	number := func(most uint64) (v uint64) {
		v, n := binary.Uvarint(in)
		if n <= 0 || v > most {
			in = nil
			return 0
		}
		in = in[n:]
		return v
	}
	for rows := number(uint64(len(in))); rows > 0; rows-- {
		row := make([]vm.Move, number(uint64(len(in))))
		for i := range row {
			m := &row[i]
			m.Trans, m.Partner = uint32(number(1<<32-1)), uint32(number(1<<32-1))
			if len(in) < 2 {
				return bad("a block of moves ends in the middle")
			}
			m.Pid, m.Peer = in[0], in[1]
			in = in[2:]
		}
		if len(row) == 0 || len(f.g.moves) == maxMoves {
			return bad("a row of moves is empty, or one too many")
		}
		f.g.moves = append(f.g.moves, row)
	}
	if len(in) != 0 || len(payload) == 0 {
		return bad("a block of moves does not end with the last")
	}
	return nil
}

func (f *reader) edges(payload []byte) error {
	n, k := binary.Uvarint(payload)
	if k <= 0 {
		return bad("a block of edges is empty")
	}
	s := stringOf(payload[k:])
	at := uint64(0)
	for range n {
		d, next := s.readGamma(at)
		number := f.last + 1 + unzigzag(d-1)
		if d == 0 || number < 0 || uint64(number) >= f.targets || next+2 > s.n {
			return bad("edges of a node that there is not")
		}
		f.last = number
		at = next + 1
		if s.get(next, 1) == 0 {
			if err := f.put(number, stays+s.get(at, 1)); err != nil {
				return err
			}
			at++
			continue
		}
		a, end, err := readArray(s, at)
		if err == nil {
			err = f.check(s, &a)
		}
		if err != nil {
			return bad("node %d: %v", number, err)
		}
		if err := f.g.keep(uint32(number), &a, s); err != nil {
			return bad("%v", err)
		}
		at = end
	}
	if at > s.n || s.n-at >= 8 || s.get(at, uint(s.n-at)) != 0 {
		return bad("a block of edges does not end with the last")
	}
	return nil
}

func (f *reader) put(number int64, at uint64) error {
	if err := f.g.put(uint32(number), at); err != nil {
		return bad("%v", err)
	}
	return nil
}

// check validates the edges of an array, and counts them.
func (f *reader) check(s *bitString, a *Array) error {
	if a.move+a.to == 0 && a.N > 1 {
		return errors.New("many edges in no bits")
	}
	f.edge += uint64(a.N)
	f.targets += uint64(a.N)
	most := uint64(0)
	for k := range a.N {
		e := s.edge(a, k)
		most = max(most, uint64(e.To))
		if int(e.Move) >= len(f.g.moves) {
			return fmt.Errorf("move %d of %d", e.Move, len(f.g.moves))
		}
	}
	if most >= f.targets {
		return fmt.Errorf("node %d where there cannot be more than %d", most, f.targets)
	}
	if uint(a.to) != width(most+1) {
		return fmt.Errorf("numbers up to %d have %d bits", most, a.to)
	}
	f.most = max(f.most, most)
	return nil
}

func (f *reader) tail(payload []byte) error {
	g := f.g
	if len(payload) < sha256.Size || !bytes.Equal(payload[:sha256.Size], f.before) {
		return bad("the digest of the whole is wrong")
	}
	if err := json.Unmarshal(payload[sha256.Size:], &g.Tail); err != nil {
		return bad("its end is not JSON: %v", err)
	}
	if n, err := io.ReadFull(f.r, make([]byte, 1)); n > 0 || err != io.EOF {
		return bad("there is more behind the end")
	}
	switch t := &g.Tail; {
	case t.Nodes == 0 && f.edge == 0 && t.Reason != "":
		return fmt.Errorf("the graph has no nodes: its search ended before the first was whole: %s", t.Reason)
	case t.Edges != f.edge, t.Nodes != f.most+1, t.Nodes < g.known():
		return bad("it ends with %d nodes and %d edges, and has %d and %d", t.Nodes, t.Edges, f.most+1, f.edge)
	case g.labels.n < t.Nodes*uint64(len(g.Atoms)):
		return bad("its nodes have %d labels", g.labels.n)
	}
	g.grow(g.Nodes)
	if n := g.expanded(); uint64(n) < g.Nodes && g.Reason == "" {
		return bad("%d of %d nodes have no edges, and nothing says why", g.Nodes-uint64(n), g.Nodes)
	}
	// no arrays may be added after this
	if p := pack(g.place, g.Nodes); p != nil {
		g.packed, g.places = p, nil
	}
	return nil
}
