// The committed model is what its command writes, from the committed cases.
import { assert } from "vitest"
import { model } from "../../src/decisions/model.ts"
import { fittedFiles, generatedFile, labelledCases } from "../../tools/decisions/cases.ts"
import { examplesOf } from "../../tools/decisions/examples.ts"
import { fitModel } from "../../tools/decisions/fit.ts"
import { test } from "../support/engines.ts"
import { wordVectors } from "../support/wordVectors.ts"

test("the committed model is the one that is fitted", function* () {
  const real = yield* examplesOf(wordVectors, fittedFiles.flatMap(labelledCases))
  const fitted = fitModel(real, yield* examplesOf(wordVectors, labelledCases(generatedFile)))
  for (const kind of ["noul", "choice", "score"] as const) {
    assert.strictEqual(model[kind].temperature, fitted[kind].temperature)
    assert.deepStrictEqual(Object.keys(model[kind].weights), Object.keys(fitted[kind].weights))
    for (const [name, weight] of Object.entries(fitted[kind].weights))
      assert.approximately(model[kind].weights[name] ?? Number.NaN, weight, 1e-4, `${kind}: ${name}`)
  }
})
