// What is sent of a request: undefined fields, dates, unknown models, further fields, and requests without a method.
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Client from "../../src/Client.ts"
import { Sleep } from "../../src/client/retry/Sleep.ts"
import { Decisions } from "../../src/resources/decisions/service.ts"
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

  it.effect("sends nothing for a path that could change the host", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([good], { apiKey: "key" })
      for (const path of [
        "",
        "v1/batches",
        "@example.org/",
        ".example.org/",
        ":80@example.org",
        "https://example.org/"
      ]) {
        const exit = yield* Effect.exit(Effect.provide(Client.request({ method: "GET", path }), layer))
        assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof TypeError, path)
      }
      assert.lengthOf(sent, 0)
    })
  )

  it.effect("sends nothing where the query or the headers are iterables of pairs", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([good, good])
      for (const lost of [
        { query: Object(new URLSearchParams("a=1")) },
        { headers: Object(new Headers({ a: "1" })) }
      ]) {
        const asked = Client.request({ method: "GET", path: "/v1/batches", ...lost })
        const exit = yield* Effect.exit(Effect.provide(asked, layer))
        assert.isTrue(Exit.isFailure(exit))
        const [name = ""] = Object.keys(lost)
        const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.instanceOf(error, TypeError)
        assert.include(String(error), `${name}: expected `)
      }
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

  it.effect("retries a failure of unknown outcome for GET alone", () =>
    Effect.gen(function* () {
      for (const [method, requests] of [
        ["GET", 2],
        ["HEAD", 2],
        ["POST", 1],
        ["DELETE", 1]
      ] as const) {
        const { layer, sent } = clientOver([{ status: 500, body: "" }, good], { maxRetries: 1 })
        const unwaited = Layer.provide(
          layer,
          Layer.succeed(Sleep, () => Effect.void)
        )
        yield* TestClock.withLive(
          Effect.exit(Effect.provide(Client.request({ method, path: "/v1/batches" }), unwaited))
        )
        assert.lengthOf(sent, requests, method)
      }
    })
  )

  it("rejects where the services are in the process", async () => {
    const services = Layer.succeed(Decisions, { create: () => Effect.die("not called") })
    // Of all services this test needs none.
    const client = Client.promises(services as Layer.Layer<never> as Layer.Layer<Client.Services>)
    const error = await client.request({ method: "GET", path: "/" }).then(
      () => undefined,
      (reason: unknown) => reason
    )
    assert.instanceOf(error, Error)
  })
})
