// What HTML, encodings and robots.txt mean.
import { assert, describe, it } from "@effect/vitest"
import { decodeText } from "../../src/fetch-url/decodeText.ts"
import { htmlText } from "../../src/fetch-url/htmlText.ts"
import { isAllowedBy } from "../../src/fetch-url/robots.ts"

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

  it("without an end of its navigation still has its text", () => {
    assert.strictEqual(htmlText("<nav><p>All there is.").text, "All there is.")
  })

  it("may be of any depth and with any number of attributes", () => {
    const deep = "<div><b>".repeat(100_000)
    const wide = `<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(" ")}>`
    assert.strictEqual(htmlText(`${deep}${wide}end`).text, "end")
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
    ["/", true],
    ["/a/x", false],
    ["/a/b/c", true],
    ["/x.pdf", false],
    ["/x.pdf?y", true]
  ])("%s: %s", (path, isAllowed) => {
    assert.strictEqual(isAllowedBy(rules, path), isAllowed)
  })

  it("has rules for this server before those for all", () => {
    const own = `${rules}\nUser-Agent: Leadline\nAllow: /`
    assert.isTrue(isAllowedBy(own, "/a/x"))
    assert.isTrue(isAllowedBy("", "/"))
  })
})
