package reader

// A facet is one way of looking at a question.
type facet struct {
	label     string
	extra     string // words that help a keyword engine to find pages of this kind
	rationale string
}

var (
	direct     = facet{"Direct answer", "", "Looks for pages that answer the question in its own words."}
	background = facet{"Definition and background", "definition explained", "Settles what the key terms mean, so that claims can be told apart."}
	evidence   = facet{"Evidence and measurements", "study evidence measured", "Finds studies, trials and measurements behind the answers."}
	criticism  = facet{"Criticism and counter-evidence", "myth misconception", "Finds pages that deny what others say."}
	practice   = facet{"Practice and how-to", "guide example", "Finds how it is done in practice."}
	recent     = facet{"Recent changes", "latest update changed", "Finds out whether an older answer still holds."}
	mechanism  = facet{"How it works", "works process explained", "Finds the steps and causes behind the answer."}
	causes     = facet{"Causes and reasons", "because reason cause", "Finds explanations."}
	history    = facet{"History and dates", "history year date", "Finds when things happened, and in what order."}
	figures    = facet{"Figures and counts", "number total figures", "Finds counts and measurements with their units."}
	limits     = facet{"Limits and exceptions", "limitations exceptions", "Finds conditions under which the answer does not hold."}
	contrasts  = facet{"Main differences", "difference comparison", "Finds pages that set the alternatives side by side."}
	people     = facet{"People and roles", "founder author inventor", "Finds who did what."}
)

// facets are the ways of looking at each form of question, most useful first.
var facets = map[form][]facet{
	open:     {direct, background, evidence, recent, criticism, practice},
	yesno:    {direct, evidence, criticism, background, limits, recent},
	define:   {direct, background, practice, limits, recent, evidence},
	how:      {direct, mechanism, practice, limits, background, recent},
	why:      {direct, causes, evidence, criticism, background, recent},
	when:     {direct, history, recent, background, evidence, criticism},
	who:      {direct, people, history, background, criticism, recent},
	amount:   {direct, figures, evidence, recent, background, criticism},
	compared: {direct, contrasts, evidence, practice, limits, recent},
}

// branches are the ways into a topic that somebody explores.
var branches = []facet{
	{"Fundamentals and basics", "basics explained", "What it is, and what its key terms mean."},
	{"Applications and practice", "use example", "What it is used for, and how it is done."},
	{"Controversies and criticism", "myth criticism", "What is disputed or commonly mistaken, and what speaks against it."},
	{"Timeline and history", "history year", "When things happened, and in what order."},
	{"Players and people", "founder organization", "People and organizations: who did what."},
	{"Economics and cost", "cost price", "Costs, prices and markets: what it takes, and who pays."},
}

// sides returns all ways of looking at a form of question: its own first, then
// those of others.
func sidesOf(f form) []facet {
	out := facets[f][:len(facets[f]):len(facets[f])]
	seen := map[string]bool{}
	for _, s := range out {
		seen[s.label] = true
	}
	for _, s := range []facet{evidence, limits, practice, figures, history, people, causes, mechanism, criticism, contrasts, recent, background} {
		if !seen[s.label] {
			out = append(out, s)
		}
	}
	return out
}

// allFacets returns every way of looking at anything.
func allFacets() []facet {
	return append(sidesOf(open), branches...)
}
