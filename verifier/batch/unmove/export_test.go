package unmove

// Exported for tests.
var (
	CrowdTold  = &crowdTold
	CrowdWork  = &crowdWork
	WorkEach   = &workEach
	LooksBytes = &looksBytes
	MostReads  = &mostReads
	LargePart  = &largePart
	Scouted    = &minScouted
)

// WideCode is the number of bits of long names.
const WideCode = wideCode
