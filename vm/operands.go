package vm

import "gospin/vm/layout"

// single returns the cell in an instruction.
func single(in *Instr) Cells {
	return Cells{Base: in.Base, Off: in.A, Len: int32(layout.CellSize(in.C))}
}

// items returns the elements of the array in an instruction.
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

// byteItems returns the elements of the byte array in an instruction.
func byteItems(in *Instr) Cells {
	return Cells{
		Base:   in.Base,
		Off:    in.A,
		Len:    in.B,
		Stride: 1,
		Index:  Index{Known: InCell, Base: uint8(in.K), Off: in.D},
	}
}

// span returns the cells that the address on the stack may refer to.
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

// cells returns the cells for one use in an operation.
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
	if in.B == 0 { // otherwise the channel is known
		add(useTested, byteCell(in.Base, in.A))
	}
	return out
}

// loaded returns the cells one of which an operation loads, or none.
func loaded(in *Instr) Cells {
	if c := in.cells(in.Op.info().reads & (useCell | useItem | useSpan)); len(c) == 1 {
		return c[0]
	}
	return Cells{}
}

// pollKind returns the kind of an operation's question about a channel.
func (in *Instr) pollKind() PollKind {
	test := in.Op
	if test == OpTestCh {
		test = in.K
	}
	switch {
	case in.C == ForLen || test == OpLen:
		return PollLen
	case test == OpFull && in.C == Opposite:
		return PollNFull
	case test == OpFull:
		return PollFull
	case test == OpEmpty && in.C == Opposite:
		return PollNEmpty
	case test == OpEmpty:
		return PollEmpty
	}
	return PollMessage
}
