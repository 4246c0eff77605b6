// The grammar colours all examples as recorded: the words that have each scope in any of them, in scopes.json.
// UPDATE=1 records it again. No word of the language is left without a scope.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const here = import.meta.dirname, root = path.join(here, "../../..");
const wasm = fs.readFileSync(path.join(here, "../node_modules/vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const file = path.join(here, "../syntaxes/promela.tmLanguage.json");
const grammar = await new textmate.Registry({
	onigLib: Promise.resolve({
		createOnigScanner: s => new oniguruma.OnigScanner(s), createOnigString: s => new oniguruma.OnigString(s),
	}),
	loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file),
}).loadGrammar("source.promela");

function tokens(text) {
	const out = [];
	let stack = textmate.INITIAL;
	for (const [i, line] of text.split("\n").entries()) {
		const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
		stack = ruleStack;
		for (const t of tokens) {
			const word = line.slice(t.startIndex, t.endIndex).trim();
			if (word) out.push({ line: i + 1, word, scope: t.scopes.slice(1).join(" ").replaceAll(".promela", "") });
		}
	}
	return out;
}

const models = ["examples", "examples/papers", "cmd/playground/models"].flatMap(dir =>
	fs.readdirSync(path.join(root, dir)).filter(f => f.endsWith(".pml")).sort().map(f => `${dir}/${f}`));
const words = new Set(("active assert atomic bit bool break byte chan d_step do else empty fi for full goto if init inline int len ltl " +
	"mtype nempty never nfull od of pid proctype run select short skip timeout typedef unless unsigned eval printf").split(" "));

test("scopes of all examples", () => {
	const found = {};
	for (const m of models) {
		for (const t of tokens(fs.readFileSync(path.join(root, m), "utf8"))) {
			for (const word of t.scope ? [] : t.word.match(/[A-Za-z_]\w*/g) ?? []) {
				assert.ok(!words.has(word), `${m}:${t.line}: ${word} has no colour`);
			}
			if (!t.scope || t.scope.startsWith("comment")) continue;
			(found[t.scope] ??= new Set()).add(t.word);
		}
	}
	for (const scope in found) found[scope] = [...found[scope]].sort();
	const recorded = path.join(here, "scopes.json");
	if (process.env.UPDATE) fs.writeFileSync(recorded, JSON.stringify(found).replaceAll("],", "],\n") + "\n");
	assert.ok(models.length > 30);
	assert.deepEqual(found, JSON.parse(fs.readFileSync(recorded, "utf8")));
});

test("scopes of all kinds of words", () => {
	const scopes = text => Object.fromEntries(tokens(text).map(t => [t.word, t.scope]));
	const s = scopes('#define N 3 /* c */\nproctype P(byte x) { again: do :: x > 0x1F -> goto again :: else -> printf("%d\\n", x); run Q(\'a\') od }\nltl p { [] <> (x == 1) } // end');
	for (const [word, scope] of Object.entries({
		"#define": "keyword.control.directive", N: "entity.name.function.preprocessor", P: "entity.name.function", byte: "storage.type",
		"0x1F": "constant.numeric", "%d": "string.quoted.double constant.other.placeholder", Q: "entity.name.function",
		"'a'": "constant.character", p: "entity.name.section", "// end": "comment.line.double-slash", "::": "keyword.control.option",
	})) assert.equal(s[word], scope, word);
	assert.equal(tokens("again: skip")[0].scope, "entity.name.label");
	assert.equal(tokens("do :: x -> y")[1].scope, "keyword.control.option");
	assert.equal(tokens("mtype:colour = { red }")[0].scope, "storage.type");
});
