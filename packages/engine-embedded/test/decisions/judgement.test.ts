// Plain cases that the engine must answer correctly.
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import { answers, choice, noul, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const mean = (p: ReadonlyArray<number>) => p.reduce((sum, share, level) => sum + share * level, 0)

const yes = Effect.fnUntraced(function* (state: string, instructions: string) {
  const [p] = yield* answers(state, [noul(instructions)])
  return p?.[0] ?? Number.NaN
})

describe("a noul", () => {
  test("is likely where the state says so, and unlikely where the state denies it", function* () {
    assert.isAbove(yield* yes("The receipt is attached.", "Is the receipt attached?"), 0.6)
    assert.isBelow(yield* yes("The receipt is not attached.", "Is the receipt attached?"), 0.4)
    assert.isBelow(yield* yes("There is no receipt attached.", "Is the receipt attached?"), 0.4)
  })

  test("is decided by a number where it asks for one", function* () {
    assert.isAbove(
      yield* yes("Our account has 60 user seats.", "Does the account have more than 50 user seats?"),
      0.7
    )
    assert.isBelow(
      yield* yes("Our account has 40 user seats.", "Does the account have more than 50 user seats?"),
      0.3
    )
    assert.isAbove(yield* yes("It arrived three weeks ago.", "Did it arrive more than 14 days ago?"), 0.7)
    assert.isBelow(yield* yes("The amount is $900.", "Is the amount $1,000 or more?"), 0.3)
  })

  test("leans to no where the state has none of its words, without being sure", function* () {
    const weather = "The weather is fine and the birds are singing in the park today."
    const p = yield* yes(weather, "Does the customer ask for a refund?")
    assert.isBelow(p, 0.45)
    assert.isAbove(p, 0.2)
  })

  test("is unlikely where its words are missing from a state that has some of them", function* () {
    const ask = "Does the customer threaten a lawsuit?"
    const missing = yield* yes("The customer wants to change the invoice address.", ask)
    assert.isBelow(missing, 0.45)
    assert.isBelow(missing, (yield* yes("The customer threatens a lawsuit.", ask)) - 0.2)
  })
})

describe("a choice", () => {
  test("goes to the option whose words and meaning are in the state", function* () {
    const [p = []] = yield* answers("My laptop screen is cracked and the keyboard does not work.", [
      choice("What is it about?", [
        ["hardware", "A broken computer or phone"],
        ["access", "Someone needs a password or permission"],
        ["billing", "A question about an invoice"]
      ])
    ])
    assert.strictEqual(p.indexOf(Math.max(...p)), 0)
  })
})

describe("a score", () => {
  test("rises with the words of its levels", function* () {
    const ladder = score("How urgent is it?", [
      "No hurry at all",
      "Needed this month",
      "Urgent, needed today"
    ])
    const [calm = []] = yield* answers("There is no hurry, take your time.", [ladder])
    const [urgent = []] = yield* answers("This is urgent! We need it today.", [ladder])
    assert.isAbove(mean(urgent), mean(calm))
  })
})
