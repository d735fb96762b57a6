// Page tokens of skills: their age limit, the pepper, forged ones.
import { assert, describe, it } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { directory } from "../stores.ts"
import { create, newSkills, skillsIn, tagOf } from "./skillStore.ts"

describe("a page token", () => {
  it.effect("is valid for exactly a day", () =>
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

  it.effect("is valid after a restart, but not under another pepper", () =>
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

  it.effect("is refused with any changed character", () =>
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
