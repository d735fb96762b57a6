// Refusal counts in the audit log: refused keys, missing keys, rate limit hits.
import { assert } from "@effect/vitest"
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { CurrentRequest } from "@leadline/core/internal"
import { layerMemory, RateLimiter } from "@leadline/core/rate-limit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { layerAuditRefusals, listAudit, verifyAudit } from "../../src/index.ts"
import { adjust, countStatements, eventually, newStore, servedRequest, testOver } from "../stores.ts"

/** A store that counts refusals. */
const counting = Layer.provideMerge(
  layerAuditRefusals(),
  Layer.provideMerge(layerMemory({ requestsPerSecond: 2 }), newStore)
)

const take = (group: string) => RateLimiter.use((limiter) => limiter.take(group, "chat.create"))

/** Runs an effect as a request from an address. */
const from = (host: number) => Effect.provideService(CurrentRequest, servedRequest(`10.0.0.${host}`))

testOver(counting)(
  "refusals are counted by group, or by address, and written a minute later, in few rows",
  function* () {
    const { onMissing: missing = Effect.void, verify } = yield* ApiKeyVerifier
    const refuse = Effect.flip(verify(Redacted.make("wrong")))
    const refused = Effect.gen(function* () {
      for (let host = 0; host < 200; host++) yield* Effect.andThen(missing, missing).pipe(from(host))
      yield* Effect.replicateEffect(refuse.pipe(from(201)), 30)
      yield* Effect.replicateEffect(Effect.andThen(take("a"), take("b")), 5)
    })
    assert.strictEqual(yield* countStatements(refused), 0)
    const minuteLater = Effect.andThen(adjust("61 seconds"), listAudit(1000))
    const events = yield* eventually(minuteLater, ({ length }) => length > 20)
    const [byAddress, byGroup] = [events.slice(0, -2), events.slice(-2)]
    const outcomes = byAddress.map(({ action, outcome }) => `${action} ${outcome}`).toSorted()
    const single = Array<string>(20).fill("auth.fail missing 2")
    assert.deepEqual(outcomes, [...single, "auth.fail missing 360", "auth.fail refused 30"])
    assert.lengthOf(new Set(byAddress.map(({ address_hash }) => address_hash)), 22)
    assert.deepEqual(
      byGroup.map(({ action, object_id, outcome }) => [action, object_id, outcome]),
      [
        ["limit.hit", "a", "refused 3"],
        ["limit.hit", "b", "refused 3"]
      ]
    )
    yield* adjust("10 minutes")
    assert.lengthOf(yield* listAudit(1000), 24)
    assert.isUndefined((yield* verifyAudit()).problem)
  }
)
