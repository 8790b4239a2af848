package web

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/views"
)

// readAskForm reads the form of the question box as it was filled in. Who names
// no method means the first.
func readAskForm(c echo.Context, methods []*engine.Method) (views.AskForm, error) {
	v, err := c.FormParams()
	if err != nil {
		return views.AskForm{}, fmt.Errorf("form: %w", errors.Join(err, errInvalid))
	}
	get := func(name string) string { return strings.TrimSpace(v.Get(name)) }
	on := func(name string) bool { return !slices.Contains([]string{"", "0", "off", "false"}, get(name)) }
	method, depth := views.Chosen(get("method"), get("depth"))
	if method == "" && len(methods) > 0 {
		method = methods[0].Name
	}
	return views.AskForm{
		Question: get("question"), Method: method, Depth: depth,
		Plan: on("plan"), LibraryOnly: on("library_only"),
		Model: get("model"), Engines: strings.Join(v["engines"], ","), Domains: get("domains"), Exclude: get("exclude"),
		After: get("after"), Before: get("before"), Language: get("language"), Budget: get("budget"), Deadline: get("deadline"),
		From: get("from"), Token: get("token"), Params: params(v),
	}, nil
}

// params returns what was set of the methods' parameters, by "METHOD.NAME".
func params(v url.Values) map[string]string {
	set := make(map[string]string)
	for field := range v {
		if name, ok := strings.CutPrefix(field, "param."); ok && strings.TrimSpace(v.Get(field)) != "" && len(set) < 50 {
			set[name] = strings.TrimSpace(v.Get(field))
		}
	}
	return set
}

// paramsOf returns what was set of the method's own parameters; the others are
// of methods that were not chosen.
func (r *reader) paramsOf(m *engine.Method, set map[string]string) map[string]string {
	own := make(map[string]string)
	for _, p := range m.Params {
		value := set[m.Name+"."+p.Name]
		if value == "" {
			continue
		}
		if err := p.Check(value); err != nil {
			r.no("param."+m.Name+"."+p.Name, "%s.", err)
		}
		own[p.Name] = value
	}
	if len(own) == 0 {
		return nil
	}
	return own
}

// A reader turns the fields of a form into values, and notes which it could not.
type reader struct{ wrong []views.FieldError }

func (r *reader) no(field, format string, args ...any) {
	r.wrong = append(r.wrong, views.FieldError{Field: field, Message: fmt.Sprintf(format, args...)})
}

// options returns what a form asks for, or what is wrong with it.
func (s *Server) options(ctx context.Context, f views.AskForm) (research.Options, []views.FieldError) {
	var r reader
	r.question(f.Question)
	m, err := s.Engine.Method(f.Method)
	if err != nil {
		r.no("method", "Choose one of the methods.")
		m = new(engine.Method)
	} else if m.Check(research.Options{Depth: f.Depth}) != nil {
		r.no("depth", "Choose one of the depths of this method.")
	}
	if len(f.Token) > 64 {
		r.no("question", "This form cannot be used any more: open the page again.")
	}
	o := research.Options{
		Depth: f.Depth, Params: r.paramsOf(m, f.Params), Plan: f.Plan, Model: r.model(f.Model), Lang: r.language(f.Language), From: s.from(ctx, &r, f.From),
		Budget: research.Budget{Cost: r.dollars("budget", f.Budget), Time: r.minutes("deadline", f.Deadline)},
		Search: port.Filter{
			Engines: s.engines(&r, f), Domains: r.domains("domains", f.Domains), Exclude: r.domains("exclude", f.Exclude),
			After: r.date("after", f.After), Before: r.date("before", f.Before),
		},
	}
	if o.Search.After != "" && o.Search.Before != "" && o.Search.After > o.Search.Before {
		r.no("before", "This date is before the other one.")
	}
	return o, r.wrong
}

func (r *reader) question(q string) {
	switch n := utf8.RuneCountInString(q); {
	case q == "":
		r.no("question", "Type a question.")
	case !utf8.ValidString(q):
		r.no("question", "The question is not valid text.")
	case n > engine.MaxQuestion:
		r.no("question", "The question has %d characters; up to %d are possible.", n, engine.MaxQuestion)
	}
}

// from returns the run to build on, which must have a report.
func (s *Server) from(ctx context.Context, r *reader, id string) string {
	if id == "" {
		return ""
	}
	err := s.withState(ctx, id, func(state *research.State) error {
		if state.Report == nil {
			r.no("from", "The run to build on has no report.")
		}
		return nil
	})
	if err != nil {
		r.no("from", "The report to build on is not there.")
	}
	return id
}

// libraries are the engines that search documents on this machine.
var libraries = []string{"library", "sample"}

// engines returns the search engines to use; none means all.
func (s *Server) engines(r *reader, f views.AskForm) []string {
	var names []string
	for _, name := range split(f.Engines) {
		if !slices.Contains(s.EngineNames, name) {
			r.no("engines", "The search engine %q is not set up here.", name)
		} else if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if !f.LibraryOnly {
		return names
	}
	names = slices.DeleteFunc(slices.Clone(s.EngineNames), func(name string) bool { return !slices.Contains(libraries, name) })
	if len(names) == 0 {
		r.no("library_only", "No library is set up here.")
	}
	return names
}

func (r *reader) model(name string) string {
	if len(name) > 200 || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		r.no("model", "That is not the name of a model.")
	}
	return name
}

func (r *reader) language(tag string) string {
	if tag == "" {
		return ""
	}
	t, err := language.Parse(tag)
	if err != nil {
		r.no("language", "Use a language tag such as en, de or pt-BR.")
	}
	return t.String()
}

func (r *reader) date(field, day string) string {
	if day == "" {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		r.no(field, "Use a date such as 2024-03-31.")
	}
	return day
}

// amount reads a positive number up to max; "" is 0.
func (r *reader) amount(field, text string, max float64, want string) float64 {
	if text == "" {
		return 0
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || v <= 0 || v > max {
		r.no(field, "%s", want)
		return 0
	}
	return v
}

func (r *reader) dollars(field, text string) port.Money {
	return port.Money(math.Ceil(1e6 * r.amount(field, strings.TrimPrefix(text, "$"), 1e6, "Use an amount of dollars such as 0.50.")))
}

func (r *reader) minutes(field, text string) time.Duration {
	return time.Duration(r.amount(field, text, 7*24*60, "Use a number of minutes, up to a week.") * float64(time.Minute))
}

var isDomain = regexp.MustCompile(`^[\pL\pN]([\pL\pN-]*[\pL\pN])?(\.[\pL\pN]([\pL\pN-]*[\pL\pN])?)+$`)

func (r *reader) domains(field, text string) []string {
	names := split(strings.ToLower(text))
	for _, d := range names {
		if len(d) > 253 || !isDomain.MatchString(d) {
			r.no(field, "%q is not a domain such as example.org.", d)
		}
	}
	if len(names) > 50 {
		r.no(field, "Name up to 50 domains.")
	}
	return names
}

// split returns the words of a list.
func split(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' || c == ' ' || c == '\n' || c == '\r' || c == '\t' })
}
