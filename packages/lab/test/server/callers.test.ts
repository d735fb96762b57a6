// What the server makes of who asks: the address of a caller without a key, and callers at the same time.
import { Caller, ApiKeyVerifier } from "@leadline/core/authentication"
import { Decisions, fromWeigher, make } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import * as ServerSettings from "@leadline/core/server-settings"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as IpNetwork from "effect/net/IpNetwork"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import {
  activeWork,
  apiKey,
  fakeWeigher,
  layerFakeApiKeys,
  layerServices,
  startServer
} from "../../src/index.ts"
import { useScope } from "../scope.ts"
import { chat, decision, makeClock, move, post, request, silent, until } from "./support.ts"

const forwarded = { "x-forwarded-for": "203.0.113.7" }
const run = useScope()

/** A server that takes one request without a key a second, what it warns of, and its clock. */
const start = async (settings: Partial<ServerSettings.Settings>) => {
  const clock = await makeClock()
  const warnings: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void warnings.push(`${logLevel}: ${String(message)}`))
  const own = Layer.mergeAll(
    ServerSettings.layer({ keylessPerSecond: 1, ...settings }),
    Layer.succeed(Clock.Clock, clock),
    Logger.layer([logger])
  )
  const url = await run(startServer({}, own))
  /** The statuses of three requests. */
  const ask = async (path = "/v1/models", headers = {}) => {
    const statuses: Array<number> = []
    for (let times = 0; times < 3; times++) {
      const response = await fetch(url + path, { headers })
      await response.text()
      statuses.push(response.status)
    }
    return statuses
  }
  return { ask, clock, url, warnings }
}

describe("requests without a key", () => {
  it("beyond the limit of an address are 429 until the second ends, for the document of the API too", async () => {
    const { ask, clock, url } = await start({ limitsLoopback: true })
    assert.deepStrictEqual(await ask(), [200, 429, 429])
    const { headers } = await fetch(`${url}/openapi.json`)
    assert.strictEqual(headers.get("retry-after"), "1")
    assert.isString(headers.get("x-request-id"))
    await move(clock, 1_000)
    assert.deepStrictEqual(await ask("/openapi.json"), [200, 429, 429])
  })

  it("are counted for whom a listed proxy stands, and not for the proxy", async () => {
    const { ask } = await start({ limitsLoopback: true, proxies: ["127.0.0.1"] })
    assert.deepStrictEqual(await ask(), [200, 200, 200])
    assert.deepStrictEqual(await ask("/v1/models", forwarded), [200, 429, 429])
  })

  it("are not counted from this machine, where a proxy that is not listed is one warning", async () => {
    const { ask, warnings } = await start({})
    assert.deepStrictEqual(await ask(), [200, 200, 200])
    assert.deepStrictEqual(warnings, [])
    await ask("/v1/models", forwarded)
    assert.lengthOf(warnings, 1)
    assert.match(warnings[0] ?? "", /^Warn: .*its sender is not a listed proxy/)
  })
})

/** A request to a server whose key belongs to this caller, and which lists one origin. */
const send = async (caller: Partial<Caller["Service"]>, init: RequestInit) => {
  const verify = () => Effect.succeed({ group: "default", key: "k", ...caller })
  const keys = Layer.merge(layerFakeApiKeys(apiKey), Layer.succeed(ApiKeyVerifier, { verify }))
  const url = await run(startServer({ keys }, ServerSettings.layer({ origins: ["https://app.example"] })))
  return fetch(`${url}/v1/decisions`, init)
}

it.each<readonly [string, Partial<Caller["Service"]>, number]>([
  ["with its right is answered", { rights: new Set(["decisions.create"]) }, 200],
  ["without the right is 403", { rights: new Set(["chat.create"]) }, 403],
  ["from another network is 403", { networks: [IpNetwork.fromStringUnsafe("10.0.0.0/8")] }, 403],
  ["with its budget spent is 429", { spentBudget: () => 5 }, 429]
])("a key %s", async (_, caller, status) =>
  assert.strictEqual((await send(caller, post(decision("x")))).status, status)
)

it.each([
  ["https://app.example", 204],
  ["https://other.example", 405]
])("a page of %s gets %i for its preflight", async (origin, status) => {
  const headers = { origin, "access-control-request-method": "POST" }
  const preflight = await send({}, { method: "OPTIONS", headers })
  assert.strictEqual(preflight.status, status)
  const allowed = status === 204 ? origin : null
  assert.strictEqual(preflight.headers.get("access-control-allow-origin"), allowed)
})

it("one request more than a group may have at once is 429, and an end makes room", async () => {
  const url = await run(startServer({}, ServerSettings.layer({ concurrency: 2 })))
  const stream = () => fetch(`${url}/v1/sonar`, post(chat(silent, true)))
  const decide = () => fetch(`${url}/v1/decisions`, post(decision("x")))
  const streams = [await stream(), await stream()]
  const refused = await decide()
  assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "1"])
  await streams[0]?.body?.cancel()
  await until(() => activeWork.size === 1)
  assert.strictEqual((await decide()).status, 200)
  await streams[1]?.body?.cancel()
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
