package db

import (
	"time"

	"assay/research/port"
)

// A Past says what runs of a kind took: the middle 80 % of the latest ones.
type Past struct {
	Runs             int // how many it was worked out from
	Fastest, Slowest time.Duration
	Least, Most      port.Money
}
