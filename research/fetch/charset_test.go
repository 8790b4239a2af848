package fetch

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"assay/research/port"
)

func TestDecode(t *testing.T) {
	long := strings.Repeat("plain words ", 200)
	cp1251, _ := charmap.Windows1251.NewEncoder().String("Мост построен")
	sjis, _ := japanese.ShiftJIS.NewEncoder().String("橋は完成した")
	iso2022, _ := japanese.ISO2022JP.NewEncoder().String("橋は完成した")
	utf16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("bridge – done")
	for _, c := range []struct{ body, contentType, want string }{
		{"naïve", "text/html", "naïve"},
		{"naïve", "text/html; charset=iso-8859-1", "naïve"}, // declared wrongly
		{long + "naïve", "", long + "naïve"},                // beyond what is sniffed
		{"\xef\xbb\xbfnaïve", "", "naïve"},
		{"na\xefve", "", "naïve"}, // windows-1252 is the web's default
		{"na\xefve", "text/html; charset=utf-8", "na\ufffdve"},
		{cp1251, "text/html; charset=windows-1251", "Мост построен"},
		{`<meta charset="windows-1251">` + cp1251, "", `<meta charset="windows-1251">Мост построен`},
		{sjis, "text/html; charset=shift_jis", "橋は完成した"},
		{iso2022, "text/html; charset=iso-2022-jp", "橋は完成した"},
		{utf16, "", "bridge – done"},
		{"bridge", "text/html; charset=utf-16", "bridge"}, // declared wrongly
	} {
		if got, err := decode([]byte(c.body), c.contentType); got != c.want || err != nil {
			t.Errorf("%q as %q: got %q, %v, want %q", c.body, c.contentType, got, err, c.want)
		}
	}
	for _, body := range []string{`<meta charset=utf-7>+ADw-script+AD4-`, `<META CHARSET = "UTF-7">`} {
		if _, err := decode([]byte(body), ""); failure(err) == nil || failure(err).Class != port.Blocked {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc\u2028d":               "a\nb\nc\nd",
		"a\x00b\x1b[31mc\x7f\u009b":      "ab[31mc",
		"pay\u202eeriw\u202c \u2067x":    "payeriw x",
		"x\U000e0041\U000e0042y\ufeffz":  "xyz",
		"co\u00adop\u200beration":        "cooperation",
		"می\u200cخواهم 👩\u200d🔬 ❤\ufe0f": "می\u200cخواهم 👩\u200d🔬 ❤\ufe0f",
		"tab\tstays, bad\xff byte":       "tab\tstays, bad\ufffd byte",
	} {
		if got := clean(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\r\nb\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		once := clean(s)
		if clean(once) != once {
			t.Errorf("%q: cleaning twice changes it", s)
		}
		for _, r := range once {
			if r != '\n' && r != '\t' && invisible(r) {
				t.Errorf("%q: %U is left", s, r)
			}
		}
	})
}
