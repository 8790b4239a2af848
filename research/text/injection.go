package text

import (
	"regexp"
	"slices"
	"strings"
)

// An order is a way in which texts that are written to be obeyed by a model, not
// to be read, tell it what to do. Nearly all that pages on the web hold of the
// kind is made after a few patterns. One of its words and one of its objects
// stand in whatever matches the pattern: looking for those is quicker.
type order struct {
	words, objects []string
	pattern        *regexp.Regexp // of text in lower case
}

var orders = []order{
	{[]string{"ignore", "disregard", "forget", "override"}, []string{"instruction", "prompt", "rules", "guidelines", "directions", "context"},
		regexp.MustCompile(`\b(ignore|disregard|forget|override)\s+((all|any|of|the|these|those|everything in)\s+)*(your|my|previous|prior|earlier|preceding|above|foregoing)\s+([\w-]+\s+){0,3}(instructions?|prompts?|rules|guidelines|directions|context)\b`)},
	{[]string{"mark"}, []string{"claim"}, regexp.MustCompile(`\bmark\s+(every|all)\s+([\w-]+\s+){0,2}claims?\b`)},
	{[]string{"reveal", "repeat", "print", "output", "leak", "send"}, []string{"prompt", "instructions", "api key", "secret"},
		regexp.MustCompile(`\b(reveal|repeat|print|output|leak|send)\s+([\w-]+\s+){0,4}(system prompt|your (instructions|(system |initial )?prompt|api keys?|secrets?))\b`)},
	{[]string{"instruction"}, []string{":"}, regexp.MustCompile(`\b(new|updated|real|actual)\s+(system\s+)?instructions?\s*:`)},
	{[]string{"<|", "inst]", "sys>>"}, []string{""}, regexp.MustCompile(`<\|(im_start|im_end|system|user|assistant|endoftext|eot_id)\|>|\[/?inst\]|<</?sys>>`)},
}

// in reports whether the order stands in a text in lower case.
func (o order) in(low string) bool {
	stands := func(s string) bool { return strings.Contains(low, s) }
	return slices.ContainsFunc(o.words, stands) && slices.ContainsFunc(o.objects, stands) && o.pattern.MatchString(low)
}

// Ordering is why a claim is left out that gives orders.
const Ordering = "it gives orders to whoever reads it"

// GivesOrders reports whether a text tells a model that reads it what to do.
// Such a text is no evidence: whoever put it there wants to decide what is
// found. It is a second line of defence; the first is that what a model says
// after it has obeyed leads nowhere.
func GivesOrders(text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(orders, func(o order) bool { return o.in(low) })
}
