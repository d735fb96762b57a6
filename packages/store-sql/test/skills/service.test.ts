// The Skills service over the tables: groups, concurrent updates, download URLs and page tokens. What any implementation does is in the conformance cases.
import { assert, describe, it } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { startingAt, tagOf, postgresUrl, withSkew } from "../stores.ts"
import { as, bundle, create, newSkills, update, skillsTest, open, tokenOf } from "./skillStore.ts"
import { testOver } from "../effects.ts"
import { Caller } from "@leadline/core/authentication"
import { createKey, disableGroup, enableGroup, revokeKeys } from "../../src/index.ts"

/** The tags of so many calls at once, sorted. */
const concurrently = <A, E extends { readonly _tag: string }, R>(
  count: number,
  call: Effect.Effect<A, E, R>
) =>
  Effect.all(
    Array.from({ length: count }, () => tagOf(call)),
    { concurrency: "unbounded" }
  ).pipe(Effect.map((tags) => tags.toSorted()))

const conflicts = (count: number) => Array<string>(count).fill("ConflictError")

describe("a group", () => {
  skillsTest("sees no skills, revisions or files of other groups", function* () {
    const skills = yield* Skills
    const { revision, skill_id } = yield* as("a")(create("of-a"))
    yield* as("b")(create("of-b"))
    const file = yield* bundle("stolen")
    for (const call of [
      skills.get({ skill_id }),
      skills.listRevisions({ skill_id }),
      skills.download({ skill_id }),
      skills.update({ skill_id, expected_revision: revision, file }),
      skills.delete({ skill_id, expected_revision: revision })
    ]) {
      assert.strictEqual(yield* as("b")(tagOf(call)), "NotFoundError")
    }
    const names = yield* as("b")(Stream.runCollect(skills.listAll()))
    assert.deepEqual(
      names.map(({ name }) => name),
      ["of-b"]
    )
  })

  testOver(newSkills({ skillsPerGroup: 3 }))(
    "holds as many skills as configured, also under ten concurrent creations",
    function* () {
      const tags = yield* concurrently(10, create("one"))
      assert.deepEqual(tags, [...conflicts(7), "success", "success", "success"])
      assert.strictEqual(yield* as("b")(tagOf(create("one"))), "success")
    }
  )
})

describe("an update", () => {
  skillsTest("wins over concurrent updates of the same revision, which are ConflictErrors", function* () {
    const { revision, skill_id } = yield* create("first")
    const tags = yield* concurrently(8, update(skill_id, revision, "next"))
    assert.deepEqual(tags, [...conflicts(7), "success"])
    const { revisions } = yield* Skills.use((skills) => skills.listRevisions({ skill_id }))
    assert.lengthOf(revisions, 2)
  })

  testOver(newSkills(), startingAt("2026-11-21T08:30:00Z"))(
    "keeps the order of revisions when the clock is set back",
    function* () {
      const first = yield* create("first")
      yield* TestClock.setTime(Date.parse("2026-11-20T08:30:00Z"))
      const { skill_id } = first
      const second = yield* update(skill_id, first.revision, "second")
      const { revisions } = yield* Skills.use((skills) => skills.listRevisions({ skill_id }))
      assert.deepEqual(
        revisions.map(({ revision }) => revision),
        [second.revision, first.revision]
      )
    }
  )
})

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
        for (const skew of [300_000, -300_000]) {
          const { url } = yield* skills.download({ skill_id }).pipe(withSkew(skew))
          yield* works(url).pipe(withSkew(-skew))
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

const page = (page_token = "") => Skills.use((skills) => skills.list({ limit: 1, page_token }))

const isRefused = (token: string) =>
  Effect.map(Effect.flip(page(token)), ({ _tag }) => assert.strictEqual(_tag, "InvalidRequestError", token))

/** The token of the second page of two. */
const second = Effect.gen(function* () {
  yield* create("one")
  yield* create("two")
  return (yield* page()).next_page_token ?? ""
})

describe("a page token", () => {
  skillsTest("is valid for exactly a day", function* () {
    const token = yield* second
    yield* TestClock.adjust("24 hours")
    assert.lengthOf((yield* page(token)).skills, 1)
    yield* TestClock.adjust(1)
    yield* isRefused(token)
  })

  skillsTest("is refused with any changed character, and for what never was one", function* () {
    const token = yield* second
    for (let at = 0; at < token.length; at++)
      yield* isRefused(token.slice(0, at) + (token[at] === "1" ? "2" : "1") + token.slice(at + 1))
    for (const forged of ["é", "\0", "a".repeat(10_000), `${token}0`]) yield* isRefused(forged)
  })
})
