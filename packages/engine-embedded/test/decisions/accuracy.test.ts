// Accuracy on labelled cases that the engine was not fitted to, and on probes.
import { assert, describe, it } from "vitest"
import { labelledCases, unseenFile } from "../../tools/decisions/cases.ts"
import { answersOf, askProbes, figures } from "../../tools/decisions/evaluate.ts"
import { probes } from "../../tools/decisions/probes.ts"
import { engine } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

test("unseen domains are answered better than by chance, and at most 2 % surely wrong", function* () {
  const given = yield* answersOf(engine, labelledCases(unseenFile))
  const { accuracy, chance, nll, sure, sureWrong } = figures(given)
  const guessed = figures(given.map((answer) => ({ ...answer, p: answer.p.map(() => 1 / answer.p.length) })))
  assert.isAbove(accuracy, chance + 0.15)
  assert.isBelow(nll, guessed.nll)
  assert.isAtMost(sure * sureWrong, 0.02)
})

describe("probes", () => {
  /** Families that numbers or words do not decide. */
  const undecided = new Set([
    "two currencies",
    "bounds on both sides",
    "roles",
    "plans",
    "conditions",
    "two denials",
    "identifiers are no counts",
    "lists in records",
    "rise or fall",
    "years of birth"
  ])

  test("are answered right or unsurely, those that are decided right, and hardly any surely wrong", function* () {
    const families = yield* askProbes(engine, probes(30, 11))
    for (const { family, right, unsure } of families)
      assert.isAtLeast(undecided.has(family) ? right + unsure : right, 0.9, family)
    const surelyWrong = families.reduce((sum, { sure }) => sum + sure, 0)
    assert.isAtMost(surelyWrong / families.length, 0.03)
  })

  it("are the same each time", () => {
    assert.deepStrictEqual(probes(3), probes(3))
    assert.notDeepEqual(probes(3, 1), probes(3, 2))
  })
})
