// What goes out, and what comes back beside the faults of packages/lab/src/faults/rows.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Client from "../../src/Client.ts"
import { Decisions } from "../../src/resources/decisions/index.ts"
import { Models } from "../../src/resources/models/index.ts"
import { ask, clientOver, good, goodBody, question, type Step } from "../fixtures/wire.ts"
import { answering, failing } from "../fixtures/calls.ts"
import { test } from "../fixtures/effects.ts"

describe("requests", () => {
  it("a call carries key, type and body to the document's path", async () => {
    const { sent } = await answering([good], { apiKey: "secret", baseUrl: "http://service.test/base/" })
    const { body, headers, method, url } = sent[0]?.request ?? assert.fail("nothing was sent")
    assert.deepEqual([method, url], ["POST", "http://service.test/base/v1/decisions"])
    assert.deepInclude(headers, {
      authorization: "Bearer secret",
      "content-type": "application/json",
      "accept-encoding": "identity"
    })
    assert.isString(body)
  })

  test("the model list needs no key", function* () {
    const { layer, sent } = clientOver([{ body: `{"object":"list","data":[]}` }])
    const { data } = yield* Models.use((models) => models.list()).pipe(Effect.provide(layer))
    assert.deepEqual(data, [])
    assert.isUndefined(sent[0]?.request.headers["authorization"])
    assert.isUndefined(sent[0]?.request.body)
  })

  test("headers of the call join those of the client, and lose to its own", function* () {
    const { layer, sent } = clientOver([good], {
      apiKey: Redacted.make("secret"),
      headers: {
        "X-A": "1",
        "x-b": "1",
        authorization: "theirs",
        accept: "theirs",
        "Content-Type": "text/plain"
      }
    })
    yield* Client.withOptions(ask, { headers: { "x-b": "2" } }).pipe(Effect.provide(layer))
    assert.deepInclude(sent[0]?.request.headers, {
      "x-a": "1",
      "x-b": "2",
      authorization: "Bearer secret",
      accept: "application/json",
      "content-type": "application/json"
    })
  })

  it.each([
    [{}, /no API key: set apiKey, or LEADLINE_API_KEY/],
    [{ headers: { Authorization: "Basic x" } }, /^(?!.*no API key)/],
    [{ apiKey: "k" }, /^The API key is wrong or revoked\.$/]
  ] as const)(
    "401 names option and variable where no authorization was sent alone: %j",
    async (options, message) => {
      const { error } = await failing([{ status: 401 }], options)
      assert.match(error.message, message)
    }
  )

  it.each([
    ["3 millis", "3 ms"],
    [999, "999 ms"],
    [1_000, "1 s"],
    [1_500, "1.5 s"]
  ] as const)("a deadline of %s is named as %s", async (timeout, text) => {
    const { error } = await failing([{ silent: true }], { timeout })
    assert.strictEqual(error.message, `No answer within ${text}.`)
  })

  test("a body over 32 MiB is a PayloadTooLargeError and sends nothing", function* () {
    const { layer, sent } = clientOver([good])
    const large = { ...question, state: "x".repeat(33_554_432) }
    const call = Decisions.use((decisions) => decisions.create(large))
    const error = yield* Effect.flip(Effect.provide(call, layer))
    assert.deepInclude(error, { _tag: "PayloadTooLargeError", phase: "request" })
    assert.strictEqual(sent.length, 0)
  })
})

describe("answers", () => {
  it("an answer comes with its head", async () => {
    const headers = {
      "x-request-id": "id-1",
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": "99",
      "x-ratelimit-used": "1",
      "x-ratelimit-reset": "1790000000"
    }
    const { data, response } = await answering([
      { status: 503, after: 40, headers: { "retry-after": "1" } },
      { ...good, after: 60, headers }
    ])
    assert.strictEqual(data.answers.urgent.noul, 0.75)
    assert.deepInclude(response, {
      status: 200,
      requestId: "id-1",
      rateLimit: { limit: 100, remaining: 99, used: 1, resetAt: 1_790_000_000_000 },
      attempts: 2,
      elapsed: 1_100
    })
    assert.strictEqual(response?.headers["x-request-id"], "id-1")
  })

  const accepted: ReadonlyArray<readonly [string, Step]> = [
    ["JSON without a type", { body: goodBody }],
    ["another 2xx", { ...good, status: 201 }],
    ["an encoding called identity", { ...good, headers: { "content-encoding": "identity" } }]
  ]
  for (const [name, step] of accepted) {
    it(`${name} is an answer`, async () => {
      const { data } = await answering([step])
      assert.strictEqual(data.model, "decider-27b")
    })
  }

  const refused: ReadonlyArray<readonly [string, Step, string]> = [
    ["markup without a type", { body: "<!doctype html>" }, "content"],
    ["a character cut at the end", { body: new Uint8Array([0x22, 0xe2, 0x82]) }, "utf8"],
    ["129 levels", { body: "[".repeat(129) + "]".repeat(129) }, "depth"],
    ["a declared length over 64 MiB", { body: "{}", headers: { "content-length": "67108865" } }, "tooLarge"],
    ["the first status of redirects", { status: 300 }, "redirect"],
    ["a redirect hidden by a browser", { status: 0 }, "redirect"],
    ["status 101", { status: 101 }, "status"],
    ["JSON of another shape", { body: `{"hello":1}`, headers: { "x-request-id": "id-2" } }, "schema"]
  ]
  for (const [name, step, reason] of refused) {
    it(`${name} is an InvalidResponseError of reason ${reason}, tried once`, async () => {
      const { error, sent } = await failing([step])
      assert.deepInclude(error as object, {
        _tag: "InvalidResponseError",
        reason,
        attempts: 1,
        status: step.status ?? 200
      })
      assert.strictEqual(error.requestId, step.headers?.["x-request-id"])
      assert.strictEqual(sent.length, 1)
    })
  }

  it.each([
    ["128 visible characters", "~".repeat(128), "~".repeat(128)],
    ["129", "~".repeat(129), undefined]
  ])("of an id of %s the request id is %s", async (_, id, requestId) => {
    const { error } = await failing([{ status: 500, headers: { "x-request-id": id } }], { maxRetries: 0 })
    assert.strictEqual(error.requestId, requestId)
  })

  it("a body of 64 MiB is read", async () => {
    const body = new Uint8Array(64 * 1024 * 1024).fill(0x20)
    body.set(new TextEncoder().encode(goodBody))
    await answering([{ body }])
  })

  it("a body without end is cut at 64 MiB", async () => {
    const { error } = await failing([
      { body: new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20), ending: "stalls" }
    ])
    assert.strictEqual("reason" in error && error.reason, "tooLarge")
  })

  it("an encoding the transport has undone is no failure, one it has not is", async () => {
    await answering([{ ...good, headers: { "content-encoding": "gzip, BR" } }], {}, ["gzip", "br"])
    const { error } = await failing([{ ...good, headers: { "content-encoding": "gzip, x" } }], {}, ["gzip"])
    assert.strictEqual("reason" in error && error.reason, "encoding")
  })
})
