package vm

import "gospin/vm/layout"

// single is the cell that an instruction names.
func single(in *Instr) Cells {
	return Cells{Base: in.Base, Off: in.A, Len: int32(layout.CellSize(in.C))}
}

// items are the elements of the array that an instruction names.
func items(in *Instr) Cells {
	c := Cells{Base: in.Base, Off: in.A, Len: (in.B-1)*in.D + int32(layout.CellSize(in.C)), Stride: in.D}
	switch {
	case in.Op == OpLoadV:
		c.Index = Index{Known: InCell, Base: uint8(in.K), Off: in.Mask}
	case in.K == OpPid:
		c.Index.Known = OwnPid
	}
	return c
}

// byteItems are the elements of the array of bytes that an instruction names.
func byteItems(in *Instr) Cells {
	return Cells{
		Base:   in.Base,
		Off:    in.A,
		Len:    in.B,
		Stride: 1,
		Index:  Index{Known: InCell, Base: uint8(in.K), Off: in.D},
	}
}

// span is where the address on the stack leads to.
func span(in *Instr) Cells {
	c := Cells{Base: in.Base, Off: in.A, Len: in.B}
	if int(in.B) > layout.CellSize(in.C) {
		c.Stride = 1
	}
	if in.Base == BaseOther {
		c.Proc = in.D
	}
	return c
}

// cells are the ones that an operation uses.
func (in *Instr) cells(u uses) []Cells {
	var out []Cells
	add := func(wanted uses, c Cells) {
		if u&wanted != 0 {
			out = append(out, c)
		}
	}
	add(useCell, single(in))
	add(useItem, items(in))
	add(useByte, byteItems(in))
	add(useSpan, span(in))
	add(useAtMask, byteCell(uint8(in.K), in.Mask))
	add(useAtD, byteCell(uint8(in.K), in.D))
	add(useAtB, byteCell(uint8(in.K), in.B))
	add(useAtBMask, byteCell(uint8(in.Mask), in.B))
	if in.B == 0 { // else it is known which channel it is
		add(useTested, byteCell(in.Base, in.A))
	}
	return out
}

// loaded are the cells of which an operation loads one; none if it is no load.
func loaded(in *Instr) Cells {
	if c := in.cells(in.Op.info().reads & (useCell | useItem | useSpan)); len(c) == 1 {
		return c[0]
	}
	return Cells{}
}

// pollKind is the question of an operation about a channel, as the model puts it.
func (in *Instr) pollKind() PollKind {
	test := in.Op
	if test == OpTestCh {
		test = in.K
	}
	switch {
	case in.C == AskedForLen || test == OpLen:
		return PollLen
	case test == OpFull && in.C == AskedOpposite:
		return PollNFull
	case test == OpFull:
		return PollFull
	case test == OpEmpty && in.C == AskedOpposite:
		return PollNEmpty
	case test == OpEmpty:
		return PollEmpty
	}
	return PollMessage
}
