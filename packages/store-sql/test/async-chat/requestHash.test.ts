// The hash of a request for its idempotency key.
import { assert, describe } from "@effect/vitest"
import type { CreateRequest } from "@leadline/core/async-chat"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { hashOf as hash } from "../../src/async-chat/requestHash.ts"
import { test } from "../effects.ts"

type Request = CreateRequest["request"]
type Schema = { readonly [name: string]: unknown }

const about = (schema: Schema, further: Partial<Request> = {}): Request => ({
  model: "sonar",
  messages: [{ role: "user", content: '\u{1f30a} \ud800 "quoted"' }],
  response_format: { type: "json_schema", json_schema: { schema } },
  ...further
})

/** Names in no order that sorting knows. */
const names = Array.from({ length: 100_000 }, (_, index) => `name-${(index * 7_919) % 100_000}`)
const large = (order: ReadonlyArray<string>) => about(Object.fromEntries(order.map((name) => [name, 1])))

describe("the hash of a request", () => {
  test("is that of the fields in any order, at all levels; null is absent", function* () {
    const one = yield* hash(about({ a: { b: 1, c: [] }, d: {} }, { top_p: null }))
    const { messages, model, response_format } = about({ d: {}, a: { c: [], b: 1 } })
    assert.strictEqual(yield* hash({ messages, response_format, model } as Request), one)
  })

  test("is another for other values, other names, and other places of elements", function* () {
    const schemas = [
      { a: 1 },
      { a: 2 },
      { b: 1 },
      { a: [1, 2] },
      { a: [2, 1] },
      { a: null },
      { a: [] },
      { a: {} }
    ]
    const hashes = yield* Effect.forEach(schemas, (schema) => hash(about(schema)))
    assert.strictEqual(new Set(hashes).size, schemas.length)
  })

  test.live("lets the event loop turn while it is made of very many names, or empty arrays", function* () {
    // By this clock each step takes a millisecond, on any machine.
    let now = 0
    const clock = Object.create(yield* Clock.Clock, { currentTimeMillisUnsafe: { value: () => ++now } })
    const emptyArrays = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => []))
    for (const request of [large(names.slice(0, 20_000)), about({ emptyArrays })]) {
      let turns = 0
      const turn = (): void => {
        turns++
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      yield* Effect.provideService(hash(request), Clock.Clock, clock as Clock.Clock)
      clearImmediate(next)
      assert.isAbove(turns, 8)
    }
  })
})
