// A choice in rounds, where the weights of options do not depend on their company: the softmax of all weights.
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Ask } from "../../src/decisions/DecisionServer.ts"
import { softmax } from "../../src/decisions/tournament.ts"
import { choiceInRounds } from "../../src/decisions/choiceInRounds.ts"

const caps = (options: number) => ({ caps: { questions: 64, options, levels: 10, isJoint: false } })

const optionsOf = ({ question }: Ask): ReadonlyArray<string> =>
  question.type === "choice" ? Object.keys(question.criteria) : []

describe("a choice in rounds", () => {
  it("has the softmax of all weights, in the order of its options", () => {
    const cases = fc.record({
      criteria: fc.dictionary(fc.string({ maxLength: 6 }), fc.constant(null), {
        minKeys: 3,
        maxKeys: 80,
        size: "max"
      }),
      cap: fc.integer({ min: 2, max: 30 }),
      seed: fc.double({ min: -4, max: 4, noNaN: true })
    })
    fc.assert(
      fc.property(cases, ({ cap, criteria, seed }) => {
        const weightOf = (name: string) => (Object.hasOwn(criteria, name) ? name.length - seed : seed)
        const read = (ask: Ask) => ({ probabilities: softmax(optionsOf(ask).map(weightOf)) })
        const choice = choiceInRounds("a", { type: "choice", criteria }, caps(cap), (name) => name === "a")
        const first = choice.firstRound(choice.asks.map(read))
        const { probabilities } = choice.reading(first, read(choice.final(first)))
        const wanted = softmax(Object.keys(criteria).map(weightOf))
        assert.strictEqual(probabilities.length, wanted.length)
        for (const [index, share] of probabilities.entries())
          assert.closeTo(share, wanted[index] ?? NaN, 1e-9)
        for (const ask of [...choice.asks, choice.final(first)]) assert.isAtMost(optionsOf(ask).length, cap)
      })
    )
  })

  it("asks under names that are free, and with an option that is none of its own", () => {
    const criteria = { "none of the above": null, b: null, c: null }
    const taken = new Set(["a", "a (1 of 3)", "a (final)"])
    const choice = choiceInRounds("a", { type: "choice", criteria }, caps(2), (name) => taken.has(name))
    assert.deepStrictEqual(
      choice.asks.map((ask) => [ask.name, ...optionsOf(ask)]),
      [
        ["a (1 of 3).", "none of the above", "none of the above."],
        ["a (2 of 3)", "b", "none of the above."],
        ["a (3 of 3)", "c", "none of the above."]
      ]
    )
    assert.strictEqual(choice.final({ shares: [1, 0, 0], finalists: [0, 1] }).name, "a (final).")
  })
})
