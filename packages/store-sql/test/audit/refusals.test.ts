// Refusal counts in the audit log: refused keys, missing keys, rate limit hits.
import { assert, describe } from "@effect/vitest"
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { RateLimiter, layerMemory } from "@leadline/core/rate-limit"
import { CurrentRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createKey, layerAuditRefusals, listAudit, verifyAudit } from "../../src/index.ts"
import { adjust, check, countStatements, eventually, newStore, servedRequest } from "../stores.ts"
import { testOver } from "../effects.ts"

/** A store that counts refusals. */
const counting = Layer.provideMerge(
  layerAuditRefusals(),
  Layer.provideMerge(layerMemory({ requestsPerSecond: 2 }), newStore)
)

const storeTest = testOver(counting)

const take = (group: string) => RateLimiter.use((limiter) => limiter.take(group, "chat.create"))

/** Runs an effect as a request from an address. */
const from = (host: number) => Effect.provideService(CurrentRequest, servedRequest(`10.0.0.${host}`))

/** The audit log a minute later, when counts are written, or once more where that failed. */
const minuteLater = (count: number) => Effect.andThen(adjust("61 seconds"), listAudit(count))

describe("refusals", () => {
  storeTest("are counted per group and written a minute later", function* () {
    const { key } = yield* createKey()
    const bad = Effect.forEach(Array.from({ length: 30 }), () => check(Redacted.make("wrong")), {
      discard: true
    })
    assert.strictEqual(yield* countStatements(Effect.andThen(bad, check(key))), 0)
    yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.andThen(take("a"), take("b")), {
      discard: true
    })
    const events = yield* eventually(minuteLater(10), ({ length }) => length > 3)
    assert.deepEqual(
      events.slice(1).map(({ action, object_id, outcome }) => [action, object_id, outcome]),
      [
        ["auth.fail", "", "refused 30"],
        ["limit.hit", "a", "refused 3"],
        ["limit.hit", "b", "refused 3"]
      ]
    )
    yield* adjust("10 minutes")
    assert.lengthOf(yield* listAudit(10), 4)
    assert.isUndefined((yield* verifyAudit()).problem)
  })

  storeTest("without a key are counted apart, by address, in few rows", function* () {
    const { onMissing: missing = Effect.void, verify: refuse } = yield* ApiKeyVerifier
    for (let host = 0; host < 200; host++) yield* Effect.andThen(missing, missing).pipe(from(host))
    yield* Effect.flip(refuse(Redacted.make("wrong"))).pipe(from(201))
    const events = yield* eventually(minuteLater(1000), ({ length }) => length > 21)
    assert.deepEqual(Array.from(new Set(events.map(({ action }) => action))), ["auth.fail"])
    const outcomes = events.map(({ outcome }) => outcome)
    assert.strictEqual(outcomes.filter((outcome) => outcome === "missing 2").length, 20)
    assert.strictEqual(outcomes.filter((outcome) => outcome === "missing 360").length, 1)
    assert.strictEqual(outcomes.filter((outcome) => outcome === "refused 1").length, 1)
    assert.lengthOf(outcomes, 22)
    assert.lengthOf(new Set(events.map(({ address_hash }) => address_hash)), 22)
  })
})
