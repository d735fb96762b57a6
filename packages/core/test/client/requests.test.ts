// What is sent of a request, and requests that no method of the client makes.
import { assert, describe, it } from "vitest"
import * as Effect from "effect/Effect"
import * as Client from "../../src/Client.ts"
import { ended, onTestClock, over, rejection } from "../fixtures/calls.ts"
import { good, goodBody, question } from "../fixtures/wire.ts"

const bodyOf = (body: string | Uint8Array | undefined): unknown => JSON.parse(String(body))

it("a request loses undefined fields, and has dates as text, at any depth", async () => {
  const { client, sent } = over([good])
  await client.decisions.create({
    ...question,
    state: { at: new Date(0), left: undefined, list: [{ note: undefined, at: new Date(0) }] },
    // @ts-expect-error Only a program without exact optional types gives undefined fields.
    questions: { urgent: { ...question.questions.urgent, criteria: undefined }, other: undefined }
  })
  const at = "1970-01-01T00:00:00.000Z"
  assert.deepStrictEqual(bodyOf(sent[0]?.request.body), { ...question, state: { at, list: [{ at }] } })
})

it("a request gets further fields and parameters of client and call, and any model", async () => {
  const asked = { ...question, model: "decider-28b" }
  const answer = { ...good, body: goodBody.replace(question.model, asked.model) }
  const { client, sent } = over([answer], { extraBody: { a: 1, b: 1 }, extraQuery: { a: 1, b: 1 } })
  await client.decisions.create(asked, { extraBody: { b: 2 }, extraQuery: { b: "x y" } })
  assert.deepStrictEqual(bodyOf(sent[0]?.request.body), { ...asked, a: 1, b: 2 })
  assert.match(sent[0]?.request.url ?? "", /\/v1\/decisions\?a=1&b=x%20y$/)
  await rejection(client.skills.list({ limit: 2 }))
  assert.match(sent[1]?.request.url ?? "", /\/v1\/skills\?limit=2&a=1&b=1$/)
})

/** The outcome of a request without a method of its own. */
const asking = (status: number, method: string) =>
  over([{ status, body: "" }]).client.request({ method, path: "/x" })

describe("client.request", () => {
  it("sends what has no method, and gives the JSON of the response", async () => {
    const { client, sent } = over([good], { apiKey: "key" })
    const { data, response } = await client
      .request({
        method: "POST",
        path: "/v1/batches",
        query: { "filter[a]": 1, "a&b=c#d ": 2, after: undefined },
        body: { a: 1 },
        headers: { "x-a": "1" }
      })
      .withResponse()
    assert.deepStrictEqual(data, JSON.parse(goodBody))
    assert.strictEqual(response.status, 200)
    const { body, headers, method, url } = sent[0]?.request ?? assert.fail("nothing was sent")
    assert.strictEqual(method, "POST")
    assert.match(url, /\/v1\/batches\?filter%5Ba%5D=1&a%26b%3Dc%23d%20=2$/)
    assert.deepStrictEqual(bodyOf(body), { a: 1 })
    assert.deepInclude(headers, { "x-a": "1", authorization: "Bearer key" })
  })

  it.each([
    ["path", { path: "@a.org/" }],
    ["method", { method: "GET\r\nx: y" }],
    ["query", { query: Object(new URLSearchParams("a=1")) }],
    ["headers", { headers: Object(new Headers({ a: "1" })) }]
  ] as const)("sends nothing for an invalid %s: %j", async (name, invalid) => {
    const { client, sent } = over([good])
    const error = await rejection(client.request({ method: "GET", path: "/v1/batches", ...invalid }))
    assert.instanceOf(error, TypeError)
    assert.include(String(error), `${name}: expected `)
    assert.lengthOf(sent, 0)
  })

  it("retries a failure of unknown outcome for GET, not for POST", async () => {
    for (const [method, requests] of [
      ["GET", 2],
      ["POST", 1]
    ] as const) {
      const { layer, sent } = over([{ status: 500, body: "" }, good], { maxRetries: 1 })
      await onTestClock(ended(Effect.provide(Client.request({ method, path: "/v1/batches" }), layer)))
      assert.lengthOf(sent, requests)
    }
  })

  it("gives undefined for HEAD and 204, the failure of a status, and one for an empty 200", async () => {
    assert.isUndefined(await asking(200, "HEAD"))
    assert.isUndefined(await asking(204, "DELETE"))
    assert.propertyVal(await rejection(asking(404, "HEAD")), "_tag", "NotFoundError")
    assert.propertyVal(await rejection(asking(200, "GET")), "_tag", "InvalidResponseError")
  })
})
