// Package whatlanggo stands in for the module of that name, which go-trafilatura
// asks what language a text is in. That module counts all trigrams of a text,
// which would be half of what it costs to read a page; it hardly ever says
// something else after the first two thousand bytes. So it is shown only those.
//
// This is a module of its own because it takes the other's name. It finds the
// other under the name of the one that that is a fork of: see the replace lines
// in Assay's go.mod.
package whatlanggo

import "github.com/abadojack/whatlanggo"

// A Lang is a language.
type Lang = whatlanggo.Lang

// enough is how much of a text, in bytes, is looked at.
const enough = 2 << 10

// DetectLang returns the language of text.
func DetectLang(text string) Lang {
	if len(text) > enough {
		text = text[:enough]
	}
	return whatlanggo.DetectLang(text)
}
