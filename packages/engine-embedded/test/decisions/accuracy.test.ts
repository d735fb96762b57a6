// Accuracy on labelled cases that the engine was not fitted to, and on probes.
import { assert, describe } from "vitest"
import { labelledCases, probesFile, unseenFile } from "../../tools/decisions/cases.ts"
import { answersOf, askProbes, figures } from "../../tools/decisions/evaluate.ts"
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
    "two_currencies",
    "bounds_on_both_sides",
    "roles",
    "plans",
    "conditions",
    "two_denials",
    "identifiers_are_no_counts",
    "lists_in_records",
    "rise_or_fall",
    "years_of_birth"
  ])

  test("are answered right or unsurely, those that are decided right, and hardly any surely wrong", function* () {
    const families = yield* askProbes(engine, labelledCases(probesFile))
    for (const { family, right, unsure } of families)
      assert.isAtLeast(undecided.has(family) ? right + unsure : right, 0.9, family)
    const surelyWrong = families.reduce((sum, { sure }) => sum + sure, 0)
    assert.isAtMost(surelyWrong / families.length, 0.03)
  })
})
