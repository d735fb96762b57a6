// What the server makes of the address of a caller without a valid key.
import { assert, describe, it } from "@effect/vitest"
import { layer as layerSettings, type Settings } from "@leadline/core/server-settings"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { startServer } from "../../src/index.ts"
import { makeClock } from "./support.ts"

const forwarded = { "x-forwarded-for": "203.0.113.7" }

const list = (url: string, headers: Record<string, string> = {}, path = "/v1/models") =>
  Effect.promise(async () => {
    const answer = await fetch(`${url}${path}`, { headers })
    await answer.text()
    return answer
  })

const start = Effect.fnUntraced(function* (settings: Partial<Settings>) {
  const clock = yield* Effect.promise(makeClock)
  const own = layerSettings({ keylessPerSecond: 1, ...settings })
  const url = yield* startServer({}, Layer.merge(own, Layer.succeed(Clock.Clock, clock)))
  return { clock, url }
})
const statuses = (url: string, headers?: Record<string, string>, path?: string) =>
  Effect.all(Array.from({ length: 3 }, () => Effect.map(list(url, headers, path), ({ status }) => status)))

describe("requests without a key", () => {
  it.live("beyond the limit of an address are 429 until the second ends, with an id", () =>
    Effect.gen(function* () {
      const { clock, url } = yield* start({ limitsLoopback: true })
      assert.deepStrictEqual(yield* statuses(url), [200, 429, 429])
      const { headers } = yield* list(url)
      assert.strictEqual(headers.get("retry-after"), "1")
      assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      assert.isNull(headers.get("x-ratelimit-limit"))
      yield* clock.adjust(1_000)
      assert.strictEqual((yield* list(url)).status, 200)
    })
  )

  it.live("are counted for the document of the API, too, and not from this machine", () =>
    Effect.gen(function* () {
      const { url } = yield* start({ limitsLoopback: true })
      assert.deepStrictEqual(yield* statuses(url, {}, "/openapi.json"), [200, 429, 429])
      assert.deepStrictEqual(yield* statuses((yield* start({})).url), [200, 200, 200])
    })
  )

  it.live("are counted for whom a listed proxy stands, and not for the proxy", () =>
    Effect.gen(function* () {
      const { url } = yield* start({ limitsLoopback: true, proxies: ["127.0.0.1"] })
      assert.deepStrictEqual(yield* statuses(url), [200, 200, 200])
      assert.deepStrictEqual(yield* statuses(url, forwarded), [200, 429, 429])
    })
  )
})

it.live("a forwarded address from this machine, whose sender is not listed, is one warning", () =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel}: ${String(message)}`))
    const url = yield* startServer({}, Logger.layer([logger]))
    yield* list(url)
    assert.deepStrictEqual(logged, [])
    for (let times = 0; times < 3; times++) yield* list(url, forwarded)
    assert.lengthOf(logged, 1)
    assert.match(logged[0] ?? "", /^Warn: .*its sender is not a listed proxy/)
  })
)
