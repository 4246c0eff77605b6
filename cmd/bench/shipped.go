package main

// noErrors leaves errors out, so that searches go on: in batches, gospin ends at the first.
var noErrors = []string{"-A", "-E"}

// largeOnes are those of SPIN's models that have more than 500,000 states.
var largeOnes = []model{
	{name: "cambridge.pml"},
	{name: "sort.pml"},
	{name: "LTL/leader.pml"},
	{name: "LTL/leader_pre.pml"},
}

// endlessOnes have more states than can be waited for, or no end of them.
var endlessOnes = []model{
	{name: "Book_1991/App.F.pftp.pml"},
	{name: "Book_1991/p108.pml", flags: noErrors, macros: []string{"-DVECTORSZ=65536"}},
	{name: "Exercises/ex_6.pml"},
	{name: "LTL/ltl_gen.pml", flags: noErrors},
	{name: "LTL/petersonN.pml"},
	{name: "life.pml", flags: noErrors},
	{name: "priorities.pml"},
}

// smallOnes are those with less than 1,000 that are looked at from end to end.
var smallOnes = []string{
	"Book_1991/p102.pml", "Book_1991/p117.pml", "Book_1991/p123.pml", "Book_1991/p248.pml", "Book_1991/p312.pml",
	"Exercises/ex_1a.pml", "Exercises/ex_3c.pml", "Exercises/ex_5.pml", "LTL/diskhead.pml", "manna_pnueli.pml",
	"peterson.pml", "welfare.pml",
}
