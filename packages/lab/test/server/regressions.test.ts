// Concurrent tenants never share context (CVE-2026-32887, Effect 3).
import { Caller, ApiKeyVerifier } from "@leadline/core/authentication"
import { Decisions, fromWeigher, make } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, it } from "vitest"
import { fakeWeigher, layerServices } from "../../src/index.ts"
import * as support from "./support.ts"

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
      const init = support.post(support.decision(`group-${at}`), {
        headers: { authorization: `Bearer group-${at}` }
      })
      return (await handler(support.request("/v1/decisions", init))).status
    })
  )
  assert.deepStrictEqual([...new Set(statuses)], [200])
  await dispose()
})
