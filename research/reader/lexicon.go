package reader

import (
	"strings"

	"github.com/kljensen/snowball/english"

	"assay/research/text"
)

// function reports whether w is an English function word: a stop word, or one
// of grammar, which a search may look for but which is the term of no statement.
// Negations are among them: package code looks at those as words, never as terms.
func function(w string) bool { return text.Stop(w) || grammar[w] }

var grammar = set(`itself hers theirs us must shall ought nor never none nothing nobody neither either else although though since
	until unless onto upon against between among through above below again further off down via per within without across along
	around behind beyond toward towards both every few even still yet ever quite rather always often sometimes usually rarely once
	however therefore thus hence indeed instead simply etc ie eg let lets cannot whereas whenever wherever whatever
	whichever despite except including regarding according`)

// Terms that appear in sentences about anything.
var weak = index(stems(`make made show find found say said know known call called use used see seen take give come go
	become became include like well first new different several various year time people person thing way part number
	fact called popular common commonly true mean means kind type form case example main major general generally
	particular certain especially later now today early late best result work good great big large small little long`))

// Base forms of irregular words.
var irregular = pairs(`saw:see seen:see struck:strike strikes:strike kept:keep left:leave led:lead lost:lose made:make met:meet
	paid:pay ran:run said:say sold:sell sent:send sat:sit slept:sleep spoke:speak spoken:speak spent:spend stood:stand
	took:take taken:take taught:teach told:tell thought:think understood:understand wore:wear worn:wear won:win wrote:write written:write
	began:begin begun:begin broke:break broken:break brought:bring built:build bought:buy caught:catch chose:choose chosen:choose
	came:come drew:draw drawn:draw drank:drink drove:drive driven:drive ate:eat eaten:eat fell:fall fallen:fall felt:feel
	fought:fight found:find flew:fly flown:fly forgot:forget forgotten:forget gave:give given:give went:go gone:go grew:grow grown:grow
	held:hold heard:hear hid:hide hidden:hide knew:know known:know threw:throw thrown:throw shown:show died:die dying:die dies:die
	became:become children:child men:man women:woman feet:foot teeth:tooth mice:mouse people:people lives:life wives:wife
	viruses:virus bacteria:bacterium data:data better:good best:good worse:bad worst:bad memories:memory colour:color colours:color coloured:color
	behaviour:behavior behavioural:behavioral favourite:favorite metres:meter metre:meter kilometres:kilometer kilometre:kilometer km:kilometer m:meter cm:centimeter mm:millimeter kg:kilogram
	centre:center theatre:theater hyperactivity:hyperactive arthritic:arthritis ordering:order thickness:thick thicker:thick blindness:blind
	rose:rise risen:rise arose:arise bore:bear born:born shot:shoot sung:sing sang:sing wed:marry buried:bury`)

// heads maps stems to the head of their group of words that mean nearly the
// same in statements of fact.
var heads = groups(`visible see view spot naked-eye-visible sight discern seen
	|remember memory recall memorise memorize retain
	|cause trigger induce provoke
	|prevent avert avoid
	|cure heal remedy
	|shorten abbreviate
	|reclaim recover
	|child kid youngster
	|begin start commence
	|end finish conclude
	|film movie
	|book novel
	|car automobile
	|wife spouse
	|marry wed
	|kill murder
	|big large huge enormous
	|small little tiny
	|build construct
	|buy purchase
	|percent percentage
	|link association relationship correlation connection
	|grow grew growth
	|rise increase raise
	|fall decrease decline reduce lower
	|help assist aid
	|hemisphere half-globe
	|doctor physician
	|illness disease sickness
	|begin origin
	|author writer
	|identical same
	|error exception
	|space room storage
	|delete remove
	|guarantee ensure
	|born birth
	|die death dead`)

// Words that turn their sentence round, with the word they are the contrary of.
var negated = pairs(`invisible:visible impossible:possible incorrect:correct inaccurate:accurate ineffective:effective
	unable:able unsafe:safe unlikely:likely unordered:ordered unaffected:affected unrelated:related unproven:proven unsupported:supported
	unseen:seen unknown:known uncommon:common unimportant:important unchanged:changed unfounded:founded unsuccessful:successful
	harmless:harmful useless:useful indistinguishable:distinguishable nonexistent:existent unmarried:married unnecessary:necessary
	irrelevant:relevant inactive:active independent:dependent incapable:capable unused:used immutable:mutable unsorted:sorted`)

// Contraries that are no negations of each other.
var contraries = symmetric(pairs(`increase:decrease rise:fall raise:lower gain:lose win:lose first:last north:south northern:southern
	east:west hot:cold male:female same:opposite same:different mother:father son:daughter brother:sister uncle:aunt husband:wife
	rich:poor young:old early:late best:worst most:least strengthen:weaken expand:shrink accept:reject allow:forbid success:failure
	pass:fail enable:disable slow:rapid slow:fast hard:easy major:minor public:private urban:rural alive:dead birth:death arrive:leave
	clockwise:counterclockwise good:bad long:short high:low thick:thin strong:weak married:single begin:end novel:film`))

func stems(s string) []string {
	words := strings.Fields(s)
	for i, w := range words {
		words[i] = english.Stem(w, false)
	}
	return words
}

func pairs(s string) map[string]string {
	m := map[string]string{}
	for _, p := range strings.Fields(s) {
		k, v, _ := strings.Cut(p, ":")
		m[k] = v
	}
	return m
}

func groups(s string) map[string]string {
	m := map[string]string{}
	for _, g := range strings.Split(s, "|") {
		members := stems(g)
		for _, w := range members {
			m[w] = members[0]
		}
	}
	return m
}

// symmetric returns the terms that each term is the contrary of.
func symmetric(m map[string]string) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	add := func(a, b string) {
		if out[a] == nil {
			out[a] = map[string]bool{}
		}
		out[a][b] = true
	}
	for k, v := range m {
		a, b := termOf(k), termOf(v)
		add(a, b)
		add(b, a)
	}
	return out
}
