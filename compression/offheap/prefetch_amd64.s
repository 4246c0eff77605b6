#include "textflag.h"

// func Prefetch(p *byte)
TEXT ·Prefetch(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ p+0(FP), AX
	PREFETCHT0 (AX)
	RET

// func PrefetchEach(base *byte, size int, at []int)
TEXT ·PrefetchEach(SB), NOSPLIT|NOFRAME, $0-40
	MOVQ base+0(FP), AX
	MOVQ size+8(FP), BX
	MOVQ at_base+16(FP), SI
	MOVQ at_len+24(FP), CX
	TESTQ CX, CX
	JEQ done
next:
	MOVQ (SI), DX
	IMULQ BX, DX
	PREFETCHT0 (AX)(DX*1)
	ADDQ $8, SI
	DECQ CX
	JNE next
done:
	RET
