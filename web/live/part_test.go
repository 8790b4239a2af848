package live

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/research"
	"assay/research/engine"
	"assay/research/explore"
	"assay/research/ledger"
	"assay/research/researchtest"
	"assay/research/team"
	"assay/research/tree"
	"assay/research/verify"
	"assay/views"
)

// A browser that is sent what changes shows what it would show if it were sent
// everything: in every world of every method, after events one by one and in
// bunches.
func TestStepsMakeTheWhole(t *testing.T) {
	for _, m := range []*engine.Method{verify.Method, ledger.Method, tree.Method, team.Method, explore.Method} {
		worlds, err := filepath.Glob("../../research/" + m.Name + "/testdata/*.txtar")
		if err != nil || len(worlds) < 5 {
			t.Fatalf("%d worlds of %s, %v", len(worlds), m.Name, err)
		}
		steps, bytes, whole := 0, 0, 0
		for i, file := range worlds {
			info, events := journalOf(t, m, file)
			for _, most := range []int{1, 9}[min(i, 1):] {
				b := &tab{t: t, rng: rand.New(rand.NewPCG(1, uint64(i)))}
				b.browse(m, info, events, most)
				steps, bytes, whole = steps+b.steps, bytes+b.sent, whole+b.whole
			}
		}
		t.Logf("%s: %d steps of %d bytes for regions of %d", m.Name, steps, bytes/steps, whole/steps)
	}
}

// journalOf returns the journal of a run in the world of file.
func journalOf(t *testing.T, m *engine.Method, file string) (research.Info, []research.Event) {
	t.Helper()
	w, err := researchtest.LoadWorld(file)
	if err != nil {
		t.Fatal(err)
	}
	info, journal := w.Info(), new(engine.MemStore)
	info.Method, info.Options.Alone = m.Name, true
	if _, err := w.Desk().Do(t.Context(), m, journal, info); err != nil {
		t.Fatal(err)
	}
	events, err := journal.Events(t.Context(), info.ID, 0)
	if err != nil || len(events) < 3 {
		t.Fatalf("%s: %d events, %v", file, len(events), err)
	}
	return info, events
}

// A tab is a browser at a stream's end.
type tab struct {
	t   *testing.T
	rng *rand.Rand
	dom *html.Node

	steps, sent, whole int // how many; their bytes, and those of the regions that they stand for
}

// browse shows a journal as it grows, by at most so many events at a time.
func (b *tab) browse(m *engine.Method, info research.Info, events []research.Event, most int) {
	b.t.Helper()
	h := newHub(nil)
	state := research.NewState(info)
	shown := 0
	for len(events) > 0 {
		n := min(1+b.rng.IntN(most), len(events))
		state.Add(events[:n]...)
		events = events[n:]
		f := b.draw(m, state)
		h.show(f)
		if most > 1 && b.rng.IntN(3) == 0 {
			continue // a frame that this browser is too slow for
		}
		news := h.since(shown)
		for _, p := range news.pieces {
			b.take(p)
		}
		if shown > 0 && len(news.pieces) > 0 {
			b.steps, b.whole = b.steps+1, b.whole+len(f.html)
		}
		if shown = news.shown; drawn(b.dom) != drawn(b.document(f.html)) {
			b.t.Fatalf("%s: after event %d the page is\n%s\nnot\n%s", m.Name, f.seq, drawn(b.dom), drawn(b.document(f.html)))
		}
	}
}

// draw draws a run as its page does.
func (b *tab) draw(m *engine.Method, state *research.State) *Frame {
	b.t.Helper()
	page := views.RunPage{State: state, Method: m, Report: views.ReportOf(state), Limit: state.Options.Budget, Now: state.Last}
	page.Frame.Path, page.Frame.Live = "/r/"+state.ID, !state.Status.Over()
	var region bytes.Buffer
	if err := views.RunRegion(page).Render(b.t.Context(), &region); err != nil {
		b.t.Fatal(err)
	}
	f, err := NewFrame(Drawing{region.Bytes(), state.Seq, state.Status.Over()})
	if err != nil {
		b.t.Fatal(err)
	}
	return f
}

