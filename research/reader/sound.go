package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lengths of a claim, in words.
const (
	shortest = 6
	longest  = 45
)

// sound reports whether a cleaned sentence can stand alone as a claim: a
// complete statement about a named subject, addressed to nobody.
func sound(s string) bool {
	words := strings.Fields(s)
	if len(words) < shortest || len(words) > longest || !finished(s) {
		return false
	}
	return prose(s) && !dangling(words) && !pointing.MatchString(s) && !addressed(s) && hasVerb(s)
}

// finished reports whether s ends as a statement does and starts as a sentence does.
func finished(s string) bool {
	end := strings.TrimRight(s, `"'”’)`)
	last, _ := utf8.DecodeLastRuneInString(end)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, `"'“‘(`))
	return (last == '.' || last == '!' || last == '。') && !strings.HasSuffix(end, "...") &&
		!strings.Contains(s, "? ") && s[0] != '(' && (unicode.IsLetter(first) || unicode.IsDigit(first))
}

// prose reports whether s is mostly words: no code, table row or menu.
func prose(s string) bool {
	letters, symbols := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case strings.ContainsRune("{}<>=|;$#@\\~^+*/&", r):
			symbols++
		}
	}
	return letters*10 >= utf8.RuneCountInString(s)*6 && symbols*25 <= utf8.RuneCountInString(s)+25
}

// dangling reports whether the subject of a sentence can only be known from
// what stands before it.
func dangling(words []string) bool {
	first := bareWord(words[0])
	second := bareWord(words[1])
	switch {
	case unresolved[first]:
		return !(first == "it" && introducesThat(words))
	case prepositions[first] && (second == "this" || second == "that" || second == "these" || second == "those" || second == "such"):
		return true
	case first == "the" && len(words) > 2 && unresolved[bareWord(words[2])]:
		return true // "the space it takes"
	case first == "to" && !strings.Contains(strings.Join(words, " "), ","):
		return true // an aim without a clause
	case strings.HasSuffix(first, "ly") && unresolved[second]:
		return true // "Usually this is done"
	case unresolved[bareWord(words[len(words)-1])] && second != "is":
		return true
	case descriptors[first]:
		return true // "Returns the number of ...": of what, the heading said
	case first == "if" && (strings.HasSuffix(words[1], ",") || len(words) > 2 && strings.HasSuffix(words[2], ",")):
		return true // "If true, ..."
	case first == "another" || first == "other" || first == "others" || first == "here" || first == "such" || first == "then":
		return true
	case strings.HasSuffix(first, "ing") && !strings.HasSuffix(first, "thing") && !conjugated(words), strings.HasSuffix(first, "ed") && !conjugated(words):
		return true // "Replicating between versions", "Acquired by commands": list items
	case first == "one" || first == "both" || first == "most" || first == "some" || first == "many" || first == "all" || first == "each":
		return second == "of" && len(words) > 2 && unresolved[bareWord(words[2])] || second == "is" || second == "are" || second == "were"
	case first == "the":
		return shells[second] && !strings.Contains(strings.Join(words[:min(6, len(words))], " "), " of ")
	}
	return pronounAfterComma(words)
}

// introducesThat reports whether a sentence begins "It is ... that" or "It takes", whose "it" stands for nothing.
func introducesThat(words []string) bool {
	if second := bareWord(words[1]); second != "is" && second != "was" && second != "takes" {
		return false
	}
	for _, w := range words[2:min(8, len(words))] {
		if w == "that" || w == "to" {
			return true
		}
	}
	return false
}

// pronounAfterComma reports whether a short opening phrase is followed by an
// unresolved subject: "In 2003, it was shown".
func pronounAfterComma(words []string) bool {
	for i, w := range words[:min(6, len(words)-1)] {
		if strings.HasSuffix(w, ",") {
			next := bareWord(words[i+1])
			return unresolved[next] && next != "there"
		}
	}
	return false
}

// addressed reports whether s speaks to its reader: an order, an instruction
// to a machine, or the author's own voice.
func addressed(s string) bool {
	lower := strings.ToLower(s)
	first := bareWord(strings.Fields(lower)[0])
	return imperatives[first] && !subject(strings.Fields(lower)) || orders.MatchString(lower)
}

