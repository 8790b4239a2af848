package main

import (
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"github.com/alecthomas/kong"

	"assay/research/llm"
)

// Settings are what every command may be told. A flag wins over the
// environment, that over the configuration file, that over the default.
// A variable's name with _FILE appended names a file that holds its value.
type Settings struct {
	ConfigFile string `name:"config-file" help:"Configuration file (JSON: flag names as keys)." env:"ASSAY_CONFIG" type:"path"`
	Data       string `help:"Data folder." env:"ASSAY_DATA" type:"path"`

	Model    string            `help:"Model that answers, or \"reader\" for the built-in reader, which needs none." env:"ASSAY_MODEL"`
	Models   map[string]string `help:"Model per role: planner, searcher, extractor, learner, skeptic (or skeptic 1 ...), reviewer, critic, worker, lead, researcher (or researcher A ...), explorer, guide, writer." env:"ASSAY_MODELS" placeholder:"ROLE=MODEL;..."`
	APIKey   llm.Secret        `name:"api-key" hidden:"" env:"OPENAI_API_KEY"`
	BaseURL  string            `name:"base-url" help:"OpenAI-compatible API, up to /v1." env:"OPENAI_BASE_URL,OPENAI_API_BASE_URL,OPENAI_ENDPOINT"`
	Stream   bool              `help:"Ask the model for streamed answers." env:"ASSAY_STREAM"`
	Prices   string            `help:"File with prices per model that overrides the built-in table (JSON)." env:"ASSAY_PRICES" type:"path"`
	Parallel int               `help:"Model calls in flight per run; as many searches and page reads may be beside them." env:"ASSAY_PARALLEL" default:"8"`
	Requests int               `help:"Model requests per minute; 0 learns the limit from the provider." env:"ASSAY_REQUESTS_PER_MINUTE"`
	TPM      int               `name:"tokens-per-minute" help:"Model tokens per minute; 0 learns the limit from the provider." env:"ASSAY_TOKENS_PER_MINUTE"`
	CallTime time.Duration     `help:"Longest one call may take." env:"ASSAY_CALL_TIME" default:"120s"`

	Library      []string                            `help:"Folder of documents to search (repeatable)." env:"ASSAY_LIBRARY" type:"existingdir"`
	Engines      []string                            `help:"Search only with these: ${engines}. The web: set ${web}." env:"ASSAY_ENGINES"`
	EngineFile   string                              `help:"File with more search engines, or with others in the place of those built in (JSON, see research/search/engines)." env:"ASSAY_ENGINE_FILE" type:"existingfile"`
	Mail         string                              `help:"Address at which search engines that ask for one can reach you." env:"ASSAY_MAIL"`
	WikiURL      string                              `name:"wikipedia-url" hidden:"" env:"WIKIPEDIA_BASE_URL"`
	kong.Plugins                                     // the settings of the engines of the table
	engineValue  func(engineSetting) (string, error) // returns what one of those is set to

	AllowPrivate []netip.Prefix `help:"Networks that pages may be read from although they are not public (CIDR), for intranets." env:"ASSAY_ALLOW_PRIVATE"`
	IgnoreRobots bool           `help:"Read pages that robots.txt asks robots not to read." env:"ASSAY_IGNORE_ROBOTS"`
}

// dataDir returns the data folder: the one set, or assay in the user's.
func (s *Settings) dataDir() (string, error) {
	if s.Data != "" {
		return s.Data, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "assay"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no home folder for the data; set --data or ASSAY_DATA: %w", err)
	}
	return filepath.Join(home, ".local", "share", "assay"), nil
}
