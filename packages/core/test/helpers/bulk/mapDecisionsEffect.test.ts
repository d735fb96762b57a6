// Decisions about each item, as Effects.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { mapDecisionsEffect } from "../../../src/helpers/bulk/index.ts"
import { Decisions, make } from "../../../src/resources/decisions/index.ts"
import { answer, toRequest } from "../../fixtures/bulk.ts"

describe("mapDecisionsEffect", () => {
  const layer = Layer.succeed(Decisions, make({ create: () => Effect.succeed(answer(0.25)) }))

  it.effect("takes iterables and streams", () =>
    Effect.gen(function* () {
      for (const items of [["a", "b"], Stream.make("a", "b")]) {
        const results = yield* Stream.runCollect(mapDecisionsEffect(items, toRequest, { concurrency: 2 }))
        assert.deepEqual(
          results.map(({ index, item, result }) => [index, item, result.answers.urgent.noul]),
          [
            [0, "a", 0.25],
            [1, "b", 0.25]
          ]
        )
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails with the failure of a call, and with that of the stream", () =>
    Effect.gen(function* () {
      const questions = { "": { type: "noul", criteria: { true: "x" } } } as const
      const bad = mapDecisionsEffect([{ text: "" }], () => ({ ...toRequest("a"), questions }))
      const failure = yield* Effect.flip(Stream.runDrain(bad))
      assert.strictEqual(failure._tag, "InvalidRequestError")
      assert.strictEqual(failure.index, 0)
      const broken = mapDecisionsEffect(Stream.fail("broken" as const), toRequest)
      assert.strictEqual(yield* Effect.flip(Stream.runDrain(broken)), "broken")
    }).pipe(Effect.provide(layer))
  )
})
