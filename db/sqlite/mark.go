package sqlite

import (
	"context"
	"strings"

	"assay/db"
)

// mark fills in what the terms match in each report.
func (d *DB) mark(ctx context.Context, cards []db.Card, t db.Terms) error {
	if len(t.Want) == 0 || len(cards) == 0 {
		return nil
	}
	match := strings.Join(quoted(t.Want), " OR ")
	st, err := d.read.statement(ctx, `
		SELECT highlight(catalog, 0, char(57584), char(57585)), highlight(catalog, 1, char(57584), char(57585)), highlight(catalog, 2, char(57584), char(57585)),
			highlight(catalog, 3, char(57584), char(57585)), highlight(catalog, 4, char(57584), char(57585))
		FROM catalog WHERE catalog MATCH ? AND rowid = ?`)
	if err != nil {
		return err
	}
	for i := range cards {
		var question, answer, findings, claims, quotes string
		if err := st.QueryRowContext(ctx, match, cards[i].N).Scan(&question, &answer, &findings, &claims, &quotes); err != nil {
			return err
		}
		cards[i].Mark(question, answer, strings.Split(findings, db.Sep), strings.Split(claims, db.Sep), strings.Split(quotes, db.Sep))
	}
	return nil
}
