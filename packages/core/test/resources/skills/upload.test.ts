// Uploads in every form that programs have a file in.
import { assert, describe, it } from "vitest"
import { bodyBytes } from "../../../src/contract/limits.ts"
import { isApiError } from "../../../src/errors/ApiError.ts"
import { packedBytes } from "../../../src/resources/skills/index.ts"
import { mockClient, respond } from "../../../src/testing/index.ts"

const bytes = Buffer.from("PK the zip")
const time = "2026-01-01T00:00:00Z"
const skill = {
  skill_id: "s",
  name: "n",
  revision: "2",
  created_at: time,
  updated_at: time,
  description: "d"
}

async function* pieces(parts: Iterable<Uint8Array>) {
  yield* parts
}

async function* broken() {
  yield bytes
  throw new Error("canary")
}

const tagOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => assert.fail("it succeeds"),
    (error: unknown) => {
      assert.notInclude(JSON.stringify(error), "canary")
      return isApiError(error) ? error._tag : String(error)
    }
  )

describe("a file", () => {
  it.each([
    ["bytes", bytes],
    ["a Blob", new Blob([bytes])],
    ["a File", new File([bytes], "a.zip")],
    ["a ReadableStream", new Blob([bytes]).stream()],
    ["an async iterable", pieces([bytes.subarray(0, 3), bytes.subarray(3)])]
  ])("of %s is uploaded", async (_, file) => {
    const { client, requests } = mockClient([respond.skills.create(skill)])
    await client.skills.create({ file })
    assert.include(Buffer.from(requests[0]?.body as Uint8Array).toString("latin1"), "PK the zip")
  })

  it("that is invalid, or whose stream breaks, is an InvalidRequestError, without the cause", async () => {
    const { client } = mockClient([])
    for (const file of ["PK", 1, null, {}, undefined, broken()]) {
      assert.strictEqual(await tagOf(client.skills.create({ file } as never)), "InvalidRequestError")
    }
    assert.strictEqual(await tagOf(client.skills.create(undefined as never)), "InvalidRequestError")
  })

  it("over the limit is a PayloadTooLargeError before anything is sent, and the stream is closed", async () => {
    assert.strictEqual(packedBytes, bodyBytes)
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield new Uint8Array(8 * 1024 * 1024)
      } finally {
        isClosed = true
      }
    }
    const { client, requests } = mockClient([])
    assert.strictEqual(await tagOf(client.skills.create({ file: endless() })), "PayloadTooLargeError")
    assert.isTrue(isClosed)
    const blob = { size: packedBytes + 1, arrayBuffer: () => Promise.reject(new Error("read")) }
    assert.strictEqual(await tagOf(client.skills.create({ file: blob })), "PayloadTooLargeError")
    assert.strictEqual(requests.length, 0)
  })
})
