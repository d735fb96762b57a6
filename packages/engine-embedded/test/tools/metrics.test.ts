// Evaluation metrics and baselines.
import { assert, describe, it } from "@effect/vitest"
import { majority, uniform } from "../../tools/decisions/baselines.ts"
import { parseCases } from "../../tools/decisions/cases.ts"
import type { Answered } from "../../tools/decisions/metrics.ts"
import { figures, interval } from "../../tools/decisions/metrics.ts"

const answers: ReadonlyArray<Answered> = [
  { id: "a", type: "noul", p: [0.9, 0.1], gold: 0 },
  { id: "a", type: "noul", p: [0.3, 0.7], gold: 0 },
  { id: "b", type: "choice", p: [0.62, 0.28, 0.1], gold: 0 },
  { id: "b", type: "choice", p: [0.4, 0.4, 0.2], gold: 1 },
  { id: "c", type: "score", p: [0.1, 0.2, 0.7], gold: 1 }
]

const accuracy = (drawn: ReadonlyArray<Answered>) => figures(drawn).accuracy

const line = (id: number, gold: boolean) =>
  JSON.stringify({
    id: `x-${id}`,
    state: "",
    questions: { q: { type: "noul", instructions: "?" } },
    gold: { q: gold }
  })

describe("figures", () => {
  it("agree with values worked out by hand", () => {
    const found = figures(answers)
    assert.approximately(found.accuracy, 0.5, 1e-9)
    assert.approximately(found.brier, 0.58656, 1e-9)
    assert.approximately(found.nll, 0.862619553, 1e-9)
    assert.approximately(found.ece, 0.396, 1e-9)
    assert.approximately(found.mae, 0.6, 1e-9)
    assert.strictEqual(found.nearest, 0)
  })

  it("keep the surest answers as long as few are wrong", () => {
    const many = Array.from({ length: 40 }, (_, i): Answered => ({
      id: String(i),
      type: "noul",
      p: [0.99 - i / 100, 0.01 + i / 100],
      gold: i < 30 ? 0 : 1
    }))
    assert.strictEqual(figures(many).coverage, 31 / 40)
  })

  it("have intervals that are the same every time", () => {
    assert.deepStrictEqual(interval(answers, accuracy), interval(answers, accuracy))
  })
})

describe("baselines", () => {
  it("are even, or the shares of the other folds", () => {
    const cases = parseCases([line(0, true), line(1, true), line(2, false)].join("\n"))
    assert.deepStrictEqual(
      uniform(cases).map(({ p }) => p),
      [
        [0.5, 0.5],
        [0.5, 0.5],
        [0.5, 0.5]
      ]
    )
    assert.deepStrictEqual(
      majority(cases).map(({ p }) => p),
      [
        [0.5, 0.5],
        [0.5, 0.5],
        [1, 0]
      ]
    )
  })
})
