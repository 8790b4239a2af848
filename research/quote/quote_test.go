package quote

import (
	"strings"
	"testing"

	"assay/research/text"
)

func TestFindForgivesTypography(t *testing.T) {
	tests := []struct{ name, text, quote, want string }{
		{"straight quotes", "He called it “the largest trial of its kind” in 2019.", `called it "the largest trial of its kind" in 2019`, "called it “the largest trial of its kind” in 2019"},
		{"apostrophe", "the patients’ own doctors did not agree", "the patients' own doctors did not agree", "the patients’ own doctors did not agree"},
		{"dashes", "between 1990–1995 the rate fell — slowly", "between 1990-1995 the rate fell - slowly", "between 1990–1995 the rate fell — slowly"},
		{"minus", "a mean change of −5.2 points was seen", "a mean change of -5.2 points was seen", "a mean change of −5.2 points was seen"},
		{"white space", "the rate\u00a0of relapse\n  fell by\u200912 percent", "the rate of relapse fell by 12 percent", "the rate\u00a0of relapse\n  fell by\u200912 percent"},
		{"ligatures", "the eﬃcacy of the ﬁrst dose was low", "the efficacy of the first dose was low", "the eﬃcacy of the ﬁrst dose was low"},
		{"soft hyphens and zero width", "the hyper\u00adtension of the pa\u200btients was mild", "the hypertension of the patients was mild", "the hyper\u00adtension of the pa\u200btients was mild"},
		{"composed", "the cafe\u0301 owners were asked twice", "the café owners were asked twice", "the cafe\u0301 owners were asked twice"},
		{"case", "However, the rate of relapse fell sharply", "the Rate of RELAPSE fell sharply", "the rate of relapse fell sharply"},
		{"first letter", "and the rate of relapse fell sharply", "The rate of relapse fell sharply", "the rate of relapse fell sharply"},
		{"micro sign", "a dose of 5 \u00b5g was given to all", "a dose of 5 \u03bcg was given to all", "a dose of 5 \u00b5g was given to all"},
		{"wrapped in quotation marks", "We saw the rate of relapse fall again.", "“the rate of relapse fall again.”", "the rate of relapse fall again."},
		{"end punctuation", "the rate of relapse fell sharply, and", "the rate of relapse fell sharply.", "the rate of relapse fell sharply"},
		{"ellipsis at the ends", "the rate of relapse fell sharply", "... the rate of relapse fell sharply [...]", "the rate of relapse fell sharply"},
		{"the page's own ellipsis", "he said … the rate fell sharply", "he said ... the rate fell sharply", "he said … the rate fell sharply"},
		{"invalid UTF-8", "the rate of \xff\xfe relapse fell sharply", "the rate of \ufffd relapse fell sharply", "the rate of \ufffd relapse fell sharply"},
		{"Chinese", "研究显示，该药物使患者的复发率显著下降了百分之十二。", "该药物使患者的复发率显著下降了百分之十二", "该药物使患者的复发率显著下降了百分之十二"},
		{"Thai", "ผลการศึกษาพบว่ายานี้ช่วยลดอัตราการตายได้อย่างมีนัยสำคัญ", "ยานี้ช่วยลดอัตราการตายได้อย่างมีนัยสำคัญ", "ยานี้ช่วยลดอัตราการตายได้อย่างมีนัยสำคัญ"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			spans, ok := Find(tt.text, tt.quote)
			if got := Text(tt.text, spans); ok != (tt.want != "") || got != tt.want {
				t.Errorf("Find(%q, %q) = %q, %t; want %q", tt.text, tt.quote, got, ok, tt.want)
			}
		})
	}
}

