// Key usage: the last day, the MAC under the current pepper, and no write while a request waits.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createKey, layerKeyUsage, listKeys } from "../../src/index.ts"
import {
  accepts,
  adjust,
  check,
  countStatements,
  directory,
  eventually,
  losePepper,
  refuses,
  rotatePepper,
  startingAt,
  store
} from "../stores.ts"
import { testOver } from "../effects.ts"

const dayNow = 20_717
const now = dayNow * 86_400_000

/** A store that records key usage. */
const withUsage = (path: string) => Layer.provideMerge(layerKeyUsage(), store(path))

const days = Effect.map(listKeys(), (keys) => keys.map(({ last_used_day }) => last_used_day))

/** The days when they are written, which happens every ten seconds. */
const recorded = (holds: (found: ReadonlyArray<number | null>) => boolean) =>
  eventually(days, holds, adjust("11 seconds"))

const usageTest = testOver(Layer.empty, startingAt(now))

describe("key usage", () => {
  usageTest("records the day later and once, however many calls there are", function* () {
    const path = yield* directory
    const used = yield* Effect.gen(function* () {
      const [one, two] = [yield* createKey(), yield* createKey()]
      const calls = Effect.forEach(Array.from({ length: 1000 }), () => check(one.key), { discard: true })
      assert.strictEqual(yield* countStatements(calls), 0)
      assert.deepEqual(yield* days, [null, null])
      assert.sameMembers(yield* recorded((found) => found.includes(dayNow)), [dayNow, null])
      yield* check(two.key)
      yield* check(Redacted.make("unknown"))
      assert.deepEqual(yield* recorded((found) => !found.includes(null)), [dayNow, dayNow])
      return one
    }).pipe(Effect.provide(withUsage(path)))
    yield* adjust("1 day")
    yield* Effect.provide(check(used.key), withUsage(path))
    assert.sameMembers(yield* Effect.provide(days, store(path)), [dayNow + 1, dayNow])
  })

  usageTest("stores a key under the new pepper, so that the old one can be removed", function* () {
    const path = yield* directory
    const made = Effect.all([createKey({ name: "used" }), createKey({ name: "idle" })])
    const [used, idle] = yield* Effect.provide(made, store(path))
    yield* rotatePepper(path)
    yield* Effect.provide(check(used.key), withUsage(path))
    const peppers = Effect.map(listKeys(), (keys) =>
      Object.fromEntries(keys.map(({ name, pepper }) => [name, pepper]))
    )
    assert.deepEqual(yield* Effect.provide(peppers, store(path)), { used: "current", idle: "previous" })
    yield* losePepper(path, "pepper.previous")
    yield* Effect.provide(accepts(used.key), store(path))
    yield* Effect.provide(refuses(idle.key), store(path))
  })
})
