// What clients of API keys, async chat and skills send, and what they send again.
import { assert, describe, it } from "@effect/vitest"
import type { Client } from "../../src/Client.ts"
import { bodyBytes } from "../../src/contract/limits.ts"
import { record, request, step as jsonStep } from "../fixtures/asyncChat.ts"
import { over, rejection } from "../fixtures/calls.ts"
import type { Step } from "../fixtures/wire.ts"

const down: Step = { status: 503 }
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "success",
    (error: unknown) => Reflect.get(Object(error), "_tag") as unknown
  )

it.each<readonly [string, ReadonlyArray<Step>, string]>([
  ["a failure, and no body", [{ status: 500 }, {}], "success"],
  ["a body that breaks", [{ body: "x", ending: "breaks" }], "success"],
  ["302", [{ status: 302 }], "InvalidResponseError"]
])("any body of a revocation's success is taken, and no other status: %s", async (_, steps, wanted) => {
  const { client, sent } = over(steps)
  assert.strictEqual(await outcome(client.apiKeys.revoke({ auth_token: "k" })), wanted)
  assert.lengthOf(sent, steps.length)
})

it.each([
  [{}, "InternalServerError", 1],
  [{ idempotency_key: "k" }, "success", 2]
])("an async chat with %j after an unknown outcome: %s", async (key, wanted, requests) => {
  const { client, sent } = over([{ status: 500 }, jsonStep(record)])
  assert.strictEqual(await outcome(client.asyncChat.create({ request, ...key })), wanted)
  assert.lengthOf(sent, requests)
})

describe("skills", () => {
  const file = Buffer.from("PK the zip")
  const times = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" }
  const made = jsonStep({ skill_id: "s", name: "n", revision: "2", description: "d", ...times })

  it.each<readonly [string, (client: Client) => Promise<unknown>, number]>([
    ["created once", ({ skills }) => skills.create({ file }), 1],
    ["deleted once", ({ skills }) => skills.delete({ skill_id: "a", expected_revision: "b" }), 1],
    ["listed again", ({ skills }) => skills.list(), 3]
  ])("are %s while the service is down", async (_, call, requests) => {
    const { client, sent } = over([down])
    assert.strictEqual(await outcome(call(client)), "UnavailableError")
    assert.lengthOf(sent, requests)
  })

  async function* pieces() {
    yield file.subarray(0, 3)
    yield file.subarray(3)
  }

  it.each([
    ["a File", new File([file], "a.zip")],
    ["a ReadableStream", new Blob([file]).stream()],
    ["an async iterable", pieces()]
  ])("are uploaded from %s", async (_, source) => {
    const { client, sent } = over([made])
    await client.skills.create({ file: source })
    assert.include(Buffer.from(sent[0]?.request.body as Uint8Array).toString("latin1"), "PK the zip")
  })

  async function* broken() {
    yield file
    throw new Error("canary")
  }

  it("of a file that is none, or whose stream breaks, are an InvalidRequestError, without the cause", async () => {
    const { client, sent } = over([made])
    for (const upload of [...["PK", 1, null, {}, broken()].map((one) => ({ file: one })), undefined]) {
      const error = await rejection(client.skills.create(upload as never))
      assert.propertyVal(error, "_tag", "InvalidRequestError")
      assert.notInclude(JSON.stringify(error), "canary")
    }
    assert.lengthOf(sent, 0)
  })

  it("over the limit are a PayloadTooLargeError before anything is sent, and the stream is closed", async () => {
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield new Uint8Array(8 * 1024 * 1024)
      } finally {
        isClosed = true
      }
    }
    const { client, sent } = over([made])
    assert.strictEqual(await outcome(client.skills.create({ file: endless() })), "PayloadTooLargeError")
    assert.isTrue(isClosed)
    const blob = { size: bodyBytes + 1, arrayBuffer: () => Promise.reject(new Error("read")) }
    assert.strictEqual(await outcome(client.skills.create({ file: blob })), "PayloadTooLargeError")
    assert.lengthOf(sent, 0)
  })
})
