package roots

// Widths and FewWidths are fewer than elsewhere, since browsers load the code of each.
var (
	Widths    = []int{4, 64}
	FewWidths = Widths
)
