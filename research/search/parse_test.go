package search

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestHTMLIsReadAsParagraphs(t *testing.T) {
	const page = `<html lang="en"><head><title>The &amp; Title</title><meta name="author" content="A. Uthor"><meta property="article:published_time" content="2020-02-03T10:00:00Z"></head>
<body><header>Site name</header><div class="sphinxsidebar">Side</div><nav>Menu</nav>
<div role="main"><h1>Top<a class="headerlink" href="#">¶</a></h1><p>One <b>bold</b>
 word.<br>Next line.</p><script>alert(1)</script>
<dl><dt>f(<em>x</em>)</dt><dd><p>Does f.</p><pre>a = 1

b = 2</pre></dd></dl>
<table><tr><th>Name</th><th>Size</th></tr><tr><td>a</td><td><p>1 <a href="x">kB</a></p></td></tr></table>
<ul><li>first</li><li>second</li></ul><h2>Sub</h2><p>zero` + "\u200b" + `width` + "\u202e" + ` text</p></div><footer>Foot</footer></body></html>`
	d, err := parseHTML([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Top", "One bold word.\nNext line.", "f(x)", "Does f.", "a = 1\nb = 2", "Name | Size\na | 1 kB", "first", "second", "Sub", "zero\u200bwidth text"}
	if got := d.text(); got != strings.Join(want, "\n\n") {
		t.Errorf("got %q", got)
	}
	if d.title != "The & Title" || d.author != "A. Uthor" || d.published != "2020-02-03" || d.language != "en" {
		t.Errorf("metadata %+v", d)
	}
	if u := d.blocks[3].under; u != "Top > f(x)" {
		t.Errorf("a definition stands under %q", u)
	}
	if u := d.blocks[9].under; u != "Top > Sub" {
		t.Errorf("the last paragraph stands under %q", u)
	}
	if d.links <= 0 || d.links > 0.1 {
		t.Errorf("links %.2f", d.links)
	}
}

func TestOddHTMLIsStillRead(t *testing.T) {
	for name, page := range map[string]string{
		"deep":         strings.Repeat("<div>", 2000) + "<style>no</style>Otter<p>Tusk",
		"windows-1252": "<meta charset=windows-1252><p>Otter \xfc</p><p>Tusk</p>",
		"no body":      "Otter<p>Tusk",
		"layout table": "<table><tr><td><h1>Otter</h1></td><td><table><tr><td>Tusk</td></tr></table></td></tr></table>",
	} {
		d, err := parseHTML([]byte(page))
		text := d.text()
		if err != nil || !utf8.ValidString(text) || !strings.Contains(text, "Otter") || !strings.Contains(text, "\n\nTusk") || strings.Contains(text, "no") {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func TestMarkdownIsReadAsParagraphs(t *testing.T) {
	const page = "---\ntitle: 'Otters: all'\npublished: sometime\nkind: nonsense\ntags:\n  - x\n---\n# One *two*\n\nA [link](https://x.example) and `co&amp;de`\nover \\*lines\\* &amp;&#x202E; so.\n\n" +
		"<div>raw</div>\n\n- item\n- other\n\n## Sub\n\n> quoted\n\n```\nx = 1\n\ny = 2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
	d, err := parseMarkdown(t.Context(), page)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"One two", "A link and co&amp;de\nover *lines* & so.", "item", "other", "Sub", "quoted", "x = 1", "y = 2", "a | b\n1 | 2"}
	if got := d.text(); got != strings.Join(want, "\n\n") {
		t.Errorf("got %q", got)
	}
	if d.title != "Otters: all" || d.published != "" || d.kind != "" || d.blocks[5].under != "One two > Sub" {
		t.Errorf("got %+v", d)
	}
}

func TestLargeMarkdownIsReadInSections(t *testing.T) {
	para := strings.Repeat("Otters rest. ", 40) + "\n\n"
	d, err := parseMarkdown(t.Context(), "# Title\n\n"+strings.Repeat(para, 200))
	if err != nil || len(d.blocks) != 201 {
		t.Errorf("%d blocks, %v", len(d.blocks), err)
	}
	for _, s := range sections(strings.Repeat(para, 200)) {
		if len(s) > sectionSize {
			t.Errorf("a section of %d bytes", len(s))
		}
	}
	if d, err = parseMarkdown(t.Context(), strings.Repeat("*a_ ", maxText/4)); err != nil || len(d.blocks) != 1 {
		t.Errorf("hostile: %d blocks, %v", len(d.blocks), err)
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"One is 3.5 m. Two (e.g. Three) follows! \"Four?\" she said.": "One is 3.5 m.|Two (e.g. Three) follows!|\"Four?\" she said.",
		"See Fig. 3 there. Done":        "See Fig. 3 there.|Done",
		"call f.g() now. Then":          "call f.g() now.|Then",
		"一つ目です。二つ目です。":                  "一つ目です。|二つ目です。",
		strings.Repeat("word ", 150):    strings.Repeat("word ", 119) + "word|" + strings.Repeat("word ", 29) + "word ",
		strings.Repeat("ü", passageMax): strings.Repeat("ü", passageMax/2) + "|" + strings.Repeat("ü", passageMax/2),
	} {
		var got []string
		for _, s := range sentences(text) {
			got = append(got, text[s[0]:s[1]])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%.40q: got %q", text, got)
		}
	}
}

func TestPassagesLoseNothingAndOverlapNowhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d document
		words := 0
		for range rapid.IntRange(0, 8).Draw(t, "blocks") {
			b := block{text: Clean(rapid.StringMatching(`\S[\S .!?。]{0,900}`).Draw(t, "text")), head: rapid.IntRange(0, 4).Draw(t, "head") == 0,
				under: rapid.SampledFrom([]string{"", "A", "A > B"}).Draw(t, "under")}
			if strings.TrimSpace(b.text) == "" {
				continue
			}
			d.blocks = append(d.blocks, b)
			if !b.head {
				words += len(strings.Join(strings.Fields(b.text), ""))
			}
		}
		text, end, got := d.text(), 0, 0
		for _, p := range passages(d) {
			s := text[p.start:p.end]
			if p.start < end || len(s) > passageMax+passageRest+2 || !utf8.ValidString(s) {
				t.Fatalf("passage %+v after %d: %q", p, end, s)
			}
			end = p.end
			got += len(strings.Join(strings.Fields(s), ""))
		}
		if got != words {
			t.Fatalf("%d bytes in passages, %d in blocks", got, words)
		}
	})
}

func TestDates(t *testing.T) {
	for in, want := range map[string]string{
		"2023-02-09T00:00:00": "2023-02-09", "2023-02": "2023-02", "2023": "2023", "2023-02-30": "2023-02", "20230209": "", "": "", "yesterday": "",
		"Tue, 11 Feb 2025 08:30:00 GMT": "2025-02-11", "February 9, 2023": "2023-02-09",
	} {
		if got := Date(in); got != want {
			t.Errorf("Date(%q) = %q, want %q", in, got, want)
		}
	}
}
