package research

import (
	"regexp"
	"slices"
	"strings"
)

// givesOrders matches what texts say that are written to be obeyed by a model,
// not to be read: nearly all that pages on the web hold of the kind is made
// after a few such patterns.
var givesOrders = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`\b(ignore|disregard|forget|override)\s+((all|any|of|the|these|those|everything in)\s+)*(your|my|previous|prior|earlier|preceding|above|foregoing)\s+([\w-]+\s+){0,3}(instructions?|prompts?|rules|guidelines|directions|context)\b`,
	`\bmark\s+(every|all)\s+([\w-]+\s+){0,2}claims?\b`,
	`\b(reveal|repeat|print|output|leak|send)\s+([\w-]+\s+){0,4}(system prompt|your (instructions|(system |initial )?prompt|api keys?|secrets?))\b`,
	`\b(new|updated|real|actual)\s+(system\s+)?instructions?\s*:`,
	`<\|(im_start|im_end|system|user|assistant|endoftext|eot_id)\|>|\[/?INST\]|<</?SYS>>`,
}, `|`))

// Ordering is why a claim is left out that gives orders.
const Ordering = "it gives orders to whoever reads it"

// commands are words one of which stands in every text that givesOrders matches:
// looking for them is quicker, and few texts have any.
var commands = []string{"ignore", "disregard", "forget", "override", "mark", "reveal", "repeat", "print", "output", "leak", "send", "instruction", "<|", "inst]", "sys>>"}

// GivesOrders reports whether a text tells a model that reads it what to do.
// Such a text is no evidence: whoever put it there wants to decide what is
// found. It is a second line of defence; the first is that what a model says
// after it has obeyed leads nowhere.
func GivesOrders(text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(commands, func(c string) bool { return strings.Contains(low, c) }) && givesOrders.MatchString(text)
}
