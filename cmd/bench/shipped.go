package main

// noErrors ignores errors, so that the search continues: in batches, gospin stops at the first error.
var noErrors = []string{"-A", "-E"}

// largeOnes are SPIN's models with more than 500,000 states.
var largeOnes = []model{
	{name: "cambridge.pml"},
	{name: "sort.pml"},
	{name: "LTL/leader.pml"},
	{name: "LTL/leader_pre.pml"},
}

// endlessOnes have too many states for a complete search, or infinitely many.
var endlessOnes = []model{
	{name: "Book_1991/App.F.pftp.pml"},
	{name: "Book_1991/p108.pml", flags: noErrors, macros: []string{"-DVECTORSZ=65536"}},
	{name: "Exercises/ex_6.pml"},
	{name: "LTL/ltl_gen.pml", flags: noErrors},
	{name: "LTL/petersonN.pml"},
	{name: "life.pml", flags: noErrors},
	{name: "priorities.pml"},
}

// smallOnes are SPIN's models with less than 1,000 states, measured as whole processes.
var smallOnes = []string{
	"Book_1991/p102.pml", "Book_1991/p117.pml", "Book_1991/p123.pml", "Book_1991/p248.pml", "Book_1991/p312.pml",
	"Exercises/ex_1a.pml", "Exercises/ex_3c.pml", "Exercises/ex_5.pml", "LTL/diskhead.pml", "manna_pnueli.pml",
	"peterson.pml", "welfare.pml",
}
