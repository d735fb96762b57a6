// Labels are read from the tokens that a server reports, or not at all.
import { assert, describe, it } from "vitest"
import { labelOfToken, labelsOf } from "../../../src/openai-compatible/decisions/labels.ts"
import { readIds, readLabels } from "../../../src/openai-compatible/decisions/readLabels.ts"

const tokens = (probabilities: { readonly [token: string]: number }) =>
  Object.entries(probabilities).map(([token, p]) => ({ token, logprob: Math.log(p) }))

const close = (actual: ReadonlyArray<number>, wanted: ReadonlyArray<number>) => {
  assert.strictEqual(actual.length, wanted.length)
  for (const [index, value] of actual.entries()) assert.closeTo(value, wanted[index] ?? NaN, 1e-9)
}

describe("labels", () => {
  it.each([
    ["choice", 4, "A", 0],
    ["choice", 4, " B", 1],
    ["choice", 4, "**(C).", 2],
    ["choice", 4, "a", -1],
    ["choice", 4, "E", -1],
    ["choice", 4, "The", -1],
    ["choice", 4, " ", -1],
    ["noul", 2, "Yes", 0],
    ["noul", 2, " NO", 1],
    ["noul", 2, "Y", 0],
    ["noul", 2, "n", 1],
    ["noul", 2, "not", -1],
    ["score", 3, "2", 2],
    ["score", 3, "3", -1]
  ] as const)("of a %s with %i options: %j is %i", (type, count, token, label) => {
    assert.strictEqual(labelOfToken(labelsOf(type, count), token), label)
  })

  it("a token that begins two labels counts for none", () => {
    assert.strictEqual(labelOfToken({ labels: ["alpha", "also"], ignoreCase: false }, "al"), -1)
    assert.strictEqual(labelOfToken({ labels: ["alpha", "also"], ignoreCase: false }, "alp"), 0)
  })
})

describe("readLabels", () => {
  it("sums the tokens of a label, and bounds a label that is not reported", () => {
    const read = readLabels(
      labelsOf("choice", 4),
      tokens({ A: 0.52, " A": 0.08, B: 0.21, The: 0.06, b: 0.03, D: 0.005 })
    )
    if (typeof read === "string") assert.fail(read)
    assert.closeTo(read.labelMass, 0.815, 1e-9)
    for (const [index, wanted] of [-0.510825624, -1.560647748, -5.298317367, -5.298317367].entries())
      assert.closeTo(read.weights[index] ?? NaN, wanted, 1e-9)
    const shares = read.weights.map(Math.exp)
    const total = shares.reduce((sum, share) => sum + share, 0)
    close(
      shares.map((share) => Math.round((share / total) * 1e9) / 1e9),
      [0.731707317, 0.256097561, 0.006097561, 0.006097561]
    )
  })

  it("a token at -9999 counts as absent", () => {
    const read = readLabels(labelsOf("noul", 2), [
      { token: "yes", logprob: Math.log(0.6) },
      { token: "The", logprob: Math.log(0.3) },
      { token: "no", logprob: -9999 }
    ])
    if (typeof read === "string") assert.fail(read)
    close(read.weights, [Math.log(0.6), Math.log(0.1)])
  })

  it.each([
    ["no token", [], "logprobs-missing"],
    ["one token", tokens({ A: 1 }), "too-few-alternatives"],
    [
      "one token among placeholders",
      [
        { token: "A", logprob: 0 },
        { token: "B", logprob: -9999 }
      ],
      "too-few-alternatives"
    ],
    [
      "placeholders alone",
      [
        { token: "A", logprob: -9999 },
        { token: "B", logprob: -9999 }
      ],
      "too-few-alternatives"
    ],
    ["the same value for all", tokens({ A: 0.05, B: 0.05, C: 0.05 }), "logprobs-placeholders"],
    ["zeros", tokens({ A: 1, B: 1 }), "logprobs-malformed"],
    ["probabilities over 1", tokens({ A: 0.8, B: 0.3 }), "logprobs-malformed"],
    ["no label", tokens({ The: 0.9, It: 0.05 }), "labels-missing"],
    ["labels below a thousandth", tokens({ The: 0.9, A: 0.0009 }), "labels-missing"]
  ] as const)("%s is a fault", (_name, reported, fault) => {
    assert.strictEqual(readLabels(labelsOf("choice", 2), reported), fault)
  })
})

describe("readIds", () => {
  const ids = [[32, 362], [33]]

  it("sums the ids of a label", () => {
    const read = readIds(
      ids,
      tokens({ "token_id:32": 0.4, "token_id:362": 0.1, "token_id:33": 0.2, "token_id:7": 0.1 })
    )
    if (typeof read === "string") assert.fail(read)
    close(read.weights, [Math.log(0.5), Math.log(0.2)])
    assert.closeTo(read.labelMass, 0.7, 1e-9)
  })

  it("a label without any of its ids is a fault", () => {
    assert.strictEqual(readIds(ids, tokens({ "token_id:32": 0.4, "token_id:7": 0.1 })), "ids-ignored")
    assert.strictEqual(readIds(ids, tokens({ A: 0.4, B: 0.1 })), "ids-ignored")
  })
})
