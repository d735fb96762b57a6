// The committed model is what its command writes, from the committed cases.
import { assert } from "vitest"
import { model } from "../../src/decisions/model.ts"
import { fitModels } from "../../tools/decisions/fit.ts"
import { test } from "../support/engines.ts"

test("the committed model is the one that is fitted", function* () {
  const models = yield* fitModels
  for (const kind of ["noul", "choice", "score"] as const) {
    assert.strictEqual(model[kind].temperature, models[kind].temperature)
    assert.deepStrictEqual(Object.keys(model[kind].weights), Object.keys(models[kind].weights))
    for (const [name, weight] of Object.entries(models[kind].weights))
      assert.approximately(model[kind].weights[name] ?? Number.NaN, weight, 1e-4, `${kind}: ${name}`)
  }
})
