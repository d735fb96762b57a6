// The API key verifier: refusals, their cost, its cache, and the use of a key.
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import {
  createKey,
  ensureKey,
  layerApiKeyVerifier,
  layerKeyUsage,
  layerPepperFile,
  listKeys,
  Pepper
} from "../../src/index.ts"
import { makeTtlCache } from "../../src/keys/TtlCache.ts"
import {
  accepts,
  adjust,
  check,
  countStatements,
  database,
  directory,
  eventually,
  losePepper,
  noticed,
  query,
  refuses,
  rewriteKeys,
  rotatePepper,
  startingAt,
  store,
  storeTest,
  test,
  testOver,
  twoNodes
} from "../stores.ts"
import { altered, firstKey } from "./apiKeysCalls.ts"

const secretEnd = 49
const idEnd = 17

describe("the API key verifier", () => {
  storeTest("refuses keys that are unknown, malformed, or expired to the millisecond", function* () {
    const { id, key } = yield* firstKey
    const text = Redacted.value(key)
    const malformed = ["", text.slice(1), `${text}0`, "' OR 1=1 --", "given-%", "a".repeat(8192), "\0", id]
    for (const each of [
      altered(key, secretEnd),
      altered(key, idEnd),
      ...malformed.map((bad) => Redacted.make(bad))
    ])
      yield* refuses(each)
    yield* accepts(key)
    const expires_at = (yield* Clock.currentTimeMillis) + 1_500
    yield* rewriteKeys(query`UPDATE api_key SET expires_at = ${expires_at}`)
    yield* noticed
    yield* TestClock.setTime(expires_at - 1)
    yield* accepts(key)
    yield* TestClock.adjust(1)
    yield* refuses(key)
  })

  test("accepts keys created, and refuses keys revoked, by another process on the store", function* () {
    const [one, two] = yield* twoNodes
    const { id, key } = yield* Effect.provide(firstKey, one)
    const foreign = Redacted.make("another-form-of-key")
    yield* Effect.provide(ensureKey({ bootstrap: foreign }), one)
    assert.deepEqual(yield* Effect.provide(check(key), two), { group: "default", key: id })
    yield* Effect.provide(accepts(foreign), two)
    yield* query`UPDATE api_key SET revoked_at = 1`.pipe(Effect.provide(two))
    yield* noticed
    for (const services of [one, two])
      yield* Effect.andThen(refuses(key), refuses(foreign)).pipe(Effect.provide(services))
  })

  test("takes the same steps for known and unknown ids, and one query a second for keys without one", function* () {
    const path = yield* directory
    const steps: Array<string> = []
    const counted = Layer.effect(
      Pepper,
      Effect.map(Pepper, (pepper) =>
        Pepper.of({
          ...pepper,
          mac: (key) => (steps.push("mac"), pepper.mac(key)),
          macs: (key) => (steps.push("mac"), pepper.macs(key))
        })
      )
    ).pipe(Layer.provide(layerPepperFile({ directory: path })))
    const services = yield* Layer.build(
      layerApiKeyVerifier.pipe(Layer.provideMerge(Layer.merge(database(path), counted)))
    )
    /** Every computed MAC and every SQL statement of a verification. */
    const stepsOf = Effect.fnUntraced(function* (key: Redacted.Redacted) {
      steps.length = 0
      yield* check(key).pipe(
        Effect.provide(services),
        Effect.provideService(Statement.CurrentTransformer, (statement) => {
          steps.push(statement.compile()[0])
          return Effect.succeed(statement)
        })
      )
      return [...steps]
    })
    const { key } = yield* Effect.provide(firstKey, services)
    const right = yield* stepsOf(key)
    const known = yield* stepsOf(altered(key, secretEnd))
    assert.lengthOf(known, 2)
    assert.deepEqual(known, yield* stepsOf(altered(key, idEnd)))
    // Only who has the key costs the MACs of its row and of its group.
    assert.deepEqual(right, [...known, "mac", "mac"])
    for (const each of [key, altered(key, secretEnd)]) assert.deepEqual(yield* stepsOf(each), [])
    yield* query`UPDATE api_key SET revoked_at = 1`.pipe(Effect.provide(services))
    yield* Effect.provide(noticed, services)
    assert.deepEqual(yield* stepsOf(key), known)
    const queries: Array<string> = []
    for (let index = 0; index < 1000; index++) {
      const all = yield* stepsOf(Redacted.make(`ll_live_garbage-${index}`))
      queries.push(...all.filter((step) => step !== "mac"))
    }
    assert.strictEqual(queries.length, 1)
  })
})

it("a cache drops an entry after a second, when the version changes, and the oldest at its capacity", () => {
  const cache = makeTtlCache<number>(2)
  cache.put("a", 1, 5n, 0)
  assert.strictEqual(cache.get("a", 1_000_000_004n, 0), 1)
  assert.isUndefined(cache.get("a", 1_000_000_005n, 0))
  cache.put("b", 1, 5n, 0)
  assert.isUndefined(cache.get("b", 5n, 1))
  cache.put("c", 1, 5n, Number.NaN)
  assert.isUndefined(cache.get("c", 5n, Number.NaN))
  for (const [index, name] of ["d", "e", "f"].entries()) cache.put(name, index, 5n, 0)
  assert.deepEqual(
    ["d", "e", "f"].map((name) => cache.get(name, 5n, 0)),
    [undefined, 1, 2]
  )
})

const dayNow = 20_717

const days = Effect.map(listKeys(), (keys) => keys.map(({ last_used_day }) => last_used_day))

testOver(Layer.empty, startingAt(dayNow * 86_400_000))(
  "a used key has its day, and the new pepper, later and once",
  function* () {
    const path = yield* directory
    const withUsage = Layer.provideMerge(layerKeyUsage(), store(path))
    const [used, idle] = yield* Effect.gen(function* () {
      const both = [yield* createKey(), yield* createKey()] as const
      const calls = Effect.replicateEffect(check(both[0].key), 1000, { discard: true })
      assert.strictEqual(yield* countStatements(calls), 0)
      yield* check(Redacted.make("unknown"))
      assert.deepEqual(yield* days, [null, null])
      const written = eventually(days, (found) => found.includes(dayNow), adjust("11 seconds"))
      assert.sameMembers(yield* written, [dayNow, null])
      return both
    }).pipe(Effect.provide(withUsage))
    yield* adjust("1 day")
    yield* rotatePepper(path)
    // It is written when the layer closes, too.
    yield* Effect.provide(check(used.key), withUsage)
    assert.sameMembers(yield* Effect.provide(days, store(path)), [dayNow + 1, null])
    yield* losePepper(path, "pepper.previous")
    yield* Effect.provide(accepts(used.key), store(path))
    yield* Effect.provide(refuses(idle.key), store(path))
  }
)
