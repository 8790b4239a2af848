package research_test

import (
	"testing"
	"time"

	"assay/research"
)

// The time that a run waits for its user is not its own; whoever is in a hurry
// is not waited for.
func TestTimeWorked(t *testing.T) {
	for name, c := range map[string]struct {
		kinds []research.Kind // an event every second
		want  time.Duration
	}{
		"work":                             {[]research.Kind{research.Began, research.Entered, research.Answered}, 2 * time.Second},
		"between a crash and the resume":   {[]research.Kind{research.Began, research.Entered, research.Began, research.Answered}, 2 * time.Second},
		"waiting for a choice":             {[]research.Kind{research.Began, research.Offered, research.Kept, research.Chosen, research.Answered}, 2 * time.Second},
		"hurried while it waits":           {[]research.Kind{research.Began, research.Offered, research.Hurried, research.Answered, research.Answered}, 3 * time.Second},
		"an offer that comes after":        {[]research.Kind{research.Began, research.Hurried, research.Offered, research.Answered, research.Answered}, 4 * time.Second},
		"a retry is not in a hurry":        {[]research.Kind{research.Began, research.Hurried, research.Ended, research.Retried, research.Began, research.Offered, research.Kept}, 3 * time.Second},
		"a resumed wait is one all along":  {[]research.Kind{research.Began, research.Offered, research.Began, research.Kept, research.Chosen, research.Answered}, 2 * time.Second},
		"hurried before a crash and after": {[]research.Kind{research.Began, research.Offered, research.Hurried, research.Answered, research.Began, research.Answered}, 3 * time.Second},
	} {
		s := research.NewState(research.Info{ID: "run"})
		for i, k := range c.kinds {
			s.Add(research.Event{Seq: int64(i + 1), Time: time.Unix(int64(i), 0), Kind: k})
		}
		if s.Elapsed != c.want {
			t.Errorf("%s: %s were worked, want %s", name, s.Elapsed, c.want)
		}
	}
}

func TestAnOfferToOneInAHurryIsNotWaitedFor(t *testing.T) {
	s := research.NewState(research.Info{ID: "run"})
	for i, k := range []research.Kind{research.Began, research.Hurried, research.Offered} {
		s.Add(research.Event{Seq: int64(i + 1), Time: time.Unix(int64(i), 0), Kind: k})
	}
	if s.Status != research.Running || s.Offer != nil {
		t.Errorf("the run is %s, with the offer %v", s.Status, s.Offer)
	}
}
