// Properties that hold for every request: determinism, independence of questions, symmetry.
import { assert, describe } from "vitest"
import * as FastCheck from "fast-check"
import { answers, choice, engine, noul, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const state =
  "I was charged twice for order 4471 and I want my money back. I have not changed any setting. " +
  "We have 60 seats and the invoice is 12 days old. The export is broken since Monday!"
const refund = noul("Does the writer ask for money back?")
const team = choice("Which team should handle this?", [
  ["billing", "Invoices, charges and refunds"],
  ["technical", "Bugs and outages"],
  ["sales", "New contracts: more than 50 seats"],
  ["legal", null]
])
const mood = score("How upset is the writer?", ["calm", "annoyed", "furious"])

const texts = FastCheck.constantFrom(
  "refund",
  "charged twice",
  "broken export",
  "seats",
  "not changed",
  "",
  "日本語",
  "🙂 12 days"
)
const runs = { numRuns: 40, seed: 11 }

/** The value after a JSON round trip. */
const read = (value: unknown) => JSON.parse(JSON.stringify(value))

describe("the engine", () => {
  test("moves weights with their options, whatever the texts", function* () {
    const sampled = FastCheck.sample(FastCheck.uniqueArray(texts, { minLength: 2, maxLength: 6 }), runs)
    for (const names of sampled) {
      const straight = choice(
        "What is it about?",
        names.map((name) => [name, `${name} 7 days`] as const)
      )
      const turned = { ...straight, options: straight.options.toReversed() }
      const { weights } = yield* engine.weigh(state, [straight, turned])
      assert.deepStrictEqual(weights[1]?.toReversed(), weights[0])
    }
  })

  test("turns a noul without instructions into its complement when the criteria change places", function* () {
    for (const [left, right] of FastCheck.sample(FastCheck.tuple(texts, texts), runs)) {
      const [there, back] = yield* answers(state, [noul(null, left, right), noul(null, right, left)])
      assert.approximately((there?.[0] ?? 0) + (back?.[0] ?? 0), 1, 1e-9)
    }
  })

  test("finds equal weights where it finds no evidence", function* () {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,refundchargedtwice" } }
    for (const nothing of ["", {}, [], [image], [image, image], "   \n ", "？！…"]) {
      const found = yield* answers(nothing, [refund, team, mood, noul("Is it more than 5 days?")])
      for (const p of found) for (const share of p) assert.strictEqual(share, 1 / p.length)
    }
    const [foreign] = yield* answers("Vielen Dank und viele Grüße aus Köln", [refund])
    assert.deepStrictEqual(foreign, [0.5, 0.5])
  })

  test("finds the same winner in a text, an object and a list", function* () {
    for (const form of [
      state,
      { text: state },
      [state],
      [{ type: "text", text: state }],
      { a: { b: [state] } }
    ]) {
      const [p = [], plain = []] = [...(yield* answers(form, [team])), ...(yield* answers(state, [team]))]
      assert.strictEqual(p.indexOf(Math.max(...p)), plain.indexOf(Math.max(...plain)))
    }
  })

  test("gives finite weights for any JSON", function* () {
    const json = FastCheck.jsonValue({ maxDepth: 4 })
    for (const [some, other, third] of FastCheck.sample(FastCheck.tuple(json, json, json), {
      numRuns: 60,
      seed: 7
    })) {
      const asks = [
        noul(read(some), read(other)),
        choice(read(third), [
          ["a", read(some)],
          ["b", read(other)]
        ]),
        score(null, [read(third), read(some)])
      ]
      const { weights } = yield* engine.weigh([read(some), read(other)], asks)
      for (const weight of weights.flat()) assert.isTrue(Number.isFinite(weight))
    }
  })

  test("reads texts as deep as 5,000 lists", function* () {
    const deep = JSON.parse(`${"[".repeat(5_000)}"refund"${"]".repeat(5_000)}`)
    assert.strictEqual((yield* engine.weigh(deep, [refund])).weights.length, 1)
  })

  test("counts the state once and each question", function* () {
    const one = yield* engine.countTokens("x", [noul("Is it good?")])
    const two = yield* engine.countTokens("x", [noul("Is it good?"), noul("Is it good?")])
    assert.approximately(one, 116, 12)
    assert.approximately(two - one, 92, 10)
  })
})
