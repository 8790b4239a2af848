package fetch

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// orphan makes the test binary start a process that reads PDFs from its own
// standard input, print its number, and wait.
const orphan = "leave-an-orphan"

func leaveAnOrphan() {
	cmd := exec.Command(os.Args[0], "serve-pdf")
	cmd.Stdin, cmd.Env = os.Stdin, PDFReader{}.environ()
	if err := cmd.Start(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cmd.Process.Pid)
	_ = cmd.Wait()
}

// A process that reads a PDF ends when the server is killed that started it,
// although its input stays open.
func TestAPDFReaderDiesWithItsParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks at /proc")
	}
	in, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	server := exec.Command(os.Args[0], orphan)
	server.Stdin = in
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatalf("no orphan: %q", line)
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	if !alive(pid) {
		t.Fatal("the reader is gone before its parent")
	}
	server.Process.Kill()
	server.Wait()
	end := time.After(10 * time.Second)
	for tick := time.Tick(20 * time.Millisecond); alive(pid); {
		select {
		case <-tick:
		case <-end:
			t.Fatal("the reader lives on")
		}
	}
}

// alive reports whether a process runs; one that only waits to be counted out does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}
