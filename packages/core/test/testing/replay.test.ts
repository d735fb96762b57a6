// What answers from a recording, and what refuses to.
import { respond, fail, record, replay, ScriptError, mockClient, when } from "../../src/testing/index.ts"
import { assert, describe, it } from "vitest"

const question = {
  model: "decider-27b",
  state: "the state",
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
} as const

const decided = respond.decisions.create(
  {
    model: "decider-27b",
    answers: { urgent: { type: "noul", noul: 0.75 } },
    usage: { input_tokens: 3, output_tokens: 0 }
  },
  { headers: { "x-request-id": "id-1", "set-cookie": "a=1", date: "Sat, 21 Nov 2026 15:00:00 GMT" } }
)

const canary = 'canary/key"4711'

const failure = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => assert.fail("it succeeds"),
    (error: unknown) => error
  )

const message = async (promise: PromiseLike<unknown>): Promise<string> => {
  const error = await failure(promise)
  assert.instanceOf(error, ScriptError)
  return error instanceof Error ? error.message : ""
}

/** A recording of one decision. */
const recorded = async () => {
  const recording = record()
  const { client } = mockClient([decided], { wrapTransport: recording.wrap, apiKey: canary })
  await client.decisions.create(question)
  await client.close()
  return JSON.stringify(recording, null, 2)
}

describe("a client on a recording", () => {
  it("answers as the service did, without waiting", async () => {
    const recording = record()
    const first = mockClient([fail.status(503, { retryAfter: "9 seconds" }), fail.refused(), decided], {
      wrapTransport: recording.wrap
    })
    const before = await first.client.decisions.create(question).withResponse()
    const again = replay(JSON.stringify(recording))
    const after = await again.client.decisions.create(question).withResponse()
    assert.deepStrictEqual(after.data, before.data)
    assert.strictEqual(after.response.attempts, 3)
    assert.strictEqual(after.response.requestId, "id-1")
    assert.strictEqual(again.waits[0], 9_000)
    again.assertDone()
    await again.client.close()
  })

  it("does not mind another base URL, another key, or another order of names", async () => {
    const { client } = replay(await recorded(), { baseUrl: "https://other.test/below", apiKey: "other-key" })
    const { model, questions, state } = question
    await client.decisions.create({ questions, state, model })
    await client.close()
  })

  it("refuses another body, and names the fields without their values", async () => {
    const { assertDone, client } = replay(await recorded())
    const drifted = {
      ...question,
      state: ["not the state"],
      questions: {
        urgent: { type: "noul", instructions: "Other words?" },
        more: { type: "noul", instructions: "?" }
      }
    } as const
    const reported = await message(client.decisions.create(drifted))
    assert.strictEqual(
      reported,
      "Request 1, POST /v1/decisions, does not fit exchange 1 of the recording (POST /v1/decisions): " +
        "body.questions.urgent.instructions is another string; body.questions.more is not expected; " +
        "body.state is a list: expected a string."
    )
    assert.throws(assertDone, "exchange 1 of the recording (POST /v1/decisions) was not used.")
  })

  it("refuses another operation, and a request beyond the last", async () => {
    const { client } = replay(await recorded())
    assert.include(await message(client.models.list()), "method is another string; path is another string")
    await client.decisions.create(question)
    assert.strictEqual(
      await message(client.decisions.create(question)),
      "Request 3, POST /v1/decisions, was not expected: all steps are used."
    )
  })

  it("names no key where one stands in what differs", async () => {
    const { client } = replay(await recorded(), { apiKey: canary })
    const reported = await message(client.decisions.create({ ...question, state: { [canary]: 1 } }))
    assert.notInclude(reported, "canary")
  })

  it("takes calls in any order if configured to", async () => {
    const recording = record()
    const first = mockClient([decided, respond.models.list({ object: "list", data: [] })], {
      wrapTransport: recording.wrap
    })
    await first.client.decisions.create(question)
    await first.client.models.list()
    const { assertDone, client } = replay(recording.toJSON(), { order: "any" })
    await client.models.list()
    await client.decisions.create(question)
    assertDone()
    await client.close()
  })

  it("does not mind the boundary of a form, but its file", async () => {
    const skill = {
      skill_id: "s",
      name: "n",
      revision: "r",
      description: "d",
      created_at: "2026-11-21T15:00:00Z",
      updated_at: "2026-11-21T15:00:00Z"
    }
    const recording = record()
    const first = mockClient([respond.skills.create(skill)], { wrapTransport: recording.wrap })
    const file = new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0])
    await first.client.skills.create({ file })
    const text = JSON.stringify(recording)
    assert.include(text, "multipart/form-data; boundary=boundary")
    const { client } = replay(text)
    assert.include(
      await message(client.skills.create({ file: new Uint8Array([...file, 1]) })),
      "body.base64 is another string"
    )
    assert.deepStrictEqual(await client.skills.create({ file }), skill)
  })

  it("keeps queries", async () => {
    const recording = record()
    const page = respond.skills.list({ skills: [] })
    const first = mockClient([when({ query: { limit: "2", page_token: "ä&b" } }, page)], {
      wrapTransport: recording.wrap
    })
    await first.client.skills.list({ limit: 2, page_token: "ä&b" })
    assert.deepStrictEqual(recording.toJSON().exchanges[0]?.request.query, { limit: "2", page_token: "ä&b" })
    const { client } = replay(recording.toJSON())
    assert.include(
      await message(client.skills.list({ limit: 3 })),
      "query.limit is another string; query.page_token is missing"
    )
    await client.skills.list({ limit: 2, page_token: "ä&b" })
  })
})

describe("a file that is no recording", () => {
  it.each([
    ["text", "not JSON", "This is not a recording"],
    ["a list", [], "This is not a recording"],
    ["no version", {}, "This is not a recording"],
    [
      "a later version",
      { version: 2 },
      "version 2, this package reads 1: update @leadline/core or record again"
    ],
    ["an earlier version", { version: 0 }, "version 0, this package reads 1: record again"],
    ["no exchanges", { version: 1 }, "damaged: exchanges"],
    ["a field too many", { version: 1, exchanges: [], extra: 1 }, "damaged: extra"],
    [
      "an exchange of nothing",
      { version: 1, exchanges: [{ request: { method: "GET", path: "/" } }] },
      "damaged: exchanges[0]"
    ],
    [
      "bad base64",
      {
        version: 1,
        exchanges: [{ request: { method: "GET", path: "/", body: { base64: "é" } }, left: true }]
      },
      "damaged: exchanges[0].request.body"
    ]
  ])("with %s is refused", (_, given, words) => {
    assert.throws(() => replay(given), TypeError, words)
  })
})
