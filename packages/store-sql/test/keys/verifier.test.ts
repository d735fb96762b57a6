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
  layerApiKeyVerifier,
  layerKeyUsage,
  layerPepperFile,
  listKeys,
  Pepper
} from "../../src/index.ts"
import { seal } from "../../src/keys/rowMac.ts"
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
  rotatePepper,
  startingAt,
  store,
  storeTest,
  test,
  testOver
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
    yield* query`UPDATE api_key SET expires_at = ${expires_at}`
    yield* seal(id)
    yield* noticed
    yield* TestClock.setTime(expires_at - 1)
    yield* accepts(key)
    yield* TestClock.adjust(1)
    yield* refuses(key)
  })

  test("takes the same steps for known and unknown ids, and one query a second for keys without one", function* () {
    const path = yield* directory
    const steps: Array<string> = []
    const counted = Layer.effect(
      Pepper,
      Effect.map(Pepper, ({ mac, macs, ...pepper }) =>
        Pepper.of({
          ...pepper,
          mac: (key) => (steps.push("mac"), mac(key)),
          macs: (key) => (steps.push("mac"), macs(key))
        })
      )
    ).pipe(Layer.provide(layerPepperFile({ directory: path })))
    /** Every computed MAC and every SQL statement of a verification. */
    const stepsOf = (key: Redacted.Redacted) =>
      check(key).pipe(
        Effect.provideService(Statement.CurrentTransformer, (statement) => {
          steps.push(statement.compile()[0])
          return Effect.succeed(statement)
        }),
        Effect.map(() => steps.splice(0))
      )
    yield* Effect.gen(function* () {
      const { key } = yield* firstKey
      steps.length = 0
      const right = yield* stepsOf(key)
      const known = yield* stepsOf(altered(key, secretEnd))
      assert.lengthOf(known, 2)
      assert.deepEqual(known, yield* stepsOf(altered(key, idEnd)))
      // Only who has the key costs the MACs of its row and of its group.
      assert.deepEqual(right, [...known, "mac", "mac"])
      for (const each of [key, altered(key, secretEnd)]) assert.deepEqual(yield* stepsOf(each), [])
      yield* query`UPDATE api_key SET revoked_at = 1`
      yield* noticed
      assert.deepEqual(yield* stepsOf(key), known)
      const keys = Array.from({ length: 1000 }, (_, index) => Redacted.make(`ll_live_garbage-${index}`))
      const all = (yield* Effect.forEach(keys, stepsOf)).flat()
      assert.lengthOf(
        all.filter((step) => step !== "mac"),
        1
      )
    }).pipe(Effect.provide(layerApiKeyVerifier.pipe(Layer.provideMerge([database(path), counted]))))
  })
})

it("a cache drops an entry after a second, when the version changes, and the oldest at its capacity", () => {
  const cache = makeTtlCache<number>(2)
  cache.put("a", 1, 5n, 0)
  assert.strictEqual(cache.get("a", 1_000_000_004n, 0), 1)
  assert.isUndefined(cache.get("a", 1_000_000_005n, 0))
  cache.put("b", 1, 5n, 0)
  assert.isUndefined(cache.get("b", 5n, 1))
  for (const name of ["c", "d", "e"]) cache.put(name, 2, 5n, 0)
  assert.deepEqual([cache.get("c", 5n, 0), cache.get("d", 5n, 0), cache.get("e", 5n, 0)], [undefined, 2, 2])
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
