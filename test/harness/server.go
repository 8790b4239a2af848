package harness

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A Server is the real program, serving.
type Server struct {
	Program *Program
	Addr    string
	Cmd     *exec.Cmd
	Said    io.Writer // what it prints goes there; nil means to the test's own error output

	t testing.TB
}

// NewServer returns a server that has a free port, but was not started.
func NewServer(t testing.TB, p *Program) *Server {
	t.Helper()
	return &Server{Program: p, Addr: FreePort(t), t: t}
}

// Start starts the server on a free port, and kills it when the test ends.
func (p *Program) Start(t testing.TB) *Server {
	t.Helper()
	s := NewServer(t, p)
	s.Up()
	t.Cleanup(s.Kill)
	return s
}

// FreePort returns an address of this machine that nobody listens on.
func FreePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// URL returns the address of the server.
func (s *Server) URL() string { return "http://" + s.Addr }

// Up starts the program and waits until it says where it is.
func (s *Server) Up() {
	s.t.Helper()
	s.Cmd = s.Program.Command(context.Background(), "serve", "--addr", s.Addr)
	said := s.Said
	if s.Cmd.Stderr = said; said == nil {
		s.Cmd.Stderr, said = os.Stderr, io.Discard
	}
	out, err := s.Cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.Cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	lines := bufio.NewReader(io.TeeReader(out, said))
	for {
		line, err := lines.ReadString('\n')
		if strings.Contains(line, s.Addr) {
			break
		}
		if err != nil {
			s.t.Fatalf("the server does not start: %v", err)
		}
	}
	go io.Copy(io.Discard, lines)
}

// Kill ends the program without a chance to clean up.
func (s *Server) Kill() {
	s.Cmd.Process.Kill()
	s.Cmd.Wait()
}

// Stop asks the server to stop and returns how long that took.
func (s *Server) Stop() time.Duration {
	s.t.Helper()
	asked := time.Now()
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := s.Cmd.Wait(); err != nil {
		s.t.Errorf("the server ended with %v", err)
	}
	return time.Since(asked)
}

// PeakMemory returns the most memory that the server has held, in MiB; 0 where
// that is not known.
func (s *Server) PeakMemory() (mib int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		var kib int
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 {
			return kib >> 10
		}
	}
	return 0
}
