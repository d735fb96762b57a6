// The committed model is what its command writes, from the committed cases.
import { assert } from "vitest"
import { model } from "../../src/decisions/model.ts"
import { examples, fitModel } from "../../tools/decisions/fit.ts"
import { test } from "../support/engines.ts"

test("the committed model is the one that is fitted", function* () {
  const models = fitModel(yield* examples)
  for (const kind of ["noul", "choice", "score"] as const) {
    assert.deepStrictEqual(Object.keys(model[kind]), Object.keys(models[kind]))
    for (const [name, weight] of Object.entries(models[kind]))
      assert.approximately(model[kind][name] ?? Number.NaN, weight, 1e-4, `${kind}: ${name}`)
  }
})
