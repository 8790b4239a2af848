package db

import (
	"time"

	"assay/research"
	"assay/research/port"
)

// A Card says what a run that has ended came to.
type Card struct {
	Run        string
	Question   string
	Method     string
	Depth      string
	Status     research.Status
	Confidence research.Confidence
	Summary    string
	Topic      string
	Upheld     int // claims
	Refuted    int
	Unverified int
	Cost       port.Money
	Seconds    float64 // worked
	Created    time.Time
	Ended      time.Time

	Title   []Part // the question, if a search matched words in it
	Hits    []Hit  // texts that a search matched, the best places first
	Matches int    // claims that a search matched, in their own words or their quotes'

	N int64 // its number in the store that it is from
}

// CardOf returns what s came to.
func CardOf(s *research.State, topic string) Card {
	c := Card{
		Run: s.ID, Question: s.Question, Method: s.Method, Depth: s.Options.Depth, Status: s.Status, Topic: topic,
		Cost: s.Usage.Cost, Seconds: s.Elapsed.Seconds(), Created: s.Created, Ended: s.Last,
	}
	if s.Report != nil {
		c.Confidence, c.Summary = s.Report.Confidence, s.Report.Summary
	}
	c.Upheld, c.Refuted, c.Unverified = s.Fates()
	return c
}
