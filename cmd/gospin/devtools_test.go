package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// tab is a page in a browser that is driven by the DevTools protocol, through a pipe.
type tab struct {
	t       *testing.T
	to      *os.File
	session string
	next    atomic.Int64
	answers chan map[string]json.RawMessage
}

// openTab starts a browser with an empty page of a size, and a colour scheme.
func openTab(t *testing.T, width, height int, scheme string) *tab {
	t.Helper()
	cmd := browser(t, "--remote-debugging-pipe", "--allow-file-access-from-files")
	theirs, to, err := os.Pipe()
	require.NoError(t, err)
	from, theirs2, err := os.Pipe()
	require.NoError(t, err)
	cmd.ExtraFiles = []*os.File{theirs, theirs2}
	require.NoError(t, cmd.Start())
	theirs.Close()
	theirs2.Close()
	p := &tab{t: t, to: to, answers: make(chan map[string]json.RawMessage, 64)}
	t.Cleanup(func() {
		to.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	go func() {
		defer close(p.answers)
		for r := bufio.NewReaderSize(from, 1<<20); ; {
			text, err := r.ReadBytes(0)
			if err != nil {
				return
			}
			var m map[string]json.RawMessage
			if json.Unmarshal(text[:len(text)-1], &m) == nil && m["id"] != nil {
				p.answers <- m
			}
		}
	}()
	var made struct {
		TargetID string `json:"targetId"`
	}
	p.call("Target.createTarget", map[string]any{"url": "about:blank"}, &made)
	var joined struct {
		SessionID string `json:"sessionId"`
	}
	p.call("Target.attachToTarget", map[string]any{"targetId": made.TargetID, "flatten": true}, &joined)
	p.session = joined.SessionID
	p.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height,
		"deviceScaleFactor": 1, "mobile": width < 600}, nil)
	p.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{
		{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	return p
}

// call calls a method of the protocol.
func (p *tab) call(method string, params, result any) {
	p.t.Helper()
	id := p.next.Add(1)
	m := map[string]any{"id": id, "method": method, "params": params}
	if p.session != "" {
		m["sessionId"] = p.session
	}
	text, err := json.Marshal(m)
	require.NoError(p.t, err)
	_, err = p.to.Write(append(text, 0))
	require.NoError(p.t, err)
	for late := time.After(2 * time.Minute); ; {
		select {
		case answer, is := <-p.answers:
			require.True(p.t, is, "the browser has ended")
			if string(answer["id"]) != fmt.Sprint(id) {
				continue
			}
			require.Nil(p.t, answer["error"], "%s: %s", method, answer["error"])
			if result != nil {
				require.NoError(p.t, json.Unmarshal(answer["result"], result))
			}
			return
		case <-late:
			require.NoError(p.t, errors.New("no answer"), method)
		}
	}
}

// eval evaluates an expression in the page, and waits if its value is a promise.
func (p *tab) eval(expression string) (value any) {
	p.t.Helper()
	var said struct {
		Result struct {
			Value any `json:"value"`
		} `json:"result"`
		Exception any `json:"exceptionDetails"`
	}
	p.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true,
		"returnByValue": true}, &said)
	require.Nil(p.t, said.Exception, expression)
	return said.Result.Value
}

// until waits until an expression is true.
func (p *tab) until(expression string) {
	p.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if p.eval(expression) == true {
			return
		}
	}
	require.Fail(p.t, "never: "+expression, "%v", p.eval("document.body.innerText"))
}

// keys has the codes of keys that are no characters.
var keys = map[string]int{"Enter": 13, "Tab": 9, "Escape": 27, "ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35}

// press presses a key, with modifiers as in the protocol: 2 is Ctrl, 8 is Shift.
func (p *tab) press(key string, modifiers int) {
	p.t.Helper()
	m := map[string]any{"type": "keyDown", "key": key, "code": key, "modifiers": modifiers, "windowsVirtualKeyCode": keys[key]}
	if keys[key] == 0 {
		m["code"], m["windowsVirtualKeyCode"] = "Key"+key, int(key[0])&^32
	}
	if modifiers == 0 && len(key) == 1 {
		m["text"] = key
	} else if key == "Enter" && modifiers == 0 {
		m["text"] = "\r"
	}
	p.call("Input.dispatchKeyEvent", m, nil)
	m["type"] = "keyUp"
	delete(m, "text")
	p.call("Input.dispatchKeyEvent", m, nil)
}

// reach presses Tab until an element has the focus.
func (p *tab) reach(selector string) {
	p.t.Helper()
	for range 200 {
		if p.eval(fmt.Sprintf("document.activeElement.matches(%q)", selector)) == true {
			return
		}
		p.press("Tab", 0)
	}
	require.Fail(p.t, "not reached by Tab: "+selector)
}

// picture keeps a screenshot, if a folder for them is asked for.
func (p *tab) picture(name string) {
	p.t.Helper()
	dir := os.Getenv("GOSPIN_PICTURES")
	if dir == "" {
		return
	}
	var shot struct {
		Data string `json:"data"`
	}
	p.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	text, err := base64.StdEncoding.DecodeString(shot.Data)
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(filepath.Join(dir, name+".png"), text, 0o644))
}
