package quote

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Whatever page and quote are: spans are ranges of the page, in order, on rune
// boundaries, and say what the quote says.
func FuzzFind(f *testing.F) {
	f.Add("the rate of relapse fell sharply in May", "“The rate of relapse fell sharply.”")
	f.Add("the ﬁrst group had no relapse, the 2nd group had three of them…", "the first group had no relapse ... the 2nd group had three of them")
	f.Add("研究显示，该药物使患者的复发率显著下降了百分之十二。", "该药物使患者的复发率显著下降了百分之十二")
	f.Add("a\u0301\u0301 b\xff\xfe c\u200dd e\u00adf g h i j k l m n o p q", "á\u0301 b\ufffd cd ef g h i j k l m n o p q")
	f.Add(strings.Repeat("a b c d e f g ", 40), "a b c d e f g a b c d e f g [...] b c d e f g a b c d e f g")
	f.Fuzz(func(t *testing.T, text, quote string) {
		spans, ok := Find(text, quote)
		if !ok {
			if spans != nil {
				t.Fatalf("not found, but at %v", spans)
			}
			return
		}
		if len(spans) > maxParts || !within(text, spans) {
			t.Fatalf("spans %v are no ordered ranges of %d bytes", spans, len(text))
		}
		for _, around := range []int{0, 7, 300} {
			if c := Context(text, spans, around); !utf8.ValidString(c) || len(c) < 25 && len(spans) == 1 && utf8.RuneCountInString(c) < 13 {
				t.Errorf("context %q", c)
			}
		}
		Prepare(text).Fragment(spans)
		got, want := []string{Text(text, spans)}, []string{quote}
		if len(spans) > 1 {
			_, core, _ := trim(Prepare(quote).normal)
			got, want = nil, ellipsis.Split(core, -1)
			for _, s := range spans {
				got = append(got, text[s.Start:s.End])
			}
		}
		if !slices.Equal(cores(got), cores(want)) {
			t.Errorf("found %q for %q", cores(got), cores(want))
		}
	})
}

// cores returns what of each quote must stand in a page.
func cores(quotes []string) []string {
	var out []string
	for _, q := range quotes {
		_, core, _ := trim(Prepare(q).normal)
		out = append(out, core)
	}
	return out
}

// Normalising piece by piece must come to the same as composing the whole.
func TestPrepareComposesLikeNFC(t *testing.T) {
	runes := []rune("aéeo\u0301\u0308\u0327\u0323각\u1100\u1161\u11a8\u0995\u09c7\u09be\u09d7ᄒ b\u0338=<\u0b47\u0b56あ\u3099が")
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		s := make([]rune, 1+rnd.IntN(12))
		for i := range s {
			s[i] = runes[rnd.IntN(len(runes))]
		}
		decomposed := norm.NFD.String(string(s))
		if a, b := Prepare(decomposed).normal, Prepare(norm.NFC.String(decomposed)).normal; a != b {
			t.Fatalf("%+q: %+q, composed before %+q", decomposed, a, b)
		}
	}
}

// hostile are texts of a megabyte made to be slow, with a quote made for them.
func hostile() map[string][2]string {
	const mb = 1 << 20
	period := strings.Repeat("ba ", 1300)
	return map[string][2]string{
		"combining marks":  {strings.Repeat("\u0301", mb/2), "the rate" + strings.Repeat("\u0301", 1000) + " of relapse fell sharply"},
		"invalid UTF-8":    {strings.Repeat("\xff\xc3", mb/2), "the rate \xff\xff of relapse fell sharply"},
		"white space":      {strings.Repeat(" \n", mb/2), "the rate of relapse fell sharply"},
		"never a boundary": {strings.Repeat("ba ", mb/3), period[1:]},
		"many places":      {strings.Repeat("a b ", mb/4), strings.TrimSpace(strings.Repeat("a b ", 300)) + " ... " + strings.TrimSpace(strings.Repeat("b a ", 300)) + " ... there is no such part here"},
		"many ellipses":    {strings.Repeat("…", mb/3), strings.Repeat("… ", 1000)},
		"a huge quote":     {"the rate of relapse fell sharply", strings.Repeat("[...", mb/4)},
	}
}

func TestFindStandsHostileText(t *testing.T) {
	for name, h := range hostile() {
		t.Run(name, func(t *testing.T) {
			if spans, ok := Find(h[0], h[1]); ok {
				t.Errorf("found at %v", spans)
			}
		})
	}
}

func BenchmarkFindInHostileText(b *testing.B) {
	for name, h := range hostile() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(h[0])))
			for b.Loop() {
				Find(h[0], h[1])
			}
		})
	}
}
