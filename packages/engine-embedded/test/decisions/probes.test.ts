// Generated probes of numbers, dates, directions, records, roles and conditions: answers are right or unsure, and hardly ever surely wrong.
import { assert, describe, it } from "vitest"
import { askProbes } from "../../tools/decisions/askProbes.ts"
import { probes } from "../../tools/decisions/generate/probes.ts"
import { engine } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const perFamily = 30

describe("probes", () => {
  test("are answered rightly or unsurely, at least 9 of 10 in each family, and 3 of 100 surely wrong at most", function* () {
    const list = probes(perFamily, 11)
    const rows = yield* askProbes(engine, list)
    for (const { count, family, right, unsure } of rows)
      assert.isAtLeast((right + unsure) / count, 0.9, family)
    const surelyWrong = rows.reduce((sum, { sure }) => sum + sure, 0)
    assert.isAtMost(surelyWrong / list.length, 0.03)
  })

  test("that numbers decide are decided", function* () {
    const undecided = new Set([
      "two currencies",
      "bounds on both sides",
      "roles",
      "plans",
      "conditions",
      "two denials",
      "identifiers are no counts",
      "identifiers in records",
      "lists in records",
      "rise or fall",
      "years of birth"
    ])
    const list = probes(perFamily, 12).filter(({ family }) => !undecided.has(family))
    for (const { count, family, right } of yield* askProbes(engine, list))
      assert.isAtLeast(right / count, 0.9, family)
  })

  it("are the same each time", () => {
    assert.deepStrictEqual(probes(3), probes(3))
    assert.notDeepEqual(probes(3, 1), probes(3, 2))
  })
})
