package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words returns the words of s in lower case: runs of letters, numbers and the
// marks on them. A Chinese or Japanese character, which no space sets off, is one.
func Words(s string) []string { return split(strings.ToLower(s), "", true) }

// Runs returns the runs of letters, numbers and marks of s as they are, and
// what the characters of inner join: those at the ends of a run belong to it too.
func Runs(s, inner string) []string { return split(s, inner, false) }

// IsWord reports whether r may stand in a word.
func IsWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// wordBytes are the ASCII characters that may stand in a word.
var wordBytes = func() (set [utf8.RuneSelf]bool) {
	for r := range rune(len(set)) {
		set[r] = IsWord(r)
	}
	return set
}()

// split cuts s into runs of characters of words and of inner; if apart is set,
// each Chinese or Japanese character is a run.
func split(s, inner string, apart bool) []string {
	words := make([]string, 0, len(s)/6+1)
	start := -1
	for i, r := range s {
		in, alone := false, false
		switch {
		case r < utf8.RuneSelf:
			in = wordBytes[r]
		case apart && r >= firstEastern && eastern(r):
			alone = true
		default:
			in = IsWord(r)
		}
		if inner != "" && strings.ContainsRune(inner, r) {
			in = true
		}
		if start >= 0 && !in {
			words, start = append(words, s[start:i]), -1
		}
		if alone {
			words = append(words, s[i:i+utf8.RuneLen(r)])
		} else if in && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		words = append(words, s[start:])
	}
	return words
}

// firstEastern comes before all characters of the scripts that set no spaces:
// what is below it need not be looked up.
const firstEastern = '\u2E80'

func eastern(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// Stop reports whether a word in lower case is an English word that says nothing
// about what a text is about.
func Stop(word string) bool {
	_, ok := stopWords[word]
	return ok
}

// light reports whether a stop word says nothing by itself: with or without it a
// statement is the same. Others may turn it: not, only, by, more, before.
func light(word string) bool { return stopWords[word] }

// stopWords has the words that say nothing about what a text is about, and
// whether they are light.
var stopWords = func() map[string]bool {
	words := make(map[string]bool)
	for w := range strings.FieldsSeq(`about actually after all also am any are because before but by can could did do does doing done
		during each from get gets got having he her here him his how i if into just many may me might more most much my no not one only
		or other our out over own really she should so some such than their them then there they to too under up very we what when
		where whether while who whom whose why will would you your`) {
		words[w] = false
	}
	for w := range strings.FieldsSeq(`a an and are as at be been being for had has have in is it its of on that the these this those was
		were which with`) {
		words[w] = true
	}
	return words
}()