// subject reports whether words begin with a noun after all: "Read Committed is ...".
func subject(words []string) bool {
	for _, w := range words[1:min(5, len(words))] {
		if copulas[w] || w == "has" || w == "can" || w == "does" || w == "will" {
			return true
		}
	}
	return false
}

// hasVerb reports whether s holds a word that may be a finite verb.
func hasVerb(s string) bool {
	for i, w := range strings.Fields(s) {
		w = bareWord(w)
		if finite[w] || i > 0 && len(w) > 3 && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss")) {
			return true
		}
	}
	return false
}

// conjugated reports whether one of words is surely a finite verb.
func conjugated(words []string) bool {
	for _, w := range words[1:] {
		if w = bareWord(w); finite[w] || strings.HasSuffix(w, "ed") && len(w) > 4 {
			return true
		}
	}
	return false
}

func bareWord(w string) string {
	w = strings.ToLower(strings.Trim(w, `"'“”‘’(),.;:!?*_`))
	w, _, _ = strings.Cut(strings.ReplaceAll(w, "’", "'"), "'")
	return w
}

var (
	unresolved = set(`it its this these those that they their them he his him she her i my me we our us you your here there's`)
	shells     = set(`former latter above following same effect result reason answer idea figure table example next previous second third other latter last
		problem first`)
	descriptors = set(`lists returns selects sets specifies tests gets creates allows enables disables determines controls indicates shows displays
		reports raises checks adds removes converts causes forces prints defines provides describes contains changes uses makes called given`)
	prepositions = set(`in at by on from since after before during for under with to as until when while if though although
		because according`)
	imperatives = set(`click subscribe read see share sign download try remember consider imagine visit note ignore disregard follow
		look check watch learn buy get join enter use run type choose select call send mark treat print return let make please
		don't never thank thanks welcome contact log skip add open set turn take ask tell think suppose assume
		move create delete insert append raise test check convert register compute change replace write close start stop wait apply
		perform execute generate load store copy find split format specify provide extract parse reset define list pass iterate`)
	finite = set(`is are was were has have had does do did can could may might must shall should will would cannot
		isn aren wasn weren hasn haven doesn don didn won wouldn couldn shouldn
		made became went came took gave found said began kept led left lost grew fell rose won wrote saw ran struck built held
		put set cut hit let cost means makes uses see use need remain live`)
	// pointing matches text that points to another place on the page.
	pointing = re(`(?i)^(below|above)\b|\b(do|does|doing|using|support|supports) this\b|\b(see also|see section|see chapter|see below|see above|described (above|below|in)|discussed (above|below|in)|` +
		`(as|is|are) (mentioned|shown|noted|explained|listed) (above|below|in)|(figure|fig\.|table|chapter|section|appendix) \d|similar effect|an example is|see the |the following (example|list|table|code|section|command)|` +
		`in this (section|chapter|article|post|thread|page|guide|example)|this (section|chapter|article|post|page) |click here|read more|cookie|privacy policy|all rights reserved|` +
		`\bask(s|ed)? (which|whether|if|why|how)|copyright|terms of (use|service)|sign up|subscribe|newsletter|more information|comments? are closed)`)
	// orders matches text that gives orders to readers or machines.
	orders = re(`(ignore|disregard|forget|override) (all |any |your |the |these |my )*(previous|prior|above|earlier|instructions?|rules?|prompts?)|` +
		`(automated|automatic|machine|ai|artificial) (readers?|agents?|systems?|assistants?|crawlers?|models?|tools?)\b.{0,40}(must|should|shall|please|mark|treat|verify|ignore|:)|` +
		`language models?\b.{0,40}(must|should|please|mark)|system prompt|(mark|treat|report|rate|grade|count) (every|all|each|any|this|these|the) .{0,30}(verified|true|upheld|correct|reliable|confirmed|primary)|` +
		`\byou (must|are now|will now|have to) (mark|answer|say|reply|report|vote|act|respond|treat)|assistant:|as an ai\b|\b(i|we) (think|believe|guess|hope|swear|remember|love|hate|wonder|am|was|heard|read)\b|` +
		`\b(me|my|mine)\b|\bour (blog|site|shop|store|newsletter|channel|friends?|kids?)\b|^if [^,]+, (speak|try|click|call|ask|use|change|remember|see|make)\b`)
)
