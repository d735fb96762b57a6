// Paging while skills are created, changed and deleted: none is repeated or missed.
import { assert, describe, it } from "@effect/vitest"
import { Skills, type SkillsPage } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { postgresUrl } from "../stores.ts"
import { create, newSkills, update } from "./skillStore.ts"

type Step =
  | { readonly do: "create"; readonly later: number }
  | { readonly do: "delete" | "update"; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("create" as const), later: fc.nat(2) }),
  fc.record({ do: fc.constantFrom("delete" as const, "update" as const), which: fc.nat(30) })
)

const scenario = fc.record({
  before: fc.array(fc.nat(2), { minLength: 1, maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 5 }),
  between: fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 12 })
})

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

/** Reads all pages with changes between them. Each creation advances the clock by `later` milliseconds. */
const walk = ({ before, between, limit }: Scenario) =>
  Effect.gen(function* () {
    const skills = yield* Skills
    const alive = new Map<string, string>()
    const made: Array<string> = []
    const add = Effect.fnUntraced(function* (later: number) {
      yield* TestClock.adjust(later)
      const { revision, skill_id } = yield* create("one")
      alive.set(skill_id, revision)
      made.push(skill_id)
    })
    for (const later of before) yield* add(later)
    const atStart = Array.from(made).toReversed()
    const deleted = new Set<string>()
    const seen: Array<string> = []
    let page_token: string | undefined = ""
    for (let turn = 0; page_token !== undefined; turn++) {
      const page: SkillsPage = yield* skills.list({ limit, page_token })
      assert.isAtMost(page.skills.length, limit)
      seen.push(...page.skills.map(({ skill_id }) => skill_id))
      page_token = page.next_page_token ?? undefined
      for (const each of between[turn] ?? []) {
        if (each.do === "create") {
          yield* add(each.later)
          continue
        }
        const skill_id = Array.from(alive.keys())[each.which % Math.max(1, alive.size)]
        if (skill_id === undefined) continue
        const expected_revision = alive.get(skill_id) ?? ""
        if (each.do === "delete") {
          yield* skills.delete({ skill_id, expected_revision })
          alive.delete(skill_id)
          deleted.add(skill_id)
        } else {
          alive.set(skill_id, (yield* update(skill_id, expected_revision, "two")).revision)
        }
      }
    }
    assert.strictEqual(new Set(seen).size, seen.length, "a skill is seen twice")
    const kept = atStart.filter((id) => !deleted.has(id))
    assert.deepEqual(
      seen.filter((id) => !deleted.has(id) && atStart.includes(id)),
      kept
    )
    assert.deepEqual(
      seen,
      atStart.filter((id) => seen.includes(id)),
      "another order, or one made later"
    )
  })

describe("pages of changing skills", () => {
  it.effect(
    "contain each remaining skill once, newest first, and none created after the first page",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(scenario, (given) =>
            Effect.runPromise(
              walk(given).pipe(Effect.provide([newSkills(), TestClock.layer()]), Effect.scoped)
            )
          ),
          { numRuns: postgresUrl === undefined ? 60 : 8 }
        )
      ),
    60_000
  )
})
