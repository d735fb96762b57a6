// Responses of a script are held to the contract.
import { assert, it } from "vitest"
import type { Client } from "../../src/Client.ts"
import { mockClient, respond, ScriptError } from "../../src/testing/index.ts"
import { rejection } from "../fixtures/rejection.ts"
import { question } from "./fixtures.ts"

const decided = (noul: number, name = "urgent") =>
  respond.decisions.create({
    model: "decider-27b",
    answers: { [name]: { type: "noul", noul } },
    usage: { input_tokens: 3, output_tokens: 0 }
  })

it("an answer outside the contract, or to another operation, is a TypeError", () => {
  assert.throws(
    () => decided(2),
    TypeError,
    "Decisions.create cannot have this response: answers.urgent.noul"
  )
  assert.throws(() => respond.chat.stream([]), TypeError, "the last event is missing")
  // @ts-expect-error a model list is no search
  assert.throws(() => respond.search.create({ object: "list", data: [] }), TypeError)
})

const ask = (client: Client, name: string) =>
  client.decisions.create({ ...question, questions: { [name]: question.questions.urgent } })

it("answers of decisions go to the request with these questions; others are named by a ScriptError", async () => {
  const { client } = mockClient([decided(0.1, "angry"), decided(0.9)], { order: "any" })
  assert.deepEqual((await ask(client, "urgent")).answers, { urgent: { type: "noul", noul: 0.9 } })
  const error = await rejection(ask(client, "angri"))
  assert.instanceOf(error, ScriptError)
  assert.include(String(error), "answers.angri is missing; answers.angry has no question.")
})
