package reader

import (
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
)

// classify says what kind of question it is, and which questions it is made of.
func classify(t *task.ClassifyTask) research.Classification {
	out := research.Classification{Parts: partsOf(t.Question)}
	kind, why := typeOf(t.Question)
	for _, p := range out.Parts {
		if slices.Index(byWeight, p.Type) < slices.Index(byWeight, kind) {
			kind, why = p.Type, fmt.Sprintf("one of its parts is %s", p.Type)
		}
	}
	out.Type, out.Why = kind, sentence("Read by rules: "+why)
	return out
}

// byWeight are the types of questions, those first that take the most care.
var byWeight = []research.QuestionType{
	research.ContestedQuestion, research.ScientificQuestion, research.EmergingQuestion, research.ConsumerQuestion,
	research.OpinionQuestion, research.TechnicalQuestion, research.FactualQuestion,
}

// typeOf returns the type of a question, and which of its words show it.
func typeOf(text string) (research.QuestionType, string) {
	for _, r := range typeRules {
		if m := r.words.FindString(text); m != "" {
			return r.kind, fmt.Sprintf("“%s” makes it a question of the type %s", strings.TrimSpace(m), r.kind)
		}
	}
	return research.FactualQuestion, "nothing in its words makes it anything but a question of fact"
}

// typeRules are tried in order; the first whose words a question has decides.
var typeRules = []struct {
	kind  research.QuestionType
	words *pattern
}{
	{research.OpinionQuestion, re(`(?i)\b(what do (?:people|users|experts|developers|customers|readers|most|we|they)\b.{0,30}\b(?:think|say|feel|like)|public opinion|sentiment|reputation|popular(?:ity)? (?:of|among|with)|how (?:do|did) (?:people|users|fans|critics) (?:feel|react|see))`)},
	{research.ContestedQuestion, re(`(?i)\b(should (?:we|governments?|schools?|states?|countries|companies|people|they|the|it)\b|ethic\w*|moral\w*|controvers\w*|is it true that|pros and cons|for and against|debate[ds]?|justif\w+|abolish|overrated)`)},
	{research.ConsumerQuestion, re(`(?i)\b((?:best|cheapest|top|better|right) .{0,40}\b(?:to buy|for (?:me|my|home|beginners|under)|under [$€£]?\d|models?|brands?)|which .{1,50}\b(?:buy|purchase|choose|get for)|what .{1,40}\bshould i (?:buy|get|choose)|worth (?:buying|the (?:money|price))|value for money|reviews? of)`)},
	{research.TechnicalQuestion, re(`(?i)\b(PostgreSQL|postgres|MySQL|SQLite?|python|golang|rust|javascript|typescript|java|linux|kubernetes|docker|git|https?|tcp|dns|tls|json|xml|html|css|regex|vacuum(?:ing)?|databases?|queries|index(?:es|ing)?|transactions?|replication|isolation levels?|compilers?|algorithms?|api|apis|sdk|config\w*|implement\w*|deploy\w*|install\w*|debug\w*|servers?|software|code|programming|threads?|async\w*|protocols?|encrypt\w*|cpu|gpu|kernel|cache|caching|latency|benchmarks?)\b`)},
	{research.ScientificQuestion, re(`(?i)\b(health\w*|vitamins?|diseases?|cancer|diabetes|colds?|flu|covid\w*|virus\w*|vaccin\w*|arthritis|hyperactiv\w*|drugs?|medic\w+|doses?|therap\w+|treat(?:ment|ments|s|ing)|patients?|symptoms?|clinical|trials?|diets?|nutrition\w*|sugar|sleep|brains?|memory|species|evolution|genes?|genetic\w*|dna|protein\w*|cells?|physics|quantum|chemi\w+|climate|scientific|stud(?:y|ies) (?:show|find|say)|psycholog\w*|side effects?|safe to (?:eat|drink|take)|(?:bad|good) for (?:you|children|your))\b`)},
	{research.EmergingQuestion, re(`(?i)\b(future of|emerging|latest|state of the art|cutting[- ]edge|upcoming|next generation|trends?|new(?:est)? (?:research|developments?|advances?|technolog\w+)|breakthroughs?|by 20[3-9]\d|in 20[3-9]\d|will .{1,40} (?:replace|become))`)},
}

// partsOf returns the questions that a compound question is made of, or none: it
// has several question marks or semicolons, or "and" joins two questions.
func partsOf(text string) []research.SubQuestion {
	out := []research.SubQuestion{}
	pieces := breaks.Split(joined.ReplaceAllString(text, "? $1"), -1)
	for _, p := range pieces {
		p = strings.TrimRight(strings.TrimSpace(p), "?!. ,")
		if len(strings.Fields(p)) < 2 {
			continue
		}
		kind, _ := typeOf(p)
		out = append(out, research.SubQuestion{Question: capital(p) + "?", Type: kind})
	}
	if len(out) < 2 {
		return []research.SubQuestion{}
	}
	resolve(out)
	return out
}

// resolve puts the first part's subject behind parts that only point to it: "and
// what does it cost?".
func resolve(parts []research.SubQuestion) {
	about := strings.Join(ask(parts[0].Question).anchor(), " ")
	for i, p := range parts[1:] {
		if about != "" && pronoun.MatchString(p.Question) {
			parts[i+1].Question = strings.TrimRight(p.Question, "?") + " (" + about + ")?"
		}
	}
}

var (
	breaks = re(`[?;]\s*`)
	// joined matches "and" before a second question.
	joined  = re(`(?i),? (?:and|but) ((?:what|how|why|when|who|whom|whose|where|which|is|are|was|were|does|do|did|can|could|should|will) [^?;]{4,})`)
	pronoun = re(`(?i)\b(it|its|they|them|their|this|that|he|she|his|her)\b`)
)
