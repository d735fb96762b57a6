// Scores: scales of numbers, of words of intensity, and of what is good or bad; reversed scales.
import type { Ask } from "@leadline/core/decisions"
import { assert } from "vitest"
import * as FastCheck from "fast-check"
import { answers, engine, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const delays = ["Up to 2 hours", "2 hours to 3 days", "3 to 10 days", "More than 10 days"]
const ladders = [
  ["None", "Low", "Elevated", "High"],
  ["Weak", "Mixed", "Good", "Strong"],
  ["No damage", "A few parts broken", "Most parts broken", "All of it destroyed", "Lost"],
  ["1", "2", "3", "4", "5"],
  delays
]
const report =
  "URGENT: 480 units were destroyed and the backup is broken. The delay is 12 days. " +
  "We have not lost the data, and no customer is furious. The claim is $40,000."

test("a scale gives the same weights in reverse, whatever the levels", function* () {
  const level = FastCheck.constantFrom(...ladders.flat(), "", "1 - none", "12 days", "日本語", "no backup")
  const scale = FastCheck.array(level, { minLength: 2, maxLength: 7 })
  for (const levels of [...ladders, ...FastCheck.sample(scale, { numRuns: 60, seed: 5 })]) {
    const asks = [levels, levels.toReversed()].map((given) => score("How bad is it?", given))
    const { weights } = yield* engine.weigh(report, asks)
    for (const [at, weight] of (weights[1] ?? []).toReversed().entries())
      assert.isTrue(weight === weights[0]?.[at], levels.join(" | "))
  }
})

const delay = score("How long is the delay?", delays)
const due = score("When is the payment due?", ["More than a month away", "Within a month", "Within 2 days"])
const seats = score("How many seats are affected?", ["None", "1 to 10", "11 or more"])

// The number that the question is about counts, and the narrowest range that holds it.
test.each<readonly [string, ask: Ask, level: number]>([
  ["The delay is 90 minutes. The contract runs for 2 years.", delay, 0],
  ["The contract runs for 2 years. We expect a delay of 5 hours.", delay, 1],
  ["After 2 hours we called again. The delay is three weeks.", delay, 3],
  ["The payment is due in 60 days.", due, 0],
  ["The payment is due in 12 days.", due, 1],
  ["The payment is due in one day.", due, 2],
  ["None of the 40 seats are affected.", seats, 0],
  ["Twenty seats are affected.", seats, 2]
])("of numbers, %s %j is level %d", function* ([text, ask, level]) {
  const [p = []] = yield* answers(text, [ask])
  assert.strictEqual(p.indexOf(Math.max(...p)), level)
})

test("the number of a level itself is no number of the state", function* () {
  const plain = score("How is the food?", ["Cold", "Fair", "Fresh"])
  const listed = score("How is the food?", ["1 - Cold", "Level 2: Fair", "3) Fresh"])
  const { weights } = yield* engine.weigh("We ordered the food 3 times.", [plain, listed])
  assert.deepStrictEqual(weights[1], weights[0])
})

const mean = (p: ReadonlyArray<number> = []) => p.reduce((sum, share, level) => sum + share * level, 0)

const serious = score("How serious is it?", ["None", "Low", "Elevated", "High"])
const satisfied = score("How satisfied is the writer?", ["1", "2", "3", "4", "5"])

test.each([
  // Harm, and what is good or bad.
  [
    serious,
    "All is fine. The parcel is insured, verified and intact. A great, excellent delivery, thanks.",
    "Urgent: the truck was destroyed in the attack and 900 units are lost. It is a terrible failure."
  ],
  // Levels of numbers alone go by what the question calls good.
  [satisfied, "I hate it, it is terrible and useless.", "I am so happy with this, thank you!"]
] as const)("%j is low for %j and high for %j", function* ([ask, low, high]) {
  const middle = (ask.options.length - 1) / 2
  assert.isBelow(mean((yield* answers(low, [ask]))[0]), middle - 0.1)
  assert.isAbove(mean((yield* answers(high, [ask]))[0]), middle + 0.1)
})
