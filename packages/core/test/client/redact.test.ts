// What is redacted from a server's message: secrets and texts of a request, in bounded time.
import { assert, describe, it } from "@effect/vitest"
import { inspect } from "node:util"
import { maxRedactedValues } from "../../src/client/defaults.ts"
import type { CustomRequest } from "../../src/client/customRequest.ts"
import { redactor, secretsOf } from "../../src/client/redact.ts"
import type * as Client from "../../src/Client.ts"
import { over, rejection } from "../fixtures/calls.ts"
import { clientOver } from "../fixtures/wire.ts"

const prompt = "top secret patient text 123"

interface Failure {
  readonly message: string
  readonly requestId?: string
  readonly issues?: ReadonlyArray<object>
}

const failing = (
  body: string,
  custom: Partial<CustomRequest>,
  options: Partial<Client.ClientOptions> = {},
  headers: Record<string, string> = {}
) => {
  const { client } = over([{ status: 422, body, headers }], options)
  return rejection(client.request({ method: "POST", path: "/x", ...custom })) as Promise<Failure>
}

const echo = JSON.stringify({ error: { message: `cannot use '${prompt}'`, type: "t" } })

class Doc {
  toJSON() {
    return { text: prompt }
  }
}

const cyclic: { self?: object; toJSON: () => object } = { toJSON: () => ({ text: prompt }) }
cyclic.self = cyclic

const deep = Array.from({ length: 3_000 }).reduce<object>((inner) => ({ inner }), { text: prompt })

describe("a message has nothing of", () => {
  const rows: ReadonlyArray<readonly [string, Partial<CustomRequest>]> = [
    ["a field", { body: { q: [{ a: prompt }] } }],
    ["a query", { query: { q: prompt, other: 1 } }],
    ["a query in the path", { path: `/x?q=${encodeURIComponent(prompt)}` }],
    ["a body that is a text", { body: prompt }],
    ["the name of a field that is a sentence", { body: { [prompt]: 1 } }],
    ["an object with toJSON", { body: new Doc() }],
    ["a cyclic object with toJSON", { body: { q: cyclic } }]
  ]
  it.each(rows)("%s", async (_, custom) => {
    assert.strictEqual((await failing(echo, custom)).message, "cannot use '<redacted>'")
  })

  it("3,000 levels, of which a runtime may be able to read less", async () => {
    const { message } = await failing(echo, { body: deep })
    assert.include(["cannot use '<redacted>'", "The service answered with status 422."], message)
  })

  it("extraQuery", async () => {
    const { message } = await failing(echo, {}, { extraQuery: { q: prompt } })
    assert.strictEqual(message, "cannot use '<redacted>'")
  })

  it("a key that is given as a header, with its scheme or without, nor has the request id", async () => {
    const key = "ll_test_SECRETKEY0"
    for (const authorization of [`Bearer ${key}`, key]) {
      const body = JSON.stringify({ error: { message: `bad ${key} or Bearer ${key}` } })
      const { message, requestId } = await failing(
        body,
        {},
        { headers: { authorization } },
        { "x-request-id": key }
      )
      assert.notInclude(message, key)
      assert.strictEqual(requestId, "<redacted>")
    }
  })
})

it("an id that was given as a header stays", async () => {
  const id = "my-own-request-id-1"
  const { requestId } = await failing("", {}, { headers: { "x-request-id": id } }, { "x-request-id": id })
  assert.strictEqual(requestId, id)
})

it("names of models and of fields stay", async () => {
  const { message } = await failing(
    JSON.stringify({ error: { message: "max_output_tokens of openai/gpt-99-preview" } }),
    {
      body: { model: "openai/gpt-99-preview", max_output_tokens: 5 }
    }
  )
  assert.strictEqual(message, "max_output_tokens of openai/gpt-99-preview")
})

const json = { "content-type": "application/json" }

it("of many texts with the same beginning the longest that occurs is redacted", () => {
  const texts = Array.from({ length: 1_000 }, (_, index) => `the same beginning ${index} of all`)
  const redact = redactor({ method: "POST", url: "/x", headers: json, body: JSON.stringify(texts) }, [])
  assert.strictEqual(redact("in 'the same beginning 777 of all' and"), "in '<redacted>' and")
  assert.strictEqual(redact("in 'the same beginning 777 of some"), "in '<redacted>some")
  assert.strictEqual(redact("in 'the same be"), "in 'the same be")
  assert.strictEqual(redact("in 'the same beg"), "in '<redacted>")
})

it("a request with more values than are redacted has the message of its status", async () => {
  const body = Array.from({ length: maxRedactedValues }, () => 1)
  assert.strictEqual((await failing(echo, { body })).message, "The service answered with status 422.")
})

it.each([
  ["JSON", json, new TextEncoder().encode(JSON.stringify({ q: prompt })), "cannot use '<redacted>'"],
  ["a file", {}, new Uint8Array(32 * 1024 * 1024), `cannot use '${prompt}'`]
])("of a body that is bytes the texts are redacted where it is JSON: %s", (_, headers, body, message) => {
  const redact = redactor({ method: "POST", url: "/x", headers, body }, [])
  assert.strictEqual(redact(`cannot use '${prompt}'`), message)
})

it("an issue has 32 parts of a path at most", async () => {
  const loc = Array.from({ length: 14_000 }, () => "a")
  const { issues } = await failing(JSON.stringify({ detail: [{ loc, msg: "m" }] }), { body: { a: prompt } })
  assert.deepEqual(issues, [{ path: loc.slice(0, 32), message: "m" }])
})

it("short texts are no secrets", () => {
  assert.deepEqual(secretsOf("short", { cookie: "a b" }), [])
})

it("neither the client nor its methods nor its layer show the key", () => {
  const options = { apiKey: "canary-key-5b1f" }
  const { client } = over([], options)
  for (const value of [client, client.decisions.create, clientOver([], options).layer])
    assert.notInclude(inspect(value, { depth: 10, showHidden: true }), options.apiKey)
})
