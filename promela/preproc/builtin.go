package preproc

import (
	"strconv"
	"time"
)

// builtin is a name whose meaning depends on its place.
type builtin uint8

const (
	noBuiltin builtin = iota
	biLine
	biFile
	biBaseFile
	biDate
	biTime
	biCounter
	biDepth
	biPragma
)

var builtins = map[string]builtin{
	"__LINE__":          biLine,
	"__FILE__":          biFile,
	"__BASE_FILE__":     biBaseFile,
	"__DATE__":          biDate,
	"__TIME__":          biTime,
	"__COUNTER__":       biCounter,
	"__INCLUDE_LEVEL__": biDepth,
	"_Pragma":           biPragma,
}

// predefined are the macros of gcc on 64-bit Linux that a model might test. The first two are names that a
// model might want to use, but SPIN's users have the same problem.
const predefined = `#define unix 1
#define linux 1
#define __unix 1
#define __unix__ 1
#define __linux 1
#define __linux__ 1
#define __gnu_linux__ 1
#define __ELF__ 1
#define __x86_64 1
#define __x86_64__ 1
#define __amd64 1
#define __amd64__ 1
#define _LP64 1
#define __LP64__ 1
#define __STDC__ 1
#define __STDC_HOSTED__ 1
#define __STDC_VERSION__ 199901L
#define __GNUC__ 12
#define __GNUC_MINOR__ 2
#define __GNUC_PATCHLEVEL__ 0
#define __VERSION__ "12.2.0"
#define __CHAR_BIT__ 8
#define __SCHAR_MAX__ 0x7f
#define __SHRT_MAX__ 0x7fff
#define __INT_MAX__ 0x7fffffff
#define __LONG_MAX__ 0x7fffffffffffffffL
#define __LONG_LONG_MAX__ 0x7fffffffffffffffLL
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
`

// enterBuiltin begins a run with the meaning of a built-in name.
func (p *reader) enterBuiltin(name token) bool {
	t := token{kind: kString, loc: name.loc, line: name.line, exp: name.exp}
	use, line := name.loc, name.line
	if name.exp != 0 {
		use, line = p.records[name.exp].use, p.records[name.exp].line
	}
	in := p.inclusionAt(use)
	switch name.id.builtin {
	case biLine:
		_, n := in.presumed(int(line))
		t.kind, t.text = kNumber, strconv.Itoa(n)
	case biFile:
		file, _ := in.presumed(int(line))
		t.text = quoted(file)
	case biBaseFile:
		t.text = quoted(p.main.file.name)
	case biDate:
		t.text = quoted(time.Now().Format("Jan _2 2006"))
	case biTime:
		t.text = quoted(time.Now().Format("15:04:05"))
	case biCounter:
		t.kind, t.text = kNumber, strconv.Itoa(p.counter)
		p.counter++
	case biDepth:
		t.kind, t.text = kNumber, strconv.Itoa(in.depth)
	case biPragma:
		p.errorf(use, "_Pragma is not allowed in a model")
		return false
	}
	p.push(run{toks: []token{t}, exp: p.currentExp()})
	return true
}

func quoted(s string) string {
	b := []byte{'"'}
	for i := 0; i < len(s); i++ {
		if s[i] == '"' || s[i] == '\\' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(append(b, '"'))
}
