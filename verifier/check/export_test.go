package check

// For tests outside of this package.
var (
	StatesOf = all
	Certify  = certify
)
