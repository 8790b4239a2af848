package reader

import (
	"fmt"
	"strings"

	"assay/research/port"
)

// publishDate returns when a page was published: what its metadata say, or a
// date in its text next to a word such as "published". It is "" if neither says.
func publishDate(p port.Page, passages []string) string {
	if p.Published != "" {
		return p.Published
	}
	for _, text := range passages {
		head := text[:min(len(text), 3000)]
		if m := dated.FindStringSubmatch(head); m != nil {
			if d := isoDate(m[1]); d != "" {
				return d
			}
		}
	}
	return ""
}

// isoDate returns a date written in one of the usual ways as YYYY-MM-DD, YYYY-MM or YYYY.
func isoDate(s string) string {
	s = strings.TrimRight(s, ".,; ")
	if iso.MatchString(s) {
		return s
	}
	if m := dayMonthYear.FindStringSubmatch(s); m != nil {
		return fmt.Sprintf("%s-%02d-%s", m[3], monthOf(m[2]), twoDigits(m[1]))
	}
	if m := monthDayYear.FindStringSubmatch(s); m != nil {
		if m[2] == "" {
			return fmt.Sprintf("%s-%02d", m[3], monthOf(m[1]))
		}
		return fmt.Sprintf("%s-%02d-%s", m[3], monthOf(m[1]), twoDigits(m[2]))
	}
	return ""
}

func twoDigits(day string) string {
	if len(day) == 1 {
		return "0" + day
	}
	return day
}

func monthOf(name string) int {
	return strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(name[:3]))/3 + 1
}

// yearOf returns the year of a date, or 0.
func yearOf(date string) int {
	y := 0
	if len(date) < 4 {
		return 0
	}
	for _, c := range []byte(date[:4]) {
		if !isDigit(c) {
			return 0
		}
		y = 10*y + int(c-'0')
	}
	return y
}

const month = `(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\.?`

var (
	dated = re(`(?i)(?:published|posted|updated|last modified|reviewed|dated?)(?: on)?:?\s+(\d{4}(?:-\d{2}){0,2}\b|\d{1,2}(?:st|nd|rd|th)? ` +
		month + ` \d{4}|` + month + `(?: \d{1,2}(?:st|nd|rd|th)?,?)? \d{4})`)
	iso          = re(`^(19|20)\d{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$`)
	dayMonthYear = re(`(?i)^(\d{1,2})(?:st|nd|rd|th)? ` + month + ` (\d{4})$`)
	monthDayYear = re(`(?i)^` + month + `(?: (\d{1,2})(?:st|nd|rd|th)?,?)? (\d{4})$`)
)
