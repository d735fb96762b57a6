// What the server makes of who asks: the address of a caller without a key, and callers at the same time.
import { Caller, ApiKeyVerifier } from "@leadline/core/authentication"
import { Decisions, fromWeigher, make } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import * as ServerSettings from "@leadline/core/server-settings"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { fakeWeigher, layerServices, startServer } from "../../src/index.ts"
import { useScope } from "../scope.ts"
import { decision, makeClock, move, post, request } from "./support.ts"

const run = useScope()

/** A server that takes one request without a key a second: asks it three times, for the statuses. */
const start = async (settings: Partial<ServerSettings.Settings>) => {
  const clock = await makeClock()
  const own = Layer.mergeAll(
    ServerSettings.layer({ keylessPerSecond: 1, ...settings }),
    Layer.succeed(Clock.Clock, clock)
  )
  const url = await run(startServer({}, own))
  const one = (path: string) => fetch(url + path)
  const ask = async (path = "/v1/models") => {
    const answers = [await one(path), await one(path), await one(path)]
    return answers.map(({ status }) => status)
  }
  return { ask, clock, one }
}

describe("requests without a key", () => {
  it("beyond the limit of an address are 429 until the second ends, for the document of the API too", async () => {
    const { ask, clock, one } = await start({ limitsLoopback: true })
    assert.deepStrictEqual(await ask(), [200, 429, 429])
    assert.strictEqual((await one("/openapi.json")).headers.get("retry-after"), "1")
    await move(clock, 1_000)
    assert.deepStrictEqual(await ask("/openapi.json"), [200, 429, 429])
  })

  it("are not counted from this machine", async () => {
    const { ask } = await start({})
    assert.deepStrictEqual(await ask(), [200, 200, 200])
  })
})

// CVE-2026-32887, Effect 3.
it("the work of 200 groups at once has the caller of its own request", async () => {
  const whose = Effect.map(Effect.serviceOption(Caller), (caller) =>
    caller._tag === "Some" ? caller.value.group : ""
  )
  const decisions = make(
    fromWeigher({
      ...fakeWeigher,
      weigh: Effect.fnUntraced(function* (state, asks) {
        const before = yield* whose
        yield* Effect.sleep(Number(JSON.stringify(state).replace(/\D/g, "")) % 7)
        const after = yield* whose
        return before === state && after === state
          ? yield* fakeWeigher.weigh(state, asks)
          : yield* new ApiError.InternalServerError({ message: `${before} ${after}` })
      })
    })
  )
  const verifier = Layer.succeed(ApiKeyVerifier, {
    verify: (key) => Effect.succeed({ group: Redacted.value(key), key: "k" })
  })
  const { dispose, handler } = toWebHandler(
    Layer.mergeAll(layerServices({ decisions: Layer.succeed(Decisions, decisions) }), verifier)
  )
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const init = post(decision(`group-${at}`), {
        headers: { authorization: `Bearer group-${at}` }
      })
      return (await handler(request("/v1/decisions", init))).status
    })
  )
  assert.deepStrictEqual([...new Set(statuses)], [200])
  await dispose()
})

it("a key is 403 from outside its networks", async () => {
  const networks = ServerSettings.parseNetworks(["203.0.113.0/24"])
  const callers = new Map([
    ["far-key", { group: "a", key: "k", networks }],
    ["near-key", { group: "a", key: "l", networks: ServerSettings.parseNetworks(["127.0.0.1"]) }]
  ])
  const verifier = Layer.succeed(ApiKeyVerifier, {
    verify: (key) =>
      Effect.fromNullishOr(callers.get(Redacted.value(key))).pipe(
        Effect.mapError(() => new ApiError.AuthenticationError({ message: "unknown" }))
      )
  })
  const url = await run(startServer({}, verifier))
  const ask = async (key: string) =>
    (await fetch(`${url}/v1/skills`, { headers: { authorization: `Bearer ${key}` } })).status
  assert.deepStrictEqual([await ask("far-key"), await ask("near-key")], [403, 200])
})

it("answers name an origin that is listed, and no other", async () => {
  const listed = "https://app.example"
  const url = await run(startServer({}, ServerSettings.layer({ origins: [listed] })))
  const named = async (origin: string) =>
    (await fetch(`${url}/v1/models`, { headers: { origin } })).headers.get("access-control-allow-origin")
  assert.deepStrictEqual([await named(listed), await named("https://evil.example")], [listed, null])
})
