// What is redacted from a server's message: secrets and texts of a request, in bounded time.
import { assert, it } from "@effect/vitest"
import { inspect } from "node:util"
import { maxRedactedValues } from "../../src/client/defaults.ts"
import type { CustomRequest } from "../../src/client/customRequest.ts"
import { redactor } from "../../src/client/redact.ts"
import { over, rejection } from "../fixtures/calls.ts"
import { clientOver, type Step } from "../fixtures/wire.ts"

const prompt = "top secret patient text 123"

/** The failure of a request that a server refuses with words of its own. */
const failing = async (message: string, custom: Partial<CustomRequest>, step: Step = {}) => {
  const { client } = over([{ status: 422, body: JSON.stringify({ error: { message } }), ...step }])
  const error = await rejection(client.request({ method: "POST", path: "/x", ...custom }))
  return error as { readonly message: string; readonly requestId?: string; readonly issues?: unknown }
}

const echo = `cannot use '${prompt}'`
const redacted = "cannot use '<redacted>'"

const rows: ReadonlyArray<readonly [string, Partial<CustomRequest>]> = [
  ["a query", { query: { q: prompt, other: 1 } }],
  ["a query in the path", { path: `/x?q=${encodeURIComponent(prompt)}` }],
  ["a body that is a text", { body: prompt }],
  ["the name of a field that is a sentence", { body: { [prompt]: 1 } }]
]
it.each(rows)("a message has nothing of %s", async (_, custom) => {
  assert.strictEqual((await failing(echo, custom)).message, redacted)
})

it.each(["Bearer ll_test_SECRETKEY0", "ll_test_SECRETKEY0"])(
  "a message has nothing of a key that is given as the header %s, nor has the request id",
  async (authorization) => {
    const key = "ll_test_SECRETKEY0"
    const custom = { headers: { authorization } }
    const error = await failing(`bad ${key} or Bearer ${key}`, custom, { headers: { "x-request-id": key } })
    assert.notInclude(error.message, key)
    assert.strictEqual(error.requestId, "<redacted>")
  }
)

it("an id that was given as a header stays, and so do names of models and of fields", async () => {
  const headers = { "x-request-id": "my-own-request-id-1" }
  const words = "max_output_tokens of openai/gpt-99-preview"
  const body = { model: "openai/gpt-99-preview", max_output_tokens: 5 }
  const { message, requestId } = await failing(words, { headers, body }, { headers })
  assert.deepEqual([message, requestId], [words, "my-own-request-id-1"])
})

const json = { "content-type": "application/json" }
const request = { method: "POST", url: "/x", headers: json } as const

it("of many texts with the same beginning the longest that occurs is redacted, also of bytes", () => {
  const texts = Array.from({ length: 1_000 }, (_, index) => `the same beginning ${index} of all`)
  const body = new TextEncoder().encode(JSON.stringify(texts))
  const redact = redactor({ ...request, body }, [])
  assert.strictEqual(redact("in 'the same beginning 777 of all' and"), "in '<redacted>' and")
  assert.strictEqual(redact("in 'the same beginning 777 of some"), "in '<redacted>some")
  assert.strictEqual(redact("in 'the same beg"), "in '<redacted>")
})

it("a request with more values than are redacted has the message of its status", async () => {
  const body = Array.from({ length: maxRedactedValues }, () => 1)
  assert.strictEqual((await failing(echo, { body })).message, "The service answered with status 422.")
})

it("neither the client nor its methods nor its layer show the key", () => {
  const options = { apiKey: "canary-key-5b1f" }
  const { client } = over([], options)
  for (const value of [client, client.decisions.create, clientOver([], options).layer])
    assert.notInclude(inspect(value, { depth: 10, showHidden: true }), options.apiKey)
})
