package store_test

import (
	"gospin/verifier/store"
	"gospin/verifier/way/waytest"
)

func init() { store.SetByWay(waytest.Stores) }
