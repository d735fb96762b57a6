// The skills service against an engine that lies, and requests that are wrong.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { skills as resource } from "../../../src/resources/skills/resource.ts"
import { type Engine, make } from "../../../src/resources/skills/service.ts"
import { test } from "../../fixtures/effects.ts"

const times = { created_at: "2026-11-20T10:00:00.000Z", updated_at: "2026-11-21T08:30:00Z" }
const summary = { skill_id: "skill_1", name: "tide-report", revision: "rev_1", ...times }
const skill = { ...summary, description: "Reads tide tables." }
const revision = { revision: "rev_1", name: "tide-report", created_at: times.created_at }

/** An engine that does the same in each method. */
const engineOf = (reply: (request: unknown) => Effect.Effect<unknown>): Engine =>
  Object.fromEntries(Object.keys(resource.operations).map((method) => [method, reply])) as {
    [Method in keyof Engine]: never
  }

const answering = (answer: unknown) => {
  const asked: Array<unknown> = []
  const reply = (request: unknown) => {
    asked.push(request)
    return Effect.succeed(answer)
  }
  return { asked, skills: make(engineOf(reply)) }
}

const file = new Uint8Array([0x50])
const unchecked = (value: unknown) => value as never
const tagOf = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "success" })

describe("an answer", () => {
  test("that fits comes through, unknown fields too", function* () {
    const more = { ...skill, tags: ["x"] }
    const { skills } = answering(more)
    assert.deepEqual<unknown>(yield* skills.get({ skill_id: "skill_1" }), more)
    assert.deepEqual<unknown>(yield* skills.create({ file }), more)
    const page = answering({ skills: [summary], next_page_token: null })
    assert.deepEqual<unknown>(yield* page.skills.list(), { skills: [summary], next_page_token: null })
    assert.isUndefined(
      yield* answering({ any: "thing" }).skills.delete({ skill_id: "a", expected_revision: "b" })
    )
  })

  test("that lies is an InvalidResponseError", function* () {
    const id = { skill_id: "skill_1" }
    const lies: ReadonlyArray<
      readonly [unknown, (of: ReturnType<typeof make>) => Effect.Effect<unknown, { readonly _tag: string }>]
    > = [
      [{ ...skill, description: undefined }, ({ get }) => get(id)],
      [{ ...skill, created_at: "yesterday" }, ({ get }) => get(id)],
      [{ ...skill, updated_at: 1 }, ({ create }) => create({ file })],
      [{ ...skill, skill_id: "skill_2" }, ({ get }) => get(id)],
      [{ ...skill, revision: "rev_2" }, ({ get }) => get({ ...id, revision: "rev_1" })],
      [
        { ...skill, skill_id: "skill_2" },
        ({ update }) => update({ ...id, expected_revision: "rev_0", file })
      ],
      [skill, ({ update }) => update({ ...id, expected_revision: "rev_1", file })],
      [{ skills: [skill, skill] }, ({ list }) => list({ limit: 1 })],
      [{ skills: Array.from({ length: 51 }, () => summary) }, ({ list }) => list()],
      [{ skills: [{ ...summary, name: null }] }, ({ list }) => list()],
      [{ skills: [], next_page_token: 1 }, ({ list }) => list()],
      [{ skills: [], next_page_token: "t" }, ({ list }) => list({ page_token: "t" })],
      [{ revisions: [revision, revision] }, ({ listRevisions }) => listRevisions({ ...id, limit: 1 })],
      [{ revisions: {} }, ({ listRevisions }) => listRevisions(id)],
      [{ url: "x" }, ({ download }) => download(id)],
      [null, ({ download }) => download(id)]
    ]
    for (const [answer, call] of lies) {
      assert.strictEqual(
        yield* tagOf(call(answering(answer).skills)),
        "InvalidResponseError",
        JSON.stringify(answer)
      )
    }
  })
})

describe("a request", () => {
  test("that is wrong never reaches the engine", function* () {
    const { asked, skills } = answering(skill)
    const wrong: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
      skills.list(unchecked({ limit: "5" })),
      skills.list(unchecked({ page: 1 })),
      skills.listRevisions({ skill_id: "" }),
      skills.get({ skill_id: "../x" }),
      skills.get({ skill_id: "a", revision: "r".repeat(129) }),
      skills.get(unchecked({ skill_id: "a", revision: null })),
      skills.create(unchecked({ file: "PK" })),
      skills.create(unchecked({ file: [80] })),
      skills.create(unchecked({ file, name: "x" })),
      skills.update(unchecked({ skill_id: "a", file })),
      skills.delete(unchecked({ skill_id: "a" }))
    ]
    for (const [index, call] of wrong.entries()) {
      assert.strictEqual(yield* tagOf(call), "InvalidRequestError", String(index))
    }
    assert.deepEqual(asked, [])
    const path = yield* Effect.flip(skills.create(unchecked({ file: "skill.zip" })))
    assert.strictEqual(path.message, "file: expected Uint8Array, Blob or stream")
  })
})
