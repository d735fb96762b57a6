// Skills in the tables: groups apart, tokens and addresses that end, limits, failures.
import { assert, describe, it } from "@effect/vitest"
import { SkillFiles, Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { as, bundle, create, newSkills, skillsIn } from "./skillStore.ts"
import { directory } from "../stores.ts"

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "success" })

const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1)
const open = (url: string) => Effect.flatMap(SkillFiles, (files) => files.open(tokenOf(url)))

describe("groups", () => {
  it.effect("see nothing of each other: neither skills nor revisions, files or page tokens", () =>
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

  it.effect("hold as many skills as configured, each its own; deleting one makes room", () =>
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

  it.effect("at once, too: of ten creations beside each other no more than the limit succeed", () =>
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

describe("updates", () => {
  it.effect("beside each other on the same revision: one wins, the others are ConflictErrors", () =>
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

  it.effect("a bundle that is none changes nothing", () =>
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

  it.effect("a clock that was set back does not put a revision behind the one it follows", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      yield* TestClock.setTime(Date.parse("2026-11-21T08:30:00Z"))
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
    }).pipe(Effect.provide(newSkills()))
  )
})

describe("a page token", () => {
  it.effect("is good for a day and not a millisecond longer", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      yield* create("one")
      yield* create("two")
      const { next_page_token } = yield* skills.list({ limit: 1 })
      const page_token = next_page_token ?? assert.fail()
      yield* TestClock.adjust("24 hours")
      assert.strictEqual(yield* tagOf(skills.list({ page_token })), "success")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* tagOf(skills.list({ page_token })), "InvalidRequestError")
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("holds over a restart, and under no other pepper", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const skills = Skills.use((service) => service.list({ limit: 1 }))
      const { next_page_token } = yield* Effect.andThen(
        create("one"),
        Effect.andThen(create("two"), skills)
      ).pipe(Effect.provide(skillsIn(path)))
      const again = Skills.use((service) => service.list({ page_token: next_page_token ?? "" }))
      const { skills: rest } = yield* Effect.provide(again, skillsIn(path))
      assert.deepEqual(
        rest.map(({ name }) => name),
        ["one"]
      )
      assert.strictEqual(yield* Effect.provide(tagOf(again), newSkills()), "InvalidRequestError")
    })
  )

  it.effect("with any sign changed is refused", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      yield* create("one")
      yield* create("two")
      const { next_page_token } = yield* skills.list({ limit: 1 })
      const token = next_page_token ?? assert.fail()
      for (let at = 0; at < token.length; at++) {
        const other = token[at] === "1" ? "2" : "1"
        const page_token = token.slice(0, at) + other + token.slice(at + 1)
        assert.strictEqual(yield* tagOf(skills.list({ page_token })), "InvalidRequestError", page_token)
      }
    }).pipe(Effect.provide(newSkills()))
  )
})

describe("a download", () => {
  it.effect("gives the bytes for five minutes, without a caller", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      yield* TestClock.setTime(Date.parse("2026-11-21T08:30:00Z"))
      const file = yield* bundle("tide", 100_000)
      const { skill_id } = yield* as("a")(skills.create({ file }))
      const { expires_at, url } = yield* as("a")(skills.download({ skill_id }))
      assert.strictEqual(expires_at, "2026-11-21T08:35:00.000Z")
      assert.match(url, /^https:\/\/api\.example\.com\/downloads\/skills\/[A-Za-z0-9_-]{1,128}$/)
      assert.deepEqual(new Uint8Array(yield* open(url)), file)
      yield* TestClock.adjust(299_999)
      assert.strictEqual(yield* tagOf(open(url)), "success")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* tagOf(open(url)), "NotFoundError")
    }).pipe(Effect.provide(newSkills({ publicUrl: "https://api.example.com" })))
  )

  it.effect("with any sign of its token changed, or of a deleted skill, is gone", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const { revision, skill_id } = yield* create("tide")
      const { url } = yield* skills.download({ skill_id })
      const token = tokenOf(url)
      for (let at = 0; at < token.length; at++) {
        const other = token[at] === "1" ? "2" : "1"
        assert.strictEqual(
          yield* tagOf(open(token.slice(0, at) + other + token.slice(at + 1))),
          "NotFoundError"
        )
      }
      for (const forged of ["", "x", "' OR 1=1 --", revision]) {
        assert.strictEqual(yield* tagOf(open(forged)), "NotFoundError")
      }
      assert.strictEqual(yield* tagOf(open(url)), "success")
      yield* skills.delete({ skill_id, expected_revision: revision })
      assert.strictEqual(yield* tagOf(open(url)), "NotFoundError")
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("of an old revision gives the old bytes", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const { revision, skill_id } = yield* create("first")
      const file = yield* bundle("second")
      yield* skills.update({ skill_id, expected_revision: revision, file })
      const { url } = yield* skills.download({ skill_id, revision })
      assert.deepEqual(new Uint8Array(yield* open(url)), yield* bundle("first"))
    }).pipe(Effect.provide(newSkills()))
  )
})

describe("the tables", () => {
  it.effect("of a deleted skill keep nothing", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const sql = yield* SqlClient.SqlClient
      const { revision, skill_id } = yield* create("first")
      const file = yield* bundle("second")
      const second = yield* skills.update({ skill_id, expected_revision: revision, file })
      yield* skills.delete({ skill_id, expected_revision: second.revision })
      for (const table of ["skill", "skill_revision", "skill_file"]) {
        assert.deepEqual(yield* sql`SELECT COUNT(*) FROM ${sql(table)}`.values, [[0]], table)
      }
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("that fail are an UnavailableError, whatever was asked", () =>
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
