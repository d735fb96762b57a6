// Decisions by log-probabilities: the prompt, labels of tokens, and the arithmetic of many options, orders and priors.
import type { Ask } from "@leadline/core/decisions"
import { createHash } from "node:crypto"
import { assert, describe, it } from "vitest"
import * as Effect from "effect/Effect"
import { softmax } from "../../src/decisions/tournament.ts"
import {
  geometricMean,
  makePriors,
  rotationsOf,
  temperatureOf,
  withoutPrior
} from "../../src/openai-compatible/decisions/calibration.ts"
import { labelOfToken, labelsOf } from "../../src/openai-compatible/decisions/labels.ts"
import { messagesOf, renderEvidence, renderTask } from "../../src/openai-compatible/decisions/prompt.ts"

const logs = (p: ReadonlyArray<number>) => p.map((one) => Math.log(one))

const close = (actual: ReadonlyArray<number>, wanted: ReadonlyArray<number>) => {
  assert.strictEqual(actual.length, wanted.length)
  for (const [index, value] of actual.entries()) assert.closeTo(value, wanted[index] ?? NaN, 1e-9)
}

it("the prompt has evidence, task and labels, byte for byte, with nothing after the colon", async () => {
  const options = [
    { name: "billing", description: "Invoices and refunds" },
    { name: "technical", description: { area: "bugs" } },
    { name: "sales", description: null }
  ]
  const choice: Ask = { type: "choice", instructions: "Who handles this?", options }
  const evidence = await Effect.runPromise(renderEvidence(["I was charged twice.", { b: 1, a: [2] }]))
  const [, user] = messagesOf(evidence, renderTask(choice, { options: [0, 1, 2] }))
  // Objects are compact JSON in the caller's order, and a blank line is between elements.
  const text = 'I was charged twice.\n\n{"b":1,"a":[2]}'
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 12)
  assert.deepStrictEqual(user, {
    role: "user",
    content: `#evidence ${mark}
${text}
#end ${mark}

#task
Who handles this?

#labels
A billing: Invoices and refunds
B technical: {"area":"bugs"}
C sales

Label:`
  })
})

describe("labels", () => {
  it.each([
    ["choice", 4, " B", 1],
    ["choice", 4, "**(C).", 2],
    ["choice", 4, "E", -1],
    ["noul", 2, "Yes", 0],
    ["noul", 2, "Y", 0],
    ["noul", 2, "not", -1],
    ["score", 3, "2", 2],
    ["score", 3, "3", -1]
  ] as const)("of a %s with %i options: %j is %i", (type, count, token, label) => {
    assert.strictEqual(labelOfToken(labelsOf(type, count), token), label)
  })

  it("a token that begins two labels counts for none", () => {
    const labels = { labels: ["alpha", "also"], ignoreCase: false }
    assert.deepStrictEqual([labelOfToken(labels, "al"), labelOfToken(labels, "alp")], [-1, 0])
  })
})

describe("calibration", () => {
  it("has the geometric mean of two orders, and takes a prior out to three quarters", () => {
    const both = geometricMean([logs([0.6, 0.3, 0.1]), logs([0.3, 0.5, 0.2])])
    close(softmax(both), [0.445195487, 0.406406018, 0.148398496])
    const without = withoutPrior(logs([0.5, 0.3, 0.2]), [0.6, 0.2, 0.2])
    close(softmax(without), [0.304923875, 0.417045675, 0.27803045])
  })

  it("uses a prior from the eighth input of its question on, in its key group alone", () => {
    const priors = makePriors()
    const ask = { type: "noul", instructions: "x", options: [] } as const
    const weights = logs([0.8, 0.2])
    for (let input = 1; input < 8; input++) assert.strictEqual(priors("a", ask, weights), weights)
    close(softmax(priors("a", ask, weights)), softmax(withoutPrior(weights, [0.8, 0.2])))
    assert.strictEqual(priors("a", { ...ask, instructions: "y" }, weights), weights)
    assert.strictEqual(priors("b", ask, weights), weights)
  })

  it("spreads rotations evenly, at most one per option", () => {
    assert.deepStrictEqual(rotationsOf(4, 2), [
      [0, 1, 2, 3],
      [2, 3, 0, 1]
    ])
    assert.strictEqual(rotationsOf(3, 16).length, 3)
  })

  const table = { noul: 1.5, choice: { "3-5": 2, "32-255": 100 }, score: { "2": 0.01 } }
  it.each([
    ["noul", 2, 1.5],
    ["choice", 5, 2],
    ["choice", 255, 8],
    ["score", 2, 0.25]
  ] as const)(
    "looks temperatures up by kind and number of options, clamped: %s %i",
    (type, count, expected) => {
      const options = Array.from({ length: count }, () => ({ name: "", description: null }))
      assert.strictEqual(temperatureOf(table, { type, instructions: null, options }), expected)
    }
  )
})
