package web

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/research"
)

// A sse is an event of a stream, taken apart as browsers do.
type sse struct{ kind, id, retry, data string }

// events reads a stream to its end.
func events(t *testing.T, body io.Reader) (all []sse) {
	t.Helper()
	for e := range read(t, body) {
		all = append(all, e)
	}
	return all
}

// read reads a stream. A line ends at \n, \r\n or \r, as in browsers.
func read(t *testing.T, body io.Reader) func(func(sse) bool) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 16<<20)
	lines.Split(func(data []byte, end bool) (int, []byte, error) {
		i := strings.IndexAny(string(data), "\r\n")
		switch {
		case i < 0 && end && len(data) > 0:
			return len(data), data, nil
		case i < 0 || i+1 == len(data) && data[i] == '\r' && !end:
			return 0, nil, nil
		case data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n':
			return i + 2, data[:i], nil
		}
		return i + 1, data[:i], nil
	})
	return func(yield func(sse) bool) {
		var e sse
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ":")
			value = strings.TrimPrefix(value, " ")
			switch name {
			case "event":
				e.kind = value
			case "id":
				e.id = value
			case "retry":
				e.retry = value
			case "data":
				e.data += strings.TrimPrefix(value, "elements ") + "\n"
			case "":
				if e != (sse{}) && !yield(e) {
					return
				}
				e = sse{}
			}
		}
	}
}

// open opens the stream of a run.
func (s *site) open(t *testing.T, id string, headers ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/r/"+id+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := s.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

func TestEveryViewerSeesTheSameEnd(t *testing.T) {
	s := newSite(t, teaWorld)
	s.gate.hold("writer")
	id := s.ask(t)
	early, other := s.open(t, id), s.open(t, id)
	if got := early.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("Content-Type %q", got)
	}
	// Both have seen something before the run may end.
	var last [3]sse
	readers := [3]func(func(sse) bool){read(t, early.Body), read(t, other.Body)}
	for i := range 2 {
		for e := range readers[i] {
			last[i] = e
			break
		}
	}
	s.gate.lift()
	s.until(t, id, research.Done)
	readers[2] = read(t, s.open(t, id).Body) // late
	for i := range readers {
		for e := range readers[i] {
			last[i] = e
		}
	}
	for i, e := range last {
		if e.kind != "datastar-patch-elements" || !strings.Contains(textOf(t, e.data), "Tea was in use by 141 BC") {
			t.Fatalf("viewer %d ends on %+v", i, e)
		}
		if e != last[0] {
			t.Errorf("viewer %d ends on another frame than viewer 0", i)
		}
	}
	if res := s.open(t, id, "Last-Event-ID", last[0].id); res.StatusCode != http.StatusNoContent {
		t.Errorf("who has seen the end gets %s", res.Status)
	}
	if res := s.open(t, id, "Last-Event-ID", "3"); res.StatusCode != http.StatusOK || len(events(t, res.Body)) != 1 {
		t.Errorf("who has not seen the end gets %s", res.Status)
	}
}

func TestTheStreamIsCompressed(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	plain, packed := s.open(t, id), s.open(t, id, "Accept-Encoding", "gzip, br")
	if got := packed.Header.Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("Content-Encoding %q", got)
	}
	size := &counted{Reader: packed.Body}
	unpacked, err := gzip.NewReader(size)
	if err != nil {
		t.Fatal(err)
	}
	a, b := events(t, plain.Body), events(t, unpacked) // to the end, with its checksum
	if len(a) != 1 || len(b) != 1 || a[0] != b[0] {
		t.Errorf("%d events, compressed %d", len(a), len(b))
	}
	if _, err := io.ReadAll(unpacked); err != nil {
		t.Errorf("the stream does not end well: %v", err)
	}
	t.Logf("a report of %d bytes is sent in %d", len(a[0].data), size.n)
}

// counted counts what is read.
type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += n
	return n, err
}

