package vm

import "fmt"

// opInfo is everything about an operation except its effect on the stack.
type opInfo struct {
	name     string
	operands string // for the listing; Program.operand replaces words after a $
	jumps    bool   // it may jump to D
	reads    uses
	writes   uses
}

// uses describes what an operation reads or writes, by the operands that locate it.
type uses uint32

const (
	useCell uses = 1 << iota // the cell of kind C at A, base Base
	useItem                  // one of the B cells of stride D from there on
	useByte                  // one of the B bytes from there on
	// some cell in the B bytes from there on; for BaseOther, of a process of type D
	useSpan
	useAtMask  // the byte cell at Mask, base K
	useAtD     // the byte cell at D, base K
	useAtB     // the byte cell at B, base K
	useAtBMask // the byte cell at B, base Mask
	useTested  // the channel of OpTestCh
	// the channel whose id the preceding operation loads; if D > 0, the one with that id
	useChannel
	usePattern // what pattern A evaluates
	useLabel   // whether a process of type A is in control state B
	useCount   // the number of processes
	useChild   // a new process of type A, and its initialisation
	useTimeout // whether any other move is enabled
	useAll     // anything
)

// ops is the table of operations. An operation without an entry reads and writes everything.
var ops = [...]opInfo{
	OpEnd:     {name: "END"},
	OpConst:   {name: "CONST", operands: "$A"},
	OpLoad:    {name: "LOAD", operands: "$cell", reads: useCell},
	OpLoadX:   {name: "LOADX", operands: "$array of $B", reads: useItem},
	OpStore:   {name: "STORE", operands: "$cell", writes: useCell},
	OpStoreX:  {name: "STOREX", operands: "$array of $B", writes: useItem},
	OpAddr:    {name: "ADDR", operands: "$B of $D bytes"},
	OpLoadA:   {name: "LOADA", operands: "$A", reads: useSpan},
	OpStoreA:  {name: "STOREA", operands: "$A", writes: useSpan},
	OpPop:     {name: "POP"},
	OpNeg:     {name: "NEG"},
	OpNot:     {name: "NOT"},
	OpCompl:   {name: "COMPL"},
	OpAdd:     {name: "ADD"},
	OpSub:     {name: "SUB"},
	OpMul:     {name: "MUL"},
	OpDiv:     {name: "DIV"},
	OpMod:     {name: "MOD"},
	OpAnd:     {name: "AND"},
	OpOr:      {name: "OR"},
	OpXor:     {name: "XOR"},
	OpShl:     {name: "SHL"},
	OpShr:     {name: "SHR"},
	OpEq:      {name: "EQ"},
	OpNe:      {name: "NE"},
	OpLt:      {name: "LT"},
	OpLe:      {name: "LE"},
	OpGt:      {name: "GT"},
	OpGe:      {name: "GE"},
	OpEqC:     {name: "EQC", operands: "$A"},
	OpNeC:     {name: "NEC", operands: "$A"},
	OpLtC:     {name: "LTC", operands: "$A"},
	OpLeC:     {name: "LEC", operands: "$A"},
	OpGtC:     {name: "GTC", operands: "$A"},
	OpGeC:     {name: "GEC", operands: "$A"},
	OpAddC:    {name: "ADDC", operands: "$A"},
	OpBool:    {name: "BOOL"},
	OpJump:    {name: "JUMP", operands: "$D", jumps: true},
	OpJumpZ:   {name: "JUMPZ", operands: "$D", jumps: true},
	OpJumpNZ:  {name: "JUMPNZ", operands: "$D", jumps: true},
	OpTestC:   {name: "TESTC", operands: "$cell $K $B, else $D", jumps: true, reads: useCell},
	OpTestV:   {name: "TESTV", operands: "$cell $K $atBMask, else $D", jumps: true, reads: useCell | useAtBMask},
	OpTestS:   {name: "TESTS", operands: "$K $B, else $D", jumps: true},
	OpTestCh:  {name: "TESTCH", operands: "$cell $not$K, else $D", jumps: true, reads: useTested},
	OpTrue:    {name: "TRUE"},
	OpFalse:   {name: "FALSE"},
	OpLoadV:   {name: "LOADV", operands: "$array of $B, index $atMask", reads: useItem | useAtMask},
	OpStoreV:  {name: "STOREV", operands: "$array of $B, index $atD", reads: useAtD, writes: useByte},
	OpCopy:    {name: "COPY", operands: "$cell := $atB", reads: useAtB, writes: useCell},
	OpInc:     {name: "INC", operands: "$cell by $B", reads: useCell, writes: useCell},
	OpLen:     {name: "LEN", reads: useChannel},
	OpFull:    {name: "FULL", reads: useChannel},
	OpEmpty:   {name: "EMPTY", reads: useChannel},
	OpPoll:    {name: "POLL", operands: "$A", reads: useChannel | usePattern},
	OpRun:     {name: "RUN", operands: "$proctype", reads: useCount, writes: useChild},
	OpPid:     {name: "PID"},
	OpNrPr:    {name: "NRPR", reads: useCount},
	OpTimeout: {name: "TIMEOUT", reads: useTimeout},
	OpMsg:     {name: "MSG", operands: "$A"},
	OpAssert:  {name: "ASSERT", operands: "$message"},
	OpNp:      {name: "NP", reads: useAll},
	OpRemPC:   {name: "REMPC", operands: "$proctype, state $B", reads: useLabel},
	OpRemVar:  {name: "REMVAR", operands: "$proctype"}, // the following load reads
	OpEnabled: {name: "ENABLED", reads: useAll},
	OpPcValue: {name: "PCVALUE", reads: useAll},
	OpGetPrio: {name: "GETPRIO", reads: useAll},
	OpSetPrio: {name: "SETPRIO", reads: useAll, writes: useAll},
	OpPrint:   {name: "PRINT", operands: "$format"},
	OpFits:    {name: "FITS", operands: "$D"},
	OpFault:   {name: "FAULT", operands: "$message"},
}

// info returns the operation's entry.
func (op Op) info() opInfo {
	if int(op) < len(ops) && ops[op].name != "" {
		return ops[op]
	}
	return opInfo{name: fmt.Sprintf("op %d", op), operands: "$A $B $D", reads: useAll, writes: useAll}
}

// Jumps reports whether the operation may jump to D.
func (op Op) Jumps() bool { return op.info().jumps }
