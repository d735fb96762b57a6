// Lists all skills, page after page, as a Stream, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Skills } from "@leadline/core/skills"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const skills = yield* Skills
  yield* Stream.runForEach(skills.listAll({ limit: 10 }), ({ name, skill_id }) =>
    Console.log(`${name}: ${skill_id}`)
  )
  yield* Console.log("These are all.")
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