// Browsers end a line at a carriage return. Text with one must not begin an
// event of its own.
func TestTextCannotBeginAnEvent(t *testing.T) {
	const attack = `\r\revent: datastar-patch-signals\rdata: signals {x:window.pwned=1}\r\rdata: selector #main\rdata: mode remove\r\n\r\n`
	s := newSite(t, teaWorld,
		`"claim": "Tea was in use by 141 BC."`, `"claim": "Tea was in use by 141 BC.`+attack+`"`,
		`"label": "Oldest tea"`, `"label": "Oldest tea`+attack+`"`,
		`"evidence": "The quote says it plainly."`, `"evidence": "The quote says it plainly.`+attack+`"`,
		`"summary": "Yes. `, `"summary": "Yes.`+attack+` `,
	)
	s.gate.hold("writer")
	id := s.ask(t)
	stream := s.open(t, id)
	seen := 0
	for e := range read(t, stream.Body) {
		if e.kind != "datastar-patch-elements" || strings.Contains("\n"+e.data, "\nselector ") || strings.Contains("\n"+e.data, "\nmode ") || strings.Contains("\n"+e.data, "\nsignals ") {
			t.Fatalf("an event that is not ours: %+v", e)
		}
		if seen++; seen == 1 {
			s.gate.lift()
		}
	}
	if seen == 0 {
		t.Error("the stream was empty")
	}
	raw, err := io.ReadAll(s.open(t, id).Body)
	if err != nil || strings.Contains(string(raw), "\r") || !strings.Contains(string(raw), "window.pwned") {
		t.Errorf("the stream holds a carriage return, or not the text: %v", err)
	}
}

// The stripping of carriage returns is worth nothing if there is a way around it.
func TestOnlyOneFileSendsToBrowsers(t *testing.T) {
	files, err := filepath.Glob("*.go")
	more, _ := filepath.Glob("live/*.go")
	files = append(files, more...)
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	ways := regexp.MustCompile(`PatchElement|PatchSignals|MarshalAndPatch|ExecuteScript|RemoveElement|ConsoleLog|ConsoleError|Redirectf?\(.*sse|ReplaceURL|DispatchCustomEvent|Prefetch|sse\.Send`)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if file != "live/patch.go" && !strings.HasSuffix(file, "_test.go") && ways.Match(src) {
			t.Errorf("%s sends to browsers by itself: %s", file, ways.Find(src))
		}
	}
}

func TestScriptsCanFollowTheJournal(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.ask(t)
	a := s.get(t, "/r/"+id+"/events?format=ndjson")
	if got := a.Header.Get("Content-Type"); got != "application/x-ndjson" {
		t.Errorf("Content-Type %q", got)
	}
	var last line
	n := int64(0)
	for l := range strings.Lines(a.body) {
		n++
		if err := json.Unmarshal([]byte(l), &last); err != nil || last.Seq != n {
			t.Fatalf("line %d: %v: %s", n, err, l)
		}
	}
	if last.Kind != research.Ended {
		t.Errorf("the last of %d events is %s", n, last.Kind)
	}
}

func TestDrainingSendsViewersAway(t *testing.T) {
	s := newSite(t, teaWorld)
	s.gate.hold("writer")
	id := s.ask(t)
	stream := s.open(t, id)
	s.get(t, "/readyz").want(t, http.StatusOK)
	s.Drain()
	s.Drain()
	all := events(t, stream.Body) // ends
	if len(all) == 0 || all[len(all)-1].retry == "" {
		t.Errorf("viewers are not told when to come back: %+v", all)
	}
	s.get(t, "/readyz").want(t, http.StatusServiceUnavailable)
	s.get(t, "/healthz").want(t, http.StatusOK)
	s.get(t, "/r/"+id+"/events").want(t, http.StatusServiceUnavailable)
	s.get(t, "/r/"+id).want(t, http.StatusOK)
	s.post(t, "/r/"+id+"/stop", nil).want(t, http.StatusServiceUnavailable)
}
