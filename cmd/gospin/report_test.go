package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/formats"
)

// TestReports: each goes where it is asked to, and to standard output in place of the text.
func TestReports(t *testing.T) {
	code, out, errs := gospin(
		t,
		"verify -pan m.pml -report junit:m.xml -report=sarif:m.sarif -report html:m.html "+
			"-report itf:m.itf.json --report json:m.json",
	)
	require.Equal(t, 1, code, errs)
	require.Contains(t, out, "\nverdict: violated\n")
	for file, want := range map[string]string{
		"m.xml": "<testsuites ", "m.sarif": `"version": "2.1.0"`, "m.html": "<iframe ", "m.itf.json": `"vars": [`,
		"m.json": `"searches":[{`,
	} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(text), want)
	}
	for flag, begin := range map[string]string{
		"-json": `{"version":`, "-report json": `{"version":`, "-report sarif": "{\n \"$schema\":",
		"-report junit:-": "<?xml ", "-report html": "<!DOCTYPE html>", "-report itf": "{\n \"#meta\":",
		"-json -trace": `{"version":`,
	} {
		code, out, errs := gospin(t, "verify -pan m.pml "+flag)
		require.Equal(t, 1, code, errs)
		require.Truef(t, strings.HasPrefix(out, begin), "%s: %.80s", flag, out)
		require.NotContains(t, out, "State-vector")
		require.Equal(t, strings.HasSuffix(flag, "-trace"), strings.Contains(out, `"statement":"x = 2"`) &&
			strings.HasPrefix(flag, "-json"), flag)
	}
	code, _, errs = gospin(t, "verify -pan good.pml -report itf:t.json")
	require.Equal(t, 0, code)
	require.Equal(t, "note: -report itf: no property is violated: there is no trace\n", errs)
}

func TestReportErrors(t *testing.T) {
	for line, want := range map[string]string{
		"-report xml": `unknown -report "xml": there are json, junit, sarif, github, html, html-fragment, itf, ` +
			"each with a file if need be, such as sarif:m.sarif",
		"-report jsn": `unknown -report "jsn" (did you mean "json"?): there are json, junit, sarif, github, html, html-fragment, ` +
			"itf, each with a file if need be, such as sarif:m.sarif",
		"-report json -report html": "standard output takes one report, json or html: give the other one a file, such " +
			"as -report html:FILE",
		"-report json -json":           "-report json is asked for twice",
		"-report json:a -report itf:a": "-report writes json and itf to one file, a",
		"-report json:m.pml":           "-report json:m.pml would overwrite the model",
		"-report json:no/a":            "-report json:no/a: there is no folder no",
		"-report json:folder":          "-report json:folder: that is a folder",
		"-trace":                       "-trace is for -json and -report json; a run as text: gospin replay MODEL",
	} {
		t.Run(line, func(t *testing.T) {
			code, _, errs := gospin(t, "verify m.pml "+line)
			require.Equal(t, 2, code)
			require.Equal(t, "gospin: "+want+"\n", errs)
		})
	}
}

// TestErrorsAsJSON: what is wrong with the command line or the model is an object, too.
func TestErrorsAsJSON(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(formats.Schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", doc))
	schema, err := c.Compile("schema.json")
	require.NoError(t, err)
	for line, want := range map[string]formats.Problem{
		"verify -json broken.pml":           {File: "broken.pml", Line: 1, Column: 23},
		"verify broken.pml -report=json":    {File: "broken.pml", Line: 1, Column: 23},
		"verify -json missing.pml":          {File: "missing.pml", Message: "no such file"},
		"verify -json":                      {Message: "verify needs a model: gospin verify m.pml; gospin verify -h lists the flags"},
		"verify --json m.pml -m":            {Message: "-m needs a value"},
		"verify -json m.pml -order=dsf":     {Message: `unknown order "dsf" (did you mean "dfs"?)`},
		"verify -json -report json m.pml":   {Message: "-report json is asked for twice"},
		"verify -report json m.pml -time 3": {Message: `-time takes a duration such as 30s, 10m or 2h, not "3"`},
		"graph -json missing.pml":           {File: "missing.pml", Message: "no such file"},
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := gospin(t, line)
			require.Equal(t, 2, code)
			require.NotEmpty(t, errs)
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
			require.NoError(t, err, out)
			require.NoError(t, schema.Validate(doc), out)
			var got struct{ Error formats.Problem }
			require.NoError(t, json.Unmarshal([]byte(out), &got))
			require.Contains(t, got.Error.Message, want.Message)
			got.Error.Message, got.Error.Hint, want.Message = "", "", ""
			require.Equal(t, want, got.Error)
		})
	}
	code, _, _ := gospin(t, "verify -report junit:m.xml broken.pml")
	require.Equal(t, 2, code)
	text, err := os.ReadFile("m.xml")
	require.NoError(t, err)
	require.Contains(t, string(text), "<error ")
}

