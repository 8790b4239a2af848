package search
import ("testing";"assay/research";"fmt")
func TestC(t *testing.T){ for _,u:=range []string{"library://manuals/b%20c.txt","library://python3.11-html/library/index.html","library://Manuals/A.md#x","https://quarry-museum.example/great-wall?utm_source=x", "library://x/é.md"} { fmt.Println(u, research.Canonical(u), research.Site(u)) } }
