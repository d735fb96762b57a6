// Lists the models as an Effect, over fetch. Needs LEADLINE_BASE_URL; no key.
import { Models } from "@leadline/core/models"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const models = yield* Models
  const { data } = yield* models.list()
  yield* Console.log(data.map(({ id }) => id).join("\n"))
})

await Effect.runPromise(Effect.provide(program, layerClient({ baseUrl })))
