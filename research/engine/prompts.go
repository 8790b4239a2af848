package engine

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"text/template"

	"assay/research/text"
)

// Prompts are the prompt files of a method.
type Prompts struct{ parsed func() *template.Template }

// MustPrompts returns prompts/*.md in fsys. They are parsed when the first of them
// is rendered: a run needs those of its own method only. Beside the usual
// functions they have
//
//	fence NAME TEXT ...   the texts, a line each, between two lines that they cannot contain
//	inc I                 I + 1
//	cut N TEXT            the first N bytes of the text at most, with … where it was cut
//
// and the template "brief", which tells what is in a [task.Brief].
func MustPrompts(fsys fs.FS) Prompts {
	funcs := template.FuncMap{"inc": func(i int) int { return i + 1 }, "fence": fence, "cut": cut}
	return Prompts{sync.OnceValue(func() *template.Template {
		t := template.Must(template.New("").Funcs(funcs).Option("missingkey=error").Parse(brief))
		return template.Must(t.ParseFS(fsys, "prompts/*.md"))
	})}
}

// brief tells those who plan and write what they work on.
const brief = `{{define "brief"}}Today is {{.Today}}.
Question: {{.Question}}
{{range .Answers}}Asked back: {{.Question}}
The asker's answer: {{.Answer}}
{{end}}{{if .Premises}}
An earlier report established the following, as of the dates given. Start from there: do not research it again, but say so if it no longer holds.
{{range .Premises}}As of {{.Asked}}{{with .Published}}, from a source of {{.}}{{end}}:
{{fence "premise" .Text .Title}}
{{end}}{{end}}{{if .Open}}It left these questions open:
{{range .Open}}{{fence "open" .}}
{{end}}{{end}}{{end}}`

// Task renders the prompt file task.md with input and addresses it to role.
func (p Prompts) Task(role, task string, input any) Task {
	var b strings.Builder
	if err := p.parsed().ExecuteTemplate(&b, task+".md", input); err != nil {
		panic(err) // a bug in the prompt; every method's tests render all of them
	}
	return Task{Role: role, Name: task, Input: input, Prompt: b.String()}
}

// fence sets foreign text apart, so that a model can tell where it ends. The
// mark is a hash of the text: a page cannot forge the end of its own fence.
func fence(name string, texts ...string) string {
	text := strings.Join(texts, "\n")
	mark := fmt.Sprintf("%s %.6x", name, sha256.Sum256([]byte(text)))
	return fmt.Sprintf("=====BEGIN %s\n%s\n=====END %s", mark, strings.TrimSpace(text), mark)
}

// cut is [text.Clip] with its arguments in the order of a pipeline.
func cut(size int, s string) string { return text.Clip(s, size) }
