// Responses of a script are held to the contract.
import { assert, describe, it } from "vitest"
import { respond } from "../../src/testing/index.ts"

describe("an answer outside the contract", () => {
  it("cannot be accepted by accident", () => {
    assert.throws(
      () =>
        respond.decisions.create({
          model: "decider-27b",
          answers: { urgent: { type: "noul", noul: 2 } },
          usage: { input_tokens: 3, output_tokens: 0 }
        }),
      TypeError,
      "Decisions.create cannot have this response: answers.urgent.noul"
    )
    assert.throws(() => respond.chat.stream([]), TypeError, "the last event is missing")
  })

  it("cannot be given for another operation", () => {
    // @ts-expect-error a model list is no search
    assert.throws(() => respond.search.create({ object: "list", data: [] }), TypeError)
  })
})
