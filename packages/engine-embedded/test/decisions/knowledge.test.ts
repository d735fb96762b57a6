// Plain cases of opposites, of alarm and sentiment on a scale, and of records and lists.
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { answers, noul, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const yes = Effect.fnUntraced(function* (state: Schema.Json, instructions: string) {
  const [p] = yield* answers(state, [noul(instructions)])
  return p?.[0] ?? Number.NaN
})

const mean = (p: ReadonlyArray<number> = []) => p.reduce((sum, share, level) => sum + share * level, 0)

describe("an opposite", () => {
  test("is no mention of what is asked, in any form of the word", function* () {
    for (const [state, asked, opposite] of [
      ["The share price rose on Monday.", "Did the share price rise?", "Did the share price fall?"],
      ["She bought a car last week.", "Did she buy a car?", "Did she sell a car?"],
      ["They won the match.", "Did they win the match?", "Did they lose the match?"],
      ["The offer was accepted.", "Was the offer accepted?", "Was the offer rejected?"]
    ] as const) {
      assert.isAbove(yield* yes(state, asked), 0.6, asked)
      assert.isBelow(yield* yes(state, opposite), 0.55, opposite)
    }
  })
})

describe("a number", () => {
  test("of the opposite direction proves nothing", function* () {
    for (const [state, asked] of [
      ["Sales rose by 5 % in March.", "Did sales fall by more than 3 %?"],
      ["The rent was lowered by 80 euros.", "Was the rent raised by more than 50 euros?"]
    ] as const)
      assert.isBelow(yield* yes(state, asked), 0.55, asked)
  })

  test("after a bound that is denied lies on the other side of it", function* () {
    for (const [state, asked] of [
      ["The museum does not open before noon on Mondays.", "Is the museum open at 10:00 on Monday?"],
      ["We don't deliver after 6 pm.", "Do you deliver at 7 pm?"],
      ["The trip did not take more than 3 hours.", "Did the trip take more than 4 hours?"]
    ] as const)
      assert.isBelow(yield* yes(state, asked), 0.3, asked)
    const open = "The shop is not open from 12:00 to 14:00."
    assert.isBelow(yield* yes(open, "Is the shop open at 13:00?"), 0.3)
    const late = yield* yes("He did not arrive before noon.", "Did he arrive at 2 pm?")
    assert.isBelow(late, 0.65)
  })
})

describe("a scale", () => {
  test("of numbers alone goes by what the question calls good or bad", function* () {
    const stars = score("How satisfied is the writer?", ["1", "2", "3", "4", "5"])
    const turned = score("How satisfied is the writer?", ["5", "4", "3", "2", "1"])
    const [happy, down] = yield* answers("I am so happy with this, thank you!", [stars, turned])
    const [angry] = yield* answers("I hate it, it is terrible and useless.", [stars])
    assert.isAbove(mean(happy), 2.3)
    assert.isBelow(mean(angry), 1.7)
    assert.deepStrictEqual(down?.toReversed(), happy)
  })

  test("of urgency goes by alarm and by calm", function* () {
    const ladder = score("How urgent is it?", ["Not urgent", "A little urgent", "Urgent", "Emergency"])
    const [alarm] = yield* answers("There is a gas smell and my husband is unconscious.", [ladder])
    const [calm] = yield* answers("No rush, whenever it suits you.", [ladder])
    assert.isAbove(mean(alarm), 2)
    assert.isBelow(mean(calm), 1)
  })
})

describe("a record or a list", () => {
  test("has what it names, and no more", function* () {
    const list = ["milk", "bread", "butter", "jam"]
    assert.isAbove(yield* yes(list, "Is bread on the list?"), 0.7)
    assert.isBelow(yield* yes(list, "Is cheese on the list?"), 0.4)
    assert.isAbove(yield* yes(list, "Are there more than 3 items?"), 0.7)
    assert.isBelow(yield* yes(list, "Are there more than 5 items?"), 0.3)
    const order = { status: "shipped", paid: true, gift_wrap: false, room: "305" }
    assert.isAbove(yield* yes(order, "Has it been shipped?"), 0.7)
    assert.isAbove(yield* yes(order, "Has it been paid?"), 0.7)
    assert.isBelow(yield* yes(order, "Is a gift wrap wanted?"), 0.3)
    assert.strictEqual(yield* yes(order, "Are there more than 100 rooms?"), 0.5)
  })

  test("with a long text in it is read as prose", function* () {
    const body =
      "The order came on time. I am writing because the lamp in it was broken and I want it replaced."
    const [told] = yield* answers({ subject: "Lamp", body }, [noul("Was the lamp broken?")])
    assert.isAbove(told?.[0] ?? 0, 0.5)
  })
})
