// Package verify answers a question by trying to refute what it finds.
//
//	scope   split the question into three to six angles
//	search  search each angle; grade its hits; keep the best distinct pages
//	read    grade each page and take claims from it, each with its quote
//	verify  three skeptics attack each claim; two refutations kill it
//	write   report what survived, what did not, and why
package verify

import (
	"context"
	"embed"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

const (
	minAngles = 3
	maxAngles = 6
	maxHits   = 6  // per angle
	maxPages  = 15 // read
	maxTaken  = 5  // claims per page
	maxClaims = 25 // that go before the voters
)

//go:embed prompts/*.md
var files embed.FS

var prompts = engine.MustPrompts(files)

// Method is adversarial verification.
var Method = &engine.Method{
	Name:    "verify",
	Keys:    1,
	Title:   "Adversarial verification",
	Summary: "Collects claims from many angles and reports only those that three skeptics fail to refute.",
	Phases:  []string{"scope", "search", "read", "verify", "write"},
	PickFor: "what is disputed",
	Depths: []engine.Depth{{
		Name: "standard", Title: "Standard", Buys: "3 to 6 angles, up to 15 pages read, up to 25 claims, three votes on each",
	}},
	Params: []engine.Param{votesParam},
	Run:    run,
}

func run(ctx context.Context, r *engine.Run) (*research.Report, error) {
	if r.Options.Claim != 0 {
		return retry(ctx, r)
	}
	g := &gather.Gatherer{Run: r, PageSize: pageSize(r)}
	if err := r.Enter(ctx, "scope"); err != nil {
		return nil, err
	}
	brief, err := gather.Brief(ctx, r)
	if err != nil {
		return nil, err
	}
	angles, notes, err := scope(ctx, r, brief)
	if err != nil {
		return nil, err
	}
	if err := r.Enter(ctx, "search"); err != nil {
		return nil, err
	}
	pages, err := search(ctx, g, angles)
	if err != nil {
		return nil, err
	}
	if err := r.Enter(ctx, "read"); err != nil {
		return nil, err
	}
	claims, err := read(ctx, g, pages)
	if err != nil {
		return nil, err
	}
	report, err := try(ctx, g, brief, claims, pages)
	if err != nil {
		return nil, err
	}
	report.Notes = append(notes, report.Notes...)
	return report, nil
}

// try puts claims before the voters and reports what they left.
func try(ctx context.Context, g *gather.Gatherer, b task.Brief, claims []gather.Claim, pages []*gather.Page) (*research.Report, error) {
	r := g.Run
	if err := r.Enter(ctx, "verify"); err != nil {
		return nil, err
	}
	judged, err := verify(ctx, g, claims, pages)
	if err != nil {
		return nil, err
	}
	if err := r.Enter(ctx, "write"); err != nil {
		return nil, err
	}
	return write(ctx, r, b, pages, judged)
}
