package manual

import (
	"embed"
	"regexp"
	"slices"
	"strings"
)

//go:embed *.md
var files embed.FS

// order is the reading order of the pages.
var order = []string{
	"tutorial", "promela", "modelling", "properties", "ltl", "fairness", "counterexamples", "exit-codes",
	"big-models", "sweeps", "clusters", "stores", "orders", "reductions", "graphs", "trust", "certificates", "spin",
	"formats", "playground", "editors", "compare", "changes",
}

// Page is a page of the manual.
type Page struct {
	Name  string // of its file, without .md
	Title string
	About string // the first paragraph, in one line
	Text  string // all of it, in Markdown
}

// Pages returns all pages in reading order.
func Pages() []Page {
	var out []Page
	for _, name := range order {
		text, err := files.ReadFile(name + ".md")
		if err != nil {
			panic(err) // a test reads all of them
		}
		title, rest, _ := strings.Cut(string(text), "\n")
		about, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
		out = append(out, Page{
			Name: name, Title: strings.TrimPrefix(title, "# "),
			About: Plain(strings.Join(strings.Fields(about), " ")), Text: string(text),
		})
	}
	return out
}

// Section is a part of a page under a heading.
type Section struct{ Heading, Text string }

// Sections returns the parts of a page with headings.
func (p *Page) Sections() []Section {
	var out []Section
	inCode := false
	for line := range strings.Lines(p.Text) {
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
		}
		if heading, is := strings.CutPrefix(line, "## "); is && !inCode {
			out = append(out, Section{Heading: strings.TrimSpace(heading)})
		}
		if len(out) > 0 {
			out[len(out)-1].Text += line
		}
	}
	return out
}

// Find returns the text of a topic: a page, a section of any page, or a page and one of its sections. It
// returns "" if there is none.
func Find(topic ...string) string {
	pages := Pages()
	if len(topic) == 0 {
		return ""
	}
	i := slices.IndexFunc(pages, func(p Page) bool { return p.Name == slug(topic[0]) })
	if i >= 0 && len(topic) == 1 {
		return pages[i].Text
	}
	if i >= 0 {
		pages, topic = pages[i:i+1], topic[1:]
	}
	wanted := slug(strings.Join(topic, " "))
	for _, isAs := range []func(heading string) bool{
		func(heading string) bool { return heading == wanted },
		func(heading string) bool { return strings.HasPrefix(heading, wanted+"-") },
	} {
		for _, p := range pages {
			for _, s := range p.Sections() {
				for name := range strings.SplitSeq(s.Heading, ",") {
					if isAs(slug(name)) {
						return s.Text
					}
				}
			}
		}
	}
	return ""
}

// Topics returns the names of all pages and sections, without duplicates.
func Topics() []string {
	var out []string
	for _, p := range Pages() {
		out = append(out, p.Name)
		for _, s := range p.Sections() {
			for name := range strings.SplitSeq(s.Heading, ",") {
				out = append(out, slug(name))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var noWord = regexp.MustCompile(`[^a-z0-9_]+`)

// slug converts a heading to the words a user types.
func slug(heading string) string {
	return strings.Trim(noWord.ReplaceAllString(strings.ToLower(heading), "-"), "-")
}