// TestQuiet: nothing but verdicts.
func TestQuiet(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, 1, verifyModel(t, three, &out, &errs, "-quiet", "-DSAFETY"))
	require.Regexp(t, `^assertions: none in the model\ninvalid end states: holds\n(.+\n(\t.+\n)*){3}verdict: violated\n$`,
		out.String())
	require.Contains(t, out.String(), "\nthree: violated")
	require.Empty(t, errs.String())
}

// TestProgressGetsRarer where there is no terminal.
func TestProgressGetsRarer(t *testing.T) {
	b, start := &bar{}, time.Now()
	var at []int
	for s := 2; s <= 1500; s++ {
		p := verifier.Progress{Elapsed: time.Duration(s) * time.Second}
		if b.due(start.Add(p.Elapsed), &p) {
			at = append(at, s)
		}
	}
	require.Equal(t, []int{10, 30, 70, 150, 310, 610, 910, 1210}, at)
	require.True(t, (&bar{often: true}).due(start, &verifier.Progress{}))
	require.True(t, (&bar{terminal: true}).due(start, &verifier.Progress{}))
}

// TestReportPage: the page of a run works within the page of the report.
func TestReportPage(t *testing.T) {
	code, _, errs := gospin(t, "verify m.pml -report html:m.html")
	require.Equal(t, 1, code, errs)
	require.Equal(t, "assert(x==1)|m.pml: violated", browse(t, "m.html", `
		const inside = document.querySelector("iframe").contentDocument;
		const row = inside.querySelector(".row.now");
		said.push((row.textContent.match(/assert\(x==1\)/) || [""])[0] + "|" + document.querySelector("h1").textContent);`))
}

// TestReportFragment: within another page, a fragment neither changes its styles nor shares a name with it or
// with another fragment.
func TestReportFragment(t *testing.T) {
	var parts []string
	typed := os.Args
	t.Cleanup(func() { os.Args = typed })
	for _, flags := range []string{"", "-noreduce "} {
		os.Args = []string{"gospin", "verify", flags} // names in a fragment depend on the command
		code, _, errs := gospin(t, "verify m.pml "+flags+"-report html-fragment:f.html")
		require.Equal(t, 1, code, errs)
		text, err := os.ReadFile("f.html")
		require.NoError(t, err)
		styles, _, _ := strings.Cut(string(text), "</style>")
		require.NotRegexp(t, `<!DOCTYPE|<(html|head|body)\b`, styles)
		require.NotRegexp(t, `(?m)^(:root|\*|body|h1|h2|table|t[dhr]|a)\b[^{]*\{`, styles, "they are of the fragment only")
		parts = append(parts, string(text))
	}
	page := `<html><body><h2 id="mine" class="violated">Mine</h2><table><tr><td>1</td></tr></table>` +
		`<div id="both" hidden><template>` + strings.Join(parts, "") + `</template></div></body></html>`
	require.NoError(t, os.WriteFile("host.html", []byte(page), 0o600))
	require.Equal(t, "true|2|2|0|m.pml: violated", browse(t, "host.html", `
		const look = () => ["h2", "td", "body"].map(e => {
			const s = getComputedStyle(document.querySelector(e));
			return [s.color, s.font, s.margin, s.padding, s.border, s.background].join();
		}).join();
		const before = look(), both = document.getElementById("both");
		both.append(both.firstChild.content);
		both.hidden = false;
		await until(() => [...document.querySelectorAll(".gospin iframe")].every(f => f.contentDocument.querySelector(".row.now")));
		const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
		said.push([before === look(), document.querySelectorAll(".gospin").length, document.querySelectorAll(".gospin iframe").length,
			ids.length - new Set(ids).size, document.querySelector(".gospin h1, .gospin h2").textContent].join("|"));`))
}
