#include "textflag.h"

// func Prefetch(p *byte)
TEXT ·Prefetch(SB), NOSPLIT|NOFRAME, $0-8
	MOVD p+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET

// func PrefetchEach(base *byte, size int, at []int)
TEXT ·PrefetchEach(SB), NOSPLIT|NOFRAME, $0-40
	MOVD base+0(FP), R0
	MOVD size+8(FP), R1
	MOVD at_base+16(FP), R2
	MOVD at_len+24(FP), R3
	CBZ R3, done
next:
	MOVD.P 8(R2), R4
	MADD R1, R0, R4, R4
	PRFM (R4), PLDL1KEEP
	SUBS $1, R3
	BNE next
done:
	RET
