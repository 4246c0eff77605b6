# Everything needs Go only, except conformance, long and bench: they need spin and gcc too.
GO ?= go
STATICCHECK ?= v0.8.2
FUZZTIME ?= 10s

# What keeps keys that are changed in part.
KEYED = ./compression/... ./verifier ./verifier/store/... ./verifier/search ./verifier/systemtest ./verifier/conformance

.PHONY: build dist playground vscode editors test check fuzz bench compared conformance long golden generate

# With the commit in what gospin version tells, whatever GOFLAGS says; without C, which needs libraries and threads; and
# with NATS, which takes a minute to compile: without the tag, clusters are left out.
build:
	CGO_ENABLED=0 $(GO) build -buildvcs=auto -tags urfave_cli_no_docs,nats -o bin/gospin ./cmd/gospin

# What people install, in dist/: archives for six platforms, Debian packages where dpkg-deb is, checksums.
dist:
	$(GO) run ./cmd/dist

# The playground as pages that need no gospin, in dist/playground: playground.html, to open as a file, and index.html
# with gospin.wasm, for a server.
playground:
	$(GO) run -pgo=off ./cmd/playground/build

# The extension for VS Code, dist/gospin.vsix, with the program in WebAssembly. It needs npm.
vscode: playground
	mkdir -p cmd/vscode/dist
	cp dist/playground/gospin.wasm "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" cmd/vscode/start.js cmd/vscode/dist
	cd cmd/vscode && npm install --no-package-lock --no-audit --no-fund && npm run package

# The playground in Chromium, and the extension: its grammar on all examples, its program in both forms.
editors: playground
	GOSPIN_PLAYGROUND="$(CURDIR)/dist/playground" $(GO) test -count=1 -run PlaygroundInTheBrowser\|PlaygroundOfExamples ./cmd/gospin
	@if timeout 60 npm ping >/dev/null 2>&1; then \
		$(MAKE) vscode && $(GO) build -pgo=off -o dist/gospin ./cmd/gospin && \
		cd cmd/vscode && GOSPIN="$(CURDIR)/dist/gospin" npm test; \
	else echo "npm's registry is not within reach: the extension is left out"; fi

# Then once more what stores states, each incremental key recomputed from scratch.
test:
	$(GO) test ./...
	$(GO) test -tags invariants $(KEYED) -skip 'Recorded|Large|Micro|Syntax|Mutants|Batch|AgreeAcross|Interrupt'

# Formatting, suspicious code, the import graph, and the lengths of lines and functions; staticcheck where it can be
# fetched.
check:
	@bad=$$(gofmt -l .); if [ -n "$$bad" ]; then echo "not formatted:"; echo "$$bad"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags conformance ./verifier/thorough ./ltl ./verifier/conformance
	$(GO) vet -tags invariants ./compression ./verifier/conformance
	GOOS=windows $(GO) vet ./cmd/gospin
	$(GO) vet -tags nats ./cmd/cluster ./cmd/gospin
	$(GO) test -tags nats -run 'Cluster|Manual/clusters' ./cmd/gospin
	$(GO) test -run 'Import|Lengths' ./verifier/conformance
	@if timeout 120 $(GO) run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) -version >/dev/null 2>&1; then \
		$(GO) run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) ./... && \
		$(GO) run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) -tags nats ./cmd/cluster ./cmd/gospin; \
	else echo "staticcheck is not within reach: left out"; fi

# Every fuzz target, FUZZTIME each.
fuzz:
	GO="$(GO)" FUZZTIME=$(FUZZTIME) .ci/fuzz

# The packages of which go test tries some (verifier/thorough), with all that they can try, and counts equal to those of
# real SPIN: shipped models, examples, micro-models, 20 random models, verdicts on 30 random formulas. And automata no
# larger than those of spin -f, with the same verdicts. All other packages do the same with go test. The longest begins
# first, or one processor would be idle at the end.
conformance:
	$(GO) test -tags conformance -timeout 24m ./verifier/conformance $$(grep -rlE --include='*_test.go' \
		'gospin/verifier/thorough"|^//go:build conformance' . | xargs -n1 dirname | sort -u)

# The same with 500 random models, and as many formulas, and 1,000 of each for reductions; 10,000 formulas held to their
# meaning on lassos.
long:
	GOSPIN_LONG=1 GOSPIN_LTL=10000 $(GO) test -tags conformance -timeout 30m ./ltl
	GOSPIN_LONG=1 $(GO) test -tags conformance -timeout 60m -run "TestKilledAndGoneOnWith|TestInterruptedTenTimes" ./cmd/gospin
	GOSPIN_LONG=1 $(GO) test -tags conformance -timeout 30m ./verifier/symmetry ./verifier/partition ./verifier/check/...
	GOSPIN_LONG=1 $(GO) test -tags conformance -timeout 30m -run "TestCertificates|TestCoverage" ./verifier
	GOSPIN_LONG=1 $(GO) test -tags conformance -timeout 30m -run TestInterruptedSearchesCountTheSame ./verifier/space
	GOSPIN_LONG=1 $(GO) test -tags nats -timeout 30m -run "TestClusterLosesNothing|TestClusterSplit" ./cmd/gospin
	cd verifier/conformance && GOSPIN_LARGE=1 GOSPIN_STRONG=800 GOSPIN_BATCHED=2000 GOSPIN_CLAIMED=200 GOSPIN_DEAD=1000 GOSPIN_LIVE=2000 GOSPIN_SHORTEST=200 GOSPIN_MERGED=300 GOSPIN_RANDOM=500 GOSPIN_ALIKE=10000 GOSPIN_TOLD=200 GOSPIN_REDUCED=1000 $(GO) test -tags conformance -timeout 120m

# Times and memory beside pan's. Prints, asserts nothing.
bench:
	$(GO) run ./cmd/bench

# verifier/compare/results.html: ways to store states beside pan's, reductions, and the tables of papers at small
# sizes, as one page with tabs. It needs spin and gcc.
compared:
	$(GO) build -o dist/compared/gospin ./cmd/gospin
	cd dist/compared && ./gospin compare -runs 3 -against pan -format html -o stores.html && \
		./gospin compare -runs 3 -por -against pan -format html -o reductions.html && \
		for paper in delta difference caching sweepline; do \
			./gospin compare -paper $$paper -format html -o $$paper.html || exit 1; \
		done && \
		./gospin compare -tabs stores.html,reductions.html,delta.html,difference.html,caching.html,sweepline.html \
			-o ../../verifier/compare/results.html

# Writes anew the texts that tests compare with; look at the difference before committing it.
golden:
	@grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -r -n1 dirname | sort -u | while read -r dir; do \
		$(GO) test $$dir -update || exit 1; \
	done

# Measures compression/huffman.code anew: the Huffman code that is compiled in.
generate:
	$(GO) generate ./...
