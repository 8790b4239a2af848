package reader

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// scope asks whether the claim holds now, and as generally as it is put.
func (h *hearing) scope() task.Ballot {
	for _, look := range []func() (task.Ballot, bool){h.outdated, h.dated, h.conditional, h.absolute} {
		if b, ok := look(); ok {
			return b
		}
	}
	return task.Ballot{
		Evidence: fmt.Sprintf("Nothing read limits it in time or to special conditions; %s puts it as it stands.", name(h.task.Source)),
		Source:   "S", Verdict: research.UpheldVote, Confidence: research.Medium,
	}
}

// An answer changes in about this many years when newer sources contradict older ones.
const stale = 3

// outdated refutes a claim that clearly newer sources contradict.
func (h *hearing) outdated() (task.Ballot, bool) {
	year := yearOf(h.task.Source.Published)
	var newer []reading
	for _, r := range h.against {
		if y := yearOf(r.Published); year > 0 && y >= year+stale && trust(r.Grade) >= trust(h.task.Source.Grade) {
			newer = append(newer, r)
		}
	}
	if len(newer) == 0 || total(newer) <= total(h.backing) {
		return task.Ballot{}, false
	}
	s := strongest(newer)
	return task.Ballot{
		Evidence: fmt.Sprintf("Outdated: the claim's source is of %d, and %s of %d says “%s”", year, name(s.Witness), yearOf(s.Published), text.ClipWords(s.sentence, 200)),
		Source:   s.ID, Verdict: research.RefutedVote, CounterSource: s.ID, Confidence: research.Medium,
	}, true
}

// dated qualifies a claim about "now" whose source is old.
func (h *hearing) dated() (task.Ballot, bool) {
	year, today := yearOf(h.task.Source.Published), yearOf(h.task.Today)
	m := presently.FindString(strings.ToLower(h.task.Claim))
	if m == "" || year == 0 || today < year+stale {
		return task.Ballot{}, false
	}
	return qualified("S", fmt.Sprintf("It speaks of “%s”, but its source is of %d.", m, year),
		fmt.Sprintf("This was so in %d; it may have changed since.", year)), true
}

// conditional qualifies a claim that its source or the evidence ties to a
// condition which the claim leaves out.
func (h *hearing) conditional() (task.Ballot, bool) {
	own := strings.ToLower(h.task.Claim)
	for _, s := range sentences(h.task.Context) {
		if s.End-s.Start > longestSentence {
			continue
		}
		said := clean(h.task.Context[s.Start:s.End])
		if m := conditionIn(&h.claim, said, own, 0.6); m != "" {
			return qualified("S", fmt.Sprintf("%s limits it nearby: “%s”", name(h.task.Source), text.ClipWords(said, 200)),
				fmt.Sprintf("The source adds a condition: %s.", m)), true
		}
	}
	for _, r := range append(h.backing[:len(h.backing):len(h.backing)], h.nearby...) {
		if trust(r.Grade) < 0.8 {
			continue
		}
		if m := conditionIn(&h.claim, r.sentence, own, 0.6); m != "" {
			return qualified(r.ID, fmt.Sprintf("%s says it with a condition: “%s”", name(r.Witness), text.ClipWords(r.sentence, 200)),
				fmt.Sprintf("It may hold only %s, as %s has it.", m, name(r.Witness))), true
		}
	}
	return task.Ballot{}, false
}

// conditionIn returns the condition that a sentence on the claim's subject
// names and the claim does not.
func conditionIn(claim *statement, sentence, own string, least float64) string {
	m := condition.FindString(sentence)
	if m == "" || strings.Contains(own, strings.ToLower(m)) || condition.MatchString(own) {
		return ""
	}
	said := parse(sentence)
	if compare(claim, &said, nil).coverage < least {
		return ""
	}
	m = strings.TrimRight(m, " ,.;")
	return strings.ToLower(m[:1]) + m[1:]
}

// absolute qualifies a claim without exception that others put less strongly.
func (h *hearing) absolute() (task.Ballot, bool) {
	m := sweeping.FindString(strings.ToLower(h.task.Claim))
	if m == "" {
		return task.Ballot{}, false
	}
	for _, r := range append(h.backing[:len(h.backing):len(h.backing)], h.nearby...) {
		if r.coverage >= agreeing && isHedged(r.sentence) && !sweeping.MatchString(strings.ToLower(r.sentence)) {
			return qualified(r.ID, fmt.Sprintf("The claim says “%s”; %s is less sweeping: “%s”", m, name(r.Witness), text.ClipWords(r.sentence, 200)),
				fmt.Sprintf("“%s” may be too strong: %s puts it less sweepingly.", m, name(r.Witness))), true
		}
	}
	return task.Ballot{}, false
}

func qualified(source, evidence, caveat string) task.Ballot {
	return task.Ballot{Evidence: evidence, Source: source, Verdict: research.QualifiedVote, Caveat: caveat, Confidence: research.Medium}
}

// isHedged reports whether a sentence limits what it says.
func isHedged(s string) bool { return hedges.MatchString(strings.ToLower(s)) }

var (
	presently = re(`\b(currently|at present|nowadays|latest|newest|most recent|today|right now|so far|to date|world's (?:tallest|largest|fastest|oldest))\b`)
	sweeping  = re(`\b(always|never|only|all|every|none|nobody|everyone|completely|entirely|impossible|in every case|without exception)\b`)
	hedges    = re(`\b(may|might|usually|often|sometimes|most|mostly|some|generally|typically|rarely|likely|probably|can|in many cases|tends? to|about|nearly|almost)\b`)
	condition = re(`(?i)\b(in the general population|under (?:\w+ )?(?:extreme|heavy|severe|ideal|perfect|certain|special|laboratory|good|exceptional|very) [\w ]{3,40}|` +
		`(?:in|before|since|as of|until) (?:version|versions|release|releases) (?:before |prior to |after |up to |older than |newer than )?[\d.]+(?: (?:and|or) (?:later|earlier|newer|older))?|` +
		`only (?:when|if|in|for|under|during) [\w' -]{3,60}|except (?:when|in|for|under|during|that) [\w' -]{3,60}|unless [\w' -]{3,60})`)
)
