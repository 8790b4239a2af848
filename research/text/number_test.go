package text

import (
	"strings"
	"testing"
)

func TestNumbersOfATextAreRead(t *testing.T) {
	for _, c := range []struct {
		s, digits, significant string
		value                  float64
		several                bool
	}{
		{"1610", "1610", "161", 1610, false},
		{"1,200", "1200", "12", 1200, false},
		{"1.200", "1200", "12", 1200, false},
		{"1’200’000", "1200000", "12", 1200000, false},
		{"1\u202f200", "1200", "12", 1200, false},
		{"1 200", "1200", "12", 1200, true},
		{"12.57", "1257", "1257", 12.57, false},
		{"0,05", "005", "5", 0.05, false},
		{"1,200.5", "12005", "12005", 1200.5, false},
		{"12.03.2020", "12032020", "1203202", 1203.2020, true},
		{"2019 120", "2019120", "201912", 2019120, true},
	} {
		all := Numbers("some " + c.s + " of them")
		if len(all) != 1 || string(all[0]) != c.s {
			t.Errorf("%q has the numbers %q", c.s, all)
			continue
		}
		n := all[0]
		if v, ok := n.Value(); n.Digits() != c.digits || n.Significant() != c.significant || v != c.value || !ok || n.Several() != c.several {
			t.Errorf("%q: digits %s, %s significant, value %v, several %t", n, n.Digits(), n.Significant(), v, n.Several())
		}
	}
}

func TestNumbersStandWhereTheirSpansSay(t *testing.T) {
	const s = "In 1889, 1,234 men at 14:35; Größe 2.5%, 7-9."
	var got []string
	for i, at := range NumberSpans(s) {
		got = append(got, s[at.Start:at.End])
		if got[i] != string(Numbers(s)[i]) {
			t.Errorf("%q is not %q", got[i], Numbers(s)[i])
		}
	}
	if strings.Join(got, "|") != "1889|1,234|14|35|2.5|7|9" {
		t.Errorf("%q", got)
	}
}
