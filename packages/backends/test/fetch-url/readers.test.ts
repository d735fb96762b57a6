// Readers of HTML, encodings and robots.txt.
import { assert, describe, it } from "@effect/vitest"
import type { Resumable } from "@leadline/core/internal"
import * as fc from "fast-check"
import { decodeText as decodeInPieces } from "../../src/fetch-url/decodeText.ts"
import { htmlText as readHtml } from "../../src/fetch-url/htmlText.ts"
import * as limits from "../../src/fetch-url/limits.ts"
import { isAllowedBy as readRobots } from "../../src/fetch-url/robots.ts"

/** The result of the work, and the pauses that it made. */
const run = <A>(work: Resumable<A>) => {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next()
    if (done === true) return { value, pauses }
  }
}

const piecesOf = (text: string, length: number): ReadonlyArray<string> =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length)
  )

const htmlText = (html: string) => run(readHtml([html])).value
const decodeText = (bytes: Uint8Array, type: string) => Array.from(decodeInPieces(bytes, type)).join("")
const isAllowedBy = (text: string, path: string) => run(readRobots(text, path)).value

const tag = (count: number) => `<p ${Array.from({ length: count }, (_, at) => `a${at}`).join(" ")}>`

const wide = (count: number) => piecesOf(`start${tag(count)}end${" ".repeat(1_000)}`, 512)

describe("HTML", () => {
  const filler = "Water rises and falls. ".repeat(10).trim()

  it("is its main part, where that is long", () => {
    const page = `<header>Site</header><main><h1>Tides</h1><p>${filler}</p></main><p>Imprint</p>`
    assert.strictEqual(htmlText(page).text, `Tides\n${filler}`)
    assert.strictEqual(htmlText("<main>Short</main><p>Rest</p>").text, "Short\nRest")
  })

  it("has no scripts, styles, forms or navigation", () => {
    const page =
      "<style>p{}</style><script>'<p>'</script><nav><nav>a</nav>b</nav><form>c</form><p>d</p><footer>e</footer>"
    assert.strictEqual(htmlText(page).text, "d")
  })

  it("may be of any depth", () => {
    assert.strictEqual(htmlText(`${"<div><b>".repeat(100_000)}end`).text, "end")
  })

  it("is read up to a tag of too many attributes", () => {
    assert.strictEqual(run(readHtml(wide(limits.attributes))).value.text, "start\nend")
    assert.strictEqual(run(readHtml(wide(limits.attributes + 1))).value.text, "start")
  })

  it("is kept up to a length, and not read on once its main part has it", () => {
    const words = "word ".repeat(limits.textLength)
    assert.strictEqual(htmlText(words).text.length, limits.textLength)
    assert.strictEqual(htmlText(`<title>${words}</title>x`).title.length, limits.titleLength - 1)
    let read = 0
    const endless = function* () {
      for (yield "<main>"; ; read++) yield words
    }
    assert.strictEqual(run(readHtml(endless())).value.text.length, limits.textLength)
    assert.strictEqual(read, 0)
  })

  it("is the same in pieces of any length, with a pause after each", () => {
    const marks = "<p> <main> </main> </nav> <title> </title> <script> </script> &amp; &notin word < é"
    const part = fc.constantFrom(...marks.split(" "), "<nav a='b' c>", "<!-- c -->", "\r\n", "\u00a0", " ")
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (parts, length) => {
        const html = parts.join("")
        const pieces = piecesOf(html, length)
        const { pauses, value } = run(readHtml(pieces))
        assert.deepStrictEqual(value, htmlText(html))
        assert.strictEqual(pauses, pieces.length)
      })
    )
  })
})

describe("text", () => {
  it("is decoded as its header or its beginning says", () => {
    const latin = Uint8Array.from([0xe9])
    assert.strictEqual(decodeText(latin, "text/plain; charset=ISO-8859-1"), "é")
    const page = new Uint8Array([...new TextEncoder().encode('<meta charset="latin1">'), 0xe9])
    assert.match(decodeText(page, "text/html"), /é$/)
    assert.strictEqual(decodeText(new TextEncoder().encode("é"), "text/html; charset=nonsense"), "é")
  })

  it("is decoded in pieces of bounded length, also within a character", () => {
    const text = "aé".repeat(limits.bytesPerStep)
    const pieces = Array.from(decodeInPieces(new TextEncoder().encode(text), "text/plain"))
    assert.strictEqual(pieces.join(""), text)
    assert.isAtMost(Math.max(...pieces.map(({ length }) => length)), limits.bytesPerStep)
  })
})

describe("robots.txt", () => {
  const rules = [
    "User-agent: other",
    "Disallow: /",
    "",
    "User-agent: *",
    "Disallow: /a/ # all of it",
    "Allow: /a/b",
    "Disallow: /*.pdf$",
    "Disallow:"
  ].join("\n")

  it.each([
    [rules, "/", true],
    [rules, "/a/x", false],
    [rules, "/a/b/c", true],
    [rules, "/x.pdf", false],
    [rules, "/x.pdf?y", true],
    ["User-agent: *\nDisallow: /private", "/%70rivate/x", false],
    ["User-agent: *\nDisallow: /%70rivate", "/private/x", false],
    ["User-agent: *\nDisallow: /ü", "/%c3%bc", false],
    ["User-agent: *\nDisallow: /a/b", "/a%2Fb", true],
    ["User-agent: *\nDisallow: /%zz\ud800", "/%zz\ud800", false]
  ])("of %j has for %s: %s", (text, path, isAllowed) => {
    assert.strictEqual(isAllowedBy(text, path), isAllowed)
  })

  it("has rules for this server before those for all", () => {
    assert.isTrue(isAllowedBy(`${rules}\nUser-Agent: Leadline\nAllow: /`, "/a/x"))
  })
})
