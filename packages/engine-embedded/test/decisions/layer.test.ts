// The engine behind the decisions service.
import { assert, describe } from "vitest"
import { Decisions } from "@leadline/core/decisions"
import * as Embedded from "../../src/index.ts"
import { test } from "../support/engines.ts"

describe("the layer", () => {
  test("answers a request of the service", function* () {
    const decisions = yield* Decisions
    const { answers, usage } = yield* decisions.create({
      model: "decider-27b",
      state: "I was charged twice, please pay it back.",
      questions: {
        twice: { type: "noul", instructions: "Was the writer charged twice?" },
        team: {
          type: "choice",
          criteria: { billing: "Charges and invoices", garden: "Plants and flowers" }
        },
        mood: { type: "score", criteria: ["calm", "annoyed", "furious"] },
        only: { type: "choice", criteria: { one: null } }
      }
    })
    assert.isAbove(answers.twice.noul, 0.5)
    assert.strictEqual(answers.team.choice, "billing")
    assert.strictEqual(answers.only.confidence, 1)
    assert.isAbove(usage.input_tokens, 100)
  })
})
