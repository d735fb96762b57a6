// Reading pages of the web: where it may go, what it takes, and what it sends.
import { assert, describe } from "vitest"
import type { TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { makeFetchPage } from "../../src/fetch-url/makeFetchPage.ts"
import { linesOf, test } from "../support/effects.ts"

interface Page {
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string
  /** How often the body is sent. */
  readonly times?: number
}

/** Pages by their address; undefined never answers. */
const web = (pages: { readonly [url: string]: Page | undefined }) => {
  const requests: Array<TransportRequest> = []
  const seen = { aborted: 0, chunks: 0 }
  const fetchPage = makeFetchPage({
    isPublicHost: (host) => !/^(?:127\.|10\.|localhost$|\[)/.test(host),
    transport: {
      codings: [],
      propagatesTrace: false,
      send: (request, receiver) => {
        requests.push(request)
        let isOpen = true
        queueMicrotask(() => {
          const page = Object.hasOwn(pages, request.url) ? pages[request.url] : { status: 404 }
          if (page === undefined || !isOpen) return
          const { body = "", headers = {}, status = 200, times = 1 } = page
          receiver.onHead(status, { "content-type": "text/html; charset=utf-8", ...headers })
          for (let sent = 0; sent < times && isOpen; sent++) {
            seen.chunks++
            receiver.onBytes(new TextEncoder().encode(body))
          }
          if (isOpen) receiver.onEnd()
        })
        return {
          abort: () => {
            isOpen = false
            seen.aborted++
          },
          resume: () => undefined
        }
      }
    }
  })
  const read = (url: string, respectRobots = false, ports?: ReadonlyArray<number>) =>
    fetchPage(url, { respectRobots, ports })
  return { read, requests, seen }
}

const redirect = (location: string): Page => ({ status: 302, headers: { location } })
const start = "https://a.example/"

const refused = (name: string, reason: string, url: string, pages: Parameters<typeof web>[0] = {}) =>
  [name, reason, url, pages] as const

describe("a page", () => {
  test("whose address is refused is a line in the log, once in ten seconds, without the address", function* () {
    const { read } = web({})
    const reading = Effect.flip(read("http://10.0.0.1/secret"))
    const lines = yield* linesOf(
      Effect.andThen(
        Effect.replicateEffect(reading, 3),
        Effect.andThen(TestClock.adjust("10 seconds"), reading)
      )
    )
    const line = "A model asked fetch_url for a page that is refused: its address is not public"
    assert.deepStrictEqual(
      lines.map(({ message }) => String(message)),
      [line, line]
    )
  })

  test("is its title and main text, at the end of its redirects", function* () {
    const { read, requests } = web({
      [start]: redirect("/tides?x=1#top"),
      "https://a.example/tides?x=1": {
        body: "<title>Tides &amp; waves</title><nav>Home</nav><p>At <b>six</b>.<p>Daily."
      }
    })
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

  test("of text, Markdown or JSON is read as it is", function* () {
    const headers = { "content-type": "application/ld+json" }
    const { read } = web({ [start]: { headers, body: "<b>&amp;</b>" } })
    assert.strictEqual((yield* read(start)).text, "<b>&amp;</b>")
  })

  test.each([
    refused("on this machine", "its address is not public", "http://127.0.0.1/"),
    refused("on this machine, written otherwise", "its address is not public", "http://2130706433/"),
    refused("that redirects to this machine", "its address is not public", start, {
      [start]: redirect("http://127.0.0.1/admin")
    }),
    refused("that redirects to another port", "its port is none of 80, 443", start, {
      [start]: redirect("https://a.example:22/")
    }),
    refused("that redirects to a file", "its address is neither http nor https", start, {
      [start]: redirect("file:///etc/passwd")
    }),
    refused("with credentials", "its address holds credentials", "https://me:secret@a.example/"),
    refused("that redirects without end", "it redirects too often", start, { [start]: redirect(start) }),
    refused("that is binary", "it is no text", start, {
      [start]: { headers: { "content-type": "image/png" } }
    }),
    refused("that says it is huge", "it is too large", start, {
      [start]: { headers: { "content-length": "2097153" } }
    }),
    refused("without a text", "it has no text", start, { [start]: { body: "<script>1</script>" } })
  ])("%s is not read: %s", function* ([_name, reason, url, pages]) {
    const { read, requests } = web(pages)
    assert.strictEqual(yield* Effect.flip(read(url)), reason)
    assert.isAtMost(requests.length, 6)
    assert.isTrue(requests.every((request) => new URL(request.url).hostname === "a.example"))
  })

  test("may be at the usual ports, and at those that are listed", function* () {
    const pages = ["http://a.example:443/", "https://a.example:80/", "https://a.example:8443/"]
    const { read, requests } = web(Object.fromEntries(pages.map((url) => [url, { body: "Six." }])))
    for (const url of pages) assert.strictEqual((yield* read(url, true, [8443])).text, "Six.")
    assert.strictEqual(requests.length, 6)
    assert.strictEqual(
      yield* Effect.flip(read("https://a.example:8444/", true, [8443])),
      "its port is none of 80, 443, 8443"
    )
  })

  test("that is huge without saying so is left when it is", function* () {
    const { read, seen } = web({ [start]: { body: "x".repeat(65_536), times: 1_000 } })
    assert.strictEqual(yield* Effect.flip(read(start)), "it is too large")
    assert.deepStrictEqual([seen.chunks, seen.aborted > 0], [33, true])
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
    const robots = { headers: { "content-type": "text/plain" } }
    const { read } = web({
      "https://a.example/robots.txt": {
        ...robots,
        body: "User-agent: *\nDisallow: /private\nDisallow: /*?draft"
      },
      "https://a.example/open": { body: "Open." },
      "https://a.example/moved": redirect("https://b.example/x"),
      "https://b.example/robots.txt": { ...robots, body: "User-agent: Leadline\nDisallow: /" },
      "https://c.example/robots.txt": { status: 503 }
    })
    assert.strictEqual((yield* read("https://a.example/open", true)).text, "Open.")
    for (const path of ["private/x", "open?draft", "moved"])
      assert.strictEqual(
        yield* Effect.flip(read(`https://a.example/${path}`, true)),
        "its site does not allow it"
      )
    assert.match(yield* Effect.flip(read("https://c.example/", true)), /robots\.txt/)
  })
})
