// What goes out, and what comes back beside the faults of packages/lab/src/faults/rows.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Client from "../../src/Client.ts"
import { ask, clientOver, good, goodBody, question, type Step } from "../fixtures/wire.ts"
import { answering, failing, over, rejection } from "../fixtures/calls.ts"
import { test } from "../fixtures/effects.ts"

test("requests carry key, type and body to the document's path; headers of the call win over the client's, not its own", function* () {
  const { layer, sent } = clientOver([good], {
    apiKey: "secret",
    baseUrl: "http://service.test/base/",
    headers: {
      "X-A": "1",
      "x-b": "1",
      authorization: "theirs",
      accept: "theirs",
      "Content-Type": "text/plain"
    }
  })
  yield* Client.withOptions(ask, { headers: { "x-b": "2" } }).pipe(Effect.provide(layer))
  const { body, headers, method, url } = sent[0]?.request ?? assert.fail("nothing was sent")
  assert.deepEqual([method, url], ["POST", "http://service.test/base/v1/decisions"])
  assert.deepEqual(JSON.parse(String(body)), question)
  assert.deepInclude(headers, {
    "x-a": "1",
    "x-b": "2",
    authorization: "Bearer secret",
    accept: "application/json",
    "accept-encoding": "identity",
    "content-type": "application/json"
  })
})

it("401 names option and variable where no key was sent, alone", async () => {
  const without = await failing([{ status: 401 }])
  assert.match(without.error.message, /no API key: set apiKey, or LEADLINE_API_KEY/)
  const { error } = await failing([{ status: 401 }], { apiKey: "k" })
  assert.strictEqual(error.message, "The API key is wrong or revoked.")
})

it("a body over 32 MiB is a PayloadTooLargeError and sends nothing", async () => {
  const { client, sent } = over([good])
  const error = await rejection(client.decisions.create({ ...question, state: "x".repeat(33_554_432) }))
  assert.deepInclude(error, { _tag: "PayloadTooLargeError", phase: "request" })
  assert.lengthOf(sent, 0)
})

describe("answers", () => {
  it("come with their head", async () => {
    const headers = {
      "x-request-id": "id-1",
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": "99",
      "x-ratelimit-used": "1",
      "x-ratelimit-reset": "1790000000",
      "x-leadline-notice": "images-ignored"
    }
    const { data, response } = await answering([
      { status: 503, after: 40, headers: { "retry-after": "1" } },
      { ...good, after: 60, headers }
    ])
    assert.strictEqual(data.answers.urgent.noul, 0.75)
    assert.deepInclude(response, {
      status: 200,
      requestId: "id-1",
      notice: "images-ignored",
      rateLimit: { limit: 100, remaining: 99, used: 1, resetAt: 1_790_000_000_000 },
      attempts: 2,
      elapsed: 1_100
    })
    assert.strictEqual(response?.headers["x-request-id"], "id-1")
  })

  it.each<readonly [string, Step]>([
    ["codings that the transport has undone", { ...good, headers: { "content-encoding": "gzip, BR" } }],
    ["64 MiB", { body: goodBody.padEnd(64 * 1024 * 1024) }]
  ])("may be %s", async (_, step) => {
    const { data } = await answering([step], {}, ["gzip", "br"])
    assert.strictEqual(data.model, "decider-27b")
  })

  it.each<readonly [string, Step, string]>([
    ["129 levels", { body: "[".repeat(129) + "]".repeat(129) }, "depth"],
    ["a declared length over 64 MiB", { body: "{}", headers: { "content-length": "67108865" } }, "tooLarge"],
    ["a redirect hidden by a browser", { status: 0 }, "redirect"],
    ["the first status of redirects", { status: 300 }, "redirect"]
  ])("of %s are an InvalidResponseError, tried once", async (_, step, reason) => {
    const { error, sent } = await failing([step], {}, ["gzip"])
    assert.deepInclude(error, { _tag: "InvalidResponseError", attempts: 1, status: step.status ?? 200 })
    assert.propertyVal(error, "reason", reason)
    assert.lengthOf(sent, 1)
  })

  it("have a request id of at most 128 characters", async () => {
    const most = "~".repeat(128)
    for (const id of [most, `${most}~`]) {
      const { error } = await failing([{ status: 501, headers: { "x-request-id": id } }])
      assert.strictEqual(error.requestId, id === most ? id : undefined)
    }
  })
})
