// Fetches the zip of a skill as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Skills } from "@leadline/core/skills"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { bundle } from "../shared/skill.ts"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const skills = yield* Skills
  const file = yield* Effect.promise(() => bundle("Reads tide tables."))
  const { revision, skill_id } = yield* skills.create({ file })

  const { expires_at, url } = yield* skills.download({ skill_id })
  const zip = yield* Effect.promise(() => fetch(url).then((answer) => answer.arrayBuffer()))
  yield* Console.log(`${zip.byteLength} bytes, until ${expires_at}`)

  yield* skills.delete({ skill_id, expected_revision: revision })
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