func TestFindRejectsWhatThePageDoesNotSay(t *testing.T) {
	tests := []struct{ name, text, quote string }{
		{"superscript", "there were 10² cells in each of the wells", "there were 102 cells in each of the wells"},
		{"cut superscript", "the number of cells in each well was 10²", "the number of cells in each well was 10"},
		{"cut number", "the risk of a relapse increased 50 percent", "the risk of a relapse increased 5"},
		{"cut decimals", "the risk of a relapse increased 5.3 points", "the risk of a relapse increased 5"},
		{"cut percent sign", "the risk of a relapse increased 5% there", "the risk of a relapse increased 5"},
		{"cut range", "the risk of a relapse increased 5–10 points", "the risk of a relapse increased 5"},
		{"cut minus", "it was −5 points in all of the groups", "5 points in all of the groups"},
		{"cut bound", "seen in <5 percent of all the patients", "5 percent of all the patients"},
		{"cut whole part", "we gave 2.5 mg daily to all of the patients", "5 mg daily to all of the patients"},
		{"cut Chinese number", "该药物使患者的复发率显著增加了五十倍以上，令人担忧", "该药物使患者的复发率显著增加了五"},
		{"cut word", "in all patients reuse is safe and recommended", "use is safe and recommended"},
		{"cut prefix", "was non-inferior to placebo in this trial", "inferior to placebo in this trial"},
		{"cut contraction", "we find that these old people can't walk", "we find that these old people can"},
		{"cut unit", "the mean level rose to 5 mg/dl at last", "the mean level rose to 5 mg"},
		{"feet are no inches", "a hole of 5′ and 7 others were found here", "a hole of 5″ and 7 others were found here"},
		{"too few words", "hypertension prevalence increased considerably", "hypertension prevalence increased considerably"},
		{"too few characters", "it was so for us all", "it was so for us all"},
		{"empty", "the rate of relapse fell sharply", ""},
		{"punctuation", "the rate ... of relapse", "... \" ..."},
		{"accent", "the café owners were asked twice", "the cafe owners were asked twice"},
		{"a copy of the page", strings.Repeat("the rate of relapse fell. ", 400), strings.Repeat("the rate of relapse fell. ", 300)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if spans, ok := Find(tt.text, tt.quote); ok || spans != nil {
				t.Errorf("Find(%q, %q) = %v, %t; want none", tt.text, tt.quote, spans, ok)
			}
		})
	}
}

func TestFindCutsAtADashBetweenClauses(t *testing.T) {
	text := "the effect of the new drug was large—though not in all of the older patients"
	for _, quote := range []string{"the effect of the new drug was large", "though not in all of the older patients"} {
		if spans, ok := Find(text, quote); !ok || Text(text, spans) != quote {
			t.Errorf("Find(%q) = %v, %t", quote, spans, ok)
		}
	}
}

func TestFindSplitsAtEllipses(t *testing.T) {
	const one, two, three = "the first group had no relapse", "the second group had three of them", "the third group was lost to us"
	gap := func(n int) string { return " " + strings.Repeat("x", n-2) + " " }
	tests := []struct {
		name, text, quote string
		want              string
	}{
		{"two parts", one + gap(300) + two, one + "… " + two, one + " … " + two},
		{"three parts", one + gap(9) + two + gap(9) + three, one + " [...] " + two + " (…) " + three, one + " … " + two + " … " + three},
		{"spaced dots", one + gap(9) + two, one + " . . . " + two, one + " … " + two},
		{"too far apart", one + gap(301) + two, one + "..." + two, ""},
		{"wrong order", two + gap(9) + one, one + "..." + two, ""},
		{"four parts", strings.Repeat(one+gap(9), 4), strings.Join([]string{one, one, one, one}, "..."), ""},
		{"a short part", one + gap(9) + "not so", one + " ... not so", ""},
		{"an earlier place too far", one + gap(400) + one + gap(9) + two, one + "..." + two, one + " … " + two},
		{"an earlier middle too far", one + gap(9) + two + gap(200) + two + gap(200) + three, one + "..." + two + "..." + three, one + " … " + two + " … " + three},
		{"overlap", one + gap(9), one + " ... " + one, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			spans, ok := Find(tt.text, tt.quote)
			if got := Text(tt.text, spans); ok != (tt.want != "") || got != tt.want {
				t.Errorf("Find = %q, %t; want %q", got, ok, tt.want)
			}
		})
	}
}

func TestTextIsEmptyForSpansOfAnotherText(t *testing.T) {
	const page = "größer"
	for _, spans := range [][]text.Span{nil, {span(0, 99)}, {span(3, 2)}, {span(-1, 2)}, {span(0, 3)}, {span(0, 2), span(1, 4)}} {
		if got := Text(page, spans) + Context(page, spans, 9) + Prepare(page).Fragment(spans); got != "" {
			t.Errorf("of spans %v: %q, want nothing", spans, got)
		}
	}
}

func span(start, end int) text.Span { return text.Span{Start: start, End: end} }
