// Recordings: what they hold, what they never hold, and what answers from them.
import { answer, fault, record, replay, ScriptError, scripted, when } from "../../src/testing/index.ts"
import { assert, describe, it } from "vitest"

const question = {
  model: "decider-27b",
  state: "the state",
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
} as const

const decided = answer.decisions.create(
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
  const { client } = scripted([decided], { wrapTransport: recording.wrap, apiKey: canary })
  await client.decisions.create(question)
  await client.close()
  return JSON.stringify(recording, null, 2)
}

describe("a recording", () => {
  it("is the same text each time, with names in order and without what changes", async () => {
    const text = await recorded()
    assert.strictEqual(text, await recorded())
    assert.deepStrictEqual(JSON.parse(text), {
      version: 1,
      exchanges: [
        {
          request: {
            method: "POST",
            path: "/v1/decisions",
            headers: { accept: "application/json", "content-type": "application/json" },
            body: { json: question }
          },
          answer: {
            status: 200,
            headers: { "content-type": "application/json", "x-request-id": "id-1" },
            body: {
              json: {
                model: "decider-27b",
                answers: { urgent: { type: "noul", noul: 0.75 } },
                usage: { input_tokens: 3, output_tokens: 0 }
              }
            }
          }
        }
      ]
    })
    assert.isBelow(text.indexOf('"questions"'), text.indexOf('"state"'))
  })

  it("holds failures, breaks and what the client left", async () => {
    const recording = record()
    const { client } = scripted(
      [
        fault.status(429, { retryAfter: 3 }),
        fault.refused(),
        fault.cut(decided, 10),
        fault.stall(decided, 5)
      ],
      { wrapTransport: recording.wrap }
    )
    await failure(client.decisions.create(question))
    await failure(client.decisions.create(question, { timeout: 20 }))
    const { exchanges } = recording.toJSON()
    assert.deepInclude(exchanges[0]?.answer, {
      status: 429,
      headers: { "content-type": "application/json", "retry-after": "3" }
    })
    assert.deepStrictEqual(exchanges[1]?.broken, { code: "ECONNREFUSED", phase: "connect" })
    assert.deepStrictEqual(exchanges[2]?.answer?.body, { text: '{"model":"' })
    assert.deepStrictEqual(exchanges[2]?.broken, { code: "ECONNRESET" })
    assert.isTrue(exchanges[3]?.left)
    await client.close()
  })

  it("keeps chosen headers, and refuses those that are secrets", async () => {
    const recording = record({ requestHeaders: ["X-Team"], answerHeaders: ["date"] })
    const { client } = scripted([decided], { wrapTransport: recording.wrap, headers: { "X-Team": "a" } })
    await client.decisions.create(question)
    const [exchange] = recording.toJSON().exchanges
    assert.propertyVal(exchange?.request.headers, "x-team", "a")
    assert.property(exchange?.answer?.headers, "date")
    assert.throws(() => record({ requestHeaders: ["Authorization"] }), TypeError)
    assert.throws(() => record({ answerHeaders: ["Set-Cookie"] }), TypeError)
    await client.close()
  })

  it("never holds the key, wherever it stands", async () => {
    const recording = record()
    const held = {
      ...question,
      state: { [`by ${canary}`]: [`Bearer ${canary}`, canary] }
    }
    const echo = JSON.stringify({ error: { message: `no ${canary}`, type: canary } })
    const { client } = scripted(
      [
        fault.status(400, { body: JSON.parse(echo), headers: { "x-request-id": canary } }),
        fault.raw({ status: 500, body: `<p>${canary}</p>`, headers: { "content-type": "text/html" } }),
        fault.raw({
          status: 500,
          body: new Uint8Array([0xff, ...new TextEncoder().encode(canary), 0xfe])
        }),
        fault.raw({
          status: 500,
          body: `data: ${echo}\n\n`,
          headers: { "content-type": "text/event-stream" }
        })
      ],
      { wrapTransport: recording.wrap, apiKey: canary, maxRetries: 0 }
    )
    for (let call = 0; call < 4; call++) await failure(client.decisions.create(held))
    const text = JSON.stringify(recording)
    assert.notInclude(text, "canary")
    assert.notInclude(text, "4711")
    assert.notInclude(text, btoa(`\u00ff${canary}\u00fe`))
    assert.notInclude(text.toLowerCase(), "authorization")
    // Three in each request; error, header, page and event hold six; bytes are not seen here.
    assert.lengthOf(text.match(/redacted/g) ?? [], 4 * 3 + 6)
    await client.close()
  })

  it("keeps the words that a short key happens to be in", async () => {
    const recording = record()
    const { client } = scripted([decided, decided], { wrapTransport: recording.wrap, apiKey: "state" })
    await client.decisions.create(question)
    await client.decisions.create({ ...question, state: "state" })
    const [first, second] = recording.toJSON().exchanges
    assert.deepNestedPropertyVal(first, "request.body.json.state", "the state")
    assert.deepNestedPropertyVal(second, "request.body.json.state", "redacted")
    await client.close()
  })

  it("never holds a key that was made, and another run may go on with what stands for it", async () => {
    const recording = record()
    const made = { auth_token: "canary-made-key", created_at_epoch_seconds: 1, token_name: "" }
    const { client } = scripted([answer.apiKeys.generate(made), answer.apiKeys.revoke(), decided], {
      wrapTransport: recording.wrap
    })
    const { auth_token } = await client.apiKeys.generate()
    assert.strictEqual(auth_token, made.auth_token)
    await client.apiKeys.revoke({ auth_token })
    await client.decisions.create({ ...question, state: `It was ${auth_token}.` })
    await client.close()
    const text = JSON.stringify(recording)
    assert.notInclude(text, "canary")
    const again = replay(text)
    const key = await again.client.apiKeys.generate()
    await again.client.apiKeys.revoke({ auth_token: key.auth_token })
    await again.client.decisions.create({ ...question, state: `It was ${key.auth_token}.` })
    await again.client.close()
  })

  it("is changed by its owner's hooks before it is kept", async () => {
    const redactRequest = <R extends object>(request: R): R => ({ ...request, body: { text: "a request" } })
    const recording = record({
      redactRequest,
      redactAnswer: ({ status }) => ({ status, body: { text: "an answer" } })
    })
    const { client } = scripted([decided], { wrapTransport: recording.wrap })
    await client.decisions.create(question)
    const [exchange] = recording.toJSON().exchanges
    assert.deepStrictEqual(exchange?.answer, { status: 200, body: { text: "an answer" } })
    const again = replay(recording.toJSON(), { redactRequest })
    assert.propertyVal(
      await failure(again.client.decisions.create({ ...question, state: "other" })),
      "reason",
      "json"
    )
    again.assertDone()
    await client.close()
  })
})

