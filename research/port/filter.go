package port

import "cmp"

// With returns f narrowed by what a method asks for in one query. Where both
// name a value the user's, f, wins.
func (f Filter) With(q Filter) Filter {
	if len(f.Engines) == 0 {
		f.Engines = q.Engines
	}
	if len(f.Domains) == 0 {
		f.Domains = q.Domains
	}
	f.Exclude = append(f.Exclude[:len(f.Exclude):len(f.Exclude)], q.Exclude...)
	f.After = cmp.Or(f.After, q.After)
	f.Before = cmp.Or(f.Before, q.Before)
	f.Language = cmp.Or(f.Language, q.Language)
	f.Academic = f.Academic || q.Academic
	return f
}
