package quote

import (
	"strings"
	"testing"

	"assay/research/text"
)

func TestFragmentNamesThePlace(t *testing.T) {
	const short = "the well-known rate, of 5% & more, fell"
	const long = "one two three four five six seven eight nine ten eleven twelve thirteen"
	tests := []struct{ name, text, quote, want string }{
		{"short", "Now " + short + ".", short, ":~:text=the%20well%2Dknown%20rate%2C%20of%205%25%20%26%20more%2C%20fell"},
		{"long", "Now " + long + ".", long, ":~:text=one%20two%20three%20four,ten%20eleven%20twelve%20thirteen"},
		{"start seen before", "One two three four. " + long, long, ":~:text=one%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20thirteen"},
		{"short seen before", strings.ToUpper(short) + "\n\n" + "Now " + short, "", ""},
		{"two parts", "the first group had no relapse; x; the second group had three", "the first group had no relapse … the second group had three",
			":~:text=the%20first%20group%20had%20no%20relapse&text=the%20second%20group%20had%20three"},
		{"across paragraphs", "the first group\n\nhad no relapse at all", "the first group had no relapse at all", ""},
		{"invalid", "the first \xff group had no relapse", "the first \ufffd group had no relapse", ""},
		{"plus", "the first + second group had no relapse", "the first + second group had no relapse", ":~:text=the%20first%20%2B%20second%20group%20had%20no%20relapse"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			spans, ok := Find(tt.text, tt.quote)
			if tt.quote == "" {
				at := strings.LastIndex(tt.text, short)
				spans, ok = []text.Span{span(at, at+len(short))}, true
			}
			if got := Prepare(tt.text).Fragment(spans); !ok || got != tt.want {
				t.Errorf("Fragment = %q, want %q (found %t)", got, tt.want, ok)
			}
		})
	}
}
