// Two editors change one skill at a time, and neither overwrites the other, as Effects, over fetch.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import type { ApiError } from "@leadline/core/errors"
import { type Skill, Skills } from "@leadline/core/skills"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { bundle } from "../../shared/skill.ts"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

/** Changes the skill as the editor knows it. If it has changed since, reads it again and changes that. */
const edit = (
  { description, revision, skill_id }: Skill,
  change: (description: string) => string
): Effect.Effect<Skill, ApiError, Skills> =>
  Effect.gen(function* () {
    const skills = yield* Skills
    const file = yield* Effect.promise(() => bundle(change(description)))
    return yield* skills.update({ skill_id, expected_revision: revision, file }).pipe(
      Effect.catchTag("ConflictError", () =>
        Console.log(`conflict: ${revision} is not the latest revision`).pipe(
          Effect.andThen(skills.get({ skill_id })),
          Effect.flatMap((latest) => edit(latest, change))
        )
      )
    )
  })

const program = Effect.gen(function* () {
  const skills = yield* Skills
  const file = yield* Effect.promise(() => bundle("Reads tide tables."))
  const skill = yield* skills.create({ file })
  yield* Effect.all(
    [
      edit(skill, (description) => `${description} Warns of floods.`),
      edit(skill, (description) => `${description} Knows the moon.`)
    ],
    { concurrency: 2 }
  )
  const { description, revision, skill_id } = yield* skills.get({ skill_id: skill.skill_id })
  yield* Console.log(description)
  yield* Stream.runForEach(skills.listAllRevisions({ skill_id }), ({ created_at, revision: name }) =>
    Console.log(`${name} of ${created_at}`)
  )
  yield* skills.delete({ skill_id, expected_revision: revision })
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
