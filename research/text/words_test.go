package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestWords(t *testing.T) {
	for s, want := range map[string]string{
		"":                             "",
		" -- !? ":                      "",
		"Tea reached Europe, in 1610.": "tea reached europe in 1610",
		"The state-of-the-art café’s 2.5% fee": "the state of the art café s 2 5 fee",
		"It can't be O'Neill's":                "it can t be o neill s",
		"Größere Städte ÜBER Nacht":            "größere städte über nacht",
		"cafe\u0301 हिन्दी":                    "cafe\u0301 हिन्दी",
		"茶在1610年 tea ティー":                      "茶 在 1610 年 tea テ ィ ー",
		"Ⅷ x² ½":                               "ⅷ x² ½",
		"bad\xffbytes":                         "bad bytes",
		"한국어 문장":                               "한국어 문장",
	} {
		if got := strings.Join(Words(s), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestRuns(t *testing.T) {
	for _, c := range []struct{ s, inner, want string }{
		{"What does asyncio.gather do?", "._-'’", "What|does|asyncio.gather|do"},
		{"asyncio.gather", "", "asyncio|gather"},
		{"茶在1610年, Tea", "", "茶在1610年|Tea"},
		{"-a- b", "-", "-a-|b"},
	} {
		if got := strings.Join(Runs(c.s, c.inner), "|"); got != c.want {
			t.Errorf("Runs(%q, %q) = %q, want %q", c.s, c.inner, got, c.want)
		}
	}
}

// Words are split after they were put in lower case, so no character may then
// be of another kind: fingerprints that are kept rest on it.
func TestLowerCaseChangesNoKindOfCharacter(t *testing.T) {
	for r := range unicode.MaxRune {
		if low := unicode.ToLower(r); IsWord(r) != IsWord(low) || eastern(r) != eastern(low) {
			t.Errorf("%q and %q", r, low)
		}
	}
}

func TestStopWordsSayNothingOfATopic(t *testing.T) {
	for w := range strings.FieldsSeq("the which been with not only more really whether") {
		if !Stop(w) {
			t.Errorf("%q is no stop word", w)
		}
	}
	for w := range strings.FieldsSeq("tea 1610 us must between use same The 茶") {
		if Stop(w) {
			t.Errorf("%q is a stop word", w)
		}
	}
	for w := range strings.FieldsSeq("not no only by more before after but may") {
		if light(w) {
			t.Errorf("%q says something by itself", w)
		}
	}
}

// A passage in Chinese is found by its characters.
func TestPassagesInScriptsWithoutSpaces(t *testing.T) {
	filler := strings.Repeat("今天天气很好我们去公园散步吧。", 30)
	article := filler + "\n\n茶叶于一六一零年由荷兰船运到欧洲。\n\n" + filler
	if got := Cut(article).Passages("荷兰茶叶何时到达欧洲？", 400); !slices.Contains(got, "茶叶于一六一零年由荷兰船运到欧洲。") {
		t.Errorf("%q", got)
	}
}
