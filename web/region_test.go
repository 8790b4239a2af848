package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"assay/research"
	"assay/web/live"
)

// What one reader is shown otherwise than the next stays with that reader,
// though all share the region that was drawn for the first.
func TestNoReaderGetsAnothersPage(t *testing.T) {
	s := newSite(t, teaWorld)
	if err := s.Door.AskFor(t.Context(), s.Store, "open sesame"); err != nil {
		t.Fatal(err)
	}
	in := s.post(t, "/session", url.Values{"password": {"open sesame"}})
	session, _, _ := strings.Cut(in.Header.Get("Set-Cookie"), ";")
	s.Door = Door{} // open to all for now
	id := s.longRun(t, 40)
	s.end(t, id)
	plain := s.get(t, "/r/"+id)
	tags := map[string]bool{plain.Header.Get("ETag"): true}
	for _, own := range []struct {
		name, says string
		headers    []string
		path       string
	}{
		{"the theme", `data-theme="dark"`, []string{"Cookie", "theme=dark"}, "/r/" + id},
		{"the other theme", `data-theme="light"`, []string{"Cookie", "theme=light"}, "/r/" + id},
		{"the host", "http://assay.example/r/" + id, []string{"Host", "assay.example"}, "/r/" + id},
		{"the address", "?from=a-friend", nil, "/r/" + id + "?from=a-friend"},
	} {
		for range 2 {
			a := s.get(t, own.path, own.headers...)
			if !strings.Contains(a.body, own.says) {
				t.Errorf("%s: the page lacks %s", own.name, own.says)
			}
			tags[a.Header.Get("ETag")] = true
			if again := s.get(t, "/r/"+id); again.body != plain.body || strings.Contains(again.body, own.says) {
				t.Errorf("%s of one reader is shown to another", own.name)
			}
			if tag := a.Header.Get("ETag"); s.get(t, "/r/"+id, "If-None-Match", tag).StatusCode != http.StatusOK {
				t.Errorf("%s: another's page counts as one's own", own.name)
			}
		}
	}
	if len(tags) != 5 {
		t.Errorf("%d tags for five pages", len(tags))
	}
	if err := s.Door.AskFor(t.Context(), s.Store, "open sesame"); err != nil {
		t.Fatal(err)
	}
	signedIn := s.get(t, "/r/"+id, "Cookie", session)
	if !strings.Contains(signedIn.body, "/logout") || strings.Contains(plain.body, "/logout") {
		t.Error("who is signed in is not offered to sign out, or who is not is")
	}
	if a := s.get(t, "/r/"+id); a.StatusCode == http.StatusOK || strings.Contains(a.body, "Tea was drunk") {
		t.Errorf("who is not signed in is shown what was drawn for others: %s", a.Status)
	}
}

// end puts the end of a run into its journal.
func (s *site) end(tb testing.TB, id string) {
	tb.Helper()
	s.append(tb, id, research.Event{Kind: research.Ended, Key: fmt.Sprint("ended ", id), Data: data(tb, research.Ending{State: research.Done, Report: &research.Report{Summary: "It is."}})})
}

// A page put together from pieces is the same, packed and plain; and a browser
// that has it gets no other.
func TestAPackedReportIsTheSame(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	plain, packed := s.get(t, "/r/"+id, "Accept-Encoding", "identity"), s.get(t, "/r/"+id) // which Go's client unpacks
	if !packed.Uncompressed || plain.Uncompressed {
		t.Errorf("packed: %v, plain: %v", packed.Uncompressed, plain.Uncompressed)
	}
	if plain.body != packed.body || !strings.HasSuffix(strings.TrimSpace(plain.body), "</html>") || strings.Contains(plain.body, seam) {
		t.Error("the packed page is another")
	}
	tag := plain.Header.Get("ETag")
	s.get(t, "/r/"+id, "If-None-Match", tag).want(t, http.StatusNotModified)
	if vary := strings.Join(plain.Header.Values("Vary"), ", "); !strings.Contains(vary, "Accept-Encoding") || !strings.Contains(vary, "Cookie") {
		t.Errorf("Vary: %s", vary)
	}
	if a := s.get(t, "/r/"+id+".json"); !a.Uncompressed {
		t.Error("another form of the report is not packed")
	}
}

// Whatever changes a report shows at once.
func TestAKeptRegionIsNotOld(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.longRun(t, 40)
	s.get(t, "/r/"+id).want(t, http.StatusOK, "Running")
	s.end(t, id)
	s.get(t, "/r/"+id).want(t, http.StatusOK, "It is.")
	s.post(t, "/r/"+id+"/delete", nil).want(t, http.StatusSeeOther)
	s.get(t, "/r/"+id).want(t, http.StatusOK, "This report is deleted.")
	s.post(t, "/r/"+id+"/restore", nil).want(t, http.StatusSeeOther)
	if a := s.get(t, "/r/"+id); strings.Contains(a.body, "This report is deleted.") {
		t.Error("the page still says that the report is deleted")
	}
	s.append(t, id, research.Event{Kind: research.Retried, Key: "retried", Data: data(t, research.Retry{})})
	if a := s.get(t, "/r/"+id); strings.Contains(a.body, "It is.") {
		t.Error("the old report is shown while its run works anew")
	}
}

func TestRegionsTakeNoMoreThanTheyMay(t *testing.T) {
	var rs regions
	const each = maxRegions / 10
	for i := range 25 {
		rs.put(fmt.Sprint(i), &region{Piece: live.Piece{Plain: make([]byte, each)}})
		rs.get("0") // is used all the time
	}
	if rs.size > maxRegions || rs.byRun.Len() != 10 || rs.get("0") == nil || rs.get("24") == nil || rs.get("1") != nil {
		t.Errorf("%d regions of %d bytes are kept", rs.byRun.Len(), rs.size)
	}
	rs.put("0", &region{Piece: live.Piece{Plain: make([]byte, maxRegions+1)}})
	if rs.get("0") != nil || rs.size > 9*each {
		t.Error("a region that is too large is kept, or the one it replaces counts on")
	}
}
