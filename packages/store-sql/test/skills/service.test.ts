// The Skills service over the tables: groups, concurrent updates. What any implementation does is in the conformance cases.
import { assert, describe } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { startingAt, tagOf } from "../stores.ts"
import { as, bundle, create, newSkills, update, skillsTest } from "./skillStore.ts"
import { testOver } from "../effects.ts"

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
    yield* as("b")(create("second-of-b"))
    const file = yield* bundle("stolen")
    for (const call of [
      skills.get({ skill_id }),
      skills.get({ skill_id, revision }),
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
      ["second-of-b", "of-b"]
    )
    assert.strictEqual((yield* as("a")(skills.get({ skill_id }))).name, "of-a")
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
      assert.strictEqual(first.created_at, "2026-11-21T08:30:00.000Z")
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
