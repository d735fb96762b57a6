// What holds for every request, such as the symmetry of options, and plain cases. Figures are in `tools/figures.test.ts`.
import type * as Schema from "effect/Schema"
import { assert } from "vitest"
import * as FastCheck from "fast-check"
import { answers, choice, engine, noul, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const state =
  "I was charged twice for order 4471 and I want my money back. I have not changed any setting. " +
  "We have 60 seats and the invoice is 12 days old. The export is broken since Monday!"
const refund = noul("Does the writer ask for money back?")
const team = choice(
  "Which team should handle this?",
  ["billing", "Invoices, charges and refunds"],
  ["technical", "Bugs and outages"],
  ["sales", "New contracts: more than 50 seats"],
  ["legal", null]
)
const access = [
  ["access", "Someone needs a password or permission"],
  ["billing", "A question about an invoice"]
] as const
const mood = score("How upset is the writer?", ["calm", "annoyed", "furious"])

const texts = FastCheck.constantFrom("refund", "charged twice", "broken export", "", "日本語", "🙂 12 days")
const runs = { numRuns: 40, seed: 11 }

/** The value after a JSON round trip. */
const read = (value: unknown) => JSON.parse(JSON.stringify(value))

test("the engine moves weights with their options, and takes the complement where the criteria of a noul change places", function* () {
  const sampled = FastCheck.sample(FastCheck.uniqueArray(texts, { minLength: 2, maxLength: 6 }), runs)
  for (const names of sampled) {
    const straight = choice("What is it about?", ...names.map((name) => [name, `${name} 7 days`] as const))
    const turned = { ...straight, options: straight.options.toReversed() }
    const { weights } = yield* engine.weigh(state, [straight, turned])
    assert.deepStrictEqual(weights[1]?.toReversed(), weights[0])
  }
  for (const [left, right] of FastCheck.sample(FastCheck.tuple(texts, texts), runs)) {
    const [there, back] = yield* answers(state, [noul(null, left, right), noul(null, right, left)])
    assert.approximately((there?.[0] ?? 0) + (back?.[0] ?? 0), 1, 1e-9)
  }
})

test("the engine finds equal weights where it finds no evidence", function* () {
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,refundchargedtwice" } }
  for (const nothing of ["", {}, [], [image], "   \n ", "？！…"]) {
    const found = yield* answers(nothing, [refund, team, mood, noul("Is it more than 5 days?")])
    for (const p of found) for (const share of p) assert.strictEqual(share, 1 / p.length)
  }
})

test("the engine finds the same winner in a text, an object and a list; also by meaning alone", function* () {
  const told = "I was charged twice for order 4471 and I want my money back."
  const tellings = [told, { text: told }, [{ type: "text", text: told }], { a: { b: [told] } }]
  const device = choice("What is it about?", ["hardware", "A broken computer or phone"], ...access)
  const cracked = "My laptop screen is cracked and the keyboard does not work."
  for (const [form, ask] of [
    ...tellings.map((telling) => [telling, team] as const),
    [cracked, device] as const
  ]) {
    const [p = []] = yield* answers(form, [ask])
    assert.strictEqual(p.indexOf(Math.max(...p)), 0, JSON.stringify(form))
  }
})

test("the engine gives finite weights for any JSON, also for one that is 5,000 lists deep", function* () {
  const json = FastCheck.jsonValue({ maxDepth: 4 })
  const deep: unknown = JSON.parse(`${"[".repeat(5_000)}"refund"${"]".repeat(5_000)}`)
  const sampled = FastCheck.sample(FastCheck.tuple(json, json), { numRuns: 60, seed: 7 })
  for (const [some, other] of [...sampled, [deep, "refund"]]) {
    const asks = [noul(read(some), read(other)), choice(read(other), ["a", read(some)])]
    const { weights } = yield* engine.weigh([read(some), read(other)], [...asks, score(null, [read(some)])])
    for (const weight of weights.flat()) assert.isTrue(Number.isFinite(weight))
  }
})

const weather = "The weather is fine and the birds are singing in the park today."
const address = "The customer wants to change the invoice address."
const order = { status: "shipped", paid: true, gift_wrap: false, room: "305" }
const lamp = {
  subject: "Lamp",
  body: "The order came on time. I am writing because the lamp in it was broken and I want it replaced."
}

test.each<readonly [Schema.Json, asked: string, above: number, below: number]>([
  ["The receipt is attached.", "Is the receipt attached?", 0.6, 1],
  ["The receipt is not attached.", "Is the receipt attached?", 0, 0.4],
  [weather, "Does the customer ask for a refund?", 0.2, 0.45],
  [address, "Does the customer threaten a lawsuit?", 0, 0.5],
  // Two denials are none, but "neither … nor" are two.
  ["Nobody denied that the parcel was delivered.", "Was the parcel delivered?", 0.6, 1],
  ["Neither the brakes nor the lights work.", "Do the lights work?", 0, 0.3],
  // What a list does not name is not in it. How long it is tells numbers alone.
  [["cat", null, "horse"], "Is there a dog?", 0, 0.5],
  [{ tags: [{ type: "a" }, { type: "b" }] }, "Are there more than five tags?", 0, 0.1],
  [{ text: weather, tags: ["a"] }, "Are items or entries missing?", 0, 0.5],
  // A number of the opposite direction proves nothing.
  ["Sales rose by 5 % in March.", "Did sales fall by more than 3 %?", 0, 0.55],
  // A number after a bound that is denied lies on the other side of it.
  ["The trip did not take more than 3 hours.", "Did the trip take more than 4 hours?", 0, 0.3],
  ["The shop is not open from 12:00 to 14:00.", "Is the shop open at 13:00?", 0, 0.3],
  // All that is asked for must be so, and what has moved counts no more.
  ["We ordered two copies on 6 May.", "Did they order three copies on 6 May?", 0, 0.3],
  ["The concert on 14 July has been moved to 2 September.", "Is the concert on 14 July?", 0, 0.4],
  ["The shop is open on Wednesdays and Saturdays only.", "Is the shop open on Mondays?", 0, 0.6],
  ["The shop is closed on Mondays.", "Is the shop open on Mondays?", 0, 0.4],
  ["The museum is open every day except Monday.", "Is the museum open on Mondays?", 0, 0.6],
  // The hours of one day say nothing of another; what may be done until 10 days before a day may be done 14 days before.
  ["The shop is open on Saturdays from 9 to 13.", "Is the shop open on Saturday at 10:00?", 0.8, 1],
  ["The shop is open on Saturdays from 9 to 13.", "Is the shop open on Sunday at 10:00?", 0, 0.4],
  ["Open Mondays 8 to 12 and Wednesdays 14 to 18.", "Is it open on Wednesday at 15:00?", 0.7, 1],
  ["Open Mondays 8 to 12 and Wednesdays 14 to 18.", "Is it open on Wednesday at 10:00?", 0, 0.3],
  ["Open from Monday to Friday from 9 to 12 and from 14 to 18.", "Is it open on Tuesday at 15:00?", 0.7, 1],
  ["The bar is open from 18:00 to 2:00.", "Is the bar open at 1:00?", 0.7, 1],
  // Of two values in a sentence the one counts that has the words that are asked for.
  ["The shop opens at 9:00 and closes at 18:00.", "Does the shop close before 17:00?", 0, 0.4],
  ["The course begins on 3 May and ends on 20 June.", "Does the course end before 1 June?", 0, 0.4],
  ["The concert has been put off until May.", "Is the concert in April?", 0, 0.4],
  ["The company has 5,000,000,003 users.", "Does it have more than 5 billion users?", 0.7, 1],
  ["The notice period is three (3) months.", "Is the notice period at least 2 months?", 0.7, 1],
  ["The shop is open Friday to Monday.", "Is the shop open on Monday?", 0.6, 1],
  ["For tickets call 0555 20190. There are 30 tickets.", "Are there more than 100 tickets?", 0, 0.3],
  ["The bar is open from 11 am to 1 am.", "Is the bar open at 20:00?", 0.7, 1],
  ["The wall is 3 m high and the fence is 1 m high.", "Is the wall more than 2 m high?", 0.5, 1],
  ["Rooms: 3, parking: no", "Are there 3 rooms?", 0.7, 1],
  ["The minimum order is 25 pieces.", "Is the minimum order 30 pieces?", 0, 0.3],
  ["The train was late on 3 May.", "Was the train late on 3 May?", 0.7, 1],
  // It is not known in which part of a year or month a day is.
  ["The lease ends on 30 June 2027.", "Does the lease end in the second half of 2027?", 0, 0.6],
  ["The minimum order is 25 pieces.", "Can I order 30 pieces?", 0.7, 1],
  ["The lake is 14 metres deep.", "Is the lake deeper than 10 metres?", 0.7, 1],
  [{ user: "ana", two_factor_enabled: false }, "Is two-factor enabled?", 0, 0.3],
  // A plan with a number has not happened.
  ["They'll buy three vans.", "Did they buy three vans?", 0, 0.6],
  [{ invoice: "R-7", paid: false }, "Has the invoice been paid?", 0, 0.49],
  ["They paid 900 euros of rent and will pay 100 euros for heat.", "Did they pay 900 euros of rent?", 0.6, 1],
  ["Doors open at 19:00 on Friday, at 20:00 on Saturday.", "Do doors open at 20:00 on Saturday?", 0.6, 1],
  ["The train was due at 9:30 but came late.", "Did the train arrive before 10 am?", 0, 0.6],
  ["The boy is 16 years old.", "Is the boy under 18?", 0.7, 1],
  ["Two men, aged 24 and 31, were arrested.", "Are the men under 20?", 0, 0.3],
  // A date without a year is in the year of the other one.
  ["It is closed from 24 December 2026 to 1 January 2027.", "Is it closed on 30 December?", 0.6, 1],
  ["The concert was postponed to 16 January 2027.", "Is the concert on 16 January?", 0.6, 1],
  ["My son is 15.", "Is the son at least 14 years old?", 0.6, 1],
  // "Off" and "no more than" deny nothing before them, and of two opposites that are asked about none does.
  ["The waiter apologised and took 5 % off the bill.", "Did the waiter apologise?", 0.5, 1],
  ["Parents should check the hair of their children.", "Should parents check their children's hair?", 0.5, 1],
  // An identifier is no count, and a long text in a record is prose.
  [order, "Are there more than 100 rooms?", 0.49, 0.51],
  [lamp, "Was the lamp broken?", 0.5, 1]
])("of %j: %s is above %d and below %d", function* ([given, asked, above, below]) {
  const [[p = Number.NaN] = []] = yield* answers(given, [noul(asked)])
  assert.isTrue(above < p && p < below, String(p))
})
