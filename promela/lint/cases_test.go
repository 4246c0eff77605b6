package lint_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gospin/promela/lint"
)

// cases has models by lint: those of the first list have findings, with line and column; those of the others
// are nearly the same, and have no finding of the lint.
var cases = map[string]struct {
	found map[string][]string
	none  []string
}{
	"always-true-guard": {
		found: map[string][]string{
			"inline f() { if :: true -> skip :: else -> skip fi }\nactive proctype P() { f(); f() }": {"1:20"},
			"byte x; active proctype P() { if :: byte y = x; skip :: else -> y == 1 fi }":            {"1:42"},
			"byte x; active proctype P() { do :: x < 9 -> x++ :: x = 0 od }":                         {"1:53"},
			"byte x, y; active proctype P() { if :: y == 1 -> skip :: x = 2 -> skip fi; x++ }":       {"1:58"},
			"byte x; active proctype P() { if :: x = 1 :: x = 2 :: else -> skip fi; x == 1 }":        {"1:37", "1:46"},
			"byte x; active proctype P() { if :: atomic { x = 1 } :: else -> skip fi; x == 1 }":      {"1:46"},
			"byte x; active proctype P() { if :: printf(\"\") :: else -> x == 1 fi }":                {"1:37"},
			"byte x; active proctype P() { if :: true -> x == 1 :: else fi }":                        {"1:37"},
			"inline f(v) { if :: v == 0 -> skip :: v = 1 fi }\nbyte x;\n" +
				"active proctype P() { f(x); f(x) }": {"3:25", "3:31"},
		},
		none: []string{
			"byte x; active proctype P() { if :: x = 1 :: x = 2 fi; x == 1 }",
			"#define DEBUG 1\nactive proctype P() { if :: DEBUG -> skip :: else fi }",
			"inline f(b) { if :: b -> skip :: else -> skip fi }\nactive proctype P() { f(true); f(0) }",
			"byte x; active proctype P() { do :: x < 9 -> x++ :: x = 0 :: x = 1 od }",
			"byte x, y; active proctype P() { do :: x < 9 -> x++ :: y = 0; y == 1 od }",
			"byte x; active proctype P() { do :: x < 9 -> x++ :: atomic { x = 0; x == 0 } od }",
			"byte x; active proctype P() { do :: x < 9 -> x++ :: else -> x = 0 od }",
			"byte x; active proctype P() { do :: x < 9 -> x++ :: skip od }",
			"byte x; chan c = [1] of { byte }; active proctype P() { do :: c?x :: x = 1 -> c!x od }",
			"byte x; active proctype P() { select (x : 1 .. 9); select (x : 1 .. x + 1); x == 3 }",
			"byte x; active proctype P() { for (x : 1 .. 9) { skip } }",
		},
	},
	"constant-comparison": {
		found: map[string][]string{
			"byte a[2]; active proctype P() { a[1] == 256 }":                                    {"1:39"},
			"byte x; active proctype P() { (!x) == 2 }":                                         {"1:36"},
			"chan c = [1] of { byte }; active proctype P() { c?[1] == 2; c!1 }":                 {"1:55"},
			"active proctype P() { byte x; x == 1 } active proctype Q() { P:x == 256 }":         {"1:66"},
			"bool b; active proctype P() { b == 2; 2 != b; b }":                                 {"1:33", "1:41"},
			"byte x; active proctype P() { x >= 0; 0 <= x; x < 256; x > -1; x < 0; 255 < x }":   {"1:33", "1:41", "1:49", "1:58", "1:66", "1:75"},
			"short x; active proctype P() { x == 40000 }":                                       {"1:34"},
			"unsigned x : 3; active proctype P() { x <= 7; x == 8 }":                            {"1:41", "1:49"},
			"byte x; active proctype P() { (x == 1) == 2 }":                                     {"1:40"},
			"byte x; active proctype P() { for (x : 0 .. 255) { skip } }":                       {"1:31"},
			"byte x; active proctype P() { assert(x != 3) }\nltl p { [] (x != 300) }":           {"2:15"},
			"typedef T { bool f }; T t; active proctype P() { t.f == 2 }":                       {"1:54"},
			"byte x; active proctype P() { x == 1 } active proctype Q() provided (x < 0) { x }": {"1:72"},
			"chan c = [2] of { byte }; active proctype P() { len(c) > 2 }":                      {"1:56"},
		},
		none: []string{
			"bool b; active proctype P() { b == 1; b != 0; b == true }",
			"byte x; active proctype P() { x > 0; x < 255; x <= 254; x >= 1; x == 255 }",
			"byte x; active proctype P() { x <= 0; x < 1; x > 254; x >= 255; x == 0; x != 255 }",
			"byte x; active proctype P() { 0 < x; 255 > x; 0 >= x; 255 <= x }",
			"int x; active proctype P() { x >= 0; x == 70000; x > -1 }",
			"bit b[2]; active proctype P() { b[0] == 2 }", // its elements are bytes
			"byte x; active proctype P() { 1 == 2; x - 1 >= 0; for (x : 0 .. 254) { skip } }",
			"active proctype P() { _pid >= 0; _nr_pr < 300 }",
			"chan c = [2] of { byte }; active proctype P() { len(c) >= 2; len(c) == 0 }",
		},
	},
	"index-out-of-range": {
		found: map[string][]string{
			"byte a[3]; chan c = [1] of { byte }; active proctype P() { c?eval(a[3]); c?a[4]; c!a[5] }": {
				"1:69", "1:78", "1:86"},
			"byte a[3]; active proctype P() { a[3] = 1; a[-1] == a[0]; a[1 + 2]++ }": {"1:36", "1:46", "1:63"},
			"byte x; active proctype P() { x[1] = 1; x == 1 }":                       {"1:33"},
			"typedef T { byte f[2] }; T t[2]; active proctype P() { t[1].f[2] == t[2].f[0] }": {
				"1:63", "1:71"},
			"chan c[2] = [1] of { byte }; active proctype P() { c[2]!1; c[0]?_ }": {"1:54"},
			"byte a[2]; inline f(i) { a[i] == 1 }\nactive proctype P() { f(2); f(1) }\nltl p { a[4] == 0 }": {
				"2:25", "3:11"},
		},
		none: []string{
			"byte a[3]; active proctype P() { a[2] = 1; a[0] == 0 }",
			"byte x; active proctype P() { x[0] = 1; x == 1 }",
			"byte a[3], i; active proctype P() { a[i] == i }",
		},
	},
	"label-name": {
		found: map[string][]string{
			"byte x; active proctype P() { acept: x == 1; ende: x == 2; progres1: x == 3; END: x == 4 }": {
				"1:31", "1:46", "1:60", "1:78"},
			"byte x; active proctype P() { edn: x == 1; Accept_it: x == 3; porgress: x == 2 }": {"1:31", "1:44", "1:63"},
		},
		none: []string{
			"byte x; active proctype P() { acept: x == 1; ende: x == 2; goto acept; goto ende }",
			"byte x; active proctype P() { acept: x == 1 } ltl p { [] !P@acept }",
			"byte x; active proctype P() { end: x == 1; end1: x == 2; end_it: x == 3; endIdle: x == 4; " +
				"accept_x: x == 5; progress0: x == 6 }",
			"byte x; active proctype P() { send: x == 1; enter: x == 2; access: x == 3; process: x == 4; e1: x == 5; _x: x == 7; " +
				"ent: x == 6 }",
		},
	},
	"message-fields": {
		found: map[string][]string{
			"chan c = [1] of { byte };\nproctype R(chan f) { f!1,2 } proctype Q(chan d) { run R(d) }\n" +
				"proctype S(chan g) { run Q(g) } init { run S(c); chan e = [1] of { byte, byte }; e?_,_ }": {"2:22"},
			"chan c = [1] of { byte, byte }; chan d = [1] of { byte, byte, byte };\n" +
				"active proctype P() { c!1; c!1,2,3; c?_; d!1,2,3; c?_,_,_ }": {"2:23", "2:28", "2:37", "2:51"},
			"chan c = [1] of { byte }; chan e = [1] of { byte, byte };\n" +
				"proctype Q(chan d) { d!1,2 } init { run Q(c); e!1,2; c?[1,2] }": {"2:22", "2:54"},
			"typedef T { byte f; byte g[2] }; chan c = [1] of { T, byte };\nT t;\n" +
				"active proctype P() { c!t; c?t }": {"3:23", "3:28"},
		},
		none: []string{
			"chan c = [1] of { byte, byte }; active proctype P() { c!1,2; c?1(_) }",
			"chan c; proctype Q(chan d) { d!1 } active proctype P() { c!1 }",
			"chan c = [1] of { byte, byte }; active proctype P() { c!1,2; c?[1]; c?_,_ }",
			"chan c = [1] of { byte }; chan e = [1] of { byte, byte };\n" +
				"proctype Q(chan d) { d!1,2 } init { run Q(c); run Q(e) }",
			"chan c = [1] of { chan, byte }; active proctype P() { chan d; c?d,_; d!1; c!d,1 }",
			"typedef T { byte f; byte g[2] }; chan c = [1] of { T, byte };\nT t;\n" +
				"active proctype P() { c!t,1; c?t,_ }",
		},
	},
	"misplaced-else": {
		found: map[string][]string{
			"byte x; active proctype P() { if :: x == 1 -> x = 2; else -> x = 3 fi }": {"1:54"},
			"byte x; active proctype P() { x == 1; else; x = 3 }":                     {"1:39"},
		},
		none: []string{
			"byte x; active proctype P() { if :: x == 1 -> x = 2 :: else -> x = 3 fi }",
			"byte x; active proctype P() { do :: x == 1 -> x = 2 :: atomic { else -> x = 3 } od }",
			"byte x; active proctype P() { for (x : 1 .. 3) { skip } }",
		},
	},
	"misplaced-label": {
		found: map[string][]string{
			"byte x; active proctype P() { do :: end: x == 1 :: x == 2 od }":          {"1:37"},
			"byte x; active proctype P() { if :: x == 1 :: L: { x = 1; goto L } fi }": {"1:47"},
		},
		none: []string{
			"byte x; active proctype P() { end: do :: x == 1 -> L: x = 2 :: x == 5 -> goto L od }",
			"byte x; active proctype P() { L: if :: x == 1; end: x == 2 fi; goto L }",
		},
	},
	"mtype-mix": {
		found: map[string][]string{
			"mtype = { x }; mtype:b = { y }; mtype:b m; mtype n; active proctype P() { m == x; n = y; n != m }": {
				"1:77", "1:87", "1:92"},
		},
		none: []string{
			"mtype = { x }; mtype:b = { y }; mtype:b m; mtype n; active proctype P() { m == y; n = x; n != x; m == 1; m == n + 1 }",
		},
	},
	"mtype-name": {
		found: map[string][]string{
			"byte x; mtype = { x, y }; active proctype P() { x == 1 }":               {"1:19"},
			"mtype = { x, y }; active proctype P() { byte x; x == 1 } init { skip }": {"1:46"},
		},
		none: []string{"byte x; mtype = { z, y }; typedef T { byte w }; mtype = { w }; active proctype P() { x == y }"},
	},
	"rendezvous-in-d_step": {
		found: map[string][]string{
			"chan c = [0] of { byte }; byte x; active proctype P() { d_step { c!1; x = 1 } } init { c?x; x == 1 }":    {"1:66"},
			"chan c = [0] of { byte }; byte x; active proctype P() { d_step { x == 1; c?x } } init { c!1 }":           {"1:74"},
			"chan c = [0] of { byte }; proctype P(chan d) { d_step { skip; d!1 } } init { byte x; run P(c); c?x; x }": {"1:63"},
		},
		none: []string{
			"chan c = [0] of { byte }; byte x; active proctype P() { d_step { c?x; x == 1 } } init { c!1 }",
			"chan c = [1] of { byte }; byte x; active proctype P() { d_step { c!1; x = 1 } } init { c?x; x == 1 }",
			"chan c = [0] of { byte }; byte x; active proctype P() { atomic { c!1; x = 1 } } init { c?x; x == 1 }",
		},
	},
	"timeout-loop": {
		found: map[string][]string{
			"byte x; active proctype P() { do :: x == 1 -> break :: timeout od }":                       {"1:56"},
			"byte x; active proctype P() { L: if :: x == 1 :: timeout -> goto L fi }":                   {"1:50"},
			"byte x; active proctype P() { do :: x == 1 -> break :: timeout -> printf(\"\"); skip od }": {"1:56"},
		},
		none: []string{
			"byte x; active proctype P() { do :: x == 1 -> break :: timeout -> break od }",
			"byte x; active proctype P() { do :: x == 1 -> break :: timeout -> x = 1 od }",
			"byte x; active proctype P() { do :: x == 1 -> break :: timeout -> goto L od; L: skip }",
			"byte x; active proctype P() { if :: x == 1 :: timeout fi }",
			"proctype Q() { skip } active proctype P() { do :: timeout -> run Q() od }",
			"byte x; active proctype P() { do :: x == 1 :: timeout && x == 2 -> skip od }",
		},
	},
	"timeout-never": {
		found: map[string][]string{
			"byte x; active proctype P() { do :: x == 1 -> skip :: timeout -> break :: else -> x = 1 od }": {"1:55"},
			"byte x; active proctype P() { if :: timeout :: x = 1 fi; x == 1 }":                            {"1:37"},
		},
		none: []string{
			"byte x; active proctype P() { do :: x == 1 -> skip :: timeout -> break od }",
			"byte x; chan c = [1] of { byte }; active proctype P() { do :: c?x :: c!x :: timeout -> break od }",
		},
	},
	"unreachable": {
		found: map[string][]string{
			"byte x; active proctype P() { goto M; { x = 1; M: x == 2 } }":                                  {"1:41"},
			"byte x; active proctype P() { do :: x == 1 od; x == 2; x == 3 }":                               {"1:48"},
			"byte x; active proctype P() { if :: x == 1 -> goto L :: x == 2 -> goto L fi; x = 3; L: skip }": {"1:78"},
			"byte x; active proctype P() { do :: break; x = 1 :: goto L; x = 3 od; L: x == 4 }":             {"1:44", "1:61"},
			"byte x; active proctype P() { atomic { goto L; x = 1 }; x = 2; L: x == 4 }":                    {"1:48"},
			"inline f(b) { b; x = 2; x == 1 }\nbyte x; active proctype P() { do :: f(break) od }":           {"1:18"},
			"byte x; active proctype P() { goto L; { x = 1; M: x = 2; goto M }; L: x == 4 }":                {"1:39"},
		},
		none: []string{
			"byte x; active proctype P() { do :: x == 1 -> break od; x == 2 }",
			"active proctype P() { byte x }",
			"byte x; active proctype P() { if :: x == 1 -> goto L :: x == 2 fi; x = 3; L: skip }",
			"byte x; active proctype P() { goto L; do :: x == 1; L: x = 2 od }",
			"byte x; active proctype P() { do :: x == 1 od unless x == 3; x = 4 }",
			"byte x; active proctype P() { { goto L } unless x == 3; x = 4; L: x == 4 }",
			"byte x; active proctype P() { goto L; x = 1; /* lint: unreachable=off */ L: x == 1 }",
			"byte x; active proctype P() { for (x : 1 .. 3) { break } }",
			"byte x; active proctype P() { do :: x == 1 -> goto L od; false; L: skip }",
			"byte x; active proctype P() { do :: x == 1 -> goto L od; assert(false); L: skip }",
			"inline f(b) { b; x = 2; x == 1 }\nbyte x; active proctype P() { do :: f(break) :: f(skip) od }",
			"inline f(stop) { if :: stop -> goto L :: else -> goto L fi }\n" +
				"inline g(l) { goto l; x == 1 }\nbyte x;\nactive proctype P() { do :: x == 5 -> break od; L: x == 3 }",
		},
	},
	"unused-channel": {
		found: map[string][]string{
			"chan c = [1] of { byte }; active proctype P() { chan d; skip }": {"1:6", "1:54"},
		},
		none: []string{
			"chan c = [1] of { byte }; active proctype P() { c!1 }",
			"chan c = [1] of { byte }; active proctype P() { xs c; skip }",
			"chan c = [1] of { byte }; proctype Q(chan d) { d!1 } init { run Q(c) }",
		},
	},
	"unused-priority": {
		found: map[string][]string{
			"proctype P() priority 2 { skip } init { run P(); run P() priority 2; run P() }":       {"1:41", "1:70"},
			"active proctype P() priority 3 { skip } init { skip; run P() }":                       {"1:54"},
			"inline f() { run P() }\nproctype P() priority 2 { skip }\ninit { f(); f() }":          {"1:14"},
			"init { byte x = run P(); x == 1 } proctype P() priority 255 { skip }":                 {"1:17"},
			"proctype P() priority 2 { if :: _nr_pr < 3 -> run P() :: else fi } init { run P(); }": {"1:47", "1:75"},
		},
		none: []string{
			"proctype P() priority 1 { skip } init { run P() }",
			"proctype P() priority 2 { skip } init { run P() priority 1 }",
			"active proctype P() priority 2 { skip }",
			"proctype P() { skip } init priority 2 { run P() }",
		},
	},
	"unused-proctype": {
		found: map[string][]string{"proctype P() { skip } active [0] proctype R() { skip } init { skip }": {"1:10", "1:43"}},
		none: []string{
			"proctype P() { skip } init { run P() }",
			"proctype P() { skip } init { byte x = run P(); x == 1 }",
			"inline f() { run P() }\nproctype P() { skip } init { skip }",
		},
	},
	"unused-variable": {
		found: map[string][]string{
			"byte x, y; active proctype P() { byte z = y; skip }":                                        {"1:6", "1:39"},
			"typedef T { byte f }; T t; active proctype P() { skip }":                                    {"1:25"},
			"inline f() { byte x; skip }\nactive proctype P() { f(); f() }\nactive proctype Q() { f() }": {"1:19"},
		},
		none: []string{
			"byte x; active proctype P() { skip } ltl p { [] (x == 0) }",
			"byte x; active proctype P() { skip } never { do :: x == 0 od }",
			"byte x; inline f() { x == 1 } active proctype P() { skip }",
			"byte x;\n#define p (x == 1)\nactive proctype P() { skip }",
			"byte x;\n#ifdef N\nbyte y = x;\n#endif\nactive proctype P() { skip }",
			"byte N = 3; byte a[N]; active proctype P() { a[0] == 1 }",
			"byte N = 3; active [N] proctype P() { skip }",
			"byte a[2], i; active proctype P() { for (i in a) { skip } }",
			"active proctype P() { byte x; skip } active proctype Q() { P:x == 1 }",
			"byte x; active proctype P() provided (x == 0) { skip }",
			"proctype P(byte x) { skip } init { run P(1) }",
		},
	},
	"value-out-of-range": {
		found: map[string][]string{
			"inline f(v) { v = 300 }\nbyte x, y; active proctype P() { f(x); f(y); x == y }": {"1:19"},
			"chan c = [1] of { byte }; chan d = [2] of { byte };\n" +
				"proctype P(chan e) { e!256; e?_ } init { run P(c); run P(d) }": {"2:24"},
			"byte x = 300; bool b = 7; active proctype P() { x = 256; b = -1; x == b }": {"1:10", "1:24", "1:53", "1:62"},
			"byte a[2] = { 1, 256 }; typedef T { byte f = 999 }; T t; active proctype P() { a[0] == t.f; t.f = -2 }": {
				"1:6", "1:46", "1:99"},
			"chan c = [1] of { byte }; active proctype P() { c!256; c?256; c?[256] }":      {"1:51", "1:58", "1:66"},
			"proctype P(byte x) { x == 1 } init { run P(256); run P(255) }":                {"1:44"},
			"unsigned x : 4; short y; active proctype P() { x = 16; y = 1 << 15; x == y }": {"1:52", "1:62"},
		},
		none: []string{
			"byte x = 255; bool b = 1; int i = -5; active proctype P() { x = 255; b = false; x == b; i == 2 }",
			"unsigned x : 4; short y; active proctype P() { x = 15; y = -32768; x == y }",
			"chan c = [1] of { byte }; chan d = [1] of { int };\n" +
				"proctype P(chan e) { e!256; e?_ } init { run P(c); run P(d) }",
		},
	},
	"not-in-spin": {
		found: map[string][]string{
			"byte x; proctype P(byte n) provided (n > x) { x++ } init { run P(1) }":                    {"1:38"},
			"active proctype Q() { L: skip } active proctype P() provided (Q@L) { skip }":              {"1:63"},
			"chan c = [0] of { byte }; active proctype P() { enabled(1) } active proctype Q() { c!1 }": {"1:49"},
			"unsigned u[2] : 3; active proctype P() { u[0] = u[1] }":                                   {"1:10"},
			"byte x; active proctype P() { x = 1 }\nltl p { X (x == 1) }":                              {"2:9"},
		},
		none: []string{
			"byte x; active proctype P() provided (x < 1 && _pid == 0 && (x -> 1 : _nr_pr)) { x == 1 }",
			"chan c = [1] of { byte }; active proctype P() { enabled(1) } active proctype Q() { c!1 }",
			"unsigned u : 3; active proctype P() { u = u + 1 }",
			"byte x; active proctype P() { x = 1 }\nltl p { [] (x < 2) }",
		},
	},
	"write-only": {
		found: map[string][]string{
			"byte x, y, z; active proctype P() { x = 1; y++; z = z + 1 }":                           {"1:6", "1:9", "1:12"},
			"chan c = [1] of { byte }; byte x; active proctype P() { c!1; c?x }":                    {"1:32"},
			"byte a[2], i; active proctype P() { a[i] = 1 }":                                        {"1:6"},
			"inline f() { byte t; t = 1 }\nactive proctype P() { f() } active proctype Q() { f() }": {"1:19"},
			"proctype P(byte x) { x = 2 } init { run P(1) }":                                        {"1:17"},
		},
		none: []string{
			"byte x; active proctype P() { x = 1; x == 1 }",
			"byte x; active proctype P() { x = 1 } ltl p { <> (x == 1) }",
			"byte x; active proctype P() { x = 1; printf(\"%d\", x) }",
			"hidden byte x; show byte y; active proctype P() { x = 1; y = 1 }",
			"byte x, y; active proctype P() { x = 1; y = x; y == 1 }",
			"byte x; /* lint: write-only=off */ active proctype P() { x = 1 }",
			"byte x; active proctype P() { x = 1 }\n#define done (x == 1)",
			"byte a[2], i; active proctype P() { a[i] = 1; i = a[0] }",
			"byte x, y = 1; active proctype P() { x = 1; x = 5 / x; y = 3 % (y - 1) }",
			"inline f(i) { byte t; t = 1; if :: i == 0 -> skip :: i == 1 -> t == 1 fi }\n" +
				"active proctype P() { f(0); f(1) }",
		},
	},
}

// ofReading are lints found by the resolver, and tested there.
var ofReading = []string{"array-without-index", "chained-unless", "empty-loop", "ignored-initialiser",
	"ignored-width", "label-is-variable", "label-twice", "late-channel", "macro-redefined", "mtype-twice",
	"no-width", "preprocessor"}

func places(t *testing.T, text, name string) []string {
	var out []string
	for _, d := range checkAt(t, read(t, text), lint.Levels{name: lint.Warning}) {
		if d.Name == name {
			out = append(out, fmt.Sprintf("%d:%d", d.Pos.Line, d.Pos.Col))
		}
	}
	return out
}

func TestLintsAndNearMisses(t *testing.T) {
	for _, l := range lint.All {
		c, ok := cases[l.Name]
		require.NotEqual(t, ok, slices.Contains(ofReading, l.Name), l.Name)
		for text, want := range c.found {
			assert.Equal(t, want, places(t, text, l.Name), "%s: %s", l.Name, text)
		}
		require.Equal(t, ok, len(c.none) > 0, l.Name)
		for _, text := range c.none {
			assert.Empty(t, places(t, text, l.Name), "%s: %s", l.Name, text)
		}
	}
}
