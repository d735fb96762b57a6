// The ApiKeys service over the tables: created keys, revoked keys, two processes.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { accepts, storeTest } from "../stores.ts"
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
