package main

import (
	"os"
	"path/filepath"
)

// folders returns the folders that a library named by the user stands for: the
// folder itself or, where it holds nothing but links to folders beside loose
// files, as Debian's documentation packages do, the folders that it links to.
// Links further down are not followed: they may lead anywhere.
func folders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var linked []string
	for _, e := range entries {
		if e.IsDir() {
			return []string{dir}, nil
		}
		path := filepath.Join(dir, e.Name())
		if info, err := os.Stat(path); e.Type()&os.ModeSymlink != 0 && err == nil && info.IsDir() {
			target, err := filepath.EvalSymlinks(path)
			if err != nil {
				return nil, err
			}
			linked = append(linked, target)
		}
	}
	if linked == nil {
		return []string{dir}, nil
	}
	return linked, nil
}
