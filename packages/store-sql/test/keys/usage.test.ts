// Key usage: the last day, the MAC under the current pepper, and no write while a request waits.
import { assert } from "@effect/vitest"
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
  store,
  testOver
} from "../stores.ts"

const dayNow = 20_717

const days = Effect.map(listKeys(), (keys) => keys.map(({ last_used_day }) => last_used_day))

testOver(Layer.empty, startingAt(dayNow * 86_400_000))(
  "a used key has its day later and once, and is stored under the new pepper: the old one can be removed",
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
