// The committed model is what its command writes, from the committed cases.
import { assert, it } from "vitest"
import { model } from "../../src/decisions/model.ts"
import { developmentFile, readCases, trainingFile } from "../../tools/decisions/cases.ts"
import { trainingCases } from "../../tools/decisions/generate/trainingCases.ts"
import { examplesOf, fitModel } from "../../tools/decisions/training.ts"
import { wordVectors } from "../support/wordVectors.ts"

it("the committed model is the one that is fitted", async () => {
  const real = await examplesOf(wordVectors, readCases(developmentFile).cases)
  const everyday = await examplesOf(wordVectors, readCases(trainingFile).cases)
  const fitted = fitModel([...real, ...everyday], await examplesOf(wordVectors, trainingCases()))
  for (const kind of ["noul", "choice", "score"] as const) {
    assert.strictEqual(model[kind].temperature, fitted[kind].temperature)
    assert.deepStrictEqual(Object.keys(model[kind].weights), Object.keys(fitted[kind].weights))
    for (const [name, weight] of Object.entries(fitted[kind].weights))
      assert.approximately(model[kind].weights[name] ?? Number.NaN, weight, 1e-4, `${kind}: ${name}`)
  }
})

it("no case of the model is also a generated one", () => {
  const states = new Set(readCases(developmentFile).cases.map(({ state }) => state))
  for (const { domain, state } of trainingCases()) {
    assert.isFalse(states.has(state))
    assert.isTrue(domain.startsWith("made_"))
  }
})
