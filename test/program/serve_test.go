package program

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"

	"assay/test/harness"
)

func TestServeKeepsToThisMachine(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "example.org:0", "nonsense"} {
		_, errs, code := harness.NewProgram(t).Run(t, "--addr", addr)
		if code == 0 || !strings.Contains(errs, addr) {
			t.Errorf("%s: exit %d: %s", addr, code, errs)
		}
	}
}

// Without a command the program serves; a signal ends it, streams and all,
// and the run that was under way goes on when it is started again.
func TestServeStopsAndResumes(t *testing.T) {
	p := harness.NewProgram(t)
	base, stop := serve(t, p)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(base+"/ask", url.Values{"question": {"Is the Great Wall of China visible from the Moon?"}, "method": {"verify"}, "plan": {"on"}})
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	path := res.Header.Get("Location")
	stream, err := client.Get(base + path + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	if code := stop(); code != 0 {
		t.Errorf("exit %d", code)
	}
	if all, err := io.ReadAll(stream.Body); err != nil || !strings.Contains(string(all), "retry: ") {
		t.Errorf("the stream ends with %v and without a word when to come back", err)
	}
	base, stop = serve(t, p)
	defer stop()
	stream, err = client.Get(base + path + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
		if strings.Contains(lines.Text(), "/choose") {
			return // it waits for its plan, as before
		}
	}
	t.Error("the run does not go on")
}

// serve starts the program without a command; stop ends it by a signal and
// returns its exit code.
func serve(t *testing.T, p *harness.Program) (base string, stop func() int) {
	t.Helper()
	cmd := p.Command(context.Background(), "--addr", "127.0.0.1:0")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	if _, err := fmt.Fscanf(out, "Assay is at %s\n", &base); err != nil {
		t.Fatal(err)
	}
	return base, func() int {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		return cmd.ProcessState.ExitCode()
	}
}
