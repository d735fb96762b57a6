// Reads Markdown, HTML and text files: titles, dates, passages with headings.
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../../src/search/html.ts"
import { passageCharacters } from "../../src/search/limits.ts"
import { readMarkdown, readText } from "../../src/search/markdown.ts"

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
        { heading: "Tides › High water › Spring", text: "Month: Level\nMarch: 7 m" },
        { heading: "Tides › Low", text: "# no heading\ncurl /tides" }
      ]
    })
  })

  it("without a title is named by its first heading, and without one by its file", () => {
    assert.strictEqual(readMarkdown("a.md", "## Second\n\ntext").title, "Second")
    assert.strictEqual(readMarkdown("a.md", "only text").title, "a.md")
    assert.deepEqual(readMarkdown("a.md", "").passages, [])
  })

  it("takes no date that is none, no unknown source and no address of another kind", () => {
    const text = "---\ndate: 2026-02-30\nlast_updated: soon\nsource: moon\nurl: javascript:x\n---\ntext"
    assert.deepEqual(readMarkdown("a.md", text), { title: "a.md", passages: [{ heading: "", text: "text" }] })
  })

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
      title: "Mar&eacute;es & ports",
      date: "2026-05-06",
      lastUpdated: "2026-05-07",
      language: "fr",
      passages: [
        { heading: "Ports", text: "Water < 3 m été bolder" },
        { heading: "Ports › Quay", text: "one\ntwo\nthree\n1 < 2" }
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
    assert.deepEqual(passages, [{ heading: "", text: "One\nline.\nTwo." }])
  })
})
