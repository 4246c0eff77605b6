package expr

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"
)

// Kinds of tokens. The lexer returns those up to Bad; the others are names whose use follows from the tokens
// around them.
const (
	EOF  = lexer.EOF
	Name = EOF - 1 - iota
	Const
	String
	Keyword
	Basic      // the name of a basic type
	Visibility // hidden, show, local
	Embedded   // c_code and its like
	Separator  // ; or ->
	Punct
	Bad   // not a token of Promela; see Why
	Label // a name before a colon, at the start of a statement
	Type  // the name of a typedef, before that of a variable
	Proc  // a known proctype's name, before a colon or an index
	Word  // an operator of temporal logic spelled as a word
)

// Token is a token of a text.
type Token struct {
	Type       lexer.TokenType
	Text       string
	Val        int32 // of a Const
	Newline    bool  // a newline precedes it
	Start, End int   // bytes
}

// Is reports whether the token is this keyword or punctuation.
func (t *Token) Is(text string) bool {
	return t.Text == text && t.Type <= Keyword && t.Type >= Punct
}

// keywords are the words of the language.
var keywords = map[string]lexer.TokenType{}

func init() {
	for _, k := range []struct {
		kind  lexer.TokenType
		words []string
	}{
		{Keyword, []string{"active", "assert", "atomic", "break", "d_step", "D_proctype", "do", "else",
			"empty", "enabled", "eval", "fi", "for", "full", "get_priority", "goto", "if", "init", "inline",
			"len", "ltl", "mtype", "nempty", "never", "nfull", "notrace", "np_", "od", "of", "pc_value",
			"printf", "printm", "priority", "proctype", "provided", "return", "run", "select",
			"set_priority", "timeout", "trace", "typedef", "unless", "xr", "xs"}},
		{Const, []string{"true", "false", "skip"}},
		{Basic, []string{"bit", "bool", "byte", "pid", "short", "int", "unsigned", "chan"}},
		{Visibility, []string{"hidden", "show", "local"}},
		{Embedded, []string{"c_code", "c_expr", "c_decl", "c_state", "c_track"}},
	} {
		for _, w := range k.words {
			keywords[w] = k.kind
		}
	}
}

// Keywords returns the keywords in order, except those of embedded C.
func Keywords() []string {
	var out []string
	for w, kind := range keywords {
		if kind != Embedded {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

// signs maps the spellings of temporal operators to signs.
var signs = map[string]string{
	"always": "[]", "eventually": "<>", "next": "X", "X": "X",
	"until": "U", "stronguntil": "U", "U": "U", "weakuntil": "W", "W": "W", "release": "V", "V": "V",
	"implies": "->", "equivalent": "<->",
}

// IsWord reports whether a name is an operator of temporal logic.
func IsWord(name string) bool { return signs[name] != "" }

// Stream is a sequence of tokens for participle. A token's offset is its number.
type Stream struct {
	Len int
	At  func(i int) lexer.Token
	i   int
}

// Next returns the next token, and the last one, EOF, repeatedly.
func (s *Stream) Next() (lexer.Token, error) {
	t := s.At(min(s.i, s.Len-1))
	t.Pos.Offset = min(s.i, s.Len-1)
	s.i++
	return t, nil
}

// Peeking returns a lexer of tokens, the last of which is EOF.
func Peeking(n int, at func(i int) lexer.Token) *lexer.PeekingLexer {
	l, err := lexer.Upgrade(&Stream{Len: n, At: at})
	if err != nil {
		panic(err) // Next returns no error
	}
	return l
}
