// Labels are read from the tokens that a server reports, or not at all.
import { assert, describe, it } from "vitest"
import { labelOfToken, labelsOf } from "../../../src/openai-compatible/decisions/labels.ts"
import { readIds, readLabels } from "../../../src/openai-compatible/decisions/readLabels.ts"
import { close, logs } from "./support.ts"

const tokens = (probabilities: { readonly [token: string]: number }) =>
  Object.entries(probabilities).map(([token, p]) => ({ token, logprob: p === 0 ? -9999 : Math.log(p) }))

const readable = (read: ReturnType<typeof readLabels>) =>
  typeof read === "string" ? assert.fail(read) : read

const faultOf = (reported: Parameters<typeof tokens>[0]) =>
  readLabels(labelsOf("choice", 2), tokens(reported))

describe("labels", () => {
  it.each([
    ["choice", 4, "A", 0],
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

describe("readLabels", () => {
  it("sums the tokens of a label, and bounds a label that is not reported", () => {
    const reported = tokens({ A: 0.52, " A": 0.08, B: 0.21, The: 0.06, b: 0.03, D: 0.005 })
    const { labelMass, weights } = readable(readLabels(labelsOf("choice", 4), reported))
    assert.closeTo(labelMass, 0.815, 1e-9)
    close(weights, logs([0.6, 0.21, 0.005, 0.005]))
  })

  it("a token at -9999 counts as absent", () => {
    const { weights } = readable(readLabels(labelsOf("noul", 2), tokens({ yes: 0.6, The: 0.3, no: 0 })))
    close(weights, logs([0.6, 0.1]))
  })

  it("few tokens, and labels below a thousandth, are faults", () => {
    assert.strictEqual(faultOf({ A: 1, B: 0 }), "too-few-alternatives")
    assert.strictEqual(faultOf({ The: 0.9, A: 0.0009 }), "labels-missing")
  })
})

describe("readIds", () => {
  const ids = [[32, 362], [33]]

  it("sums the ids of a label", () => {
    const reported = { "token_id:32": 0.4, "token_id:362": 0.1, "token_id:33": 0.2, "token_id:7": 0.1 }
    const { labelMass, weights } = readable(readIds(ids, tokens(reported)))
    close(weights, logs([0.5, 0.2]))
    assert.closeTo(labelMass, 0.7, 1e-9)
  })

  it("a label without any of its ids is a fault", () =>
    assert.strictEqual(readIds(ids, tokens({ "token_id:32": 0.4, "token_id:7": 0.1 })), "ids-ignored"))
})
