// Conformance cases of the model list, for every engine and every setup.
import { layerCatalog, Models } from "@leadline/core/models"
import { conformanceCase, type Conformance, expect } from "./ConformanceCase.ts"

export const models: Conformance<Models> = {
  fake: layerCatalog(),
  cases: [
    conformanceCase("every model is there once, with its owner before the slash, each time", function* () {
      const service = yield* Models
      const list = yield* service.list()
      const { data, object } = list
      yield* expect(object === "list" && data.length > 0, `it is ${object} of ${data.length}`)
      yield* expect(new Set(data.map(({ id }) => id)).size === data.length, "a model comes twice")
      yield* expect(
        data.every((model) => model.object === "model" && model.id.startsWith(`${model.owned_by}/`)),
        JSON.stringify(data)
      )
      yield* expect(JSON.stringify(yield* service.list()) === JSON.stringify(list), "it changed")
    })
  ],
  ofFake: [],
  wire: []
}
