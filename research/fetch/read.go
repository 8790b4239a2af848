package fetch

import (
	"context"
	"strings"

	"assay/research"
)

var errNoText = &research.Failure{Class: research.Blocked, Reason: "no readable text"}

// read returns the text of body. While a page is parsed it holds one of the
// parsers, since memory is what parsing costs.
func (f *Fetcher) read(ctx context.Context, address, media, contentType string, body []byte) (document, error) {
	if !readable(media) {
		return document{}, notText(media)
	}
	if err := f.parsers.Acquire(ctx, 1); err != nil {
		return document{}, context.Cause(ctx)
	}
	defer f.parsers.Release(1)
	d, err := f.parse(ctx, address, media, contentType, body)
	if err != nil {
		return document{}, err
	}
	d.text = strings.TrimSpace(clean(d.text))
	for _, s := range []*string{&d.title, &d.author, &d.site} {
		*s = strings.Join(strings.Fields(clean(*s)), " ")
	}
	if d.text == "" {
		return d, errNoText
	}
	return d, nil
}

func (f *Fetcher) parse(ctx context.Context, address, media, contentType string, body []byte) (document, error) {
	if media == typePDF {
		return f.pdf.read(ctx, body)
	}
	text, err := decode(body, contentType)
	if err != nil {
		return document{}, err
	}
	if media == typeHTML || media == typeXHTML {
		return readHTML(text, address)
	}
	return document{text: text, extractor: "plain/1"}, nil
}
