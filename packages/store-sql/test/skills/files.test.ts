// Files of skills: rows of pieces, also those that an older version wrote whole, and what a deletion leaves of them.
import { assert, describe } from "@effect/vitest"
import { filePieceBytes, SkillFiles, Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { purgeSome, remove } from "../../src/skills/table.ts"
import { counted, postgresUrl, tagOf } from "../stores.ts"
import { bundle, create, open, tokenOf, update, skillsTest } from "./skillStore.ts"
import { query } from "../query.ts"

const mebibyte = 1_048_576

/** A bundle of exactly so many bytes. */
const bundleOf = (bytes: number) =>
  Effect.flatMap(bundle("tide"), ({ length }) => bundle("tide", bytes - length))

const urlOf = (skill_id: string) =>
  Skills.use((skills) => Effect.map(skills.download({ skill_id }), ({ url }) => url))

const lengths = Effect.gen(function* () {
  const rows = yield* query`SELECT LENGTH(content) AS length FROM skill_file ORDER BY piece`
  return rows.map((row) => row["length"])
})

const rowCounts = Effect.forEach(["skill", "skill_revision", "skill_file"], counted)

skillsTest.each([
  [filePieceBytes, [filePieceBytes]],
  [filePieceBytes + 1, [filePieceBytes, 1]]
] as const)("a file of %d bytes is kept in pieces, and read so", function* ([bytes, pieces]) {
  const file = yield* bundleOf(bytes)
  const { skill_id } = yield* Skills.use((skills) => skills.create({ file }))
  assert.deepEqual(yield* lengths, [...pieces])
  const url = yield* urlOf(skill_id)
  const { group, size } = yield* (yield* SkillFiles).open(tokenOf(url))
  assert.deepEqual([group, size], ["default", bytes])
  assert.deepEqual(yield* open(url), file)
})

describe("a deleted skill", () => {
  // Of a file of SQLite; a PostgreSQL vacuums by itself.
  skillsTest.skipIf(postgresUrl !== undefined)(
    "leaves room for the next one at once: creating and deleting in a loop does not grow the file",
    function* () {
      const skills = yield* Skills
      const file = yield* bundle("ballast", 2 * mebibyte)
      for (let cycle = 0; cycle < 20; cycle++) {
        const { revision, skill_id } = yield* skills.create({ file })
        yield* skills.delete({ skill_id, expected_revision: revision })
      }
      const [size] = yield* query`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`
        .values
      assert.isBelow(Number(size), 5 * mebibyte)
    }
  )

  skillsTest("is not found at once, and its rows are removed 8 MiB at a time", function* () {
    const sql = yield* SqlClient.SqlClient
    const file = yield* bundle("large", 12 * mebibyte)
    const { revision, skill_id } = yield* Skills.use((skills) => skills.create({ file }))
    yield* update(skill_id, revision, "small")
    yield* create("small")
    yield* remove(skill_id)
    assert.strictEqual(yield* tagOf(Skills.use((skills) => skills.get({ skill_id }))), "NotFoundError")
    const step = sql.withTransaction(purgeSome())
    // 12 MiB are 49 pieces, as the zip has a little more.
    for (const expected of [
      [2, 3, 19],
      [1, 1, 1]
    ]) {
      assert.isTrue(yield* step)
      assert.deepEqual(yield* rowCounts, expected)
    }
    assert.isFalse(yield* step)
  })
})
