// One backend in place of a file: what it answers, and the addresses that it and pages of the web may be at. And the last lines of a backend's program.
import { assert, describe, it } from "@effect/vitest"
import { resources } from "@leadline/backends"
import { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { isPublicHost, makeIsAllowed } from "../../src/engines/allowedAddresses.ts"
import { readConfiguration } from "../../src/engines/configuration.ts"
import { makeLastLines } from "../../src/engines/lastLines.ts"
import { webPages } from "../../src/engines/transport.ts"
import { test } from "../support/effects.ts"

const lines = (text: string) => text.trim().split(/\s+/)

describe("pages of the web", () => {
  it.effect("are not read at a name that resolves to a private address", () =>
    Effect.gen(function* () {
      let requests = 0
      const start = Effect.promise(() => serveHttp((_, response) => response.end(`${++requests}`)))
      const { port } = yield* Effect.acquireRelease(start, ({ close }) => Effect.promise(close))
      const transport = yield* Transport
      const outcome = yield* Effect.callback<string>((resume) => {
        transport.send(
          { method: "GET", url: `http://localhost:${port}/`, headers: {}, body: undefined },
          {
            onPhase: () => undefined,
            onHead: (status) => resume(Effect.succeed(`head ${status}`)),
            onBytes: () => true,
            onEnd: () => undefined,
            onError: () => resume(Effect.succeed("refused"))
          }
        )
      })
      assert.deepStrictEqual([outcome, requests], ["refused", 0])
    }).pipe(Effect.provide(webPages.transport), Effect.scoped)
  )

  it("are at public addresses and names alone", () => {
    const inside = lines(`127.0.0.1 localhost 10.1.2.3 169.254.169.254 168.63.129.16 [::1] [::] [::7f00:1]
      [::ffff:0:7f00:1] [1fff:ffff::1] [4000::1] [fec0::1] [::ffff:7f00:1] [64:ff9b::a00:1] [2002:7f00:1::]`)
    assert.deepStrictEqual(inside.filter(isPublicHost), [])
    const outside = lines("a.example 93.184.216.34 [::ffff:5db8:d822] [2000::1] [3fff:ffff::1]")
    assert.deepStrictEqual(outside.filter(isPublicHost), outside)
  })
})

const inside = "10.0.0.5 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 fd00::1"
const outside = "93.184.215.14 2606:2800:21f::1"

it.each([
  ["https://api.example", [], outside, `${inside} 127.0.0.1 ::1 ::ffff:10.0.0.5`],
  ["https://api.example", ["10.0.0.0/8"], `${outside} 10.9.8.7 ::ffff:10.0.0.5`, "192.168.1.1 ::1"],
  ["http://localhost:8080", [], "127.0.0.1 ::1 127.9.9.9", `${inside} ${outside}`]
])("the upstream server of %s, with %j listed, may be at %s alone", (url, networks, allowed, refused) => {
  const isAllowed = makeIsAllowed(new URL(url), networks)
  assert.deepStrictEqual(lines(allowed).filter(isAllowed), lines(allowed))
  assert.deepStrictEqual(lines(refused).filter(isAllowed), [])
})

const read = (backends: string | undefined, more: object = {}) =>
  readConfiguration({ backendApiKey: undefined, backendNetworks: [], ...more, backends })

describe("the backends", () => {
  test.each([
    [undefined, []],
    ["leadline https://api.example", resources.filter((name) => name !== "asyncChat")],
    ["openai-compatible http://127.0.0.1:8081/v1", ["chat", "decisions", "responses"]]
  ] as const)("%s answer all that they can, but not async chats", function* ([backends, wanted]) {
    const { routes } = yield* read(backends)
    const routed = Object.entries(routes).filter(([, steps]) => steps?.[0]?.[0]?.backend !== "embedded")
    assert.sameMembers(
      routed.map(([resource]) => resource),
      [...wanted]
    )
  })

  test("may be one with a model, a key and networks", function* () {
    process.env["LEADLINE_BACKEND_API_KEY"] = "secret-of-the-backend"
    const { backends } = yield* read("openai-compatible http://10.1.2.3/v1/ gpt-x", {
      backendApiKey: Redacted.make("secret-of-the-backend"),
      backendNetworks: ["10.0.0.0/8"]
    }).pipe(Effect.ensuring(Effect.sync(() => delete process.env["LEADLINE_BACKEND_API_KEY"])))
    const { apiKey, ...others } = backends[0] ?? assert.fail()
    assert.strictEqual(apiKey && Redacted.value(apiKey), "secret-of-the-backend")
    const kind = "openai-compatible"
    assert.deepInclude(others, { name: kind, kind, networks: ["10.0.0.0/8"], models: { "*": "gpt-x" } })
    assert.include(others.url, "http://10.1.2.3/v1")
  })

  test.each([
    [undefined, { engine: "llama" }, "LEADLINE_MODEL: required by LEADLINE_ENGINE=llama"],
    ["llama http://127.0.0.1:1", {}, "LEADLINE_BACKENDS: "],
    ["leadlin https://api.example", {}, "expected a kind before https://api.example, one of leadline, "],
    ["openai http://a.example", {}, 'LEADLINE_BACKENDS="openai-compatible http://a.example/v1"'],
    ["openai-compatible 127.0.0.1:8081 gpt-x", {}, "expected a URL after openai-compatible, with http:// or"],
    ["leadline https://api.example/v1", {}, "LEADLINE_BACKENDS: url: expected an address without /v1"],
    ["leadline https://api.example?key=word", {}, "LEADLINE_BACKENDS: "]
  ] as const)("cannot be %s, with %o", function* ([backends, more, reason]) {
    const { message } = yield* Effect.flip(read(backends, more))
    assert.match(message, /^LEADLINE_/)
    assert.include(message, reason)
    assert.notInclude(message, "word")
  })
})

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${at}`.repeat(500))
const secret = "secret-of-a-program"

it.each([
  ["blank lines", ["\n", " \n\r\n"], ""],
  ["a progress bar, in pieces", ["10%\r2", "0%\r\ndo", "ne"], "10%\n  20%\n  done"],
  ["what a terminal obeys", ["\u001b[2Ja\u0007b\u009bc\u202ed\u2028e"], "[2Ja b c d e"],
  ["501 characters", ["x".repeat(501)], "x".repeat(500)],
  [
    "2,000 characters, an earlier line as a whole",
    [`${numbered(5).join("\n")}\n`],
    numbered(5).slice(1).join("\n  ")
  ],
  [
    "a secret, also one that is cut",
    [`a ${secret}, ${"x".repeat(480)}${secret}`],
    `a <redacted>, ${"x".repeat(480)}<redac`
  ]
])("the last lines of an output are kept, of %s", (_what, pieces, text) => {
  const last = makeLastLines([secret])
  for (const piece of pieces) last.add(piece)
  assert.strictEqual(last.text(), text)
})
