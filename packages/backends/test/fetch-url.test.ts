// Reading pages of the web: where it may go, what it takes, and what it makes of HTML, encodings and robots.txt.
import type { Resumable } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { decodeText as decodeInPieces } from "../src/fetch-url/decodeText.ts"
import { htmlText as readHtml } from "../src/fetch-url/htmlText.ts"
import * as limits from "../src/fetch-url/limits.ts"
import { makeFetchPage } from "../src/fetch-url/makeFetchPage.ts"
import { isAllowedBy as readRobots } from "../src/fetch-url/robots.ts"
import { linesOf, test } from "./support/effects.ts"
import { type Reply, scriptedTransport } from "./support/scriptedTransport.ts"

interface Pages {
  readonly [url: string]: Reply | undefined
}

const page = (text: string, type = "text/html; charset=utf-8"): Reply => ({
  headers: { "content-type": type },
  parts: [text]
})
const coded = (coding: string): Reply => ({
  headers: { "content-type": "text/plain", "content-encoding": coding },
  parts: ["Six."]
})
const redirect = (location: string): Reply => ({ status: 302, headers: { location } })
const start = "https://a.example/"

const isPublicHost = (host: string) => !/^(?:127\.|10\.|localhost$|\[)/.test(host)

/** Pages by their address; undefined never answers. */
const web = (pages: Pages) => {
  const { requests, seen, transport } = scriptedTransport(({ url }) =>
    Object.hasOwn(pages, url) ? pages[url] : { status: 404, body: {} }
  )
  const fetchPage = makeFetchPage({ isPublicHost, transport })
  const read = (url: string, respectRobots = false, ports?: ReadonlyArray<number>) =>
    fetchPage(url, { respectRobots, ports })
  return { read, requests, seen }
}

describe("a page", () => {
  test("whose address is refused is a line in the log, once in ten seconds, without the address", function* () {
    const reading = Effect.flip(web({}).read("http://10.0.0.1/secret"))
    const three = Effect.replicateEffect(reading, 3)
    const lines = yield* linesOf(Effect.all([three, TestClock.adjust("10 seconds"), reading]))
    const line = "A model asked fetch_url for a page that is refused: its address is not public"
    assert.strictEqual(lines.map(({ message }) => String(message)).join("; "), `${line}; ${line}`)
  })

  test("is its title and main text, at the end of its redirects; a JSON is read as it is", function* () {
    const html = "<title>Tides &amp; waves</title><nav>Home</nav><p>At <b>six</b>.<p>Daily."
    const { read, requests } = web({
      [start]: redirect("/tides?x=1#top"),
      "https://a.example/tides?x=1": page(html),
      "https://a.example/json": page("<b>&amp;</b>", "application/ld+json")
    })
    assert.strictEqual((yield* read("https://a.example/json")).text, "<b>&amp;</b>")
    assert.deepStrictEqual(yield* read(start), {
      url: "https://a.example/tides?x=1#top",
      title: "Tides & waves",
      text: "At six.\nDaily."
    })
    for (const { body, headers, method } of requests) {
      assert.deepStrictEqual([method, body], ["GET", undefined])
      assert.deepStrictEqual(Object.keys(headers).toSorted(), ["accept", "user-agent"])
    }
  })

  const huge: Reply = { headers: { "content-type": "text/plain", "content-length": "2097153" } }
  test.each<readonly [reason: string, answer: Reply, url?: string]>([
    ["its address is not public", huge, "http://2130706433/"],
    ["its address is not public", redirect("http://127.0.0.1/admin")],
    ["its port is none of 80, 443", redirect("https://a.example:22/")],
    ["its address is neither http nor https", redirect("file:///etc/passwd")],
    ["its address holds credentials", huge, "https://me:secret@a.example/"],
    ["it redirects too often", redirect(start)],
    ["it is no text", page("", "image/png")],
    ["it is too large", huge],
    ["it is compressed", coded("compress")],
    ["it has no text", page("<script>1</script>")]
  ])("is not read, because %s: %#", function* ([reason, answer, url = start]) {
    const { read, requests } = web({ [start]: answer })
    assert.strictEqual(yield* Effect.flip(read(url)), reason)
    assert.isAtMost(requests.length, 6)
    assert.isTrue(requests.every((request) => new URL(request.url).hostname === "a.example"))
  })

  test("may say that it is not compressed", function* () {
    assert.strictEqual((yield* web({ [start]: coded("Identity") }).read(start)).text, "Six.")
  })

  test("may be at the usual ports, and at those that are listed", function* () {
    const urls = ["http://a.example:443/", "https://a.example:80/", "https://a.example:8443/"]
    const { read } = web(Object.fromEntries(urls.map((url) => [url, page("Six.")])))
    for (const url of urls) assert.strictEqual((yield* read(url, true, [8443])).text, "Six.")
  })

  test("that is huge without saying so is left when it is", function* () {
    const parts = Array.from({ length: 1_000 }, () => "x".repeat(65_536))
    const { read, seen } = web({ [start]: { ...page(""), parts } })
    assert.strictEqual(yield* Effect.flip(read(start)), "it is too large")
    assert.deepStrictEqual(seen, { aborted: 1, sent: 33 })
  })

  test("that takes too long is left", function* () {
    const { read, requests, seen } = web({ [start]: undefined })
    const reading = yield* Effect.forkChild(Effect.flip(read(start)))
    while (requests.length === 0) yield* Effect.yieldNow
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* Fiber.join(reading), "it takes too long")
    assert.strictEqual(seen.aborted, 1)
  })

  test("is read only where robots.txt allows it, at every site that it leads to", function* () {
    const { read } = web({
      "https://a.example/robots.txt": page("User-agent: *\nDisallow: /*?draft", "text/plain"),
      "https://a.example/open": page("Open."),
      "https://a.example/moved": redirect("https://b.example/x"),
      "https://b.example/robots.txt": page("User-agent: Leadline\nDisallow: /", "text/plain"),
      "https://c.example/robots.txt": { status: 503, body: {} }
    })
    assert.strictEqual((yield* read("https://a.example/open", true)).text, "Open.")
    for (const path of ["open?draft", "moved"]) {
      const reason = yield* Effect.flip(read(`https://a.example/${path}`, true))
      assert.strictEqual(reason, "its site does not allow it")
    }
    assert.match(yield* Effect.flip(read("https://c.example/", true)), /robots\.txt/)
  })
})

