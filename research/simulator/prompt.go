package simulator

import (
	"regexp"
	"strconv"
	"strings"
)

// What the simulated model understands of a prompt. All that depends on how
// prompts are laid out is in this file. Text from strangers stands in blocks,
// where nothing but sentences is looked for:
//
//	=====BEGIN NAME MARK
//	=====END NAME MARK       the same NAME and MARK
//
// The other lines are the prompt's own:
//
//	Question: ...            the question; what stands before it are the instructions
//	Claim: ...               the claim to vote on, unless a block named claim holds it
//	[1] ...                  a search result, a direction, or a source; its passages are blocks named passage
//	#12 ... or [#12] ...     a claim with its ID; its text, unless a block named claim follows
//	#12 [E12] ...            the same, where findings are numbered as well: evidence that they cite
//	#3 ...                   a finding to review; its text, unless a block named claim follows
//	[S] ... or [E1] ...      a witness with its ID
//	Part KEY: ...            a part that a report is to have
//	Task 4 ...               a task that was carried out
//	Round 2 of 3             which round it is
//	blocks named available   branches of a map that were open before
//	Page: ... or - ...       a title, or a claim that was refuted
var (
	resultLine = regexp.MustCompile(`^\[(\d+)\] (.*)`)
	claimLine  = regexp.MustCompile(`^(?:#(\d+)|\[#(\d+)\]) (.*)`)
	sourceLine = regexp.MustCompile(`^\[(S|E\d+)\] (.*)`)
	dataLine   = regexp.MustCompile(`^(?:Claim: |Page: |- |\[#?\w+\] |#\d+ )`)
	order      = regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:instructions?|rules|prompt)\b` +
		`|\bmark (?:every|all)\b[^.\n]{0,20}\bclaims?\b`)
)

const (
	blockBegin = "=====BEGIN "
	blockEnd   = "=====END "
	claimBlock = "claim"
)

// A part of a prompt is one line of its own or the text of a block.
type part struct {
	block string // the block's name, or "" for a line
	text  string
}

// partsOf reads a prompt. A block without its end reaches to the end of the prompt.
func partsOf(prompt string) []part {
	var all []part
	var block strings.Builder
	mark := "" // of the open block
	shut := func() {
		name, _, _ := strings.Cut(mark, " ")
		all = append(all, part{name, block.String()})
		block.Reset()
		mark = ""
	}
	for line := range strings.Lines(prompt) {
		line := strings.TrimRight(line, "\r\n")
		begin, begins := strings.CutPrefix(line, blockBegin)
		end, ends := strings.CutPrefix(line, blockEnd)
		switch {
		case mark == "" && begins && begin != "":
			mark = begin
		case mark == "":
			all = append(all, part{"", line})
		case ends && end == mark:
			shut()
		default:
			block.WriteString(line + "\n")
		}
	}
	if mark != "" {
		shut()
	}
	return all
}

// questionOf returns the question a prompt is about, or "".
func questionOf(prompt string) string { return after(prompt, "Question:") }

// claimOf returns the claim a prompt asks a vote on, or "".
func claimOf(prompt string) string {
	for _, p := range partsOf(prompt) {
		if p.block == claimBlock {
			return strings.TrimSpace(p.text)
		}
	}
	return after(prompt, "Claim:")
}

// after returns the rest of the first own line that begins with prefix.
func after(prompt, prefix string) string {
	for _, p := range partsOf(prompt) {
		if rest, ok := strings.CutPrefix(p.text, prefix); ok && p.block == "" {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// A numbered line is one that a prompt gives a number to.
type numbered struct {
	n    int
	text string
}

// resultsOf returns the search results of a prompt.
func resultsOf(prompt string) []numbered { return numberedIn(prompt, resultLine, "") }

// idsOf returns the claims of a prompt and the IDs of its witnesses.
func idsOf(prompt string) (claims []numbered, sources []string) {
	for _, p := range partsOf(prompt) {
		if m := sourceLine.FindStringSubmatch(p.text); m != nil && p.block == "" {
			sources = append(sources, m[1])
		}
	}
	return numberedIn(prompt, claimLine, claimBlock), sources
}

// numberedIn returns the own lines that match: the last group is the text,
// unless a block of the given name follows; the groups before hold the number.
func numberedIn(prompt string, line *regexp.Regexp, block string) []numbered {
	return numberedParts(partsOf(prompt), line, block)
}

func numberedParts(parts []part, line *regexp.Regexp, block string) []numbered {
	var all []numbered
	fresh := false // no such block came since the last line
	for _, p := range parts {
		if fresh && p.block != "" && p.block == block {
			all[len(all)-1].text, fresh = strings.TrimSpace(p.text), false
		}
		m := line.FindStringSubmatch(p.text)
		if m == nil || p.block != "" {
			continue
		}
		if n, err := strconv.Atoi(strings.Join(m[1:len(m)-1], "")); err == nil {
			all, fresh = append(all, numbered{n, strings.TrimSpace(m[len(m)-1])}), true
		}
	}
	return all
}

// sentencesOf returns the sentences of at least minWords words in the blocks
// of a prompt, or in all of it if it has none: verbatim, each once, none across
// lines.
func sentencesOf(prompt string, minWords int) []string {
	text := strings.Join(blocksOf(prompt), "\n")
	if text == "" {
		text = prompt
	}
	return sentencesIn(text, minWords)
}

// sentencesIn returns the sentences of a text as [sentencesOf] does.
func sentencesIn(text string, minWords int) []string {
	var all []string
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		for _, s := range splitSentences(line) {
			if !seen[s] && len(strings.Fields(s)) >= minWords {
				seen[s] = true
				all = append(all, s)
			}
		}
	}
	return all
}

// splitSentences cuts a line after every full stop, exclamation or question
// mark, with the quotes and brackets it closes, that white space follows.
func splitSentences(line string) []string {
	var all []string
	line = strings.TrimSpace(line)
	for at := 0; ; {
		stop := strings.IndexAny(line[at:], ".!?")
		if stop < 0 {
			break
		}
		at += stop + 1
		rest := strings.TrimLeft(line[at:], `"'”’)]`)
		if next := strings.TrimSpace(rest); len(next) < len(rest) && next != "" {
			all = append(all, line[:len(line)-len(rest)])
			line, at = next, 0
		}
	}
	if line != "" {
		all = append(all, line)
	}
	return all
}

// blocksOf returns the text of every block.
func blocksOf(prompt string) []string {
	var all []string
	for _, p := range partsOf(prompt) {
		if p.block != "" {
			all = append(all, p.text)
		}
	}
	return all
}

// givesOrders reports whether the data in a prompt, as opposed to the prompt
// itself, tells the model what to do.
func givesOrders(prompt string) bool { return order.MatchString(dataOf(prompt)) }

// dataOf returns what strangers wrote in a prompt.
func dataOf(prompt string) string {
	var all []string
	for _, p := range partsOf(prompt) {
		if p.block != "" || dataLine.MatchString(p.text) {
			all = append(all, p.text)
		}
	}
	return strings.Join(all, "\n")
}
