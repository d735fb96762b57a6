// Page tokens of lists: their age limit, and forged ones.
import { assert, describe } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { create, skillsTest } from "./skills/skillStore.ts"

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
