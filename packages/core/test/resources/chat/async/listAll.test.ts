import { assert, describe, it } from "vitest"
import { fail, mockClient, respond, when } from "../../../../src/testing/index.ts"
import { record } from "../../../fixtures/asyncChat.ts"
import { collect } from "../../../fixtures/bulk.ts"
import { rejection } from "../../../fixtures/rejection.ts"
import { mocked } from "../../../testing/fixtures.ts"

const page = (ids: ReadonlyArray<string>, next_token?: string | null) => ({
  requests: ids.map((id) => ({ ...record, id })),
  ...(next_token !== undefined && { next_token })
})

const script = () => [
  when({ query: { limit: "2" } }, respond.asyncChat.list(page(["a", "b"], "t1"))),
  when({ query: { limit: "2", next_token: "t1" } }, respond.asyncChat.list(page([], "t2"))),
  when({ query: { limit: "2", next_token: "t2" } }, respond.asyncChat.list(page(["c"], null)))
]

describe("listAll", () => {
  it("walks over all pages, empty ones too, each fetched on demand, as often as it is asked", async () => {
    const { client, requests } = mocked([...script(), ...script()])
    const walk = client.asyncChat.listAll({ limit: 2 })
    for (const before of [0, 3]) {
      const iterator = walk[Symbol.asyncIterator]()
      assert.lengthOf(requests, before)
      assert.strictEqual((await iterator.next()).value?.id, "a")
      assert.lengthOf(requests, before + 1)
      assert.strictEqual((await iterator.next()).value?.id, "b")
      assert.strictEqual((await iterator.next()).value?.id, "c")
      assert.isTrue((await iterator.next()).done)
    }
  })

  it("fails with the page that failed", async () => {
    const { client } = mocked([...script().slice(0, 1), fail.status(400)])
    const error = await rejection(collect(client.asyncChat.listAll({ limit: 2 })))
    assert.propertyVal(error, "_tag", "InvalidRequestError")
  })

  it("fails at a page that names itself as the next one", async () => {
    const same = when({ query: { next_token: "t1" } }, respond.asyncChat.list(page(["c"], "t1")))
    const { client } = mocked([...script().slice(0, 1), same])
    const error = await rejection(collect(client.asyncChat.listAll({ limit: 2 })))
    assert.propertyVal(error, "_tag", "InvalidResponseError")
  })

  it.each([2, 7])("fails at a circle of %i pages", async (length) => {
    const circle = Array.from({ length: 4 * length + 2 }, (_, at) =>
      respond.asyncChat.list(page([`${at % length}`], `t${at % length}`))
    )
    const { client, requests } = mockClient(circle)
    // An undefined field is not sent, and does not hide the walk.
    const error = await rejection(collect(client.asyncChat.listAll({ limit: undefined } as object)))
    assert.deepInclude(error, { _tag: "InvalidResponseError", operation: "AsyncChat.list", status: 200 })
    assert.isAtMost(requests.length, 4 * length)
  })

  it("walks over any number of pages once", async () => {
    const tokens = [...Array.from({ length: 300 }, (_, at) => `t${at}`), null]
    const { client } = mocked(tokens.map((token) => respond.asyncChat.list(page(["a"], token))))
    assert.lengthOf(await collect(client.asyncChat.listAll()), 301)
  })
})
