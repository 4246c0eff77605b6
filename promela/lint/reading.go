package lint

// told are the lints that promela/resolve and promela/preproc report while reading a model.
var readingLints = []Lint{
	{
		Name: "array-without-index", Says: "an array without an index, which means its element 0",
		Example: "byte a[3];\nactive proctype P() { a = 1; assert(a[0] == 1) }\n",
	},
	{
		Name: "chained-unless", Says: "a second unless behind a statement, which SPIN forgets",
		Example: "byte x;\nactive proctype P() { x == 1 unless x = 1 unless x = 2 }\n",
	},
	{
		Name: "empty-loop", Says: "a for from a constant to a smaller one, which SPIN refuses",
		Example: "byte i;\nactive proctype P() { for (i : 5 .. 3) { assert(i > 0) } }\n",
	},
	{
		Name: "ignored-initialiser", Says: "an initialiser of a typedef variable, which is ignored",
		Example: "typedef T { byte x };\nT t = 1;\nactive proctype P() { assert(t.x == 0) }\n",
	},
	{
		Name: "ignored-width", Says: "a number of bits for what is no unsigned, which is ignored",
		Example: "byte x : 3;\nactive proctype P() { assert(x == 0) }\n",
	},
	{
		Name: "label-is-variable", Says: "a label with the name of a variable",
		Example: "byte x;\nactive proctype P() { x: x == 1; goto x }\n",
	},
	{
		Name: "label-twice", Says: "two labels of one name in a process, which SPIN refuses",
		Example: "byte x;\nactive proctype P() { L: x = 1; L: assert(x == 1) }\n",
	},
	{
		Name: "late-channel", Says: "a channel declared behind statements, which is made when the process starts",
		Example: "byte x;\nactive proctype P() { x++; chan c = [1] of { byte }; c!x }\n",
	},
	{
		Name: "macro-redefined", Says: "a macro defined again as something else",
		Example: "#define N 1\n#define N 2\nactive proctype P() { assert(N == 2) }\n",
	},
	{
		Name: "mtype-name", Says: "a variable and an mtype constant of one name",
		Example: "mtype = { x, y };\nactive proctype P() { byte x = 1; assert(x != y) }\n",
	},
	{
		Name: "mtype-twice", Says: "an mtype constant declared twice",
		Example: "mtype = { a, b, a };\nactive proctype P() { assert(a != b) }\n",
	},
	{
		Name: "no-width", Says: "an unsigned without a number of bits, which is given 16",
		Example: "unsigned x;\nactive proctype P() { assert(x == 0) }\n",
	},
	{
		Name: "preprocessor", Says: "what the C preprocessor warns of",
		Example: "#ifdef N 1\n#endif\nactive proctype P() { assert(true) }\n",
	},
}
