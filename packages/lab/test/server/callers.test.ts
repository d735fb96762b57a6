// What the server lets a caller do: rights, networks and budget of its key, and the pages of listed origins. Callers share no context.
import { Caller, ApiKeyVerifier } from "@leadline/core/authentication"
import { Decisions, fromWeigher, make } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import * as ServerSettings from "@leadline/core/server-settings"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as IpNetwork from "effect/net/IpNetwork"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { apiKey, fakeWeigher, layerFakeApiKeys, layerServices, startServer } from "../../src/index.ts"
import { authorization, decision, post, request } from "./support.ts"

const origin = "https://app.example"

/** Sends one request to a server whose key belongs to this caller. */
const send = (caller: Partial<Caller["Service"]>, path: string, init: RequestInit) => {
  const verifier = Layer.succeed(ApiKeyVerifier, {
    verify: () => Effect.succeed({ group: "default", key: "k", ...caller })
  })
  const keys = Layer.merge(layerFakeApiKeys(apiKey), verifier)
  return startServer({ keys }, ServerSettings.layer({ origins: [origin] })).pipe(
    Effect.flatMap((url) => Effect.promise(() => fetch(url + path, init))),
    Effect.tap((response) => Effect.promise(() => response.clone().text())),
    Effect.scoped,
    Effect.runPromise
  )
}

const network = (text: string) => [IpNetwork.fromStringUnsafe(text)]

describe("a call of a key", () => {
  it.each<[string, Partial<Caller["Service"]>, number]>([
    ["without limits is answered", {}, 200],
    ["with its right is answered", { rights: new Set(["decisions.create"]) }, 200],
    ["without the right is 403", { rights: new Set(["chat.create"]) }, 403],
    ["from its network is answered", { networks: network("127.0.0.0/8") }, 200],
    ["from another network is 403", { networks: network("10.0.0.0/8") }, 403],
    ["with its budget spent is 429", { spentBudget: () => 5 }, 429]
  ])("%s", async (_, caller, status) => {
    const response = await send(caller, "/v1/decisions", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(decision("The site is down."))
    })
    assert.strictEqual(response.status, status)
  })
})

const preflight = (from: string) =>
  send({}, "/v1/decisions", {
    method: "OPTIONS",
    headers: { origin: from, "access-control-request-method": "POST" }
  })

describe("a page", () => {
  it.each([
    ["of a listed origin may call, and asks again after ten minutes", origin, 204, origin, "600"],
    ["of another origin may not", "https://other.example", 405, null, null]
  ])("%s", async (_, from, expected, allowed, maxAge) => {
    const { headers, status } = await preflight(from)
    assert.strictEqual(status, expected)
    assert.strictEqual(headers.get("access-control-allow-origin"), allowed)
    assert.strictEqual(headers.get("access-control-max-age"), maxAge)
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
