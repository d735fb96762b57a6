// Download URLs of skills: their expiry, forged ones, old revisions.
import { assert, describe, it } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { createKey, disableGroup, enableGroup, revokeKeys } from "../../src/index.ts"
import { as, startingAt, bundle, create, newSkills, open, tagOf, tokenOf } from "./skillStore.ts"
import { postgresUrl, withSkew } from "../stores.ts"

describe("a download URL", () => {
  // PostgreSQL counts them by its own clock.
  it.effect.skipIf(postgresUrl !== undefined)(
    "serves the file for five minutes, without authentication",
    () =>
      Effect.gen(function* () {
        const skills = yield* Skills
        const file = yield* bundle("tide", 100_000)
        const { skill_id } = yield* as("a")(skills.create({ file }))
        const { expires_at, url } = yield* as("a")(skills.download({ skill_id }))
        assert.strictEqual(expires_at, "2026-11-21T08:35:00.000Z")
        assert.match(url, /^\/downloads\/skills\/[A-Za-z0-9_-]{1,128}$/)
        assert.deepEqual(yield* open(url), file)
        yield* TestClock.adjust(299_999)
        assert.strictEqual(yield* tagOf(open(url)), "success")
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* tagOf(open(url)), "NotFoundError")
      }).pipe(Effect.provide(newSkills()), startingAt("2026-11-21T08:30:00Z"))
  )

  it.live.skipIf(postgresUrl === undefined)(
    "serves the file for five minutes of the database, however far the clocks of nodes are off",
    () =>
      Effect.gen(function* () {
        const skills = yield* Skills
        const file = yield* bundle("tide")
        const { skill_id } = yield* skills.create({ file })
        for (const [made, opened] of [
          [300_000, -300_000],
          [-300_000, 300_000]
        ] as const) {
          const { url } = yield* skills.download({ skill_id }).pipe(withSkew(made))
          assert.deepEqual(yield* open(url).pipe(withSkew(opened)), file)
        }
      }).pipe(Effect.provide(newSkills()))
  )

  it.effect("is not found with any changed character, or for a deleted skill", () =>
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

  it.effect("of an old revision serves the old file", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const { revision, skill_id } = yield* create("first")
      const file = yield* bundle("second")
      yield* skills.update({ skill_id, expected_revision: revision, file })
      const { url } = yield* skills.download({ skill_id, revision })
      assert.deepEqual(yield* open(url), yield* bundle("first"))
    }).pipe(Effect.provide(newSkills()))
  )

  it.effect("dies with the key that asked for it, and with its group", () =>
    Effect.gen(function* () {
      const skills = yield* Skills
      const { skill_id } = yield* as("a")(skills.create({ file: yield* bundle("tide") }))
      const made = yield* createKey({ group: "a", expiresAt: 60_000 })
      const ask = (key: string) =>
        Effect.map(
          Effect.provideService(skills.download({ skill_id }), Caller, { group: "a", key }),
          ({ url }) => url
        )
      const [first, second] = [yield* ask(made.id), yield* ask((yield* createKey({ group: "a" })).id)]
      assert.strictEqual(yield* tagOf(open(first)), "success")
      yield* disableGroup("a")
      assert.strictEqual(yield* tagOf(open(second)), "NotFoundError")
      yield* enableGroup("a")
      assert.strictEqual(yield* tagOf(open(second)), "success")
      yield* TestClock.adjust(60_000)
      assert.strictEqual(yield* tagOf(open(first)), "NotFoundError")
      yield* revokeKeys({ group: "a" })
      assert.strictEqual(yield* tagOf(open(second)), "NotFoundError")
    }).pipe(Effect.provide(newSkills()))
  )
})
