// Plain cases that the engine must answer correctly: denials, numbers, opposites, scales, records and lists.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { assert, describe } from "vitest"
import { answers, choice, noul, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const yes = Effect.fnUntraced(function* (state: Schema.Json, instructions: string) {
  const [p] = yield* answers(state, [noul(instructions)])
  return p?.[0] ?? Number.NaN
})

const mean = (p: ReadonlyArray<number> = []) => p.reduce((sum, share, level) => sum + share * level, 0)

const rise = "The share price rose on Monday."
const weather = "The weather is fine and the birds are singing in the park today."
const shut = "The museum does not open before noon on Mondays."
const list = ["milk", "bread", "butter", "jam"]
const order = { status: "shipped", paid: true, gift_wrap: false, room: "305" }
const lamp = {
  subject: "Lamp",
  body: "The order came on time. I am writing because the lamp in it was broken and I want it replaced."
}

describe("a noul", () => {
  test.each<readonly [Schema.Json, asked: string, above: number, below: number]>([
    // What the state says or denies.
    ["The receipt is attached.", "Is the receipt attached?", 0.6, 1],
    ["The receipt is not attached.", "Is the receipt attached?", 0, 0.4],
    // Nothing of it, and some of it.
    [weather, "Does the customer ask for a refund?", 0.2, 0.45],
    ["The customer wants to change the invoice address.", "Does the customer threaten a lawsuit?", 0, 0.45],
    // Numbers decide.
    ["Our account has 60 user seats.", "Does the account have more than 50 user seats?", 0.7, 1],
    ["Our account has 40 user seats.", "Does the account have more than 50 user seats?", 0, 0.3],
    ["The amount is $900.", "Is the amount $1,000 or more?", 0, 0.3],
    // A number of the opposite direction proves nothing.
    ["Sales rose by 5 % in March.", "Did sales fall by more than 3 %?", 0, 0.55],
    // A number after a bound that is denied lies on the other side of it.
    [shut, "Is the museum open at 10:00 on Monday?", 0, 0.3],
    ["The trip did not take more than 3 hours.", "Did the trip take more than 4 hours?", 0, 0.3],
    ["The shop is not open from 12:00 to 14:00.", "Is the shop open at 13:00?", 0, 0.3],
    ["He did not arrive before noon.", "Did he arrive at 2 pm?", 0, 0.65],
    // An opposite is no mention of what is asked, in any form of the word.
    [rise, "Did the share price rise?", 0.6, 1],
    [rise, "Did the share price fall?", 0, 0.55],
    ["She bought a car last week.", "Did she buy a car?", 0.6, 1],
    ["She bought a car last week.", "Did she sell a car?", 0, 0.55],
    ["The offer was accepted.", "Was the offer accepted?", 0.6, 1],
    ["The offer was accepted.", "Was the offer rejected?", 0, 0.55],
    // A record or a list has what it names, and no more; a long text in it is prose.
    [list, "Is bread on the list?", 0.7, 1],
    [list, "Is cheese on the list?", 0, 0.4],
    [list, "Are there more than 3 items?", 0.7, 1],
    [order, "Has it been shipped?", 0.7, 1],
    [order, "Is a gift wrap wanted?", 0, 0.3],
    [lamp, "Was the lamp broken?", 0.5, 1]
  ])("of %j: %s is above %d and below %d", function* ([state, asked, above, below]) {
    const p = yield* yes(state, asked)
    assert.isTrue(above < p && p < below, String(p))
  })

  test("is undecided by an identifier, and rises with the words that are asked for", function* () {
    assert.strictEqual(yield* yes(order, "Are there more than 100 rooms?"), 0.5)
    const ask = "Does the customer threaten a lawsuit?"
    const missing = yield* yes("The customer wants to change the invoice address.", ask)
    assert.isBelow(missing, (yield* yes("The customer threatens a lawsuit.", ask)) - 0.2)
  })
})

test("a choice goes to the option whose words and meaning are in the state", function* () {
  const about = choice("What is it about?", [
    ["hardware", "A broken computer or phone"],
    ["access", "Someone needs a password or permission"],
    ["billing", "A question about an invoice"]
  ])
  const [p = []] = yield* answers("My laptop screen is cracked and the keyboard does not work.", [about])
  assert.strictEqual(p.indexOf(Math.max(...p)), 0)
})

describe("a score", () => {
  test("rises with the words of its levels", function* () {
    const ladder = score("How urgent is it?", [
      "No hurry at all",
      "Needed this month",
      "Urgent, needed today"
    ])
    const [calm] = yield* answers("There is no hurry, take your time.", [ladder])
    const [urgent] = yield* answers("This is urgent! We need it today.", [ladder])
    assert.isAbove(mean(urgent), mean(calm))
  })

  test("of numbers alone goes by what the question calls good or bad", function* () {
    const levels = ["1", "2", "3", "4", "5"]
    const stars = score("How satisfied is the writer?", levels)
    const turned = score("How satisfied is the writer?", levels.toReversed())
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
