// What is found once: values, models that a server remembers, and prompts that it cut.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, describe, it } from "vitest"
import { computeOnce } from "../../../src/openai-compatible/server/computeOnce.ts"
import { test } from "../../support/effects.ts"
import { perModel } from "../../../src/openai-compatible/server/perModel.ts"
import { charactersOf, isCut } from "../../../src/openai-compatible/server/isCut.ts"

describe("computeOnce", () => {
  test("finds a value once for all who wait, and again when it was forgotten", function* () {
    let found = 0
    const finding = Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => ++found)
    )
    const { forget, get } = computeOnce(yield* Effect.scope, finding)
    assert.deepStrictEqual(yield* Effect.all([get, get, get], { concurrency: 3 }), [1, 1, 1])
    yield* forget
    assert.strictEqual(yield* get, 2)
  })

  test("goes on for the others when the first is interrupted", function* () {
    const gate = yield* Deferred.make<number>()
    const { get } = computeOnce(yield* Effect.scope, Deferred.await(gate))
    const first = yield* Effect.forkChild(get)
    yield* Effect.yieldNow
    const second = yield* Effect.forkChild(get)
    yield* Effect.yieldNow
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(gate, 7)
    assert.strictEqual(yield* Fiber.join(second), 7)
  })

  test("keeps no failure", function* () {
    let asked = 0
    const asking = Effect.suspend(() => (++asked === 1 ? Effect.fail("no") : Effect.succeed("yes")))
    const { get } = computeOnce(yield* Effect.scope, asking)
    assert.strictEqual(yield* Effect.flip(get), "no")
    assert.strictEqual(yield* get, "yes")
  })
})

it("of 1,001 models the one that was asked for longest ago is forgotten, and no other", () => {
  const made: Array<string> = []
  const of = perModel((model) => made.push(model))
  const first = of("a")
  of("b")
  for (let more = 2; more < 1_000; more++) of(`model-${more}`)
  assert.strictEqual(of("a"), first)
  of("one more")
  assert.strictEqual(of("a"), first)
  assert.lengthOf(made, 1_001)
  of("b")
  assert.lengthOf(made, 1_002)
})

describe("isCut", () => {
  it.each([
    ["five characters a token", 10_000, 2_000, undefined, false],
    ["nine characters a token", 10_000, 1_111, undefined, true],
    ["a short text", 1_000, 10, undefined, false],
    ["as many tokens as the context", 10_000, 4_096, 4_096, true],
    ["one less", 10_000, 4_095, 4_096, false],
    ["a server that does not count", 10_000, undefined, 4_096, false]
  ] as const)("%s", (_name, characters, tokens, contextTokens, wanted) => {
    assert.strictEqual(isCut(characters, tokens, contextTokens), wanted)
  })

  it("runs of one character are few tokens", () => {
    assert.strictEqual(charactersOf(`a${" ".repeat(1000)}b${"=".repeat(80)}`), 8)
    assert.strictEqual(charactersOf("aaa bbb"), 7)
  })
})
