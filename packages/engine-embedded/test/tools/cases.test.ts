// Files of labelled cases.
import { assert, describe, it } from "@effect/vitest"
import { CaseError, parseCases } from "../../tools/decisions/cases.ts"

const questions = {
  a: { type: "noul", instructions: "Is it?" },
  b: { type: "choice", criteria: { x: null, unknown: "not known" } },
  c: { type: "score", criteria: ["low", "high"] }
}
const line = (fields: object) => JSON.stringify({ id: "set-1", state: "s", questions, gold: {}, ...fields })
const golds = (gold: object) =>
  parseCases(line({ gold })).flatMap((entry) => entry.questions.map((question) => question.gold))

describe("a case", () => {
  it("has gold by name: yes at 0, an option's place, a level", () => {
    assert.deepStrictEqual(golds({ a: true, b: "x", c: 1 }), [0, 0, 1])
    assert.deepStrictEqual(golds({ a: false, b: "unknown", c: 0 }), [1, 1, 0])
  })

  it("is asked but not counted without gold, with null, and with unknown", () => {
    assert.deepStrictEqual(golds({ a: "unknown", b: null }), [undefined, undefined, undefined])
  })

  it("belongs to the domain before the last hyphen", () => {
    assert.strictEqual(parseCases(line({ id: "agent_logs-x-12" }))[0]?.domain, "agent_logs-x")
  })
})

describe("a file", () => {
  it("is refused with the number of the line that breaks the format", () => {
    const rows: ReadonlyArray<readonly [string, RegExp]> = [
      [`${line({})}\nnope`, /line 2: not JSON/],
      ["[]", /line 1: not an object/],
      [`\n${line({ id: 3 })}`, /line 2: id/],
      [`${line({})}\n${line({})}`, /line 2: id "set-1" is already on line 1/],
      [line({ state: 3 }), /line 1: state/],
      [line({ questions: {} }), /line 1: questions/],
      [line({ questions: { a: { type: "yes" } } }), /line 1, question "a": type/],
      [line({ gold: { zzz: true } }), /line 1: gold names "zzz"/],
      [line({ gold: { a: "yes" } }), /line 1, question "a": gold "yes"/],
      [line({ gold: { c: 2 } }), /line 1, question "c": gold 2/],
      ["", /no case/]
    ]
    for (const [text, message] of rows) assert.throws(() => parseCases(text), CaseError, message)
  })
})
