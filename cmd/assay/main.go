// Assay answers research questions from sources and puts every claim on trial
// before it reports it.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"assay/research/engine"
	"assay/research/explore"
	"assay/research/fetch"
	"assay/research/ledger"
	"assay/research/team"
	"assay/research/tree"
	"assay/research/verify"
)

// version is set by the release build (-ldflags "-X main.version=...").
var version = "development"

// methods are all the ways to research a question.
var methods = []*engine.Method{verify.Method, ledger.Method, tree.Method, team.Method, explore.Method}

// pdfWorker is the argument that makes the program read one PDF from standard
// input, in a process of its own, which a hostile file may bring down.
const pdfWorker = "__read-pdf"

// Exit codes beside 0.
const (
	exitFailed  = 1 // no report, or the command could not do its work
	exitUsage   = 2
	exitPartial = 3   // a report, but not of all the work that was meant
	exitStopped = 130 // interrupted
)

// exitCode ends the program with a code; what there was to say has been said.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// A cli is the command line. Commands get the console and the settings.
type cli struct {
	Settings

	Serve       serveCmd       `cmd:"" default:"withargs" help:"Serve the web app, here on this machine; this is what happens without a command."`
	Ask         askCmd         `cmd:"" help:"Research a question and print the report."`
	Methods     methodsCmd     `cmd:"" help:"List the methods of research, and what may be set."`
	Runs        runsCmd        `cmd:"" help:"List past and running research."`
	Show        showCmd        `cmd:"" help:"Print the report of a run, or how far it is."`
	Export      exportCmd      `cmd:"" help:"Write a report in another form: ${formats}."`
	Verify      verifyCmd      `cmd:"" help:"Check offline that every quote of a report is in its stored page."`
	Resume      resumeCmd      `cmd:"" help:"Carry on with a run that was interrupted, or retry what failed in one that ended."`
	Backup      backupCmd      `cmd:"" help:"Write a whole copy of all data to a file, also while a server runs."`
	Restore     restoreCmd     `cmd:"" help:"Put a copy back in the place of the data; what was there is kept."`
	Doctor      doctorCmd      `cmd:"" help:"Test model, search engines and data folder, and say what to set."`
	Bench       benchCmd       `cmd:"" help:"Measure the program against a simulated model, search engine and web."`
	Healthcheck healthcheckCmd `cmd:"" hidden:"" help:"Ask a running server whether it is well."`
	Config      configCmd      `cmd:"" help:"Show the settings."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
}

// A console is where commands read and write.
type console struct {
	out, err io.Writer
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == pdfWorker {
		if err := fetch.ServePDF(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], console{os.Stdout, os.Stderr}))
}

// run runs the program and returns its exit code.
func run(ctx context.Context, args []string, c console) int {
	src, cl := newSources(os.Getenv), new(cli)
	cl.addEngines(src)
	parser, err := kong.New(cl,
		kong.Name("assay"),
		kong.Description("Answers research questions from sources and puts every claim on trial before it reports it."),
		helpVars(),
		kong.UsageOnError(),
		kong.Writers(c.out, c.err),
		kong.Exit(func(code int) { panic(exitCode(code)) }), // --help
		kong.Resolvers(src),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(c, src, &cl.Settings),
	)
	if err != nil {
		fmt.Fprintln(c.err, "assay:", err)
		return exitFailed
	}
	return execute(parser, src, args, c)
}

// execute parses args and runs the command they name.
func execute(parser *kong.Kong, src *sources, args []string, c console) (code int) {
	defer func() {
		if p := recover(); p != nil {
			exit, ok := p.(exitCode)
			if !ok {
				panic(p)
			}
			code = int(exit)
		}
	}()
	kctx, err := parser.Parse(args)
	if err = cmp.Or(src.amiss, err); err != nil {
		fmt.Fprintln(c.err, "assay:", err)
		return exitUsage
	}
	err = kctx.Run(kctx)
	var exit exitCode
	switch {
	case errors.As(err, &exit):
		return int(exit)
	case err != nil:
		fmt.Fprintln(c.err, "assay:", err)
		if what := advice(err); what != "" {
			fmt.Fprintln(c.err, what)
		}
		return exitFailed
	}
	return 0
}

type versionCmd struct{}

func (versionCmd) Run(c console) error {
	_, err := fmt.Fprintln(c.out, "assay", version)
	return err
}
