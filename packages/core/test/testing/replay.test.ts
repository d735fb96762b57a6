// What answers from a recording, and what refuses to.
import { assert, describe, it } from "vitest"
import { replay, respond, ScriptError, when } from "../../src/testing/index.ts"
import { examples } from "../fixtures/examples.ts"
import { rejection } from "../fixtures/rejection.ts"
import { canary, decided, question, recorded, recordedDecision } from "./fixtures.ts"

const message = async (promise: PromiseLike<unknown>): Promise<string> => {
  const error = await rejection(promise)
  assert.instanceOf(error, ScriptError)
  return error instanceof Error ? error.message : ""
}

describe("a client on a recording", () => {
  it("accepts another base URL, another key, and another order of names", async () => {
    const options = { baseUrl: "https://other.test/below", apiKey: "other-key" }
    const { client } = replay(await recordedDecision(), options)
    const { model, questions, state } = question
    await client.decisions.create({ questions, state, model })
    await client.close()
  })

  it("refuses another body, and names the fields without their values", async () => {
    const { assertDone, client } = replay(await recordedDecision())
    const { instructions: _, ...urgent } = { ...question.questions.urgent, criteria: { true: "now" } }
    const drifted = { ...question, state: ["not the state"], questions: { urgent } }
    assert.strictEqual(
      await message(client.decisions.create(drifted)),
      "Request 1, POST /v1/decisions, does not fit exchange 1 of the recording (POST /v1/decisions): " +
        "body.questions.urgent.instructions is missing: expected a string; " +
        "body.questions.urgent.criteria is not expected; body.state is a list: expected a string."
    )
    assert.throws(assertDone, "exchange 1 of the recording (POST /v1/decisions) was not used.")
  })

  it("refuses another operation, and a request beyond the last", async () => {
    const { client } = replay(await recordedDecision())
    assert.include(await message(client.models.list()), "method is another string; path is another string")
    await client.decisions.create(question)
    assert.strictEqual(
      await message(client.decisions.create(question)),
      "Request 3, POST /v1/decisions, was not expected: all steps are used."
    )
  })

  it("names no key where one stands in what differs", async () => {
    const { client } = replay(await recordedDecision(), { apiKey: canary })
    const reported = await message(client.decisions.create({ ...question, state: { [canary]: 1 } }))
    assert.notInclude(reported, "canary")
  })

  it("accepts another boundary of a form, but no other file", async () => {
    const skill = examples["skills.get"]?.response
    const file = new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0])
    const text = await recorded([respond.skills.create(skill as never)], (client) =>
      client.skills.create({ file })
    )
    assert.include(text, "multipart/form-data; boundary=boundary")
    const { client } = replay(text)
    assert.include(
      await message(client.skills.create({ file: new Uint8Array([...file, 1]) })),
      "body.base64 is another string"
    )
    assert.deepEqual<unknown>(await client.skills.create({ file }), skill)
  })

  it("keeps queries", async () => {
    const query = { limit: "2", page_token: "ä&b" }
    const asked = { limit: 2, page_token: "ä&b" }
    const page = respond.skills.list({ skills: [] })
    const { client } = replay(await recorded([when({ query }, page)], ({ skills }) => skills.list(asked)))
    assert.include(
      await message(client.skills.list({ limit: 3 })),
      "query.limit is another string; query.page_token is missing"
    )
    await client.skills.list(asked)
  })
})

const get = { method: "GET", path: "/" }

it.each([
  ["text", "not JSON", "This is not a recording"],
  ["a later version", { version: 2 }, "version 2, this package reads 1: update @leadline/core"],
  ["a field too many", { version: 1, exchanges: [], extra: 1 }, "damaged: extra"],
  ["an exchange of nothing", { version: 1, exchanges: [{ request: get }] }, "damaged: exchanges[0]"],
  [
    "bad base64",
    { version: 1, exchanges: [{ request: { ...get, body: { base64: "é" } }, left: true }] },
    "damaged: exchanges[0].request.body"
  ]
])("a file with %s is no recording, and refused", (_, given, words) => {
  assert.throws(() => replay(given), TypeError, words)
})
