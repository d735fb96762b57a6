// Files of skills are rows of pieces: new ones, and those that an older version has written.
import { assert, describe, it } from "@effect/vitest"
import { filePieceBytes, SkillFiles, Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { bytesType } from "../../src/database/dialect.ts"
import { directory, undoGroupMacs } from "../stores.ts"
import { bundle, newSkills, open, skillsIn, tokenOf } from "./skillStore.ts"

/** A bundle of exactly so many bytes. */
const bundleOf = (bytes: number) =>
  Effect.flatMap(bundle("tide"), ({ length }) => bundle("tide", bytes - length))

const piecesOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT piece, LENGTH(content) FROM skill_file ORDER BY piece`.values
})

describe("a file", () => {
  it.effect.each([
    [filePieceBytes, [[0, filePieceBytes]]],
    [
      filePieceBytes + 1,
      [
        [0, filePieceBytes],
        [1, 1]
      ]
    ]
  ] as const)("of %d bytes is kept in pieces, and read so", ([bytes, pieces]) =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const file = yield* bundleOf(bytes)
      const { skill_id } = yield* skills.create({ file })
      assert.deepEqual(yield* piecesOf, pieces)
      const { url } = yield* skills.download({ skill_id })
      const { group, size } = yield* (yield* SkillFiles).open(tokenOf(url))
      assert.deepEqual([group, size], ["default", bytes])
      assert.deepEqual(yield* open(url), file)
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("that an older version has written whole becomes pieces", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const file = yield* bundleOf(2 * filePieceBytes + 1)
      const skill_id = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { revision, ...made } = yield* Skills.use((skills) => skills.create({ file }))
        yield* sql`DROP TABLE skill_file`
        yield* sql`CREATE TABLE skill_file (
          revision TEXT PRIMARY KEY NOT NULL REFERENCES skill_revision (revision),
          content ${yield* bytesType} NOT NULL
        )`
        yield* sql`INSERT INTO skill_file ${sql.insert({ revision, content: file })}`
        yield* undoGroupMacs
        yield* sql`DELETE FROM migration WHERE name = 'skill_pieces'`
        return made.skill_id
      }).pipe(Effect.provide(skillsIn(path)))
      yield* Effect.gen(function* () {
        const { url } = yield* Skills.use((skills) => skills.download({ skill_id }))
        assert.lengthOf(yield* piecesOf, 3)
        assert.deepEqual(yield* open(url), file)
      }).pipe(Effect.provide(skillsIn(path)))
    })
  )
})
