// Reads Markdown, HTML and text files: titles, dates, passages with headings.
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../../src/search/readers/html.ts"
import { passageCharacters } from "../../src/search/limits.ts"
import { readMarkdown, readText } from "../../src/search/readers/markdown.ts"

const titleOf = (head: string) => readMarkdown("a.md", `---\n${head}\n---\ntext`).title

describe("Markdown", () => {
  it("has front matter, a title, and passages under their headings", () => {
    const text = `---
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
curl /tides
\`\`\`
`
    assert.deepEqual(readMarkdown("guide.md", text), {
      title: "Tides: a guide",
      date: "2026-01-02",
      lastUpdated: "2026-03-04",
      language: "en",
      mode: "academic",
      url: "https://tides.example/guide",
      passages: [
        { heading: "Tides", text: "Two a day." },
        { heading: "Tides › High water", text: "At Brest twice." },
        { heading: "Tides › High water › Spring", text: "| Month | Level |\n| --- | --- |\n| March | 7 m |" },
        { heading: "Tides › Low", text: "```\n# no heading\ncurl /tides\n```" }
      ]
    })
  })

  it("without a title is named by its first heading, and without one by its file", () => {
    assert.strictEqual(readMarkdown("a.md", "## Second\n\ntext").title, "Second")
    assert.strictEqual(readMarkdown("a.md", "only text").title, "a.md")
    assert.deepEqual(readMarkdown("a.md", "").passages, [])
  })

  it("keeps quotes and lists as text that are more than 32 deep", () => {
    const [passage] = readMarkdown("a.md", `${">".repeat(40)} calm`).passages
    assert.strictEqual(passage?.text, `${">".repeat(8)} calm`)
    const [item] = readMarkdown("a.md", `${"1) ".repeat(40)}calm`).passages
    assert.include(item?.text, `${"1) ".repeat(8)}calm`)
  })

  it("keeps a table as text whose short rows lack more cells than the page has letters", () => {
    const wide = `|${"tide|".repeat(1_000)}\n|${"-|".repeat(1_000)}\n${"|b|\n".repeat(300)}`
    const { passages } = readMarkdown("a.md", wide)
    assert.include(passages[0]?.text, "|tide|tide|")
    assert.include(passages.at(-1)?.text, "|b|")
  })

  it("takes no date that is none, no unknown source and no address of another kind", () => {
    const text = "---\ndate: 2026-02-30\nlast_updated: soon\nsource: moon\nurl: javascript:x\n---\ntext"
    assert.deepEqual(readMarkdown("a.md", text), { title: "a.md", passages: [{ heading: "", text: "text" }] })
  })

  it("has front matter in YAML: folded texts, lists, numbers; what is not YAML is left out", () => {
    assert.strictEqual(titleOf("title: >-\n  Two\n  lines\ntags: [a, b]"), "Two lines")
    assert.strictEqual(titleOf("title: 2026 # a year"), "2026")
    assert.strictEqual(titleOf("title: &a [*a, *a]"), "a.md")
    assert.strictEqual(titleOf("title: [unclosed"), "a.md")
    assert.strictEqual(
      readMarkdown("a.md", "---\nA text between rules.\n---\n").title,
      "A text between rules."
    )
  })

  it("has setext headings, references, entities, escapes, and no comments", () => {
    const text = `Tides *today* \`now\`
=============

<!-- not
for readers -->
See [the table][t], [t] &amp; AT&amp;T: 1 &lt; 2, 3 < 4, \\*not emphasis\\*, snake_case_name, \`a &amp; b\`.
[![build](badge.svg)](ci) ![Chart of tides](chart.png)

[t]: https://tides.example "Title"

Low
---

text`
    assert.deepEqual(readMarkdown("a.md", text), {
      title: "Tides today now",
      passages: [
        {
          heading: "",
          text: "See the table, t & AT&T: 1 < 2, 3 < 4, *not emphasis*, snake_case_name, `a &amp; b`.\nChart of tides"
        },
        { heading: "Low", text: "text" }
      ]
    })
  })

  it("has lists, quotes, HTML and fences of four backticks", () => {
    const text = `- one\n  - two\n- three\n\n> quoted\n\n<h2 align="center">Head</h2>\n<p>para &eacute;</p>\n
\`\`\`\`md\n\`\`\`js\ninner\n\`\`\`\n\`\`\`\`\n`
    assert.deepEqual(readMarkdown("a.md", text).passages, [
      { heading: "", text: "- one\n  - two\n- three\n\nquoted" },
      { heading: "", text: "para é\n\n````\n```js\ninner\n```\n````" }
    ])
  })

  it("splits a long table between rows and code between lines, each piece whole in itself", () => {
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

  it(
    "that is broken is read to its end, in time that does not grow with the square of its length",
    {
      timeout: 60_000
    },
    () => {
      for (const part of "[ ![ *a ` <!-- > - &# [a]( | 1. \\ <div> ~~".split(" "))
        assert.isNotEmpty(readMarkdown("a.md", `before ${part.repeat(100_000)}`).passages, part)
    }
  )

  it("whose front matter does not end has none", () => {
    assert.include(readMarkdown("a.md", "---\ntitle: x\n\ntext").passages[0]?.text, "title: x")
  })

  it("is cut into passages of bounded length, without losing a word", () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `word${index}${index % 9 === 0 ? "." : ""}`)
    const { passages } = readMarkdown("a.md", words.join(" "))
    assert.isAbove(passages.length, 10)
    assert.isTrue(passages.every(({ text }) => text.length <= passageCharacters))
    assert.strictEqual(passages.map(({ text }) => text).join(" "), words.join(" "))
    const unbroken = readMarkdown("a.md", "x".repeat(5_000)).passages.map(({ text }) => text)
    assert.strictEqual(unbroken.join(""), "x".repeat(5_000))
  })
})

