package sqlite

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/engine"
)

// There is nothing in a question, a query or a filter that makes looking for
// reports fail: none of it is read as a command.
func FuzzSearch(f *testing.F) {
	d, err := Open(f.Context(), filepath.Join(f.TempDir(), "test.db"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { d.Close() })
	for _, run := range []string{"a", "b"} { // one alone is not ranked
		info := research.Info{ID: run, Question: "Is tea NEAR coffee* OR older?", Method: "verify", Created: time.Unix(0, 0)}
		if _, err := d.Accept(f.Context(), engine.Admission{Info: info}); err != nil {
			f.Fatal(err)
		}
		if err := d.Append(f.Context(), run, research.Event{Kind: research.Ended, Key: "end", Data: []byte(`{"state": "done", "report": {"summary": "Yes."}}`)}); err != nil {
			f.Fatal(err)
		}
	}
	for _, s := range []string{`tea`, `"tea`, `-tea`, `question:tea`, `tea NEAR coffee`, `^tea*`, `(tea OR) AND`, `'; DROP TABLE runs; --`, "茶 \x00\xff\u200b\uE0F0", `- - "" "-`, `"near coffee" tea-time`, "\"e\u0301cole\u00ad \U0001e900"} {
		f.Add(s, s, int64(0))
	}
	f.Fuzz(func(t *testing.T, text, filter string, at int64) {
		ctx := context.Background()
		for _, q := range []db.Query{{Text: text}, {Text: text, Topic: filter, Method: filter}, {Text: text, Sort: db.Sort(filter), After: time.UnixMilli(at), Offset: int(at)}} {
			if _, err := d.Search(ctx, q); err != nil {
				t.Errorf("%+q: %v", text, err)
			}
		}
		if words := db.TermsOf(text); len(words.Want) > 0 {
			if _, err := d.about(ctx, db.Query{Topic: filter}, words, 1); err != nil {
				t.Errorf("about %+q: %v", text, err)
			}
		}
		if _, err := d.Similar(ctx, text, 3); err != nil {
			t.Errorf("similar to %+q: %v", text, err)
		}
		if _, err := d.SameClaim(ctx, text, 3); err != nil {
			t.Errorf("claims like %+q: %v", text, err)
		}
	})
}
