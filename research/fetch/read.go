package fetch

import (
	"context"
	"strings"

	"assay/research/port"
	"assay/research/text"
)

var errNoText = &port.Failure{Class: port.Blocked, Reason: "no readable text"}

// largePage is the size, in bytes, of a page that is parsed alone.
const largePage = 128 << 10

// longestText is how much text, in bytes, is read of any document; what was cut
// says so in the name of its extractor.
const (
	longestText = 2 << 20
	cutNote     = " (first 2 MiB)"
)

// read returns the text of body. While a page is parsed it holds one of the
// parsers, or all if it is large, since memory is what parsing costs.
func (f *Fetcher) read(ctx context.Context, address, media, contentType string, body []byte) (document, error) {
	if !readable(media) {
		return document{}, notText(media)
	}
	parsers := int64(1)
	if media != typePDF && len(body) > largePage {
		parsers = inParsers
	}
	if err := f.parsers.Acquire(ctx, parsers); err != nil {
		return document{}, context.Cause(ctx)
	}
	defer f.parsers.Release(parsers)
	d, err := f.parse(ctx, address, media, contentType, body)
	if err != nil {
		return document{}, err
	}
	d.text = strings.TrimSpace(clean(d.text))
	if len(d.text) > longestText {
		d.text = strings.TrimSpace(text.Head(d.text, longestText))
		d.extractor += cutNote
	}
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
