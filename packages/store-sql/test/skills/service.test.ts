// The Skills service over the tables: groups, concurrent updates, files, download URLs and page tokens. What any implementation does is in the conformance cases.
import { assert, describe } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { createKey, disableGroup, enableGroup, revokeKeys } from "../../src/index.ts"
import { purgeSome, remove } from "../../src/skills/queries.ts"
import { counted, postgresUrl, startingAt, tagOf, testOver } from "../stores.ts"
import { as, bundle, create, newSkills, open, skillsTest, tokenOf, update } from "./skillStore.ts"

const morningTest = testOver(newSkills, startingAt("2026-11-21T08:30:00Z"))

morningTest(
  "one of many concurrent updates wins, and comes first though the clock is set back",
  function* () {
    const { revision, skill_id } = yield* create("first")
    yield* TestClock.setTime(Date.parse("2026-11-20T08:30:00Z"))
    const updates = Array.from({ length: 8 }, () => tagOf(update(skill_id, revision, "next")))
    const tags = yield* Effect.all(updates, { concurrency: "unbounded" })
    assert.deepEqual(tags.toSorted(), [...Array<string>(7).fill("ConflictError"), "success"])
    const { revisions } = yield* Skills.use((skills) => skills.listRevisions({ skill_id }))
    assert.deepEqual(
      revisions.map(({ name }) => name),
      ["next", "first"]
    )
  }
)

const mebibyte = 1_048_576

skillsTest(
  "a file is read as it was; deleted, it is not found at once, and removed 8 MiB at a time",
  function* () {
    const sql = yield* SqlClient.SqlClient
    const skills = yield* Skills
    const file = yield* bundle("large", 12 * mebibyte)
    const { revision, skill_id } = yield* skills.create({ file })
    assert.deepEqual(yield* open((yield* skills.download({ skill_id })).url), file)
    yield* update(skill_id, revision, "small")
    yield* create("small")
    yield* remove(skill_id)
    assert.strictEqual(yield* tagOf(skills.get({ skill_id })), "NotFoundError")
    const step = sql.withTransaction(purgeSome())
    // 12 MiB are 49 pieces, as the zip has a little more.
    for (const left of [
      [2, 3, 19],
      [1, 1, 1]
    ]) {
      assert.isTrue(yield* step)
      assert.deepEqual(yield* Effect.forEach(["skill", "skill_revision", "skill_file"], counted), left)
    }
    assert.isFalse(yield* step)
  }
)

const works = (url: string) => Effect.map(tagOf(open(url)), (tag) => assert.strictEqual(tag, "success"))
const fails = (url: string) => Effect.map(tagOf(open(url)), (tag) => assert.strictEqual(tag, "NotFoundError"))

/** The text with another character at a place. */
const changedAt = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1)

describe("a download URL", () => {
  // PostgreSQL counts by its own clock.
  morningTest.skipIf(postgresUrl !== undefined)(
    "serves the file for five minutes, without authentication",
    function* () {
      const { skill_id } = yield* as("a")(create("tide"))
      const { expires_at, url } = yield* as("a")(Skills.use((skills) => skills.download({ skill_id })))
      assert.strictEqual(expires_at, "2026-11-21T08:35:00.000Z")
      assert.match(url, /^\/downloads\/skills\/[A-Za-z0-9_-]{1,128}$/)
      yield* TestClock.adjust(299_999)
      yield* works(url)
      yield* TestClock.adjust(1)
      yield* fails(url)
    }
  )

  skillsTest("is not found with any changed character, or for a deleted skill", function* () {
    const skills = yield* Skills
    const { revision, skill_id } = yield* create("tide")
    const { url } = yield* skills.download({ skill_id })
    const token = tokenOf(url)
    for (let at = 0; at < token.length; at++) yield* fails(changedAt(token, at))
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

skillsTest("a page token is valid for exactly a day, and with no changed character", function* () {
  yield* create("one")
  yield* create("two")
  const token = (yield* page()).next_page_token ?? ""
  for (let at = 0; at < token.length; at++)
    assert.strictEqual(yield* tagOf(page(changedAt(token, at))), "InvalidRequestError")
  yield* TestClock.adjust("24 hours")
  assert.lengthOf((yield* page(token)).skills, 1)
  yield* TestClock.adjust(1)
  assert.strictEqual(yield* tagOf(page(token)), "InvalidRequestError")
})
