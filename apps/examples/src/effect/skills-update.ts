// Gives a skill a new revision as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
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

  const next = yield* Effect.promise(() => bundle("Reads tide tables and warns of floods."))
  const update = skills.update({ skill_id, expected_revision: revision, file: next })
  const updated = yield* update
  yield* Console.log(updated.description)

  // The same once more: the revision that was expected is not the last any more.
  yield* Effect.catchTag(update, "ConflictError", ({ message }) => Console.log(message))

  yield* skills.delete({ skill_id, expected_revision: updated.revision })
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
