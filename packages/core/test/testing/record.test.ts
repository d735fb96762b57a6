// Recordings: what they hold, what they never hold, and how they answer.
import type { Client } from "../../src/Client.ts"
import { fail, mockClient, record, replay, respond, type Step } from "../../src/testing/index.ts"
import { assert, describe, it } from "vitest"
import { rejection as failure } from "../fixtures/calls.ts"
import { goodBody } from "../fixtures/wire.ts"
import { decided, mocked, question } from "./fixtures.ts"
import * as Predicate from "effect/Predicate"
import { operations } from "../../src/resources.ts"
import { collect } from "../fixtures/bulk.ts"
import { exampleRequest, examples } from "../fixtures/examples.ts"
import { chatEvents, responsesEvents } from "../fixtures/streams.ts"

/** A key with signs that JSON and URLs escape. */
const canary = 'canary/key"4711'

/** A recording of what a client with this script does. */
const recorded = async (
  steps: ReadonlyArray<Step>,
  use: (client: Client) => PromiseLike<unknown>
): Promise<string> => {
  const recording = record()
  const { client } = mockClient(steps, { wrapTransport: recording.wrap, apiKey: canary })
  await use(client)
  await client.close()
  return JSON.stringify(recording, null, 2)
}

/** A recording of one decision. */
const recordedDecision = () => recorded([decided], (client) => client.decisions.create(question))

const failing = (body: string | Uint8Array, type = "text/html") =>
  fail.raw({ status: 500, body, headers: { "content-type": type } })

/** What a client makes of the question. */
const outcome = (client: Client) =>
  client.decisions
    .create(question)
    .withResponse()
    .then(
      ({ data, response: { attempts, status } }) => ({ data, attempts, status }),
      (error: unknown) => String(error)
    )

describe("a recording", () => {
  it("is the same text each time, with names in order and without what changes", async () => {
    const text = await recordedDecision()
    assert.strictEqual(text, await recordedDecision())
    const type = { "content-type": "application/json" }
    const asked = { method: "POST", path: "/v1/decisions", headers: { accept: "application/json", ...type } }
    const answered = { status: 200, headers: { ...type, "x-request-id": "id-1" } }
    const request = { ...asked, body: { json: question } }
    const answer = { ...answered, body: { json: JSON.parse(goodBody) } }
    assert.deepStrictEqual(JSON.parse(text), { version: 1, exchanges: [{ request, answer }] })
    assert.isBelow(text.indexOf('"questions"'), text.indexOf('"state"'))
  })

  it("keeps chosen headers and what its owner's hook leaves, and refuses headers that are secrets", async () => {
    const recording = record({
      requestHeaders: ["X-Team"],
      answerHeaders: ["date"],
      redactRequest: (one) => ({ ...one, body: { text: "a request" } })
    })
    const { client } = mocked([decided], { wrapTransport: recording.wrap, headers: { "X-Team": "a" } })
    await client.decisions.create(question)
    const [exchange] = recording.toJSON().exchanges
    assert.propertyVal(exchange?.request.headers, "x-team", "a")
    assert.property(exchange?.answer?.headers, "date")
    assert.deepStrictEqual(exchange?.request.body, { text: "a request" })
    assert.throws(() => record({ requestHeaders: ["Authorization"] }), TypeError)
    assert.throws(() => record({ answerHeaders: ["Set-Cookie"] }), TypeError)
  })

  it("never holds the key, wherever it stands", async () => {
    const held = { ...question, state: { [`by ${canary}`]: [`Bearer ${canary}`, canary] } }
    const echo = JSON.stringify({ error: { message: `no ${canary}`, type: canary } })
    const bytes = new Uint8Array([0xff, ...new TextEncoder().encode(canary), 0xfe])
    const steps = [
      fail.status(400, { body: JSON.parse(echo), headers: { "x-request-id": canary } }),
      failing(`<p>${canary}</p>`),
      failing(bytes),
      failing(`data: ${echo}\n\n`, "text/event-stream")
    ]
    const text = await recorded(steps, async (client) => {
      const once = client.withOptions({ maxRetries: 0 })
      for (let call = 0; call < 4; call++) await failure(once.decisions.create(held))
    })
    assert.notInclude(text, "canary")
    assert.notInclude(text, "4711")
    assert.notInclude(text, btoa(`\u00ff${canary}\u00fe`))
    assert.notInclude(text.toLowerCase(), "authorization")
    // Three in each request; error, header, page and event hold six; bytes are not seen here.
    assert.lengthOf(text.match(/redacted/g) ?? [], 4 * 3 + 6)
  })

  it("never holds a key that was made, and another run may go on with what stands for it", async () => {
    const made = { auth_token: "canary-made-key", created_at_epoch_seconds: 1, token_name: "" }
    const steps = [respond.apiKeys.generate(made), respond.apiKeys.revoke(), decided]
    const text = await recorded(steps, async (client) => {
      const { auth_token } = await client.apiKeys.generate()
      assert.strictEqual(auth_token, made.auth_token)
      await client.apiKeys.revoke({ auth_token })
      await client.decisions.create({ ...question, state: `It was ${auth_token}.` })
    })
    assert.notInclude(text, "canary")
    const again = replay(text)
    const key = await again.client.apiKeys.generate()
    await again.client.apiKeys.revoke({ auth_token: key.auth_token })
    await again.client.decisions.create({ ...question, state: `It was ${key.auth_token}.` })
    await again.client.close()
  })

  it.each<readonly [string, Step]>([
    ["a 429", fail.status(429, { retryAfter: 90 })],
    ["bytes", fail.raw({ status: 500, body: Uint8Array.of(0xff, 0, 0xfe) })],
    ["a refusal", fail.refused()],
    ["a cut", fail.cut(decided, 20)]
  ])("gives the same outcome again: %s, and then an answer", async (_, step) => {
    const recording = record()
    const first = await outcome(mockClient([step, decided], { wrapTransport: recording.wrap }).client)
    assert.deepEqual(await outcome(replay(JSON.stringify(recording)).client), first)
  })
})

it("a file of a later version is refused", () => {
  assert.throws(() => replay({ version: 2 }), TypeError, "this package reads 1: update @leadline/core")
})

const streams: { readonly [id: string]: ReadonlyArray<unknown> } = {
  "chat.stream": chatEvents(["At noön."]),
  "responses.stream": responsesEvents(["At noön."])
}

/** A method of the client, or what answers it in a script. */
const methodOf = (all: object, id: string): ((given: unknown) => unknown) => {
  const [resource = "", method = ""] = id.split(".")
  return Reflect.get(Reflect.get(all, resource), method)
}

it.each([...operations.map(({ id }) => id), ...Object.keys(streams)])(
  "%s is answered from a script, and from the recording of it",
  async (id) => {
    const operation = operations.find((one) => one.id === id.replace("stream", "create"))
    const response = examples[id]?.response
    // Recordings have no keys.
    const isKey = Predicate.hasProperty(response, "auth_token")
    const body = streams[id] ?? (isKey ? { ...response, auth_token: "redacted" } : response)
    const ask = (client: Client) => {
      const given = methodOf(client, id)(operation && exampleRequest(operation))
      return id in streams ? collect(given as AsyncIterable<unknown>) : given
    }
    const recording = record()
    const script = [methodOf(respond, id)(body) as Step]
    assert.deepStrictEqual(await ask(mockClient(script, { wrapTransport: recording.wrap }).client), body)
    const { client } = replay(JSON.stringify(recording))
    assert.deepStrictEqual(await ask(client), body)
    await client.close()
  }
)
