package roots

// Widths and FewWidths are fewer than on other systems, since browsers load the code of each.
var (
	Widths    = []int{4, 64}
	FewWidths = Widths
)
