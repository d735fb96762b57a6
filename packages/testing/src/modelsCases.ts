// What every implementation of the model list keeps to, whatever stands between.
import { Models } from "@leadline/core/models"
import * as Effect from "effect/Effect"
import { expect, type Fact } from "./facts.ts"

const listed = (name: string, holds: (models: Models["Service"]) => Fact<Models>["holds"]): Fact<Models> => ({
  name,
  holds: Models.use(holds)
})

/** The facts of any model list. */
export const modelsCases: ReadonlyArray<Fact<Models>> = [
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
