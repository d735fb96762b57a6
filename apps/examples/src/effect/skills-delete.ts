// Deletes a skill as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
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

  yield* skills.delete({ skill_id, expected_revision: revision })
  yield* Effect.catchTag(skills.get({ skill_id }), "NotFoundError", () => Console.log("the skill is gone"))
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