describe("HTML", () => {
  it("is what a reader sees", () => {
    const text = `<!DOCTYPE html><html lang="fr"><head><title>Mar&eacute;es &amp; ports</title>
<meta content='2026-05-06' name="date"><meta property="article:modified_time" content="2026-05-07T01:00:00Z">
</head><body><nav>menu</nav><!-- not <p>this</p> --><script>if (a < b) x("</p>")</script>
<h1>Ports</h1><p>Water &lt; 3&nbsp;m &#233;t&#xE9; <b>bold</b>er</p><h2>Quay</h2><ul><li>one<li>two</ul>
<p title="a > b">three</p> 1 < 2</body></html>`
    assert.deepEqual(readHtml("a.html", text), {
      title: "Marées & ports",
      date: "2026-05-06",
      lastUpdated: "2026-05-07",
      language: "fr",
      passages: [
        { heading: "Ports", text: "Water < 3 m été bolder" },
        { heading: "Ports › Quay", text: "- one\n- two\n\nthree\n\n1 < 2" }
      ]
    })
  })

  it("that is broken is read to its end, in time that grows with its length", { timeout: 60_000 }, () => {
    for (const part of ["<", "<a ", "<!--", "<script>", '<a b="', "<p", "&#", "</", "<a 'b\""]) {
      // Were it to grow with the square, this would take hours.
      assert.isNotEmpty(readHtml("a.html", `before ${part.repeat(100_000)}`).passages, part)
    }
    assert.strictEqual(readHtml("a.html", "text <script> lost").passages[0]?.text, "text")
  })
})

describe("plain text", () => {
  it("is paragraphs under the name of its file", () => {
    const { passages, title } = readText("notes.txt", "One\nline.\n\nTwo.")
    assert.strictEqual(title, "notes.txt")
    assert.deepEqual(passages, [{ heading: "", text: "One\nline.\n\nTwo." }])
  })
})
