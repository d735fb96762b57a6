// What is found once: values, models that a server remembers, and prompts that it cut.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, it } from "vitest"
import { computeOnce } from "../../src/openai-compatible/server/computeOnce.ts"
import { charactersOf, isCut } from "../../src/openai-compatible/server/isCut.ts"
import { perModel } from "../../src/openai-compatible/server/perModel.ts"
import { test } from "../support/effects.ts"

test("a value is found once for all who wait, though the first leaves; a failure, or what is forgotten, again", function* () {
  let asked = 0
  const gate = yield* Deferred.make<void>()
  const finding = Effect.suspend(() => (++asked === 2 ? Effect.fail("no") : Effect.succeed(asked)))
  const { forget, get } = computeOnce(yield* Effect.scope, Effect.andThen(Deferred.await(gate), finding))
  const [first, ...others] = yield* Effect.forEach([1, 2, 3], () =>
    Effect.forkChild(get, { startImmediately: true })
  )
  if (first !== undefined) yield* Fiber.interrupt(first)
  yield* Deferred.succeed(gate, undefined)
  assert.deepStrictEqual(yield* Effect.forEach(others, Fiber.join), [1, 1])
  yield* forget
  assert.strictEqual(yield* Effect.flip(get), "no")
  assert.strictEqual(yield* get, 3)
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

it.each([
  ["five characters a token", 10_000, 2_000, undefined, false],
  ["nine characters a token", 10_000, 1_111, undefined, true],
  ["a short text", 1_000, 10, undefined, false],
  ["as many tokens as the context", 10_000, 4_096, 4_096, true],
  ["one less", 10_000, 4_095, 4_096, false],
  ["a server that does not count", 10_000, undefined, 4_096, false]
] as const)("a prompt was cut, or was not: %s", (_name, characters, tokens, contextTokens, wanted) => {
  assert.strictEqual(isCut(characters, tokens, contextTokens), wanted)
})

it("runs of one character are few tokens", () => {
  assert.strictEqual(charactersOf(`a${" ".repeat(1000)}b${"=".repeat(80)}`), 8)
  assert.strictEqual(charactersOf("aaa bbb"), 7)
})
