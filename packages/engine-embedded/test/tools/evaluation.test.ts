// Labelled cases, and metrics.
import { assert, it } from "vitest"
import { fittedFiles, labelledCases, unseenFile } from "../../tools/decisions/cases.ts"
import { figures } from "../../tools/decisions/evaluate.ts"

it("unseen cases share no domain and no text with those that the engine is fitted to", () => {
  const fitted = fittedFiles.flatMap(labelledCases)
  const known = new Set(fitted.flatMap(({ domain, state }) => [domain, JSON.stringify(state)]))
  for (const { domain, state } of labelledCases(unseenFile))
    assert.isFalse(known.has(domain) || known.has(JSON.stringify(state)), domain)
})

it("metrics agree with values worked out by hand", () => {
  const found = figures([
    { id: "a", type: "noul", p: [0.95, 0.05], gold: 1 },
    { id: "a", type: "noul", p: [0.3, 0.7], gold: 0 },
    { id: "b", type: "choice", p: [0.62, 0.28, 0.1], gold: 0 },
    { id: "b", type: "choice", p: [0.4, 0.4, 0.2], gold: 1 },
    { id: "c", type: "score", p: [0.1, 0.2, 0.7], gold: 2 }
  ])
  assert.approximately(found.accuracy, 0.5, 1e-9)
  assert.approximately(found.chance, (2 / 2 + 3 / 3) / 5, 1e-9)
  assert.approximately(found.nll, -Math.log(0.05 * 0.3 * 0.62 * 0.4 * 0.7) / 5, 1e-9)
  // The two answers of 0.7 are in one bin, of which half are right.
  assert.approximately(found.ece, (0.95 + 0.4 + 0.38 + 0.1) / 5, 1e-9)
  assert.deepStrictEqual([found.sure, found.sureWrong], [0.2, 1])
})
