package kill

import (
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/db/sqlite"
	"assay/research"
	"assay/research/simulator"
	"assay/test/harness"
)

// On a disk that is full the server keeps showing what it has and refuses what
// it cannot keep; runs wait, and go on by themselves once there is room.
func TestTheDiskIsFull(t *testing.T) {
	harness.SkipIfShort(t, "kills the program")
	if !harness.Long() {
		t.Skip("takes a while: -long; package db/sqlite has the short form")
	}
	model := &simulator.ModelServer{Refuted: 0.3, Seed: 1}
	p := harness.NewProgram(t, harness.Modelled(t, model)...)
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1700k", "tmpfs", p.Data).CombinedOutput(); err != nil {
		t.Skipf("a small disk cannot be made here: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", p.Data).Run() })
	s := p.Start(t)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(n int) (code int, run string) {
		res, err := client.PostForm(s.URL()+"/ask", url.Values{"question": {harness.Question(n)}, "method": {"verify"}})
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		if res.StatusCode == http.StatusInsufficientStorage && !strings.Contains(string(body), "no room left") {
			t.Errorf("the refusal does not say why: %s", body)
		}
		return res.StatusCode, strings.TrimPrefix(res.Header.Get("Location"), "/r/")
	}
	var runs []string
	refused := false
	for n := 0; n < 40 && !refused; n++ {
		code, run := ask(n)
		switch code {
		case http.StatusSeeOther:
			runs = append(runs, run)
		case http.StatusInsufficientStorage:
			refused = true
		default:
			t.Fatalf("asking answers %d", code)
		}
	}
	if !refused || len(runs) == 0 {
		t.Fatalf("%d runs were accepted, none refused", len(runs))
	}
	for _, path := range []string{"/", "/reports", "/r/" + runs[0], "/healthz"} {
		res, err := client.Get(s.URL() + path)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Errorf("with a full disk %s answers %v %v", path, res, err)
		}
	}
	if out, err := exec.Command("mount", "-o", "remount,size=200m", p.Data).CombinedOutput(); err != nil {
		t.Fatalf("make room: %s", out)
	}
	freed := time.Now()
	d, err := sqlite.Open(t.Context(), filepath.Join(p.Data, "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, id := range runs {
		info, err := d.Info(t.Context(), id)
		if err != nil {
			t.Fatalf("an accepted run is lost: %v", err)
		}
		state := harness.End(t, d, info)
		if state.Status == research.FailedRun || state.Report == nil {
			t.Errorf("run %s ended %s: %s", id, state.Status, state.Reason)
		}
		p.Verify(t, id)
	}
	t.Logf("%d runs accepted before the disk was full; all ended, the last %s after there was room", len(runs), time.Since(freed).Round(time.Second))
}
