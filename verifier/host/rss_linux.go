package host

import (
	"os"
	"strconv"
)

// statm is opened once: it is read up to a hundred times a second.
var statm, _ = os.Open("/proc/self/statm")

// RSS returns the process's resident memory in bytes, or 0 if it is unknown.
func RSS() int64 {
	pages, _ := statmPages()
	return pages * int64(os.Getpagesize())
}

// statmPages returns the second field of /proc/self/statm: resident pages.
func statmPages() (int64, error) {
	var text [128]byte
	if statm == nil {
		return 0, os.ErrNotExist
	}
	n, err := statm.ReadAt(text[:], 0)
	if n == 0 {
		return 0, err
	}
	field, from := 0, 0
	for i, c := range text[:n] {
		if c != ' ' {
			continue
		}
		if field == 1 {
			return strconv.ParseInt(string(text[from:i]), 10, 64)
		}
		field, from = field+1, i+1
	}
	return 0, os.ErrInvalid
}
