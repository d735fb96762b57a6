// Files of skills: rows of pieces, also those that an older version wrote whole, and what a deletion leaves of them.
import { assert, describe } from "@effect/vitest"
import { filePieceBytes, SkillFiles, Skills } from "@leadline/core/skills"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { bytesType, inGroup } from "../../src/database/dialect.ts"
import { purge, purgeSome, remove } from "../../src/skills/table.ts"
import { counted, directory, postgresUrl, undoGroupMacs } from "../stores.ts"
import { bundle, create, open, skillsIn, tokenOf, update, skillsTest } from "./skillStore.ts"
import { begun, test } from "../effects.ts"
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

describe("a file", () => {
  skillsTest.each([
    [filePieceBytes, [filePieceBytes]],
    [filePieceBytes + 1, [filePieceBytes, 1]]
  ] as const)("of %d bytes is kept in pieces, and read so", function* ([bytes, pieces]) {
    const file = yield* bundleOf(bytes)
    const { skill_id } = yield* Skills.use((skills) => skills.create({ file }))
    assert.deepEqual(yield* lengths, [...pieces])
    const url = yield* urlOf(skill_id)
    const { group, size } = yield* (yield* SkillFiles).open(tokenOf(url))
    assert.deepEqual([group, size], ["default", bytes])
    assert.deepEqual(yield* open(url), file)
  })

  test("that an older version has written whole becomes pieces", function* () {
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
      assert.lengthOf(yield* lengths, 3)
      assert.deepEqual(yield* open(yield* urlOf(skill_id)), file)
    }).pipe(Effect.provide(skillsIn(path)))
  })
})

describe("a deleted skill", () => {
  skillsTest("leaves no row", function* () {
    const first = yield* create("first")
    const { skill_id } = first
    const { revision } = yield* update(skill_id, first.revision, "second")
    yield* Skills.use((skills) => skills.delete({ skill_id, expected_revision: revision }))
    assert.deepEqual(yield* rowCounts, [0, 0, 0])
  })

  skillsTest("is not found while its rows are still there", function* () {
    const skills = yield* Skills
    const { skill_id } = yield* create("kept")
    yield* remove(skill_id)
    assert.strictEqual((yield* Effect.flip(skills.get({ skill_id })))._tag, "NotFoundError")
    assert.deepEqual((yield* skills.list({})).skills, [])
    assert.notDeepEqual(yield* rowCounts, [0, 0, 0])
  })

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

  skillsTest("is removed 8 MiB at a time", function* () {
    const sql = yield* SqlClient.SqlClient
    const file = yield* bundle("large", 12 * mebibyte)
    const { revision, skill_id } = yield* Skills.use((skills) => skills.create({ file }))
    yield* update(skill_id, revision, "small")
    yield* create("small")
    yield* remove(skill_id)
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

  skillsTest(
    "holds up other transactions for one step, however many skills of a group are removed",
    function* () {
      const sql = yield* SqlClient.SqlClient
      const gate = yield* Deferred.make<void>()
      const order: Array<string> = []
      const end = (name: string) => Effect.sync(() => void order.push(name))
      const first = yield* begun(inGroup("busy")(Deferred.await(gate)))
      const removals = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        begun(Effect.andThen(purge("busy", "skill"), end("removal")))
      )
      const other = yield* begun(sql.withTransaction(end("other")))
      // PostgreSQL has connections for others.
      if (postgresUrl !== undefined) yield* Fiber.join(other)
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach([first, ...removals, other], Fiber.join)
      assert.isAtMost(order.indexOf("other"), 1)
    }
  )
})
