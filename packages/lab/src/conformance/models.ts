// Conformance cases of the model list, for every engine and every setup.
import { Models } from "@leadline/core/models"
import * as Effect from "effect/Effect"
import { type ConformanceCase, expect } from "./ConformanceCase.ts"

const listed = (
  name: string,
  run: (models: Models["Service"]) => ConformanceCase<Models>["run"]
): ConformanceCase<Models> => ({
  name,
  run: Models.use(run)
})

/** Cases for every implementation. */
export const modelsCases: ReadonlyArray<ConformanceCase<Models>> = [
  listed("the list names at least one model", (models) =>
    Effect.flatMap(models.list(), ({ data, object }) =>
      expect(object === "list" && data.length > 0, `it is ${object} of ${data.length}`)
    )
  ),
  listed("every model is there once, with its owner before the slash", (models) =>
    Effect.flatMap(models.list(), ({ data }) =>
      expect(
        new Set(data.map(({ id }) => id)).size === data.length &&
          data.every(({ id, object, owned_by }) => object === "model" && id.startsWith(`${owned_by}/`)),
        JSON.stringify(data)
      )
    )
  ),
  listed("the list is the same each time", (models) =>
    Effect.flatMap(Effect.all([models.list(), models.list()]), ([one, other]) =>
      expect(JSON.stringify(one) === JSON.stringify(other), "it changed")
    )
  )
]
