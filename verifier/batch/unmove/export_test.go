package unmove

// What tests change.
var (
	CrowdTold  = &crowdTold
	CrowdWork  = &crowdWork
	WorkEach   = &workEach
	LooksBytes = &looksBytes
	MostReads  = &mostReads
	LargePart  = &largePart
	Scouted    = &scouted
)

// WideCode is how many bits the names have of rules that crowd.
const WideCode = wideCode
