package promela

import (
	"gospin/promela/diag"
)

// tkind is a kind of token.
type tkind uint8

const (
	tEOF tkind = iota
	tName
	tConst
	tString
	tKeyword
	tPunct
)

// token is a token of the model after preprocessing.
type token struct {
	kind  tkind
	text  string
	val   int32
	nl    bool // a newline stands before it
	pos   diag.Pos
	notes []diag.Note // macros and inlines that it came from
}

// is tells if the token is this keyword or punctuation.
func (t *token) is(text string) bool {
	return t.text == text && (t.kind == tKeyword || t.kind == tPunct)
}

var keywords = map[string]bool{}

func init() {
	for _, k := range []string{"active", "assert", "atomic", "bit", "bool", "break", "byte", "chan", "d_step", "D_proctype",
		"do", "else", "empty", "enabled", "eval", "false", "fi", "for", "full", "get_priority", "goto", "hidden", "if", "init",
		"inline", "int", "len", "local", "ltl", "mtype", "nempty", "never", "nfull", "notrace", "np_", "od", "of", "pc_value",
		"pid", "printf", "printm", "priority", "proctype", "provided", "return", "run", "select", "set_priority", "short",
		"show", "skip", "timeout", "trace", "true", "typedef", "unless", "unsigned", "xr", "xs",
		"c_code", "c_expr", "c_decl", "c_state", "c_track"} {
		keywords[k] = true
	}
}
