// Responses of a script are held to the contract.
import { assert, describe, it } from "vitest"
import type { Client } from "../../src/Client.ts"
import { mockClient, respond, ScriptError } from "../../src/testing/index.ts"

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

const ask = (client: Client, ...names: ReadonlyArray<string>) =>
  client.decisions.create({
    model: "decider-27b",
    state: "The site is down.",
    questions: Object.fromEntries(names.map((name) => [name, { type: "noul", instructions: "Is it so?" }]))
  })

describe("answers of decisions", () => {
  const response = respond.decisions.create({
    model: "decider-27b",
    answers: { urgent: { type: "noul", noul: 0.9 } },
    usage: { input_tokens: 3, output_tokens: 0 }
  })

  it("without an answer, and beyond the questions, are named by a ScriptError", async () => {
    const { client } = mockClient([response])
    const error: unknown = await ask(client, "urgnet").catch((thrown: unknown) => thrown)
    assert.instanceOf(error, ScriptError)
    assert.propertyVal(
      error,
      "message",
      "Request 1, POST /v1/decisions, does not fit step 1 (an answer to Decisions.create): " +
        "answers.urgnet is missing; answers.urgent has no question."
    )
  })

  it("go to the request with these questions, in any order", async () => {
    const other = respond.decisions.create({
      model: "decider-27b",
      answers: { angry: { type: "noul", noul: 0.1 } },
      usage: { input_tokens: 3, output_tokens: 0 }
    })
    const { client } = mockClient([other, response], { order: "any" })
    assert.deepEqual((await ask(client, "urgent")).answers, { urgent: { type: "noul", noul: 0.9 } })
    await ask(client, "angry")
    await client.close()
  })
})
