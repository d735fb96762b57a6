// Scales of a score: ranges of numbers, direction of intensity words, reversed scales.
import { assert, describe, it } from "vitest"
import * as FastCheck from "fast-check"
import { directionOf, slopeOf } from "../../src/decisions/scores/scaleDirection.ts"
import { answers, engine, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const delays = ["Up to 2 hours", "2 hours to 3 days", "3 to 10 days", "More than 10 days"]
const ladders = [
  ["None", "Low", "Elevated", "High"],
  ["calm", "annoyed", "furious"],
  ["Weak", "Mixed", "Good", "Strong"],
  ["No damage", "A few parts broken", "Most parts broken", "All of it destroyed", "Lost"],
  delays
]
const report =
  "URGENT: 480 units were destroyed and the backup is broken. The delay is 12 days. " +
  "We have not lost the data, and no customer is furious. The claim is $40,000."

const winner = (p: ReadonlyArray<number> = []) => p.indexOf(Math.max(...p))

describe("a scale", () => {
  it("climbs from nothing to all, and falls when it is turned around", () => {
    for (const levels of ladders.slice(0, 4)) {
      assert.isAbove(directionOf(levels), 0)
      assert.strictEqual(directionOf(levels.toReversed()), -directionOf(levels))
    }
    // A denial further on in a level is a detail.
    assert.isAbove(directionOf(["Serious, but no injuries", "Critical"]), 0)
    assert.strictEqual(directionOf(["red", "green", "blue"]), 0)
    assert.strictEqual(directionOf([]), 0)
    assert.strictEqual(slopeOf([1, 5, 3]), 2)
  })

  test("gives the same weights in reverse, whatever the levels", function* () {
    const level = FastCheck.constantFrom(...ladders.flat(), "", "1 - none", "12 days", "日本語", "no backup")
    const sampled = FastCheck.sample(FastCheck.array(level, { minLength: 2, maxLength: 7 }), {
      numRuns: 60,
      seed: 5
    })
    for (const levels of [...ladders, ...sampled]) {
      const { weights } = yield* engine.weigh(report, [
        score("How bad is it?", levels),
        score("How bad is it?", levels.toReversed())
      ])
      for (const [at, weight] of (weights[1] ?? []).toReversed().entries())
        assert.isTrue(weight === weights[0]?.[at], levels.join(" | "))
    }
  })

  test("of numbers goes by the number that the question is about", function* () {
    const ask = score("How long is the delay?", delays)
    for (const [text, level] of [
      ["The delay is 90 minutes. The contract runs for 2 years.", 0],
      ["The contract runs for 2 years. We expect a delay of 5 hours.", 1],
      ["The delay is one week.", 2],
      ["After 2 hours we called again. The delay is three weeks.", 3]
    ] as const) {
      const [p] = yield* answers(text, [ask])
      assert.strictEqual(winner(p), level, text)
    }
  })

  test("of numbers takes the narrowest range that holds the number", function* () {
    const due = score("When is the payment due?", [
      "More than a month away",
      "Within a month",
      "Within 2 days"
    ])
    for (const [text, level] of [
      ["The payment is due in 60 days.", 0],
      ["The payment is due in 12 days.", 1],
      ["The payment is due in one day.", 2]
    ] as const) {
      const [p] = yield* answers(text, [due])
      assert.strictEqual(winner(p), level, text)
    }
    const count = score("How many seats are affected?", ["None", "1 to 10", "11 or more"])
    for (const [text, level] of [
      ["None of the 40 seats are affected.", 0],
      ["7 seats are affected.", 1],
      ["Twenty seats are affected.", 2]
    ] as const) {
      const [p] = yield* answers(text, [count])
      assert.strictEqual(winner(p), level, text)
    }
  })

  test("takes the number of a level itself for no number of the state", function* () {
    const plain = score("How is the food?", ["Cold", "Fair", "Fresh"])
    const listed = score("How is the food?", ["1 - Cold", "Level 2: Fair", "3) Fresh"])
    const text = "We ordered the food 3 times."
    const { weights } = yield* engine.weigh(text, [plain, listed])
    assert.deepStrictEqual(weights[1], weights[0])
  })

  test("of degrees rises with harm and haste, and falls with good news", function* () {
    const ask = score("How serious is it?", ["None", "Low", "Elevated", "High"])
    const strength = score("How strong is the case?", ["Weak", "Mixed", "Good", "Strong"])
    const [grave, strengthless] = yield* answers(
      "Urgent: the truck was destroyed in the attack and 900 units are lost. It is a terrible failure.",
      [ask, strength]
    )
    const [fine, strong] = yield* answers(
      "All is fine. The parcel is insured, verified and intact. A great, excellent delivery, thanks.",
      [ask, strength]
    )
    assert.strictEqual(winner(grave), 3)
    assert.strictEqual(winner(fine), 0)
    assert.strictEqual(winner(strengthless), 0)
    assert.strictEqual(winner(strong), 3)
  })
})