/** The result of the work, and the pauses that it made. */
const run = <A>(work: Resumable<A>) => {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next()
    if (done === true) return { value, pauses }
  }
}

const htmlText = (html: string) => run(readHtml([html])).value
const decodeText = (bytes: Uint8Array, type: string) => Array.from(decodeInPieces(bytes, type)).join("")

describe("HTML", () => {
  it("is its main part, where that is long, without scripts, styles, forms or navigation", () => {
    const long = "Water rises and falls. ".repeat(10).trim()
    const site = `<header>Site</header><main><h1>Tides</h1><p>${long}</p></main><p>Imprint</p>`
    assert.strictEqual(htmlText(site).text, `Tides\n${long}`)
    assert.strictEqual(htmlText("<main>Short</main><p>Rest</p>").text, "Short\nRest")
    const parts = "<nav><nav>a</nav>b</nav><form>c</form><p>d</p><footer>e</footer>"
    assert.strictEqual(htmlText(`<style>p{}</style><script>'<p>'</script>${parts}`).text, "d")
  })

  it("may be of any depth, and is read up to a tag of too many attributes", () => {
    assert.strictEqual(htmlText(`${"<div><b>".repeat(100_000)}end`).text, "end")
    for (const more of [0, 1]) {
      const names = Array.from({ length: limits.attributes + more }, (_, at) => `a${at}`)
      const wide = `start<p ${names.join(" ")}>end${" ".repeat(1_000)}`
      const read = run(readHtml(wide.match(/[^]{1,512}/g) ?? [])).value.text
      assert.strictEqual(read, more === 0 ? "start\nend" : "start")
    }
  })

  it("is kept up to a length, and not read on once its main part has it", () => {
    const words = "word ".repeat(limits.textLength)
    const { text, title } = htmlText(`<title>${words}</title>${words}`)
    assert.deepStrictEqual([text.length, title.length], [limits.textLength, limits.titleLength - 1])
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
        const pieces = html.match(new RegExp(`[^]{1,${length}}`, "g")) ?? []
        assert.deepStrictEqual(run(readHtml(pieces)), { value: htmlText(html), pauses: pieces.length })
      })
    )
  })
})

const bytes = (text: string) => new TextEncoder().encode(text)

it("a text is decoded as its header or its beginning says, in pieces of bounded length", () => {
  assert.strictEqual(decodeText(Uint8Array.from([0xe9]), "text/plain; charset=ISO-8859-1"), "é")
  const latin = new Uint8Array([...bytes('<meta charset="latin1">'), 0xe9])
  assert.match(decodeText(latin, "text/html"), /é$/)
  assert.strictEqual(decodeText(bytes("é"), "text/html; charset=nonsense"), "é")
  const text = "aé".repeat(limits.bytesPerStep)
  const pieces = Array.from(decodeInPieces(bytes(text), "text/plain"))
  assert.strictEqual(pieces.join(""), text)
  assert.isAtMost(Math.max(...pieces.map(({ length }) => length)), limits.bytesPerStep)
})

const rules = [
  "User-agent: other\nDisallow: /\n\nUser-agent: *",
  "Disallow: /a/ # all of it\nAllow: /a/b\nDisallow: /*.pdf$\nDisallow:"
].join("\n")

it.each([
  [rules, "/", true],
  [rules, "/a/x", false],
  [rules, "/a/b/c", true],
  [rules, "/x.pdf", false],
  [rules, "/x.pdf?y", true],
  [rules, "/%61/x", false],
  [rules, "/a%2Fx", true],
  [`${rules}\nUser-Agent: Leadline\nAllow: /`, "/a/x", true],
  ["User-agent: *\nDisallow: /ü%70", "/%c3%bcp", false],
  ["User-agent: *\nDisallow: /%zz\ud800", "/%zz\ud800", false]
])("a robots.txt of %j has for %s: %s", (text, path, isAllowed) => {
  assert.strictEqual(run(readRobots(text, path)).value, isAllowed)
})
