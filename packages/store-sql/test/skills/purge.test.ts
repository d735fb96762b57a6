// The rows of deleted skills: removed in steps before the deletion returns, so that the disk cannot fill with them.
import { assert, describe, it } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { purgeSome, remove } from "../../src/skills/table.ts"
import { bundle, newSkills } from "./skillStore.ts"
import { postgresUrl } from "../stores.ts"

const mebibyte = 1_048_576

const fileSize = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly bytes: number }>`SELECT page_count * page_size AS bytes
    FROM pragma_page_count, pragma_page_size`
  return row?.bytes ?? assert.fail()
})

const counts = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`SELECT (SELECT COUNT(*) FROM skill), (SELECT COUNT(*) FROM skill_revision), (SELECT COUNT(*) FROM skill_file)`
      .values
)

describe("a deleted skill", () => {
  // Of a file of SQLite; a PostgreSQL vacuums by itself.
  it.effect.skipIf(postgresUrl !== undefined)(
    "leaves room for the next one at once: creating and deleting in a loop does not grow the file",
    () =>
      Effect.gen(function* () {
        const skills = yield* Skills
        const file = yield* bundle("ballast", 2 * mebibyte)
        for (let cycle = 0; cycle < 20; cycle++) {
          const { revision, skill_id } = yield* skills.create({ file })
          yield* skills.delete({ skill_id, expected_revision: revision })
        }
        assert.isBelow(yield* fileSize, 5 * mebibyte)
      }).pipe(Effect.provide(newSkills()))
  )

  it.effect("is removed 8 MiB at a time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const skills = yield* Skills
      const large = yield* bundle("large", 12 * mebibyte)
      const small = yield* bundle("small")
      const { revision, skill_id } = yield* skills.create({ file: large })
      yield* skills.update({ skill_id, expected_revision: revision, file: small })
      yield* skills.create({ file: small })
      yield* remove(skill_id)
      const step = sql.withTransaction(purgeSome())
      // 12 MiB are 49 pieces, as the zip has a little more.
      const seen = [
        [2, 3, 19],
        [1, 1, 1]
      ]
      for (const expected of seen) {
        assert.isTrue(yield* step)
        assert.deepEqual(yield* counts, [expected])
      }
      assert.isFalse(yield* step)
    }).pipe(Effect.provide(newSkills()))
  )
})
