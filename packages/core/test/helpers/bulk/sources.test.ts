// What becomes of the source of bulk work.
import { assert, describe, it } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { mapDecisions, mapDecisionsEffect } from "../../../src/helpers/bulk/index.ts"
import { Decisions, make } from "../../../src/resources/decisions/index.ts"
import { answer, atOnce, collect, mistaken, rejection, toRequest } from "../../fixtures/bulk.ts"

describe("a generator", () => {
  let returned = 0
  function* numbers() {
    try {
      for (let number = 0; ; number++) yield String(number)
    } finally {
      returned++
    }
  }

  it("is returned when the loop is left", async () => {
    returned = 0
    for await (const { index } of mapDecisions(atOnce, numbers(), toRequest)) if (index === 2) break
    assert.strictEqual(returned, 1)
  })

  it("is returned when the work fails", async () => {
    returned = 0
    await rejection(collect(mapDecisions(atOnce, numbers(), mistaken)))
    assert.strictEqual(returned, 1)
  })

  it("is returned when the stream is over", async () => {
    returned = 0
    const layer = Layer.succeed(Decisions, make({ create: () => Effect.succeed(answer(0.25)) }))
    const taken = Stream.take(mapDecisionsEffect(numbers(), toRequest), 1)
    await Effect.runPromise(Effect.provide(Stream.runDrain(taken), layer))
    assert.strictEqual(returned, 1)
  })
})

describe("what is no source", () => {
  it("is a TypeError at once, for promises and Effects", () => {
    for (const given of ["one text", 3, {}, null]) {
      const source = given as never
      assert.throws(() => mapDecisions(atOnce, source, toRequest), TypeError, /^items: expected a list/)
      assert.throws(() => mapDecisionsEffect(source, toRequest), TypeError, /^items: expected a list/)
    }
  })

  it("is named where it is a text: each letter would be a call", () => {
    const text: Iterable<string> = "one text"
    assert.throws(() => mapDecisions(atOnce, text, toRequest), TypeError, /a text: put it into a list$/)
  })
})
