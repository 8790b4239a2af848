package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"golang.org/x/term"

	"assay/research"
	"assay/research/text"
)

// A progress shows a run as it goes: in a terminal as one block that is drawn
// anew, elsewhere as plain lines.
type progress struct {
	w     io.Writer
	quiet bool
	live  bool
	width int
	lines int // of the block on the screen
}

func newProgress(w io.Writer, quiet bool) *progress {
	p := &progress{w: w, quiet: quiet, width: 80}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		p.live = true
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 20 {
			p.width = width
		}
	}
	return p
}

// start says what runs, and what it runs on.
func (p *progress) start(info research.Info, h *house) {
	if p.quiet {
		return
	}
	var engines []string
	for _, e := range h.router.Engines {
		engines = append(engines, e.Name)
	}
	fmt.Fprintf(p.w, "Run %s\nModel: %s (%s)\nSearch: %s\n", info.ID, h.modelName(), h.why, strings.Join(engines, ", "))
}

// event prints what a reader of a log wants to know.
func (p *progress) event(s *research.State, e research.Event) {
	if p.quiet || p.live {
		return
	}
	if line := describe(s, e); line != "" {
		fmt.Fprintf(p.w, "%s %s\n", stamp(s.Elapsed), plain(line))
	}
}

// reasonOf finds why the call of a failed event failed.
func reasonOf(s *research.State, e research.Event) string {
	for _, c := range s.Calls {
		if c.Failed != "" && c.Label == e.Label {
			return c.Failed
		}
	}
	return ""
}

// draw draws the block anew.
func (p *progress) draw(s *research.State) {
	if p.quiet || !p.live {
		return
	}
	p.clear()
	for _, line := range block(s) {
		fmt.Fprintln(p.w, text.ClipRunes(plain(line), p.width-1))
		p.lines++
	}
}

func (p *progress) clear() {
	if p.lines > 0 {
		fmt.Fprintf(p.w, "\x1b[%dA\x1b[J", p.lines)
		p.lines = 0
	}
}

// end leaves one line of the block on the screen.
func (p *progress) end(s *research.State) {
	if p.quiet {
		return
	}
	p.clear()
	fmt.Fprintf(p.w, "%s in %s, %d model calls, %d tokens, %s\n\n", s.Status, s.Elapsed.Round(time.Second), s.Usage.Calls, s.Usage.Tokens(), s.Usage.Cost)
}

// block says how far a run is.
func block(s *research.State) []string {
	read, blocked, upheld, refuted, open := 0, 0, 0, 0, 0
	for _, pg := range s.Pages {
		if pg.Read != nil {
			read++
		} else if pg.Blocked != "" {
			blocked++
		}
	}
	for _, c := range s.Claims {
		switch {
		case c.Dropped != "":
		case c.Judged == nil:
			open++
		case c.Judged.Outcome == research.Refuted:
			refuted++
		case c.Judged.Outcome == research.Upheld:
			upheld++
		}
	}
	now := "thinking"
	for _, c := range s.Calls {
		if c.Kind == research.Started {
			now = c.Label
		}
	}
	return []string{
		fmt.Sprintf("%s  %s", stamp(s.Elapsed), strings.Join(s.Phases, " > ")),
		fmt.Sprintf("now: %s", now),
		fmt.Sprintf("%d lines of research, %d pages read, %d blocked", len(s.Angles), read, blocked),
		fmt.Sprintf("claims: %d upheld, %d refuted, %d open", upheld, refuted, open),
		fmt.Sprintf("%d calls, %d tokens, %s", s.Usage.Calls, s.Usage.Tokens(), s.Usage.Cost),
	}
}

func stamp(d time.Duration) string {
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

// plain drops control characters: text from strangers must not steer a terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}
