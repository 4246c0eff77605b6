package preproc

import (
	"math/bits"
	"strings"
)

// number evaluates an integer constant.
func (e *evaluator) number(text string) (value, error) {
	base, digits := uint64(10), text
	switch {
	case len(text) > 1 && (text[:2] == "0x" || text[:2] == "0X"):
		base, digits = 16, text[2:]
	case len(text) > 1 && (text[:2] == "0b" || text[:2] == "0B"):
		base, digits = 2, text[2:]
	case text[0] == '0':
		base = 8
	}
	n := 0
	v, large := value{}, false
	for ; n < len(digits); n++ {
		d, ok := digit(digits[n])
		if !ok || d >= 10 && base != 16 {
			break
		}
		if d >= base {
			return v, e.fail("invalid digit '%c' in the constant %q", digits[n], text)
		}
		high, low := bits.Mul64(v.bits, base)
		sum, carry := bits.Add64(low, d, 0)
		large = large || high+carry != 0
		v.bits = sum
	}
	suffix := strings.ToLower(digits[n:])
	switch {
	case n == 0, strings.Contains(suffix, ".."):
		return v, e.fail("%q is not an integer constant", text)
	case strings.HasPrefix(suffix, "."),
		base != 16 && strings.HasPrefix(suffix, "e"),
		base == 16 && strings.HasPrefix(suffix, "p"):
		return v, e.fail("floating constant %q in preprocessor expression", text)
	}
	switch suffix {
	case "":
	case "l", "ll":
	case "u", "ul", "ull", "lu", "llu":
		v.unsigned = true
	default:
		return v, e.fail("invalid suffix %q on integer constant", digits[n:])
	}
	if large {
		e.p.warnf(e.tok.loc, "integer constant is too large")
	}
	if int64(v.bits) < 0 {
		v.unsigned = true
	}
	return v, nil
}

func digit(c byte) (uint64, bool) {
	switch {
	case c >= '0' && c <= '9':
		return uint64(c - '0'), true
	case c >= 'a' && c <= 'f':
		return uint64(c-'a') + 10, true
	case c >= 'A' && c <= 'F':
		return uint64(c-'A') + 10, true
	}
	return 0, false
}

// character evaluates a character constant. Several bytes are shifted together into an int.
func (e *evaluator) character(text string) (value, error) {
	s := text[1 : len(text)-1]
	if s == "" {
		return value{}, e.fail("empty character constant")
	}
	var v uint32
	count := 0
	for len(s) > 0 {
		c, n := escape(s)
		v = v<<8 | uint32(c)
		s = s[n:]
		count++
	}
	if count == 1 {
		return value{bits: uint64(int64(int8(v)))}, nil
	}
	return value{bits: uint64(int64(int32(v)))}, nil
}

// escape returns the byte at the start of s, which may be an escape sequence, and the length of its text.
func escape(s string) (byte, int) {
	if s[0] != '\\' || len(s) == 1 {
		return s[0], 1
	}
	if at := strings.IndexByte("abefnrtv", s[1]); at >= 0 {
		return "\a\b\x1b\f\n\r\t\v"[at], 2
	}
	n, v := 1, uint64(0)
	switch {
	case s[1] == 'x':
		for n = 2; n < len(s); n++ {
			d, ok := digit(s[n])
			if !ok {
				break
			}
			v = v<<4 | d
		}
		return byte(v), n
	case s[1] >= '0' && s[1] <= '7':
		for ; n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7'; n++ {
			v = v<<3 | uint64(s[n]-'0')
		}
		return byte(v), n
	}
	return s[1], 2
}
