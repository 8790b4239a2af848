// Package dateparser stands in for the module of that name, which go-htmldate
// asks as its last resort: about dates written in words of 200 languages that
// its own patterns do not know. That module builds all its tables when the
// program starts, whether or not anybody asks: 0.3 s and 50 MB for each process,
// the server's and every one that reads a PDF. A page dated in no other way
// has no date here.
//
// It is a module of its own because it takes the other's name: see the replace
// line in Assay's go.mod.
package dateparser

import (
	"errors"
	"time"
)

// A ParserType is a way to read a date.
type ParserType uint8

// What go-htmldate asks for.
const (
	CustomFormat ParserType = iota
	AbsoluteTime
)

// A PreferredDateSource is which of several dates is meant.
type PreferredDateSource uint8

// Past means the latest one before now.
const Past PreferredDateSource = 1

// A Configuration says how to read a date.
type Configuration struct {
	PreferredDateSource PreferredDateSource
	StrictParsing       bool
}

// A Parser reads dates.
type Parser struct {
	ParserTypes []ParserType
}

// A Date is a date that was read.
type Date struct {
	Time time.Time
}

var errNotRead = errors.New("dates in words are not read")

// Parse fails.
func (*Parser) Parse(*Configuration, string, ...string) (Date, error) { return Date{}, errNotRead }
