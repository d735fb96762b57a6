// The API key verifier: refusals, group limits, timing and cost, and its cache.
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { ensureKey, layerApiKeyVerifier, layerPepperFile, Pepper } from "../../src/index.ts"
import {
  accepts,
  check,
  database,
  directory,
  noticed,
  refuses,
  rewriteKeys,
  twoNodes,
  storeTest
} from "../stores.ts"
import { altered, firstKey } from "./apiKeysCalls.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"
import { makeTtlCache } from "../../src/keys/TtlCache.ts"

const secretEnd = 49
const idEnd = 17

describe("the API key verifier", () => {
  storeTest("refuses unknown, wrong, malformed and revoked keys alike", function* () {
    const { id, key } = yield* firstKey
    const text = Redacted.value(key)
    const wrong = [altered(key, secretEnd), altered(key, idEnd)]
    const malformed = ["", text.slice(1), `${text}0`, "' OR 1=1 --", "given-%", "a".repeat(8192), "\0", id]
    for (const each of [...wrong, ...malformed.map((bad) => Redacted.make(bad))]) yield* refuses(each)
    yield* accepts(key)
    yield* rewriteKeys(query`UPDATE api_key SET revoked_at = 1`)
    yield* noticed
    yield* refuses(key)
  })

  storeTest(
    "refuses a key from the millisecond on at which it expires, also while it is cached",
    function* () {
      const { key } = yield* firstKey
      const expires_at = (yield* Clock.currentTimeMillis) + 500
      yield* rewriteKeys(query`UPDATE api_key SET expires_at = ${expires_at}`)
      yield* accepts(key)
      yield* TestClock.adjust(499)
      yield* accepts(key)
      yield* TestClock.adjust(1)
      yield* refuses(key)
    }
  )

  test("accepts keys created, and refuses keys revoked, by another process on the file", function* () {
    const [one, two] = yield* twoNodes
    const { id, key } = yield* Effect.provide(firstKey, one)
    const foreign = Redacted.make("another-form-of-key")
    yield* Effect.provide(ensureKey({ bootstrap: foreign }), one)
    assert.deepEqual(yield* Effect.provide(check(key), two), { group: "default", key: id })
    yield* Effect.provide(accepts(foreign), two)
    yield* query`UPDATE api_key SET revoked_at = 1`.pipe(Effect.provide(two))
    yield* noticed
    for (const services of [one, two]) {
      yield* Effect.provide(refuses(key), services)
      yield* Effect.provide(refuses(foreign), services)
    }
  })
})

/** The steps of a verification: every computed MAC and every SQL statement. */
const traced = Effect.gen(function* () {
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
  const run = Effect.fnUntraced(function* (key: Redacted.Redacted) {
    steps.length = 0
    const result = yield* check(key).pipe(
      Effect.provide(services),
      Effect.provideService(Statement.CurrentTransformer, (statement) => {
        steps.push(statement.compile()[0])
        return Effect.succeed(statement)
      })
    )
    return { result, steps: [...steps] }
  })
  return { run, services }
})

describe("the cost of a verification", () => {
  test("is the same for known and unknown ids", function* () {
    const { run, services } = yield* traced
    const { key } = yield* Effect.provide(firstKey, services)
    const right = yield* run(key)
    const known = yield* run(altered(key, secretEnd))
    const unknown = yield* run(altered(key, idEnd))
    assert.strictEqual(known.steps.length, 2)
    assert.deepEqual(known, unknown)
    // Only who has the key costs the MACs of its row and of its group.
    assert.deepEqual(right.steps, [...known.steps, "mac", "mac"])
    yield* query`UPDATE api_key SET revoked_at = 1`.pipe(Effect.provide(services))
    yield* Effect.provide(noticed, services)
    assert.deepEqual(yield* run(key), unknown)
  })

  test("is one query per second for a thousand keys of unknown format, and none for one that is cached", function* () {
    const { run, services } = yield* traced
    const { key } = yield* Effect.provide(firstKey, services)
    for (const each of [key, altered(key, secretEnd)]) {
      yield* run(each)
      assert.deepEqual((yield* run(each)).steps, [])
    }
    const queries: Array<string> = []
    for (let index = 0; index < 1000; index++) {
      const { steps } = yield* run(Redacted.make(`ll_live_garbage-${index}`))
      queries.push(...steps.filter((step) => step !== "mac"))
    }
    assert.strictEqual(queries.length, 1)
  })
})

describe("a cache", () => {
  it("evicts the oldest entry at its capacity", () => {
    const cache = makeTtlCache<number>(10_000)
    for (let index = 0; index < 30_000; index++) cache.put(String(index), index, 0n, 0)
    assert.strictEqual(cache.size(), 10_000)
    assert.isUndefined(cache.get("19999", 0n, 0))
    assert.strictEqual(cache.get("20000", 0n, 0), 20_000)
  })

  it("drops an entry after a second, and when the version changes", () => {
    const cache = makeTtlCache<number>(10)
    cache.put("a", 1, 5n, 0)
    assert.strictEqual(cache.get("a", 1_000_000_004n, 0), 1)
    assert.isUndefined(cache.get("a", 1_000_000_005n, 0))
    cache.put("b", 1, 5n, 0)
    assert.isUndefined(cache.get("b", 5n, 1))
    cache.put("c", 1, 5n, Number.NaN)
    assert.isUndefined(cache.get("c", 5n, Number.NaN))
  })
})