describe("a client on a recording", () => {
  it("answers as the service did, without waiting", async () => {
    const recording = record()
    const first = scripted([fault.status(503, { retryAfter: 9 }), fault.refused(), decided], {
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
    const told = await message(client.decisions.create(drifted))
    assert.strictEqual(
      told,
      "Request 1, POST /v1/decisions, does not fit exchange 1 of the recording (POST /v1/decisions): " +
        "body.questions.urgent.instructions is another string; body.questions.more was not expected; " +
        "body.state is a list: a string was expected."
    )
    assert.throws(assertDone, "exchange 1 of the recording (POST /v1/decisions) was never asked for.")
  })

  it("refuses another operation, and a request beyond the last", async () => {
    const { client } = replay(await recorded())
    assert.include(await message(client.models.list()), "method is another string; path is another string")
    await client.decisions.create(question)
    assert.strictEqual(
      await message(client.decisions.create(question)),
      "Request 3, POST /v1/decisions, was not expected: all is used."
    )
  })

  it("names no key where one stands in what differs", async () => {
    const { client } = replay(await recorded(), { apiKey: canary })
    const told = await message(client.decisions.create({ ...question, state: { [canary]: 1 } }))
    assert.notInclude(told, "canary")
  })

  it("takes calls in any order where it is told to", async () => {
    const recording = record()
    const first = scripted([decided, answer.models.list({ object: "list", data: [] })], {
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
    const first = scripted([answer.skills.create(skill)], { wrapTransport: recording.wrap })
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
    const page = answer.skills.list({ skills: [] })
    const first = scripted([when({ query: { limit: "2", page_token: "ä&b" } }, page)], {
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
    ["text", "not JSON", "This is no recording"],
    ["a list", [], "This is no recording"],
    ["no version", {}, "This is no recording"],
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
