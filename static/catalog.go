package static

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// styles are the parts of assay.css in their order.
var styles = [...]string{
	"tokens", "base", "layout", "controls", "evidence",
	"ask", "run", "live", "report", "pages", "adapt", "print",
}

// A catalog finds assets by plain name and by URL path.
type catalog struct {
	byName, byPath map[string]*asset
}

// load reads the embedded files once.
var load = sync.OnceValue(func() catalog { return read(files) })

// read makes a catalog of fsys: its files as they are, the parts in css as
// one. What the stylesheet and the manifest refer to by plain name, they
// refer to by hashed path in the catalog.
func read(fsys fs.FS) catalog {
	c := catalog{map[string]*asset{}, map[string]*asset{}}
	fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Dir(name) != "css" && path.Ext(name) != ".webmanifest" {
			c.add(name, mustRead(fsys, name))
		}
		return err
	})
	c.add("manifest.webmanifest", c.link(mustRead(fsys, "manifest.webmanifest"), `"src": "`, `"`))
	var css bytes.Buffer
	for _, part := range styles {
		css.Write(mustRead(fsys, "css/"+part+".css"))
	}
	c.add("assay.css", c.link(css.Bytes(), "url(", ")"))
	return c
}

func (c catalog) add(name string, body []byte) {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:4])
	ext := path.Ext(name)
	a := newAsset("/static/"+strings.TrimSuffix(name, ext)+"."+hash+ext, hash, body)
	c.byName[name], c.byPath[a.path] = a, a
}

// link returns body with every before+name+after turned into before+path+after.
func (c catalog) link(body []byte, before, after string) []byte {
	for name, a := range c.byName {
		body = bytes.ReplaceAll(body, []byte(before+name+after), []byte(before+a.path+after))
	}
	return body
}

func mustRead(fsys fs.FS, name string) []byte {
	b, err := fs.ReadFile(fsys, name)
	if err != nil {
		panic(err) // the file was not embedded
	}
	return b
}
