// Download URLs of skills: their expiry, forged ones, old revisions.
import { assert, describe, it } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { createKey, disableGroup, enableGroup, revokeKeys } from "../../src/index.ts"
import { testOver } from "../effects.ts"
import { postgresUrl, startingAt, tagOf, withSkew } from "../stores.ts"
import { as, bundle, create, newSkills, open, tokenOf, skillsTest } from "./skillStore.ts"

const works = (url: string) => Effect.map(tagOf(open(url)), (tag) => assert.strictEqual(tag, "success"))
const fails = (url: string) => Effect.map(tagOf(open(url)), (tag) => assert.strictEqual(tag, "NotFoundError"))

describe("a download URL", () => {
  // PostgreSQL counts them by its own clock.
  testOver(newSkills(), startingAt("2026-11-21T08:30:00Z")).skipIf(postgresUrl !== undefined)(
    "serves the file for five minutes, without authentication",
    function* () {
      const skills = yield* Skills
      const file = yield* bundle("tide", 100_000)
      const { skill_id } = yield* as("a")(skills.create({ file }))
      const { expires_at, url } = yield* as("a")(skills.download({ skill_id }))
      assert.strictEqual(expires_at, "2026-11-21T08:35:00.000Z")
      assert.match(url, /^\/downloads\/skills\/[A-Za-z0-9_-]{1,128}$/)
      assert.deepEqual(yield* open(url), file)
      yield* TestClock.adjust(299_999)
      yield* works(url)
      yield* TestClock.adjust(1)
      yield* fails(url)
    }
  )

  it.live.skipIf(postgresUrl === undefined)(
    "serves the file for five minutes of the database, however far the clocks of nodes are off",
    () =>
      Effect.gen(function* () {
        const skills = yield* Skills
        const { skill_id } = yield* create("tide")
        for (const [made, opened] of [
          [300_000, -300_000],
          [-300_000, 300_000]
        ] as const) {
          const { url } = yield* skills.download({ skill_id }).pipe(withSkew(made))
          assert.deepEqual(yield* open(url).pipe(withSkew(opened)), yield* bundle("tide"))
        }
      }).pipe(Effect.provide(newSkills()))
  )

  skillsTest("is not found with any changed character, or for a deleted skill", function* () {
    const skills = yield* Skills
    const { revision, skill_id } = yield* create("tide")
    const { url } = yield* skills.download({ skill_id })
    const token = tokenOf(url)
    for (let at = 0; at < token.length; at++) {
      yield* fails(token.slice(0, at) + (token[at] === "1" ? "2" : "1") + token.slice(at + 1))
    }
    for (const forged of ["", "x", "' OR 1=1 --", revision]) yield* fails(forged)
    yield* works(url)
    yield* skills.delete({ skill_id, expected_revision: revision })
    yield* fails(url)
  })

  skillsTest("dies with the key that asked for it, and with its group", function* () {
    const { skill_id } = yield* as("a")(create("tide"))
    const ask = Effect.fnUntraced(function* (expiresAt?: number) {
      const { id: key } = yield* createKey({ group: "a", expiresAt })
      const download = Skills.use((skills) => skills.download({ skill_id }))
      return (yield* Effect.provideService(download, Caller, { group: "a", key })).url
    })
    const [first, second] = [yield* ask(60_000), yield* ask()]
    yield* works(first)
    yield* disableGroup("a")
    yield* fails(second)
    yield* enableGroup("a")
    yield* works(second)
    yield* TestClock.adjust(60_000)
    yield* fails(first)
    yield* revokeKeys({ group: "a" })
    yield* fails(second)
  })
})
