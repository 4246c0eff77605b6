package roots

// Widths and FewWidths are fewer than on other systems, since browsers load the code of each.
var (
	Widths    = []int{4, 64}
	FewWidths = Widths
)

func init() { makers = map[int]any{4: makerOf[[4]uint64](), 64: makerOf[[64]uint64]()} }
