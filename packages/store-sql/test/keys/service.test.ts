// The ApiKeys service over the tables: created keys, revoked keys, two processes.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "fast-check"
import { createHash } from "node:crypto"
import { accepts, counted, newStore, storeTest } from "../stores.ts"
import { as, audited, checked, firstKey, generate, idOf, maker, revoke } from "./apiKeysCalls.ts"
import { query } from "../query.ts"

const isAccepted = (text: string) => Effect.map(checked(text), (found) => assert.isObject(found))
const isRefused = (text: string) =>
  Effect.map(checked(text), (found) => assert.strictEqual(found, "AuthenticationError"))

describe("a revoked key", () => {
  storeTest(
    "is refused from the next request on, also when it revoked itself, and no other key is",
    function* () {
      const { key } = yield* firstKey
      const kept = yield* generate()
      const { auth_token } = yield* generate()
      const id = idOf(auth_token)
      for (let times = 0; times < 2; times++) {
        yield* revoke(auth_token).pipe(as(id))
        yield* isRefused(auth_token)
      }
      yield* accepts(key)
      yield* isAccepted(kept.auth_token)
      const events = yield* query`SELECT actor_key_id, object_id FROM audit_event WHERE action = 'key.revoke'`
        .values
      assert.deepEqual(events, [[id, id]])
      assert.deepEqual(yield* query`SELECT seq, key_id FROM revocation`.values, [[1, id]])
    }
  )

  storeTest("is of the caller's group: what another group asks succeeds without effect", function* () {
    const { auth_token } = yield* generate()
    yield* maker("maker", "other")
    yield* revoke(auth_token).pipe(as("maker", "other"))
    // Without a caller it is of the default group.
    assert.deepInclude(yield* checked(auth_token), { group: "default" })
    assert.lengthOf(yield* audited, 1)
  })

  storeTest(
    "needs the whole key: an id, a changed secret or random text succeeds without effect",
    function* () {
      const { auth_token } = yield* generate()
      const changed = auth_token.slice(0, 30) + (auth_token.at(30) === "0" ? "1" : "0") + auth_token.slice(31)
      const shaped = [idOf(auth_token), changed, auth_token.slice(0, -1), `${auth_token}0`, ` ${auth_token}`]
      for (const text of [...shaped, "é", "\0", "' OR 1=1 --"]) yield* revoke(text)
      yield* isAccepted(auth_token)
      assert.lengthOf(yield* audited, 1)
    }
  )
})

describe("any sequence of calls", () => {
  const steps = FastCheck.array(FastCheck.option(FastCheck.nat(7)), { maxLength: 20 })

  it.effect("accepts a key until its revocation and never after, with a valid audit chain", () =>
    Effect.forEach(FastCheck.sample(steps, 25), (history) =>
      Effect.gen(function* () {
        const made: Array<string> = []
        const gone = new Set<string>()
        for (const which of history) {
          if (which === null) made.push((yield* generate()).auth_token)
          else {
            yield* revoke(made[which] ?? "unknown")
            if (made[which] !== undefined) gone.add(made[which])
          }
          for (const text of made) yield* gone.has(text) ? isRefused(text) : isAccepted(text)
        }
        assert.strictEqual(yield* counted("revocation"), gone.size)
        // Computed here, not by the verification of the store.
        const events = yield* query<{
          readonly previous_hash: string
          readonly hash: string
        }>`SELECT * FROM audit_event ORDER BY seq`
        assert.strictEqual(events.length, made.length + gone.size)
        let previous = ""
        for (const { hash, previous_hash, ...values } of events) {
          assert.strictEqual(previous_hash, previous)
          previous = createHash("sha256")
            .update(previous + JSON.stringify(Object.values(values)))
            .digest("hex")
          assert.strictEqual(hash, previous)
        }
      }).pipe(Effect.provide(newStore), Effect.scoped)
    )
  )
})
