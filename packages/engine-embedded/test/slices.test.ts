// A large request leaves room for others, and can be stopped.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { choice, engine } from "./support.ts"

const wide = Array.from({ length: 128 }, (_, q) =>
  choice(
    `Which of these fits question ${q}?`,
    Array.from({ length: 255 }, (__, o) => [`option ${o}`, o % 3 === 0 ? "refund of charges" : null] as const)
  )
)
const state = "I was charged twice and I want a refund. The export is broken."

describe("128 questions of 255 options", () => {
  it.live("leave room for timers", () =>
    Effect.gen(function* () {
      const weigher = yield* engine
      let ticks = 0
      const timer = setInterval(() => ticks++, 1)
      const { weights } = yield* weigher.weigh(state, wide)
      clearInterval(timer)
      assert.strictEqual(weights.flat().length, 128 * 255)
      assert.isAbove(ticks, 50)
    })
  )

  it.live("stop when they are interrupted", () =>
    Effect.gen(function* () {
      const weigher = yield* engine
      const fiber = yield* Effect.forkChild(weigher.weigh(state, wide))
      yield* Effect.sleep(20)
      yield* Fiber.interrupt(fiber)
      const exit = yield* Fiber.await(fiber)
      assert.strictEqual(exit._tag, "Failure")
    })
  )
})

describe("a state of 32 MiB", () => {
  it.live("leaves room for timers while its tokens are counted", () =>
    Effect.gen(function* () {
      const weigher = yield* engine
      const names = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(300, "k"))
      const large = Object.fromEntries(names.map((name) => [name, 0]))
      let ticks = 0
      const timer = setInterval(() => ticks++, 1)
      const tokens = yield* weigher.countTokens(large, [])
      clearInterval(timer)
      // Each line is a name, a colon, a blank and a digit; between two of them is a line end.
      assert.strictEqual(tokens, 24 + (100_000 * 304 - 1 + 1) / 4)
      assert.isAbove(ticks, 20)
    })
  )
})