// take does what Datastar does with an event: each element takes the place of
// the one with its id.
func (b *tab) take(p Piece) {
	b.t.Helper()
	var elements strings.Builder
	for line := range strings.Lines(string(p.Plain)) {
		if data, ok := strings.CutPrefix(line, "data: elements "); ok {
			elements.WriteString(data)
		}
	}
	if b.dom == nil {
		b.dom = b.document([]byte(elements.String()))
		return
	}
	b.sent += elements.Len()
	nodes, err := html.ParseFragment(strings.NewReader(elements.String()), &html.Node{Type: html.ElementNode, Data: "template", DataAtom: atom.Template})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, n := range nodes {
		if n.Type == html.ElementNode {
			b.replace(n)
		}
	}
}

// replace puts an element in the place of the one with its id.
func (b *tab) replace(n *html.Node) {
	b.t.Helper()
	was := identified(b.dom, attribute(n, "id"))
	if was == nil {
		b.t.Fatalf("there is nothing whose place %q could take", attribute(n, "id"))
	}
	was.Parent.InsertBefore(n, was)
	was.Parent.RemoveChild(was)
}

func (b *tab) document(region []byte) *html.Node {
	b.t.Helper()
	doc, err := html.Parse(bytes.NewReader(region))
	if err != nil {
		b.t.Fatal(err)
	}
	return doc
}

// drawn returns a document as text, without the space around it.
func drawn(n *html.Node) string {
	var b strings.Builder
	if err := html.Render(&b, n); err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(b.String(), "\n</body>", "</body>")
}

func identified(root *html.Node, id string) *html.Node {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && attribute(n, "id") == id {
			return n
		}
	}
	return nil
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func TestTheSmallestPartsAreSent(t *testing.T) {
	const was = `<main id="run"><p id="a">1</p><ul id="b"><li id="c">2</li><li>3<br></li></ul><p id="d">4</p></main>`
	for _, c := range []struct{ old, new, want string }{
		{"2", "2", ""},
		{"2", "two", "c"},
		{"3", "three", "b"},
		{"1", "one", "a"},
		{`<p id="a">1`, `<p id="a" class="x">1`, "a"},
		{`id="a"`, `id="e"`, "run"},
		{`<p id="d">4</p>`, ``, "run"},
		{`<li>3`, `<li id="f"></li><li>3`, "b"},
		{`<li id="c">2</li>`, ``, "b"},
	} {
		is := strings.Replace(was, c.old, c.new, 1)
		if got := changed(t, was, is); got != c.want {
			t.Errorf("%s instead of %s: %q is sent, want %q", c.new, c.old, got, c.want)
		}
	}
	moved := strings.NewReplacer(`<li id="c">2</li>`, ``, "4", `<b id="c">2</b>`).Replace(was)
	if got := changed(t, was, moved); got != "run" {
		t.Errorf("when an element moves %q is sent, want all", got)
	}
	two := strings.NewReplacer("1", "one", "2", "two").Replace(was)
	if got := changed(t, was, two); got != "a c" {
		t.Errorf("%q is sent, want both parts that changed", got)
	}
}

// changed returns the ids of what is sent.
func changed(t *testing.T, was, is string) string {
	t.Helper()
	var ids []string
	for _, c := range changes(framed(t, was, 1, false).taken, framed(t, is, 2, false).taken) {
		ids = append(ids, c.is.id)
	}
	return strings.Join(ids, " ")
}

func TestARegionThatDoesNotPairIsNone(t *testing.T) {
	for _, region := range []string{"", "text", "<p>no id</p>", `<p id="a">`, `<p id="a"></b>`, `<p id="a"></p></p>`, `<p id="a"></p><p id="b"></p>`} {
		if _, err := NewFrame(Drawing{[]byte(region), 1, false}); err == nil {
			t.Errorf("%q is a frame", region)
		}
	}
}
