package reader

import (
	"net/url"
	"slices"
	"strings"

	"assay/research"
	"assay/research/port"
)

// gradeSource says what kind of source a page is: what its library says, or
// else what its address and title show. Unknown sites count as blogs: nobody
// known edits them.
func gradeSource(p port.Page) research.SourceGrade {
	if g := research.SourceGrade(p.Kind); slices.Contains(research.SourceGrades, g) {
		return g
	}
	address := p.FinalURL
	if address == "" {
		address = p.URL
	}
	u, err := url.Parse(address)
	if err != nil {
		return research.Unreliable
	}
	host, path := strings.ToLower(u.Hostname()), strings.ToLower(u.Path)
	for _, r := range sourceRules {
		if r.host != nil && r.host.MatchString(host) || r.path != nil && r.path.MatchString(path) {
			return r.grade
		}
	}
	switch title := strings.ToLower(p.Title); {
	case u.Scheme == "library":
		return libraryGrade(path, title)
	case strings.Contains(title, "encyclop"), strings.Contains(title, "fact check"):
		return research.Secondary
	}
	return research.Blog
}

// libraryGrade grades a page of a folder of documents, which somebody chose to
// keep: documentation is the maker's own word, the rest edited text.
func libraryGrade(path, title string) research.SourceGrade {
	if documentation.MatchString(path) || documentation.MatchString(title) || strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".pdf") {
		return research.Primary
	}
	return research.Secondary
}

var documentation = re(`(?i)\b(docs?|documentation|manual|reference|library|spec|rfc|guide|howto)\b`)

// sourceRules are tried in order; the first whose pattern matches decides.
var sourceRules = []struct {
	host, path *pattern
	grade      research.SourceGrade
}{
	{host: re(`(^|\.)(theonion|babylonbee|infowars|naturalnews|clickhole)\.com$`), grade: research.Unreliable},
	{host: re(`(^|\.)(reddit|quora|stackexchange|stackoverflow|superuser|serverfault|answers|ycombinator|lobste|discord|facebook|twitter|x|youtube|tiktok)\.(com|rs)$`), grade: research.Forum},
	{host: re(`^(forums?|community|discuss|discourse|answers|groups)\.`), grade: research.Forum},
	{host: re(`(^|\.)(medium|substack|wordpress|blogspot|tumblr|ghost|hashnode|wixsite|livejournal)\.(com|io|dev)$|^dev\.to$|^blogs?\.`), grade: research.Blog},
	{host: re(`(^|\.)(gov|mil|edu|int)(\.[a-z]{2})?$|\.ac\.[a-z]{2}$|(^|\.)europa\.eu$|(^|\.)(nhs|parliament)\.uk$`), grade: research.Primary},
	{host: re(`(^|\.)(doi|arxiv|biorxiv|medrxiv|ietf|rfc-editor|w3|iso|ieee|acm|who|un|oecd|cochrane|cochranelibrary|unicode|ecma-international)\.(org|int)$`), grade: research.Primary},
	{host: re(`(^|\.)(nature|sciencedirect|springer|wiley|thelancet|nejm|bmj|jamanetwork|plos|pnas|science|cell|mdpi|frontiersin)\.(com|org)$`), grade: research.Primary},
	{host: re(`^(docs?|developers?|devdocs|manual|learn|support|api|pkg|spec|standards)\.`), grade: research.Primary},
	{host: re(`(^|\.)(readthedocs\.io|postgresql\.org|python\.org|go\.dev|rust-lang\.org|kernel\.org|sqlite\.org|mozilla\.org|kubernetes\.io|docs\.rs|pkg\.go\.dev|whatwg\.org)$`), grade: research.Primary},
	{host: re(`(^|\.)(wikipedia|wikimedia|britannica|scholarpedia|merriam-webster|snopes|factcheck|politifact)\.(org|com)$`), grade: research.Secondary},
	{host: re(`(^|\.)(bbc|reuters|apnews|nytimes|theguardian|washingtonpost|economist|ft|wsj|bloomberg|npr|cnn|aljazeera|lemonde|spiegel|time|arstechnica|wired|newscientist|scientificamerican|nationalgeographic|smithsonianmag|mayoclinic|webmd|theconversation)\.(com|co\.uk|org|net|fr|de)$`), grade: research.Secondary},
	{path: re(`/(forums?|threads?|topic|viewtopic|discussions?|questions|comments)(/|\.|$)`), grade: research.Forum},
	{path: re(`/(blogs?|posts?)(/|$)|/~[a-z]+`), grade: research.Blog},
	{path: re(`^/(docs?|documentation|reference|manual|spec)(/|$)`), grade: research.Primary},
	{host: re(`news|times|herald|tribune|gazette|magazine|journal|encyclop|museum|university|institute`), grade: research.Secondary},
	{path: re(`/(news|article|articles|wiki|encyclopedia)(/|$)`), grade: research.Secondary},
}
