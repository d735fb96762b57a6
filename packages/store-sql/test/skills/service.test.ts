// The Skills service over the tables: groups, concurrent updates, a failing store.
import { assert, describe, it } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { as, startingAt, bundle, create, newSkills, open, tagOf } from "./skillStore.ts"

describe("a group", () => {
  it.effect("sees no skills, revisions, files or page tokens of other groups", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const { revision, skill_id } = yield* as("a")(create("of-a"))
      yield* as("a")(create("second-of-a"))
      yield* as("b")(create("of-b"))
      yield* as("b")(create("second-of-b"))
      const file = yield* bundle("stolen")
      const foreign = [
        skills.get({ skill_id }),
        skills.get({ skill_id, revision }),
        skills.listRevisions({ skill_id }),
        skills.download({ skill_id }),
        skills.update({ skill_id, expected_revision: revision, file }),
        skills.delete({ skill_id, expected_revision: revision })
      ]
      for (const call of foreign) assert.strictEqual(yield* as("b")(tagOf(call)), "NotFoundError")
      const names = yield* as("b")(Stream.runCollect(skills.listAll()))
      assert.deepEqual(
        names.map(({ name }) => name),
        ["second-of-b", "of-b"]
      )
      const { next_page_token } = yield* as("a")(skills.list({ limit: 1 }))
      const page_token = next_page_token ?? assert.fail()
      assert.strictEqual(yield* as("a")(tagOf(skills.list({ page_token }))), "success")
      assert.strictEqual(yield* as("b")(tagOf(skills.list({ page_token }))), "InvalidRequestError")
      assert.strictEqual(yield* tagOf(skills.list({ page_token })), "InvalidRequestError")
      assert.strictEqual((yield* as("a")(skills.get({ skill_id }))).name, "of-a")
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("holds as many skills as configured until one is deleted", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      yield* as("a")(create("one"))
      const { revision, skill_id } = yield* as("a")(create("two"))
      assert.strictEqual(yield* as("a")(tagOf(create("three"))), "ConflictError")
      assert.strictEqual(yield* as("b")(tagOf(create("one"))), "success")
      const file = yield* bundle("two-again")
      const updated = yield* as("a")(skills.update({ skill_id, expected_revision: revision, file }))
      yield* as("a")(skills.delete({ skill_id, expected_revision: updated.revision }))
      assert.strictEqual(yield* as("a")(tagOf(create("three"))), "success")
    }).pipe(Effect.provide(newSkills({ skillsPerGroup: 2 })))
  )

  it.effect("stays within its limit under ten concurrent creations", () =>
    Effect.gen(function* () {
      const tags = yield* Effect.all(
        Array.from({ length: 10 }, () => tagOf(create("one"))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(tags.filter((tag) => tag === "success").length, 3)
      assert.strictEqual(tags.filter((tag) => tag === "ConflictError").length, 7)
    }).pipe(Effect.provide(newSkills({ skillsPerGroup: 3 })))
  )
})

describe("an update", () => {
  it.effect("wins over concurrent updates of the same revision, which are ConflictErrors", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const { revision: expected_revision, skill_id } = yield* create("first")
      const file = yield* bundle("next")
      const tags = yield* Effect.all(
        Array.from({ length: 8 }, () => tagOf(skills.update({ skill_id, expected_revision, file }))),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(tags.toSorted(), [...Array<string>(7).fill("ConflictError"), "success"])
      assert.strictEqual((yield* skills.listRevisions({ skill_id })).revisions.length, 2)
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("with an invalid bundle changes nothing", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const made = yield* create("first")
      const { revision: expected_revision, skill_id } = made
      const file = new Uint8Array(100)
      assert.strictEqual(
        yield* tagOf(skills.update({ skill_id, expected_revision, file })),
        "InvalidRequestError"
      )
      assert.deepEqual(yield* skills.get({ skill_id }), made)
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("keeps the order of revisions when the clock is set back", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const first = yield* create("first")
      assert.strictEqual(first.created_at, "2026-11-21T08:30:00.000Z")
      yield* TestClock.setTime(Date.parse("2026-11-20T08:30:00Z"))
      const { skill_id } = first
      const file = yield* bundle("second")
      const second = yield* skills.update({ skill_id, expected_revision: first.revision, file })
      const { revisions } = yield* skills.listRevisions({ skill_id })
      assert.deepEqual(
        revisions.map(({ revision }) => revision),
        [second.revision, first.revision]
      )
    }).pipe(Effect.provide(newSkills()), startingAt("2026-11-21T08:30:00Z"))
  )
})

describe("the tables", () => {
  it.effect("contain nothing of a deleted skill", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const sql = yield* SqlClient.SqlClient
      const { revision, skill_id } = yield* create("first")
      const file = yield* bundle("second")
      const second = yield* skills.update({ skill_id, expected_revision: revision, file })
      const { url } = yield* skills.download({ skill_id })
      yield* skills.delete({ skill_id, expected_revision: second.revision })
      assert.strictEqual(yield* tagOf(open(url)), "NotFoundError")
      assert.deepEqual((yield* skills.list({})).skills, [])
      for (const table of ["skill", "skill_revision", "skill_file"]) {
        assert.deepEqual(yield* sql`SELECT COUNT(*) FROM ${sql(table)}`.values, [[0]], table)
      }
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("that fail are an UnavailableError for every call", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const sql = yield* SqlClient.SqlClient
      const { revision, skill_id } = yield* create("first")
      const { url } = yield* skills.download({ skill_id })
      const file = yield* bundle("second")
      yield* sql`DROP TABLE skill_file`
      yield* sql`DROP TABLE skill_revision`
      const calls = [
        skills.list(),
        skills.listRevisions({ skill_id }),
        skills.create({ file }),
        skills.get({ skill_id }),
        skills.update({ skill_id, expected_revision: revision, file }),
        skills.delete({ skill_id, expected_revision: revision }),
        skills.download({ skill_id })
      ]
      for (const call of calls) assert.strictEqual(yield* tagOf(call), "UnavailableError")
      assert.strictEqual(yield* tagOf(open(url)), "UnavailableError")
    }).pipe(Effect.provide(Layer.fresh(newSkills())))
  )
})
