package simulator

import (
	"html/template"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

const robots = "User-agent: *\nAllow: /\n"

// FolderSite serves the documents of a folder as a website. Its robots.txt
// allows everything. It lists no folders, and serves neither hidden files nor
// what symbolic links point to outside the folder.
func FolderSite(dir string) http.Handler {
	files := http.FileServer(folder(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			writeRobots(w)
			return
		}
		switch strings.ToLower(path.Ext(r.URL.Path)) { // types that not every system knows
		case ".md", ".markdown":
			w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
		case ".txt":
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		}
		files.ServeHTTP(w, r)
	})
}

// A folder is an http.FileSystem that hides what a site should not show.
type folder string

func (d folder) Open(name string) (http.File, error) {
	if strings.Contains(name, "/.") {
		return nil, fs.ErrNotExist
	}
	name = filepath.FromSlash(strings.TrimPrefix(path.Clean("/"+name), "/"))
	f, err := os.OpenInRoot(string(d), filepath.Join(".", name))
	if err != nil {
		return nil, fs.ErrNotExist // missing, not to be read, or outside
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() && !d.hasIndex(name) {
		err = fs.ErrNotExist
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (d folder) hasIndex(name string) bool {
	f, err := os.OpenInRoot(string(d), filepath.Join(name, "index.html"))
	if err != nil {
		return false
	}
	f.Close()
	return true
}

func writeRobots(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte(robots))
}

// A SyntheticWeb is a website made up as it is read; the same path always has
// the same content. Its pages:
//
//	/article/...        an article about the words of the path
//	/injected/...       such an article that gives orders to a model that reads it
//	/blocked/403        Forbidden
//	/blocked/challenge  asks to prove that one is human
//	/blocked/empty      a page without text
//	/robots.txt         allows everything
type SyntheticWeb struct {
	PageBytes int           // about how long a page is, half of it article; 0 means 60 KB
	Latency   time.Duration // until a page begins; robots.txt is there at once
	Seed      uint64        // other seeds have other articles
}

const (
	articlePath  = "/article/"
	injectedPath = "/injected/"
	pageBytes    = 60_000
)

// ServeHTTP serves one page.
func (s *SyntheticWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		writeRobots(w)
		return
	}
	if pause(r.Context(), s.Latency) != nil {
		return
	}
	switch name := r.URL.Path; {
	case strings.HasPrefix(name, articlePath), strings.HasPrefix(name, injectedPath):
		s.article(w, name)
	case name == "/blocked/403":
		writeHTML(w, http.StatusForbidden, "403 Forbidden")
	case name == "/blocked/challenge":
		w.Header().Set("Server", "cloudflare")
		w.Header().Set("Cf-Mitigated", "challenge")
		writePage(w, http.StatusForbidden, challengePage)
	case name == "/blocked/empty":
		writePage(w, http.StatusOK, emptyPage)
	default:
		http.NotFound(w, r)
	}
}

func (s *SyntheticWeb) article(w http.ResponseWriter, name string) {
	size := s.PageBytes
	if size == 0 {
		size = pageBytes
	}
	p := newPage(s.Seed, name, size)
	p.Injected = strings.HasPrefix(name, injectedPath)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	articlePage.Execute(w, p)
}

func writePage(w http.ResponseWriter, status int, page string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write([]byte(page))
}

const challengePage = `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head>
<body><div class="main-wrapper"><noscript><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></noscript></div>
<script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1';document.head.appendChild(a);}());</script></body></html>
`

const emptyPage = `<!DOCTYPE html><html lang="en"><head><title>Application</title><script src="/assets/main.js" defer></script></head><body><div id="root"></div></body></html>
`

// articlePage is a news site's page: the article between navigation, a rail of
// other articles, consent and newsletter boxes, comments, a footer and scripts.
var articlePage = template.Must(template.New("article").Funcs(template.FuncMap{
	"comment": func(s string) template.HTML { return template.HTML("<!-- " + s + " -->") }, // html/template drops comments
}).Parse(articleHTML))
