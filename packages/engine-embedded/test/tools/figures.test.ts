// Labelled cases, metrics, and the figures that the engine must reach: of decisions, fields and conversations.
import { assert, it } from "vitest"
import { answersOfSet } from "../../tools/chat/conversations.ts"
import { fittedFiles, labelledCases } from "../../tools/decisions/cases.ts"
import { answersOf, askProbes, figures, share } from "../../tools/decisions/evaluate.ts"
import { answersOfSet as fieldsOfSet } from "../../tools/structured-output/fields.ts"
import { engine } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const count = (verdicts: ReadonlyArray<string>, ...which: ReadonlyArray<string>) =>
  verdicts.filter((verdict) => which.includes(verdict)).length

test.each([
  ["town", 40, 36],
  ["tables", 16, 16],
  ["office", 20, 17],
  ["valley", 16, 14]
] as const)("%s: of %d conversations, %d or more end rightly", function* ([set, all, least]) {
  const results = yield* answersOfSet(set)
  assert.lengthOf(results, all)
  // No answer repeats what was asked before.
  assert.strictEqual(count(results, "repeated"), 0)
  assert.isAtMost(count(results, "stray"), 1)
  assert.isAtLeast(count(results, "right"), least)
})

test.each([
  ["fields", 100, 88, 3],
  ["fieldsTuning", 65, 50, 3],
  ["fieldsOfPages", 13, 13, 3],
  ["fieldsOfPagesUnseen", 37, 27, 3],
  ["fieldsHeldOut", 66, 50, 3],
  ["fieldsUnseen", 45, 36, 3],
  ["fieldsInFourLanguages", 184, 145, 8]
] as const)("%s: of %d, %d or more right, %d at most wrong or invented", function* ([set, all, least, most]) {
  const results = yield* fieldsOfSet(set)
  assert.lengthOf(results, all)
  assert.isAtMost(count(results, "invented", "wrong"), most)
  assert.isAtLeast(count(results, "right"), least)
})

test("decisions about unseen domains are better than by chance, and at most 2 % surely wrong", function* () {
  const given = yield* answersOf(engine, labelledCases("unseen"))
  const { accuracy, chance, nll, sure, sureWrong } = figures(given)
  const guessed = figures(given.map((answer) => ({ ...answer, p: answer.p.map(() => 1 / answer.p.length) })))
  assert.isAbove(accuracy, chance + 0.15)
  assert.isBelow(nll, guessed.nll)
  assert.isAtMost(sure * sureWrong, 0.02)
})

/** Families of probes that numbers or words do not decide. */
const undecided = new Set(
  `two_currencies bounds_on_both_sides plans conditions identifiers_are_no_counts lists_in_records
  years_of_birth`.split(/\s+/)
)
/** Who did what to whom, "up" for "down", and "it is not true that it was not", are not understood. */
const misread = new Set(["roles", "rise_or_fall", "two_denials"])
test("decisions about probes are right or unsure, right where words and numbers decide, and hardly any surely wrong", function* () {
  const families = yield* askProbes(engine)
  for (const [family, verdicts] of families) {
    const good = undecided.has(family) ? ["right", "unsure"] : ["right"]
    if (!misread.has(family)) assert.isAtLeast(share(verdicts, ...good), 0.9, family)
  }
  assert.isAtMost(
    share(
      families.flatMap(([, verdicts]) => verdicts),
      "surely wrong"
    ),
    0.03
  )
})

it("unseen cases share no domain and no text with those that the engine is fitted to", () => {
  const fitted = fittedFiles.flatMap(labelledCases)
  const known = new Set(fitted.flatMap(({ domain, state }) => [domain, JSON.stringify(state)]))
  for (const { domain, state } of labelledCases("unseen"))
    assert.isFalse(known.has(domain) || known.has(JSON.stringify(state)), domain)
})

it("metrics agree with values worked out by hand", () => {
  const found = figures([
    { id: "a", type: "noul", p: [0.95, 0.05], gold: 1 },
    { id: "a", type: "noul", p: [0.3, 0.7], gold: 0 },
    { id: "b", type: "choice", p: [0.62, 0.28, 0.1], gold: 0 },
    { id: "b", type: "choice", p: [0.4, 0.4, 0.2], gold: 1 },
    { id: "c", type: "score", p: [0.1, 0.2, 0.7], gold: 2 }
  ])
  assert.approximately(found.accuracy, 0.5, 1e-9)
  assert.approximately(found.chance, (2 / 2 + 3 / 3) / 5, 1e-9)
  assert.approximately(found.nll, -Math.log(0.05 * 0.3 * 0.62 * 0.4 * 0.7) / 5, 1e-9)
  // The two answers of 0.7 are in one bin, of which half are right.
  assert.approximately(found.ece, (0.95 + 0.4 + 0.38 + 0.1) / 5, 1e-9)
  assert.deepStrictEqual([found.sure, found.sureWrong], [0.2, 1])
})
