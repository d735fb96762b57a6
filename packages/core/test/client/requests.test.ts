// What is sent of a request, and requests that no method of the client makes.
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Client from "../../src/Client.ts"
import { Decisions } from "../../src/resources/decisions/service.ts"
import { ended, over, rejection } from "../fixtures/calls.ts"
import { clientOver, good, goodBody, question } from "../fixtures/wire.ts"

const bodyOf = (body: string | Uint8Array | undefined): unknown => JSON.parse(String(body))

const undefinedFields = {
  ...question,
  state: { at: new Date(0), left: undefined, list: [{ note: undefined, at: new Date(0) }] },
  questions: { urgent: { ...question.questions.urgent, criteria: undefined }, other: undefined }
}

const asSent = {
  ...question,
  state: { at: "1970-01-01T00:00:00.000Z", list: [{ at: "1970-01-01T00:00:00.000Z" }] }
}

describe("a request", () => {
  it.effect("loses undefined fields, and has dates as text, at any depth", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([good, good])
      const client = Client.promises(layer)
      // @ts-expect-error Only a program without exact optional types gives undefined fields.
      yield* Effect.promise(() => client.decisions.create(undefinedFields))
      const call = Decisions.use((decisions) =>
        // @ts-expect-error Only a program without exact optional types gives undefined fields.
        decisions.create(undefinedFields)
      )
      yield* Effect.provide(call, layer)
      assert.deepStrictEqual(
        sent.map(({ request }) => bodyOf(request.body)),
        [asSent, asSent]
      )
    })
  )

  it.effect("keeps undefined entries of arrays and invalid dates, which are no JSON", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([])
      for (const state of [[undefined], { at: new Date(Number.NaN) }]) {
        const call = Decisions.use((decisions) => decisions.create({ ...question, state }))
        const error = yield* Effect.flip(Effect.provide(call, layer))
        assert.strictEqual(error._tag, "InvalidRequestError")
      }
      assert.lengthOf(sent, 0)
    })
  )

  it.effect("is sent with a model that the client does not know", () =>
    Effect.gen(function* () {
      const model = "decider-28b"
      const { layer, sent } = clientOver([{ ...good, body: goodBody.replace("decider-27b", model) }])
      const call = Decisions.use((decisions) => decisions.create({ ...question, model }))
      assert.strictEqual((yield* Effect.provide(call, layer)).model, model)
      assert.deepInclude(bodyOf(sent[0]?.request.body), { model })
    })
  )

  it.effect("gets further fields and parameters of client and call", () =>
    Effect.gen(function* () {
      const options = { extraBody: { a: 1, b: 1 }, extraQuery: { a: 1, b: 1 } }
      const { layer, sent } = clientOver([good], options)
      const client = Client.promises(layer)
      yield* Effect.promise(() =>
        client.decisions.create(question, { extraBody: { b: 2 }, extraQuery: { b: "x y" } })
      )
      assert.deepStrictEqual(bodyOf(sent[0]?.request.body), { ...question, a: 1, b: 2 })
      assert.match(sent[0]?.request.url ?? "", /\/v1\/decisions\?a=1&b=x%20y$/)
    })
  )
})

/** The outcome of a request without a method of its own. */
const asking = (status: number, method: string) =>
  over([{ status, body: "" }]).client.request({ method, path: "/x" })

describe("client.request", () => {
  it.effect("sends what has no method, and gives the JSON of the response", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([good, good], { apiKey: "key" })
      const asked = {
        method: "POST",
        path: "/v1/batches",
        query: { limit: 1, after: undefined },
        body: { a: 1 },
        headers: { "x-a": "1" }
      }
      const client = Client.promises(layer)
      const { data, response } = yield* Effect.promise(() => client.request(asked).withResponse())
      const effectful = yield* Effect.provide(Client.request(asked), layer)
      assert.deepStrictEqual([data, effectful], [JSON.parse(goodBody), JSON.parse(goodBody)])
      assert.strictEqual(response.status, 200)
      for (const { body, headers, method, url } of sent.map(({ request }) => request)) {
        assert.strictEqual(method, "POST")
        assert.match(url, /\/v1\/batches\?limit=1$/)
        assert.deepStrictEqual(bodyOf(body), { a: 1 })
        assert.deepInclude(headers, { "x-a": "1", authorization: "Bearer key" })
      }
      assert.lengthOf(sent, 2)
    })
  )

  it.effect.each([
    ...["", "v1/batches", "@a.org/", ".a.org/", ":80@a.org", "https://a.org/"].map(
      (path) => ["path", { path }] as const
    ),
    ...["", "GET /", "GET\r\nx: y"].map((method) => ["method", { method }] as const),
    ["query", { query: Object(new URLSearchParams("a=1")) }],
    ["headers", { headers: Object(new Headers({ a: "1" })) }]
  ] as const)("sends nothing for an invalid %s: %j", ([name, invalid]) =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([good])
      const request = Client.request({ method: "GET", path: "/v1/batches", ...invalid })
      const exit = yield* Effect.exit(Effect.provide(request, layer))
      const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      assert.instanceOf(error, TypeError)
      assert.include(String(error), `${name}: expected `)
      assert.lengthOf(sent, 0)
    })
  )

  it.effect("escapes the names of parameters, too", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([good])
      const query = { "filter[a]": 1, "a&b=c#d ": 2 }
      yield* Effect.provide(Client.request({ method: "GET", path: "/v1/batches", query }), layer)
      assert.match(sent[0]?.request.url ?? "", /\?filter%5Ba%5D=1&a%26b%3Dc%23d%20=2$/)
    })
  )

  it.effect.each([
    ["GET", 2],
    ["HEAD", 2],
    ["POST", 1],
    ["DELETE", 1]
  ] as const)("retries a failure of unknown outcome for GET and HEAD alone: %s", ([method, requests]) =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([{ status: 500, body: "" }, good], { maxRetries: 1 })
      yield* ended(Effect.provide(Client.request({ method, path: "/v1/batches" }), layer))
      assert.lengthOf(sent, requests)
    })
  )

  it("gives undefined for HEAD and 204", async () => {
    assert.isUndefined(await asking(200, "HEAD"))
    assert.isUndefined(await asking(204, "DELETE"))
  })

  it("fails with the status of HEAD, and an empty 200 stays a failure", async () => {
    assert.propertyVal(await rejection(asking(404, "HEAD")), "_tag", "NotFoundError")
    assert.propertyVal(await rejection(asking(200, "GET")), "_tag", "InvalidResponseError")
  })
})
