package live

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"golang.org/x/net/html"
)

// A part is an element with an id: a browser can be sent it by itself, in the
// place of the one it has. It lies in the HTML of its root, from one byte to
// another.
type part struct {
	id       string
	from, to int
	parts    []*part // within it, in their order
}

// void reports whether an element of that tag has no end.
func void(tag []byte) bool {
	switch string(tag) {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

// An opening is a start tag whose end has not come yet.
type opening struct {
	tag  []byte
	part *part // nil if it has no id
}

// takeApart takes an element with an id apart. Its tags must pair, as those of
// templates do.
func takeApart(region []byte) (*part, error) {
	root, at := new(part), 0
	within, open := []*part{root}, []opening(nil)
	for z := html.NewTokenizer(bytes.NewReader(region)); ; {
		kind := z.Next()
		from := at
		at += len(z.Raw())
		switch kind {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) || len(open) > 0 || len(root.parts) != 1 {
				return nil, fmt.Errorf("take a region apart: %d elements, %d not ended: %w", len(root.parts), len(open), z.Err())
			}
			return root.parts[0], nil
		case html.StartTagToken:
			o := opened(z, region[from:at])
			if void(o.tag) {
				continue
			}
			if open = append(open, o); o.part != nil {
				o.part.from = from
				in := within[len(within)-1]
				in.parts, within = append(in.parts, o.part), append(within, o.part)
			}
		case html.EndTagToken:
			tag, _ := z.TagName()
			last := len(open) - 1
			if last < 0 || !bytes.EqualFold(open[last].tag, tag) {
				return nil, fmt.Errorf("take a region apart: </%s> at %d ends nothing", tag, from)
			}
			if p := open[last].part; p != nil {
				p.to, within = at, within[:len(within)-1]
			}
			open = open[:last]
		}
	}
}

// opened returns the start tag that a tokenizer is at, which reads so.
func opened(z *html.Tokenizer, raw []byte) opening {
	name, more := z.TagName()
	o := opening{tag: raw[len("<") : len("<")+len(name)]}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if string(key) == "id" {
			o.part = &part{id: string(value)}
		}
	}
	return o
}

// A change is a part that became another.
type change struct{ was, is *part }

// changes returns the smallest parts that make of one drawing of a region the
// next: all that is around them is the same. If an element has gone from one of
// them to another, that is the region as a whole, since each is put into its
// place by itself.
func changes(was, is taken) []change {
	all := was.changes(is, was.root, is.root, nil)
	if moved(all) {
		return []change{{was.root, is.root}}
	}
	return all
}

// A taken is a region taken apart.
type taken struct {
	html []byte
	root *part
}

func (d taken) of(p *part) []byte { return d.html[p.from:p.to] }

func (d taken) changes(to taken, was, is *part, all []change) []change {
	switch {
	case bytes.Equal(d.of(was), to.of(is)):
		return all
	case !d.aroundAlike(to, was, is):
		return append(all, change{was, is})
	}
	for i := range was.parts {
		all = d.changes(to, was.parts[i], is.parts[i], all)
	}
	return all
}

// aroundAlike reports whether two parts differ in nothing but the parts within
// them, which are those of the same ids.
func (d taken) aroundAlike(to taken, was, is *part) bool {
	if len(was.parts) != len(is.parts) {
		return false
	}
	a, b := was.from, is.from
	for i, p := range was.parts {
		q := is.parts[i]
		if p.id != q.id || !bytes.Equal(d.html[a:p.from], to.html[b:q.from]) {
			return false
		}
		a, b = p.to, q.to
	}
	return bytes.Equal(d.html[a:was.to], to.html[b:is.to])
}

// moved reports whether an element was in one of the parts and is in another.
func moved(all []change) bool {
	in := make(map[string]int) // the change that an id was in
	for i, c := range all {
		c.was.each(func(id string) { in[id] = i })
	}
	for i, c := range all {
		gone := false
		c.is.each(func(id string) {
			was, ok := in[id]
			gone = gone || ok && was != i
		})
		if gone {
			return true
		}
	}
	return false
}

// each calls f with the part's id and those of all parts within it.
func (p *part) each(f func(id string)) {
	f(p.id)
	for _, q := range p.parts {
		q.each(f)
	}
}
