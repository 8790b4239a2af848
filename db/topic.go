package db

import (
	"strings"
	"unicode/utf8"
)

// A Topic is what reports that build on each other found and left open. The
// newest of them speaks for it.
type Topic struct {
	Name     string
	Findings []string // key findings of the newest report
	Explored []string // branches that were followed, by any of the reports
	Open     []string // questions that the newest report left open
	Reports  []Card   // newest first
}

// topicLength is about as long as a topic's name gets, in bytes.
const topicLength = 60

// TopicName returns the name of the topic that begins with a question: its
// beginning, cut between words.
func TopicName(question string) string {
	question = strings.TrimRight(strings.Join(strings.Fields(question), " "), "?!. ")
	if len(question) <= topicLength {
		return question
	}
	at := topicLength
	for !utf8.RuneStart(question[at]) {
		at--
	}
	if i := strings.LastIndexByte(question[:at], ' '); i > topicLength/2 {
		at = i
	}
	return strings.TrimRight(question[:at], " ,;:–-") + " …"
}
