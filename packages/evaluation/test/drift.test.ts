// Drift: what audited rows say of a policy, whenever one looks.
import { assert, describe, it } from "@effect/vitest"
import * as S from "../src/index.ts"

const draw = (random: () => number, rate: number) => Number(random() < rate)

describe("evidence of an audit", () => {
  it("is the mean of betting e-processes, in whatever order the rows came", () => {
    const [limit, errors] = [0.05, [0, 0, 1, 0, 0, 0, 1, 1, 0]]
    const wanted = [1.5, 2, 3, 5, 10].map((times) => {
      const bet = (times * limit - limit) / (limit * (1 - limit))
      return S.eProcess(errors, limit, bet).at(-1) ?? 0
    })
    assert.closeTo(S.auditEvidence(3, 9, limit), wanted.reduce((all, one) => all + one) / 5, 1e-9)
  })

  it("calls a policy that keeps its promise broken in at most 1 − confidence of draws, looked at after every row", () => {
    const random = S.seededRandom(7)
    const promise = { error: 0.05, confidence: 0.95, questions: 2 }
    const isEverBroken = () => {
      const counts = { a: { rows: 0, errors: 0 }, b: { rows: 0, errors: 0 } }
      for (let row = 0; row < 300; row++) {
        // The worst that keeps it, and both questions wrong together.
        const wrong = draw(random, promise.error)
        for (const count of Object.values(counts)) {
          count.rows++
          count.errors += wrong
        }
        if (S.isPromiseBroken(counts, promise)) return true
      }
      return false
    }
    const broken = Array.from({ length: 400 }, isEverBroken).filter(Boolean).length
    assert.isAtMost(broken / 400, 0.05)
  })

  it("shows a policy that is always wrong soon", () => {
    const promise = { error: 0.05, confidence: 0.95, questions: 1 }
    assert.isFalse(S.isPromiseBroken({ a: { rows: 1, errors: 1 } }, promise))
    assert.isTrue(S.isPromiseBroken({ a: { rows: 3, errors: 3 } }, promise))
    assert.isFalse(S.isPromiseBroken({}, promise))
  })
})
