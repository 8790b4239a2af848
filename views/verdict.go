package views

import (
	"fmt"
	"strings"

	"assay/research"
)

// A seat is a voter's place at a claim: the class of its pip, and the word.
type seat struct{ Class, Word string }

var (
	empty    = seat{"wait", "waiting"}
	thinking = seat{"think", "judging"}
)

// seatOf returns the seat of a voter who has voted.
func seatOf(v research.Verdict) seat {
	switch v {
	case research.UpheldVote:
		return seat{"up", "upheld"}
	case research.RefutedVote:
		return seat{"re", "refuted"}
	case research.QualifiedVote:
		return seat{"qu", "upheld with a caveat"}
	}
	return seat{"ab", "abstained"}
}

// panel is how many voters a claim has.
const panel = 3

// votersOf returns how many voters a claim has, as far as is known before they
// have voted: in economy mode the third is asked only if two votes settle nothing.
func votersOf(s *research.State, votes []Vote) int {
	t := tallyOf(votes)
	if s.Options.Economy() && (len(votes) < 2 || t.Outcome() != research.Unverified) {
		return panel - 1
	}
	return panel
}

// seatsOf returns the seats at a claim, at least so many. Those without a vote
// are rest.
func seatsOf(votes []Vote, least int, rest seat) []seat {
	var seats []seat
	for _, v := range votes {
		for len(seats)+1 < v.Voter && len(seats) < panel {
			seats = append(seats, rest)
		}
		seats = append(seats, seatOf(v.Verdict))
	}
	for len(seats) < least {
		seats = append(seats, rest)
	}
	return seats
}

// spoken returns the seats as a screen reader should say them.
func spoken(seats []seat) string {
	var words []string
	for _, s := range seats {
		words = append(words, s.Word)
	}
	return "Votes: " + strings.Join(words, ", ")
}

// tallyOf counts votes.
func tallyOf(votes []Vote) (t research.Tally) {
	for _, v := range votes {
		switch v.Verdict {
		case research.UpheldVote:
			t.Upheld++
		case research.RefutedVote:
			t.Refuted++
		case research.QualifiedVote:
			t.Qualified++
		default:
			t.Abstained++
		}
	}
	return t
}

// A verdict is what became of a claim, in words: "Upheld", "2–1", ", with a caveat".
type verdict struct{ Class, Word, Score, Rest string }

func verdictOf(o research.Outcome, t research.Tally) verdict {
	v := verdict{Score: score(t), Rest: given(", %s abstained", numberOr(t.Abstained, ""))}
	switch o {
	case research.Upheld:
		v.Class, v.Word = "up", "Upheld"
		if t.Qualified > 0 {
			v.Class, v.Rest = "qu", ", with a caveat"+v.Rest
		}
	case research.Refuted:
		v.Class, v.Word = "re", "Refuted"
	case research.Unverified:
		v.Class, v.Word = "un", "Undecided"
	default:
		return verdict{Class: "wait", Word: "Not tested"}
	}
	return v
}

// String returns the verdict in one piece.
func (v verdict) String() string { return join(" ", v.Word, v.Score) + v.Rest }

// score returns votes for and against, as "2–1".
func score(t research.Tally) string { return fmt.Sprintf("%d–%d", t.Upheld+t.Qualified, t.Refuted) }

// numberOr returns n in digits, or zero if n is 0.
func numberOr(n int, zero string) string {
	if n == 0 {
		return zero
	}
	return fmt.Sprint(n)
}

// lensWords says what a voter looks at.
func lensWords(l research.Lens) string {
	switch l {
	case research.InContext:
		return "the quote in its context"
	case research.Corroborated:
		return "independent support or contradiction"
	case research.InScope:
		return "time, conditions and generality"
	}
	return string(l)
}

// letterOf returns the class and the letter of a grade's mark. A page that was
// not graded has none.
func letterOf(g research.SourceGrade) (class, letter string) {
	for i, known := range research.SourceGrades {
		if g == known {
			return string("abcde"[i]), string("ABCDE"[i])
		}
	}
	return "q", ""
}

// gradeWords says what a grade stands for.
func gradeWords(g research.SourceGrade) string {
	switch g {
	case research.Primary:
		return "the study, standard, record or maker itself"
	case research.Secondary:
		return "edited reporting or reference on primary sources"
	case research.Blog:
		return "one author, unedited"
	case research.Forum:
		return "many authors, unedited"
	case research.Unreliable:
		return "anonymous, promotional, satirical or known to be wrong"
	}
	return "not graded"
}

// sure returns the class of the mark of a confidence.
func sure(c research.Confidence) string {
	switch c {
	case research.High:
		return "high"
	case research.Medium:
		return "med"
	}
	return "low"
}

// capital returns s with its first letter in upper case, if that is ASCII.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
