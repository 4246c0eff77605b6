package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestComparedPagesAsTabs: pages are joined into one that refers to nothing else and shows one at a time.
func TestComparedPagesAsTabs(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"one.html": "<!DOCTYPE html><html><body><h1>First</h1><script>document.title = 'x'</script></body></html>",
		"two.html": "<!DOCTYPE html><html><body><h1>Second</h1></body></html>",
		"no.html":  "<p>none</p>",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	code, _, errs := typedLine("compare -tabs one.html,two.html -o all.html")
	require.Zero(t, code, errs)
	text, err := os.ReadFile("all.html")
	require.NoError(t, err)
	require.Equal(t, 2, bytes.Count(text, []byte("</script>")), "scripts of pages do not end this one's data")
	code, _, errs = typedLine("compare -tabs one.html,no.html")
	require.Equal(t, 2, code)
	require.Equal(t, "gospin: no.html is no page: gospin compare -format html -o FILE writes one\n", errs)
	require.Equal(t, strings.Join([]string{"one two", "First true", "Second false true", "First",
		"printed First false", "false"}, "\n"),
		browse(t, "all.html", `
		const tabs = [...document.querySelectorAll("[role=tab]")], frame = i => document.querySelectorAll("iframe")[i];
		const h1 = i => frame(i)?.contentDocument.querySelector("h1")?.textContent;
		const key = (e, key) => e.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
		say(tabs.map(b => b.textContent).join(" "));
		await until(() => h1(0)); say(h1(0) + " " + !frame(1));
		key(tabs[0], "ArrowRight"); await until(() => h1(1));
		say(h1(1) + " " + !frame(0).hidden + " " + (document.activeElement === tabs[1]));
		key(tabs[1], "Home"); say(frame(0).hidden ? "hidden" : h1(0));
		const printed = () => document.getElementById("printed");
		dispatchEvent(new Event("beforeprint")); dispatchEvent(new Event("beforeprint"));
		const copy = printed().shadowRoot; // not a frame, which would be cut at the ends of pages
		say("printed " + copy.querySelector("h1").textContent + " " + !!copy.querySelector("script"));
		dispatchEvent(new Event("afterprint")); say(!!printed());`))
}
