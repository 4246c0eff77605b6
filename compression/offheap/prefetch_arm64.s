#include "textflag.h"

// func Prefetch(p *byte)
TEXT ·Prefetch(SB), NOSPLIT|NOFRAME, $0-8
	MOVD p+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET
