package db

import (
	"time"

	"assay/research"
)

// A Query says which reports are wanted. Zero fields do not narrow.
type Query struct {
	Text       string // words, "phrases", -excluded words; all of them must occur
	Method     string
	Confidence research.Confidence
	Status     research.Status
	Topic      string
	After      time.Time // accepted at or after
	Before     time.Time // accepted before
	Sort       Sort
	Offset     int
	Limit      int // 0 means 20
}

// A Sort says what comes first.
type Sort string

const (
	ByRelevance  Sort = "" // without text: the newest
	ByNewest     Sort = "newest"
	ByConfidence Sort = "confidence" // then the newest
)

// A Found is a page of what a query found.
type Found struct {
	Cards   []Card
	Total   int    // how many there are, counted up to 4,000, with a phrase up to 1,000
	Capped  bool   // there may be more than were counted
	Suggest string // if nothing was found: a query that finds something, or ""
}
