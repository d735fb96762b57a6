// Files of labelled cases, and metrics.
import { assert, describe, it } from "@effect/vitest"
import {
  CaseError,
  fittedFiles,
  generatedFile,
  labelledCases,
  parseCases,
  unseenFile
} from "../../tools/decisions/cases.ts"
import type { Answered } from "../../tools/decisions/evaluate.ts"
import { figures, interval } from "../../tools/decisions/evaluate.ts"

const questions = {
  a: { type: "noul", instructions: "Is it?" },
  b: { type: "choice", criteria: { x: null, unknown: "not known" } },
  c: { type: "score", criteria: ["low", "high"] }
}
const line = (fields: object) => JSON.stringify({ id: "set-1", state: "s", questions, gold: {}, ...fields })
const golds = (gold: object) =>
  parseCases(line({ gold })).flatMap((entry) => entry.questions.map((question) => question.gold))

describe("a file of cases", () => {
  it("has gold by name: yes at 0, an option's place, a level; without gold a question is not counted", () => {
    assert.deepStrictEqual(golds({ a: true, b: "x", c: 1 }), [0, 0, 1])
    assert.deepStrictEqual(golds({ a: false, b: "unknown", c: 0 }), [1, 1, 0])
    assert.deepStrictEqual(golds({ a: "unknown", b: null }), [undefined, undefined, undefined])
  })

  it("is refused with the number of the line that breaks the format", () => {
    const rows: ReadonlyArray<readonly [string, RegExp]> = [
      [`${line({})}\nnope`, /^line 2: /],
      [`\n${line({ id: 3 })}`, /^line 2: .*\n.*"id"/],
      [line({ questions: { a: { type: "yes" } } }), /^line 1: .*\n.*"questions".*"a"/],
      [line({ gold: { zzz: true } }), /^line 1: gold names "zzz"/],
      [line({ gold: { a: "yes please" } }), /^line 1: gold "yes please"/],
      [line({ gold: { c: 2 } }), /^line 1: gold 2/],
      ["", /no case/]
    ]
    for (const [text, message] of rows) assert.throws(() => parseCases(text), CaseError, message)
  })

  it("of unseen domains shares no domain and no text with those that the engine is fitted to", () => {
    const fitted = [...fittedFiles, generatedFile].flatMap(labelledCases)
    const [domains, states] = [
      new Set(fitted.map(({ domain }) => domain)),
      new Set(fitted.map(({ state }) => state))
    ]
    for (const { domain, state } of labelledCases(unseenFile)) {
      assert.isFalse(domains.has(domain), domain)
      assert.isFalse(states.has(state))
    }
  })
})

it("metrics agree with values worked out by hand, and are the same every time", () => {
  const answers: ReadonlyArray<Answered> = [
    { id: "a", type: "noul", p: [0.95, 0.05], gold: 1 },
    { id: "a", type: "noul", p: [0.3, 0.7], gold: 0 },
    { id: "b", type: "choice", p: [0.62, 0.28, 0.1], gold: 0 },
    { id: "b", type: "choice", p: [0.4, 0.4, 0.2], gold: 1 },
    { id: "c", type: "score", p: [0.1, 0.2, 0.7], gold: 2 }
  ]
  const found = figures(answers)
  assert.approximately(found.accuracy, 0.5, 1e-9)
  assert.strictEqual(found.nearest, 1)
  assert.approximately(found.chance, (2 / 2 + 3 / 3) / 5, 1e-9)
  assert.approximately(found.nll, -Math.log(0.05 * 0.3 * 0.62 * 0.4 * 0.7) / 5, 1e-9)
  // The two answers of 0.7 are in one bin, of which half are right.
  assert.approximately(found.ece, (0.95 + 0.4 + 0.38 + 0.1) / 5, 1e-9)
  assert.deepStrictEqual([found.sure, found.sureWrong], [0.2, 1])
  assert.deepStrictEqual(interval(answers), interval(answers))
})
